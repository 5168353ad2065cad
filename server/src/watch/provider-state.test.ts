import type { ProviderFault } from '@posthorn/contract';
import { describe, expect, it } from 'vitest';
import type { HandOver, OutgoingMail } from '../provider/provider.ts';
import { createProviderWatch } from './provider-state.ts';

const MAIL: OutgoingMail = {
  tenantId: 'ten_1',
  messageId: 'msg_1',
  from: 'a@example.com',
  subject: 'S',
  envelope: { from: 'a@example.com', to: ['b@example.org'] },
  raw: Buffer.from(''),
};
const SECOND = 1000;

const handOver = (change: Partial<HandOver> = {}): HandOver => ({
  replies: [{ email: 'b@example.org', outcome: 'accepted' }],
  providerMessageId: null,
  inDoubt: false,
  brokenOff: false,
  ...change,
});
const deferred = (fault?: ProviderFault) =>
  handOver({
    replies: [{ email: 'b@example.org', outcome: 'deferred', about: 'mail', code: null, reply: 'R' }],
    ...(fault === undefined ? {} : { fault }),
  });

function stage({ greets = true } = {}) {
  let now = 0;
  let result = handOver();
  let answer: Promise<ProviderFault | undefined> = Promise.resolve(undefined);
  let greetings = 0;
  const said: string[] = [];
  const note = (_fields: object, words?: string) => void said.push(words ?? '');
  const greet = () => {
    greetings += 1;
    return answer;
  };
  const given = { send: async () => result, close: async () => undefined, ...(greets ? { greet } : {}) };
  const watch = createProviderWatch(given, { name: 'p', log: { error: note, info: note }, monotonic: () => now });
  return {
    watch,
    said,
    greetings: () => greetings,
    pass: (ms: number) => {
      now += ms;
    },
    greetedBy: (given: Promise<ProviderFault | undefined>) => {
      answer = given;
    },
    send: async (given: HandOver) => {
      result = given;
      await watch.provider.send(MAIL);
    },
  };
}

describe('how the provider stands', () => {
  it('is told by what comes of mail', async () => {
    const { watch, send, greetings } = stage();
    await send(handOver());
    expect(await watch.state()).toEqual({ name: 'p', isUp: true, fault: null });
    await send(deferred('tls'));
    expect(await watch.state()).toEqual({ name: 'p', isUp: false, fault: 'tls' });
    await send(handOver());
    expect((await watch.state()).isUp).toBe(true);
    expect(greetings()).toBe(0);
  });

  it.each<[string, HandOver]>([
    ['was refused', handOver({ replies: [{ email: 'b', outcome: 'refused', about: 'recipient', code: 550, reply: 'no' }] })],
    ['was put off by a reply', handOver({ replies: [{ email: 'b', outcome: 'deferred', about: 'mail', code: 451, reply: 'later' }] })],
  ])('is well where mail %s: the server answers', async (_case, result) => {
    const { watch, send } = stage();
    await send(result);
    expect(watch.lastKnown().isUp).toBe(true);
  });

  it('is not told by mail that never got there', async () => {
    const { watch, send } = stage();
    await send(deferred('unreachable'));
    await send(deferred());
    await send(handOver({ ...deferred(), brokenOff: true }));
    expect(watch.lastKnown()).toMatchObject({ isUp: false, fault: 'unreachable' });
  });

  it('is asked for by a greeting once nothing was heard for 20 seconds', async () => {
    const { watch, send, pass, greetedBy, greetings } = stage();
    await send(handOver());
    pass(19 * SECOND);
    await watch.state();
    expect(greetings()).toBe(0);
    pass(2 * SECOND);
    greetedBy(Promise.resolve('unreachable'));
    expect(await watch.state()).toMatchObject({ isUp: false, fault: 'unreachable' });
    pass(21 * SECOND);
    greetedBy(Promise.resolve(undefined));
    expect(await watch.state()).toMatchObject({ isUp: true, fault: null });
    expect(greetings()).toBe(2);
  });

  it('greets once for all who ask', async () => {
    const { watch, greetings } = stage();
    expect(await Promise.all([watch.state(), watch.state(), watch.state()])).toMatchObject([
      { isUp: true },
      { isUp: true },
      { isUp: true },
    ]);
    expect(greetings()).toBe(1);
  });

  it('is down a minute after the last good word, while a greeting goes unanswered', async () => {
    const { watch, send, pass, greetedBy } = stage();
    await send(handOver());
    greetedBy(new Promise(() => undefined));
    pass(59 * SECOND);
    expect((await watch.state()).isUp).toBe(true);
    pass(2 * SECOND);
    expect(await watch.state()).toMatchObject({ isUp: false, fault: null });
  });

  it('believes mail more than a greeting that took long', async () => {
    const { watch, send, greetedBy } = stage();
    const late = Promise.withResolvers<ProviderFault | undefined>();
    greetedBy(late.promise);
    const asked = watch.state();
    await send(handOver());
    late.resolve('unreachable');
    expect((await asked).isUp).toBe(true);
  });

  it('does not take back by a greeting that it relays no mail of ours', async () => {
    const { watch, send, pass, greetings } = stage();
    await send(deferred('relaying'));
    pass(30 * SECOND);
    expect(await watch.state()).toMatchObject({ isUp: false, fault: 'relaying' });
    await watch.state();
    expect(greetings()).toBe(1);
    pass(16 * 60 * SECOND);
    expect(await watch.state()).toMatchObject({ isUp: true, fault: null });
  });

  it('is said when it changes, and once a minute', async () => {
    const { send, said, pass } = stage();
    await send(handOver());
    expect(said).toEqual([]);
    for (let mail = 0; mail < 3; mail += 1) await send(deferred('unreachable'));
    expect(said).toEqual(['the provider takes no mail: it is put off']);
    pass(61 * SECOND);
    await send(deferred('unreachable'));
    await send(handOver());
    await send(handOver());
    expect(said.slice(1)).toEqual(['the provider takes no mail: it is put off', 'the provider takes mail again']);
  });

  it('is always well where nothing can be wrong', async () => {
    const { watch } = stage({ greets: false });
    expect(await watch.state()).toEqual({ name: 'p', isUp: true, fault: null });
  });
});
