import { describe, expect, it } from 'vitest';
import { createCertificate } from '../../../tests/support/fakes/certificate.ts';
import { mailTo, summary, useProvider, useScript, useSink } from '../../../tests/support/mail/smtp-provider.ts';

// More than the sockets of both ends hold.
const LARGE = `Subject: x\r\n\r\n${`${'x'.repeat(998)}\r\n`.repeat(30_000)}`;
const quick = { timeouts: { silence: 150, drain: 50 } };

describe('a mail whose final dot was sent', () => {
  it('is in doubt when the connection is lost before the reply', async () => {
    const sink = await useSink({ onData: () => 'drop' });
    const result = await useProvider(sink.url).send(mailTo(['a', 'b']));
    expect(summary(result)).toEqual(['a deferred mail null', 'b deferred mail null']);
    expect(result).toMatchObject({ inDoubt: true, providerMessageId: null });
  });

  it('is in doubt when no reply comes in time', async () => {
    const sink = await useSink({ onData: () => 'hang' });
    expect(await useProvider(sink.url, quick).send(mailTo())).toMatchObject({ inDoubt: true });
  });

  it('is in doubt when the mail as a whole takes too long', async () => {
    const sink = await useSink({ onData: () => 'hang' });
    const result = await useProvider(sink.url, { timeouts: { mail: 150, drain: 50 } }).send(mailTo());
    expect(result).toMatchObject({ inDoubt: true, replies: [{ outcome: 'deferred', about: 'mail', code: null }] });
  });

  it('is in doubt however large it is, and over TLS', async () => {
    for (const sink of [
      await useSink({ onData: () => 'drop' }),
      await useSink({ onData: () => 'drop', certificate: await createCertificate() }),
    ])
      expect(await useProvider(sink.url).send(mailTo(['a'], LARGE))).toMatchObject({ inDoubt: true });
  });

  it('leaves no doubt about those who were refused before', async () => {
    const sink = await useSink({ onData: () => 'drop', replies: { 'gone@rcpt.example': '550 5.1.1 No such user' } });
    const result = await useProvider(sink.url).send(mailTo(['a', 'gone']));
    expect(summary(result)).toEqual(['a deferred mail null', 'gone refused recipient 550']);
    expect(result.inDoubt).toBe(true);
  });

  it('is not in doubt once a reply came, whatever it says', async () => {
    for (const answer of ['250 ok', '451 later', '554 no', '421 closing'] as const) {
      const script = await useScript({ dot: answer });
      expect((await useProvider(script.url).send(mailTo())).inDoubt).toBe(false);
    }
  });

  it('is in doubt when the provider is closed before the reply', async () => {
    const arrived = Promise.withResolvers<void>();
    const sink = await useSink({
      onData: () => {
        arrived.resolve();
        return 'hang';
      },
    });
    const provider = useProvider(sink.url);
    const sent = provider.send(mailTo());
    await arrived.promise;
    await provider.close();
    expect(await sent).toMatchObject({ inDoubt: true, replies: [{ outcome: 'deferred' }] });
  });
});

describe('a mail whose final dot was not sent', () => {
  it('is not in doubt when the connection is lost', async () => {
    const sink = await useSink({ onDataStart: () => 'drop' });
    const result = await useProvider(sink.url).send(mailTo(['a'], LARGE));
    expect(summary(result)).toEqual(['a deferred mail null']);
    expect(result.inDoubt).toBe(false);
  });

  it('is not in doubt when the server stops reading', async () => {
    const sink = await useSink({ onDataStart: () => 'hang' });
    expect(await useProvider(sink.url, quick).send(mailTo(['a'], LARGE))).toMatchObject({ inDoubt: false });
  });

  it('is not in doubt when it takes too long', async () => {
    const sink = await useSink({ onDataStart: () => 'hang' });
    expect(await useProvider(sink.url, { timeouts: { mail: 150, drain: 50 } }).send(mailTo(['a'], LARGE))).toMatchObject({
      inDoubt: false,
    });
  });

  it.each(['EHLO', 'MAIL', 'RCPT', 'DATA'])('is not in doubt when %s is not answered', async (command) => {
    const script = await useScript({ [command]: 'hang' });
    const provider = useProvider(script.url, { timeouts: { connect: 150, greeting: 150, silence: 150, drain: 50 } });
    expect(await provider.send(mailTo())).toMatchObject({ inDoubt: false, replies: [{ outcome: 'deferred', about: 'mail', code: null }] });
  });
});

describe('close', () => {
  it('lets what has begun come to its end, and breaks off what has not', async () => {
    const arrived = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<undefined>();
    const sink = await useSink({
      onData: () => {
        arrived.resolve();
        return answer.promise;
      },
    });
    const provider = useProvider(`${sink.url}?pool=1`, { timeouts: {} });
    const sent = Promise.all([provider.send(mailTo(['a'])), provider.send(mailTo(['b']))]);
    await arrived.promise;
    const closed = provider.close();
    answer.resolve(undefined);
    await closed;
    const [first, second] = await sent;
    expect(summary(first)).toEqual(['a accepted']);
    expect(second).toMatchObject({ brokenOff: true });
  });

  it('takes nothing more', async () => {
    const sink = await useSink();
    const provider = useProvider(sink.url);
    await provider.close();
    expect(await provider.send(mailTo())).toMatchObject({ inDoubt: false, replies: [{ outcome: 'deferred', about: 'mail', code: null }] });
    await provider.close();
  });
});
