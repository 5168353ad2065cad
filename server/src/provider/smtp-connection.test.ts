import { describe, expect, it } from 'vitest';
import { createCertificate } from '../../../tests/support/fakes/certificate.ts';
import { mailTo, summary, useProvider, useScript, useSink } from '../../../tests/support/mail/smtp-provider.ts';

const certificate = await createCertificate();
const ca = certificate.cert;
const credentials = { user: 'us@er', pass: 'p:ass word' };
const signedIn = (url: string) => url.replace('://', '://us%40er:p%3Aass%20word@');

function heard() {
  const said: unknown[][] = [];
  const hear = (...entry: unknown[]) => void said.push(entry);
  return { said, log: { error: hear, warn: hear } };
}

describe('STARTTLS', () => {
  it('is used where it is offered, whoever the server is', async () => {
    const sink = await useSink({ certificate });
    expect(summary(await useProvider(sink.url).send(mailTo()))).toEqual(['a accepted']);
    expect(sink.mails[0]?.secure).toBe(true);
  });

  it('is done without where it is not offered', async () => {
    const sink = await useSink();
    expect(summary(await useProvider(sink.url).send(mailTo()))).toEqual(['a accepted']);
    expect(sink.mails[0]?.secure).toBe(false);
  });

  it('is left alone with tls=off', async () => {
    const sink = await useSink({ certificate });
    await useProvider(`${sink.url}?tls=off`).send(mailTo());
    expect(sink.mails[0]?.secure).toBe(false);
  });

  const broken = ['454 4.7.0 TLS not available', '502 what', '220 go on, but no handshake follows', '220\r\nno handshake', 'drop'];
  const withBroken = (answer: string) => useScript({ EHLO: '250-script\r\n250 STARTTLS', STARTTLS: answer });
  const hasty = { greeting: 200, drain: 50 };

  it.each(broken)('that breaks leaves clear text where any server would do, and says so once a minute: %j', async (answer) => {
    const script = await withBroken(answer);
    const { said, log } = heard();
    const provider = useProvider(`${script.url}?pool=1`, { timeouts: hasty, log });
    for (const name of ['a', 'b', 'c']) {
      expect(await provider.send(mailTo([name]))).toMatchObject({ replies: [{ outcome: 'accepted' }], inClearText: true });
    }
    expect(said).toEqual([[expect.objectContaining({ reply: expect.any(String) }), expect.stringContaining('in clear text')]]);
    expect(script.commands.filter((line) => line === 'STARTTLS')).toHaveLength(1);
  });

  it.each(broken.flatMap((answer) => ['tls=require', 'tls=opportunistic&tls_verify=true'].map((options) => [answer, options] as const)))(
    'that breaks is no reason for clear text where TLS is to be trusted: %j, %s',
    async (answer, options) => {
      const script = await withBroken(answer);
      const provider = useProvider(`${script.url}?${options}`, { timeouts: hasty });
      expect(await provider.send(mailTo())).toMatchObject({ fault: 'tls', replies: [{ outcome: 'deferred', about: 'mail' }] });
      expect(script.commands.filter((line) => /^(?:MAIL|AUTH)/.test(line))).toEqual([]);
    },
  );

  it('that breaks is no reason to say a password in clear text', async () => {
    const script = await withBroken('454 4.7.0 TLS not available');
    const provider = useProvider(signedIn(script.url), { timeouts: hasty });
    expect(await provider.send(mailTo())).toMatchObject({ fault: 'tls', replies: [{ outcome: 'deferred', about: 'mail' }] });
    expect(script.commands.filter((line) => /^(?:MAIL|AUTH)/.test(line))).toEqual([]);
  });

  it('is required by tls=require', async () => {
    const sink = await useSink();
    expect((await useProvider(`${sink.url}?tls=require`).send(mailTo())).replies[0]).toMatchObject({ outcome: 'deferred', about: 'mail' });
    expect(sink.mails).toEqual([]);
  });

  it('needs a certificate of a known authority with tls=require', async () => {
    const sink = await useSink({ certificate });
    const url = `${sink.url}?tls=require`;
    expect(summary(await useProvider(url).send(mailTo()))).toEqual(['a deferred mail null']);
    expect(sink.mails).toEqual([]);
    expect(summary(await useProvider(url, { ca }).send(mailTo()))).toEqual(['a accepted']);
    expect(summary(await useProvider(`${url}&tls_verify=false`).send(mailTo()))).toEqual(['a accepted']);
    expect(sink.mails.map(({ secure }) => secure)).toEqual([true, true]);
  });
});

describe('smtps:', () => {
  it('that fails is told by its reason, and not by places in the source of a library', async () => {
    const sink = await useSink();
    const provider = useProvider(sink.url.replace('smtp:', 'smtps:'));
    expect((await provider.send(mailTo())).replies).toMatchObject([{ reply: 'TLS: wrong version number' }]);
  });

  it('is TLS from the start, to a server that proves its name', async () => {
    const sink = await useSink({ certificate, implicitTls: true });
    expect(summary(await useProvider(sink.url).send(mailTo()))).toEqual(['a deferred mail null']);
    expect(summary(await useProvider(sink.url, { ca }).send(mailTo()))).toEqual(['a accepted']);
    expect(sink.mails).toMatchObject([{ secure: true }]);
  });
});

describe('authentication', () => {
  it('goes over TLS where there is TLS', async () => {
    const sink = await useSink({ certificate, credentials });
    expect(summary(await useProvider(signedIn(sink.url), { ca }).send(mailTo()))).toEqual(['a accepted']);
    expect(sink.mails).toMatchObject([{ secure: true, user: 'us@er' }]);
  });

  it('is not offered to a server that does not prove its name', async () => {
    const sink = await useSink({ certificate, credentials });
    expect(summary(await useProvider(signedIn(sink.url)).send(mailTo()))).toEqual(['a deferred mail null']);
  });

  it('may go in plain text within this machine', async () => {
    const sink = await useSink({ credentials });
    expect(summary(await useProvider(signedIn(sink.url)).send(mailTo()))).toEqual(['a accepted']);
    expect(sink.mails).toMatchObject([{ secure: false, user: 'us@er' }]);
  });

  it('that fails defers the mail, and is logged without the password', async () => {
    const sink = await useSink({ credentials: { ...credentials, pass: 'another' } });
    const { said, log } = heard();
    const provider = useProvider(signedIn(sink.url), { log });
    expect(summary(await provider.send(mailTo(['a', 'b'])))).toEqual(['a deferred mail 535', 'b deferred mail 535']);
    expect(said).toEqual([[expect.objectContaining({ fault: 'log_in' }), expect.stringContaining('PROVIDER_URL')]]);
    expect(JSON.stringify(said)).not.toContain(credentials.pass);
  });

  it('that is not offered defers the mail', async () => {
    const sink = await useSink();
    expect((await useProvider(signedIn(sink.url)).send(mailTo())).replies[0]).toMatchObject({ outcome: 'deferred', about: 'mail' });
    expect(sink.mails).toEqual([]);
  });
});

describe('what is wrong with the server, whatever the mail', () => {
  it.each([
    ['nobody there', 'unreachable', async () => (await closedSink()).url],
    ['another service', 'unreachable', async () => (await useScript({ greeting: 'HTTP/1.1 400 Bad Request' })).url],
    ['what is no text', 'unreachable', async () => (await useScript({ MAIL: '\u0001\u00ff\u0002' })).url],
    ['a reply without an end', 'unreachable', async () => (await useScript({ greeting: '2'.repeat(100_000) })).url],
    ['a reply of too many lines', 'unreachable', async () => (await useScript({ MAIL: '250-ok\r\n'.repeat(20_000) })).url],
    ['an unknown authority', 'tls', async () => `${(await useSink({ certificate })).url}?tls=require`],
    ['no TLS where it is required', 'tls', async () => `${(await useSink()).url}?tls=require`],
    ['a log-in that is refused', 'log_in', async () => signedIn((await useSink({ credentials: { ...credentials, pass: 'x' } })).url)],
    ['a log-in that is asked for', 'log_in', async () => (await useSink({ onMailFrom: () => '530 5.7.0 Must issue AUTH' })).url],
    ['no leave to relay', 'relaying', async () => (await useSink({ onRcpt: () => '554 5.7.1 <a@b>: Relay access denied' })).url],
  ] as const)('is one line a minute and a fault of each mail: %s', async (_, fault, open) => {
    const { said, log } = heard();
    const provider = useProvider(await open(), { log });
    for (const name of ['a', 'b', 'c'])
      expect(await provider.send(mailTo([name]))).toMatchObject({ fault, replies: [{ outcome: 'deferred', about: 'mail' }] });
    expect(said).toEqual([[{ fault, reply: expect.any(String), omitted: 0 }, expect.any(String)]]);
  });

  it('is nothing that is said of a mail', async () => {
    const sink = await useSink({ onData: () => '554 5.7.1 Spam' });
    const { said, log } = heard();
    expect(await useProvider(sink.url, { log }).send(mailTo())).not.toHaveProperty('fault');
    expect(said).toEqual([]);
  });

  async function closedSink() {
    const sink = await useSink();
    await sink.close();
    return sink;
  }
});

describe('the pool', () => {
  it('uses a connection again', async () => {
    const sink = await useSink();
    const provider = useProvider(sink.url);
    for (const name of ['a', 'b', 'c']) await provider.send(mailTo([name]));
    expect(sink.mails).toHaveLength(3);
    expect(new Set(sink.mails.map(({ session }) => session)).size).toBe(1);
  });

  it('uses a connection again after a mail was refused', async () => {
    const replies = { 'gone@rcpt.example': '550 5.1.1 No such user' } as const;
    const sink = await useSink({ replies });
    const provider = useProvider(`${sink.url}?pool=1`);
    await provider.send(mailTo(['gone']));
    await provider.send(mailTo(['a']));
    expect(sink.mails).toHaveLength(1);
    expect(sink.connections()).toBe(1);
  });

  it('opens no more connections than it may', async () => {
    const sink = await useSink();
    const provider = useProvider(`${sink.url}?pool=3`);
    const names = Array.from({ length: 40 }, (_, index) => `r${index}`);
    const results = await Promise.all(names.map((name) => provider.send(mailTo([name]))));
    expect(results.flatMap(summary)).toEqual(names.map((name) => `${name} accepted`));
    expect(new Set(sink.mails.map(({ session }) => session)).size).toBeLessThanOrEqual(3);
    expect(sink.connections()).toBeLessThanOrEqual(3);
  });

  it('takes another connection where the server has ended the one it kept', async () => {
    let mails = 0;
    const sink = await useSink({
      onMailFrom: () => {
        mails += 1;
        return mails === 2 ? 'drop' : undefined;
      },
    });
    const provider = useProvider(sink.url);
    await provider.send(mailTo(['a']));
    expect(summary(await provider.send(mailTo(['b'])))).toEqual(['b accepted']);
    expect(sink.connections()).toBe(2);
  });

  it('goes on after a connection failed', async () => {
    let mails = 0;
    const sink = await useSink({
      onData: () => {
        mails += 1;
        return mails === 1 ? 'drop' : undefined;
      },
    });
    const provider = useProvider(`${sink.url}?pool=1`);
    const results = await Promise.all([provider.send(mailTo(['a'])), provider.send(mailTo(['b']))]);
    expect(results.flatMap(summary)).toEqual(['a deferred mail null', 'b accepted']);
  });
});

describe('what arrives', () => {
  it('is what was sent, dots and all', async () => {
    const sink = await useSink();
    const raw = `Subject: x\r\n\r\n.\r\n..\r\n.x\r\n${'.'.repeat(998)}\r\n\r\n.\r\n${`${'y'.repeat(998)}\r\n`.repeat(300)}end\r\n`;
    const provider = useProvider(sink.url);
    await provider.send(mailTo(['a'], raw));
    await provider.send(mailTo(['b'], 'S: x\r\n\r\nné\r\n'));
    expect(sink.mails.map((mail) => mail.raw.toString())).toEqual([raw, 'S: x\r\n\r\nné\r\n']);
  });

  it('goes to exactly the envelope given', async () => {
    const script = await useScript();
    const to = ['"Ann, Lee"@rcpt.example', "O'Hara+x@Rcpt.example", 'a@xn--bcher-kva.example'];
    const mail = { ...mailTo(), envelope: { from: 'b+msg_1=x@bounce.example', to } };
    await useProvider(script.url, { hostname: 'mta.example' }).send(mail);
    const recipients = to.map((address) => `RCPT TO:<${address}>`);
    expect(script.commands).toEqual(['EHLO mta.example', 'MAIL FROM:<b+msg_1=x@bounce.example>', ...recipients, 'DATA']);
  });

  it('has the empty sender of a bounce', async () => {
    const sink = await useSink();
    await useProvider(sink.url).send({ ...mailTo(), envelope: { from: '', to: ['a@rcpt.example'] } });
    expect(sink.mails[0]?.envelope.from).toBe('');
  });
});
