import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { mailTo, summary, useProvider, useScript, useSink } from '../../../tests/support/mail/smtp-provider.ts';
import type { Script } from '../../../tests/support/mail/smtp-script.ts';
import type { Provider } from './provider.ts';

const EHLO = '250-script\r\n250 PIPELINING';
const timeouts = { silence: 2000, drain: 50, follow: 10_000 };

const verbs = (commands: readonly string[]) => commands.map((line) => line.split(/[ :]/)[0]).slice(1);

/** Sends one mail, which shows how quick the server is, and then others at once. */
async function sendAfterOne(provider: Provider, names: readonly string[]) {
  await provider.send(mailTo(['first']));
  return Promise.all(names.map((name) => provider.send(mailTo([name]))));
}

async function useOne(changes: Script, others: Partial<typeof timeouts> & { mail?: number } = {}) {
  const script = await useScript({ EHLO, ...changes });
  return { script, provider: useProvider(`${script.url}?pool=1`, { timeouts: { ...timeouts, ...others } }) };
}

const rcptsOf = ({ commands }: { commands: readonly string[] }) => commands.filter((line) => line.startsWith('RCPT')).length;

describe('the envelope of the next mail', () => {
  it('goes along with a content, before that is answered', async () => {
    const { script, provider } = await useOne({ dot: ['250 ok', 'hang'] });
    const sent = sendAfterOne(provider, ['b', 'c']);
    while (rcptsOf(script) < 3) await setImmediate();
    expect(verbs(script.commands)).toEqual(['MAIL', 'RCPT', 'DATA', 'MAIL', 'RCPT', 'DATA', 'MAIL', 'RCPT', 'DATA']);
    await provider.close();
    expect(await sent).toMatchObject([{ inDoubt: true }, { inDoubt: false, brokenOff: true }]);
  });

  it('waits where the server has not said that it may come', async () => {
    const { script, provider } = await useOne({ EHLO: '250 script', dot: ['250 ok', 'hang', '250 ok'] });
    const [b, c] = await sendAfterOne(provider, ['b', 'c']);
    expect(b?.inDoubt).toBe(true);
    expect(c).toMatchObject({ replies: [{ outcome: 'accepted' }] });
    expect(verbs(script.commands)).toEqual(['MAIL', 'RCPT', 'DATA', 'MAIL', 'RCPT', 'DATA', 'EHLO', 'MAIL', 'RCPT', 'DATA']);
  });

  it('has its content asked for once, when its own DATA is answered', async () => {
    const { provider } = await useOne({});
    const asked: string[] = [];
    const send = (name: string) =>
      provider.send(mailTo([name]), {
        beforeData: async () => {
          asked.push(name);
          return true;
        },
      });
    await send('a');
    expect((await Promise.all(['b', 'c', 'd', 'e'].map(send))).flatMap(summary)).toEqual([
      'b accepted',
      'c accepted',
      'd accepted',
      'e accepted',
    ]);
    expect(asked).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it.each([
    ['drop', { inDoubt: true, replies: [{ outcome: 'deferred', code: null }] }],
    ['421 4.3.2 Closing', { inDoubt: false, replies: [{ outcome: 'deferred', code: 421 }] }],
    ['554 5.7.1 Spam', { inDoubt: false, replies: [{ outcome: 'refused', code: 554 }] }],
    ['hang', { inDoubt: true, replies: [{ outcome: 'deferred', code: null }] }],
  ] as const)('is not touched by what is said to the content before it: %s', async (answer, expected) => {
    const { provider } = await useOne({ dot: ['250 ok', answer, '250 ok'] });
    const [b, c] = await sendAfterOne(provider, ['b', 'c']);
    expect(b).toMatchObject(expected);
    expect(c).toMatchObject({ inDoubt: false, replies: [{ outcome: 'accepted' }] });
  });

  it('goes to another connection where the mail before it takes too long', async () => {
    const { provider } = await useOne({ dot: ['250 ok', 'hang', '250 ok'] }, { silence: 10_000, mail: 1000 });
    const [b, c] = await sendAfterOne(provider, ['b', 'c']);
    expect(b).toMatchObject({ inDoubt: true, replies: [{ reply: expect.stringContaining('too long') }] });
    expect(c).toMatchObject({ inDoubt: false, replies: [{ outcome: 'accepted' }] });
  });

  it('that waits for too long goes to the next connection there is', async () => {
    const { script, provider } = await useOne({ dot: ['250 ok', 'hang', '250 ok'] }, { follow: 40 });
    const [b, c] = await sendAfterOne(provider, ['b', 'c']);
    expect(b?.inDoubt).toBe(true);
    expect(c).toMatchObject({ inDoubt: false, replies: [{ outcome: 'accepted' }] });
    expect(verbs(script.commands).filter((verb) => verb === 'DATA')).toHaveLength(4);
  });

  it('that is refused leaves the connection to the next', async () => {
    const { script, provider } = await useOne({
      RCPT: ['250 ok', '250 ok', '550 5.1.1 no such user', '250 ok'],
      DATA: ['354', '354', '503', '354'],
    });
    const [b, c, d] = await sendAfterOne(provider, ['b', 'c', 'd']);
    expect([b, c, d].flatMap((result) => (result === undefined ? [] : summary(result)))).toEqual([
      'b accepted',
      'c refused recipient 550',
      'd accepted',
    ]);
    expect(verbs(script.commands).filter((verb) => verb === 'EHLO')).toEqual([]);
    expect(verbs(script.commands)).toContain('RSET');
  });

  it('does not wait behind a server that takes its time', async () => {
    const { script, provider } = await useOne({ dot: ['250 ok', 'hang', '250 ok'] }, { follow: 0 });
    const sent = sendAfterOne(provider, ['b', 'c']);
    const [b] = await sent;
    expect(b?.inDoubt).toBe(true);
    expect(verbs(script.commands).slice(0, 7)).toEqual(['MAIL', 'RCPT', 'DATA', 'MAIL', 'RCPT', 'DATA', 'EHLO']);
  });

  it.each([
    ['250 script', ['MAIL', 'RCPT', 'RSET', 'EHLO', 'MAIL', 'RCPT', 'DATA']],
    [EHLO, ['MAIL', 'RCPT', 'DATA', 'RSET', 'MAIL', 'RCPT', 'DATA', 'EHLO', 'MAIL', 'RCPT', 'DATA']],
  ])('does not begin where the one before it stays in the way: %j', async (ehlo, expected) => {
    const { script, provider } = await useOne({
      EHLO: ehlo,
      RCPT: ['550 5.1.1 no such user', '250 ok'],
      DATA: ehlo === EHLO ? ['503', '354'] : '354',
      RSET: 'hang',
    });
    expect(summary(await provider.send(mailTo(['a'])))).toEqual(['a refused recipient 550']);
    expect(summary(await provider.send(mailTo(['b'])))).toEqual(['b accepted']);
    expect(verbs(script.commands)).toEqual(expected);
  });

  it('stays with its own content, whatever the order in which they are asked for', async () => {
    const sink = await useSink();
    const provider = useProvider(`${sink.url}?pool=2`, { timeouts });
    const names = Array.from({ length: 60 }, (_, index) => `r${index}`);
    await provider.send(mailTo(['first']));
    const results = await Promise.all(names.map((name) => provider.send(mailTo([name], `Subject: ${name}\r\n\r\n.${name}\r\n`))));
    expect(results.flatMap(summary)).toEqual(names.map((name) => `${name} accepted`));
    const arrived = sink.mails.slice(1).map(({ envelope, raw }) => [envelope.to, raw.toString()]);
    expect(arrived.toSorted()).toEqual(names.map((name) => [[`${name}@rcpt.example`], `Subject: ${name}\r\n\r\n.${name}\r\n`]).toSorted());
    expect(sink.connections()).toBeLessThanOrEqual(2);
  });
});
