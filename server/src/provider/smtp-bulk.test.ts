import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { mailTo, summary, useProvider, useScript, useSink } from '../../../tests/support/mail/smtp-provider.ts';

const bulk = (name: string) => ({ ...mailTo([name]), bulk: true });

describe('bulk mail', () => {
  it('leaves connections to other mail, and takes its turn when one of its own has ended', async () => {
    const gate = Promise.withResolvers<void>();
    const arrived: string[] = [];
    const sink = await useSink({
      onRcpt: (to) => {
        arrived.push(to);
        return undefined;
      },
      onData: async ({ envelope }) => {
        if (envelope.to[0]?.startsWith('bulk') === true) await gate.promise;
        return undefined;
      },
    });
    const provider = useProvider(`${sink.url}?pool=4`);
    const held = ['bulk1', 'bulk2', 'bulk3', 'bulk4', 'bulk5'].map((name) => provider.send(bulk(name)));
    expect(summary(await provider.send(mailTo(['other'])))).toEqual(['other accepted']);
    while (arrived.length < 4) await setImmediate();
    expect(arrived.toSorted()).toEqual(['bulk1', 'bulk2', 'bulk3', 'other'].map((name) => `${name}@rcpt.example`));
    gate.resolve();
    const results = await Promise.all(held);
    expect(results.flatMap(summary).every((line) => line.endsWith('accepted'))).toBe(true);
    expect(arrived.length).toBe(6);
  });

  it('still has the one connection of a pool of one', async () => {
    const sink = await useSink();
    expect(summary(await useProvider(`${sink.url}?pool=1`).send(bulk('bulk1')))).toEqual(['bulk1 accepted']);
  });

  it('that waits for a place is given up when the provider closes', async () => {
    const sink = await useSink({ onData: () => 'hang' });
    const provider = useProvider(`${sink.url}?pool=1`, { timeouts: { drain: 50 } });
    const mails = [provider.send(bulk('bulk1')), provider.send(bulk('bulk2'))];
    await provider.close();
    const [, second] = await Promise.all(mails);
    expect(second?.brokenOff).toBe(true);
  });

  it('says an envelope of its own along with a content, and keeps to its share', async () => {
    const script = await useScript({ EHLO: '250-script\r\n250 PIPELINING', dot: ['250 ok', '250 ok', '250 ok', 'hang'] });
    const provider = useProvider(`${script.url}?pool=4`, { timeouts: { drain: 50 } });
    await Promise.all(['a', 'b', 'c'].map((name) => provider.send(bulk(name))));
    const held = Array.from({ length: 9 }, (_, index) => provider.send(bulk(`held${index}`)));
    const rcpts = () => script.commands.filter((line) => line.startsWith('RCPT')).length;
    while (rcpts() < 9) await setImmediate();
    const opened = () => script.commands.filter((line) => line.startsWith('EHLO')).length;
    expect(opened()).toBe(3);
    await provider.close();
    const results = await Promise.all(held);
    expect(results.map(({ inDoubt, brokenOff }) => [inDoubt, brokenOff])).toEqual(
      results.map((_, index) => (index < 3 ? [true, false] : [false, true])),
    );
    expect(rcpts()).toBe(9);
  });
});
