import { describe, expect, it } from 'vitest';
import { mailTo, summary, useProvider, useScript, useSink } from '../../../tests/support/mail/smtp-provider.ts';

function asked(answer = true) {
  const calls: number[] = [];
  return {
    calls,
    beforeData: async () => {
      calls.push(calls.length);
      return answer;
    },
  };
}

describe('before the content of a mail', () => {
  it('is asked once, whether it may begin', async () => {
    const script = await useScript();
    const seen: string[] = [];
    const beforeData = async () => {
      seen.push(...script.commands.map((line) => line.split(/[ :]/)[0] ?? ''));
      return true;
    };
    const result = await useProvider(script.url).send(mailTo(), { beforeData });
    expect(summary(result)).toEqual(['a accepted']);
    expect(seen).toEqual(['EHLO', 'MAIL', 'RCPT', 'DATA']);
  });

  it.each([
    ['greeting', '421 not now'],
    ['MAIL', '451 later'],
    ['RCPT', '550 5.1.1 no such user'],
    ['DATA', '451 later'],
  ])('is not asked when it never comes to that: %s %s', async (command, answer) => {
    const script = await useScript({ [command]: answer });
    const { calls, beforeData } = asked();
    const result = await useProvider(script.url).send(mailTo(), { beforeData });
    expect(calls).toEqual([]);
    expect(result).toMatchObject({ brokenOff: false, inDoubt: false });
  });

  it('gives the mail up with its connection when the answer is no', async () => {
    const sink = await useSink();
    const provider = useProvider(`${sink.url}?pool=1`);
    const result = await provider.send(mailTo(['a']), asked(false));
    expect(result).toMatchObject({ brokenOff: true, inDoubt: false, replies: [{ outcome: 'deferred' }] });
    expect(summary(await provider.send(mailTo(['b'])))).toEqual(['b accepted']);
    expect(sink.mails.map(({ envelope }) => envelope.to)).toEqual([['b@rcpt.example']]);
  });

  it('gives the mail up when the question fails', async () => {
    const sink = await useSink();
    const beforeData = () => Promise.reject(new Error('the database is gone'));
    const result = await useProvider(sink.url).send(mailTo(), { beforeData });
    expect(result).toMatchObject({ inDoubt: false, replies: [{ outcome: 'deferred' }] });
    expect(sink.mails).toEqual([]);
  });

  it.each(['greeting', 'EHLO', 'MAIL', 'RCPT', 'DATA'])('close breaks off what waits for an answer to %s', async (command) => {
    const script = await useScript({ [command]: 'hang' });
    const provider = useProvider(`${script.url}?pool=1`, { timeouts: { drain: 60_000 } });
    const sent = Promise.all([provider.send(mailTo(['a'])), provider.send(mailTo(['b']))]);
    await new Promise((resolve) => setImmediate(resolve));
    await provider.close();
    expect(await sent).toMatchObject([{ brokenOff: true }, { brokenOff: true }]);
  });
});
