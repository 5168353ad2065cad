import { describe, expect, it } from 'vitest';
import { mailTo, summary, useProvider, useScript, useSink } from '../../../tests/support/mail/smtp-provider.ts';

const replies = {
  'gone@rcpt.example': '550 5.1.1 No such user',
  'full@rcpt.example': '452 4.2.2 Mailbox full',
  'busy@rcpt.example': '450 4.2.1 Try later',
} as const;

describe.each([{ pipelining: true }, { pipelining: false }])('replies to the envelope, $pipelining for pipelining', ({ pipelining }) => {
  it('are told apart by recipient', async () => {
    const sink = await useSink({ replies, pipelining });
    const result = await useProvider(sink.url).send(mailTo(['a', 'gone', 'full', 'b']));
    expect(summary(result)).toEqual(['a accepted', 'gone refused recipient 550', 'full deferred recipient 452', 'b accepted']);
    expect(result.replies[1]).toMatchObject({ email: 'gone@rcpt.example', reply: '550 5.1.1 No such user' });
    expect(result).toMatchObject({ providerMessageId: 'SINK1', inDoubt: false });
    expect(sink.mails.map(({ envelope }) => envelope)).toEqual([{ from: 'bounce@send.example', to: ['a@rcpt.example', 'b@rcpt.example'] }]);
  });

  it('stand for each recipient where none is accepted', async () => {
    const sink = await useSink({ replies, pipelining });
    const result = await useProvider(sink.url).send(mailTo(['gone', 'busy']));
    expect(summary(result)).toEqual(['gone refused recipient 550', 'busy deferred recipient 450']);
    expect(result).toMatchObject({ providerMessageId: null, inDoubt: false });
    expect(sink.mails).toEqual([]);
  });

  it.each([
    ['451 4.3.0 Later', 'deferred mail 451'],
    ['550 5.7.1 Sender refused', 'refused mail 550'],
    ['530 5.7.0 Authentication required', 'deferred mail 530'],
    ['421 4.3.2 Closing', 'deferred mail 421'],
  ] as const)('to MAIL are about the mail: %s', async (answer, expected) => {
    const sink = await useSink({ replies, pipelining, onMailFrom: () => answer });
    expect(summary(await useProvider(sink.url).send(mailTo(['a', 'gone'])))).toEqual([`a ${expected}`, `gone ${expected}`]);
  });

  it.each([
    ['451 4.3.0 Later', 'deferred mail 451'],
    ['554 5.7.1 Spam', 'refused mail 554'],
    ['421 4.3.2 Closing', 'deferred mail 421'],
  ] as const)('to the final dot are about the mail for those still open: %s', async (answer, expected) => {
    const sink = await useSink({ replies, pipelining, onData: () => answer });
    const result = await useProvider(sink.url).send(mailTo(['a', 'gone', 'busy', 'b']));
    expect(summary(result)).toEqual([`a ${expected}`, 'gone refused recipient 550', 'busy deferred recipient 450', `b ${expected}`]);
    expect(result.replies.map((reply) => 'afterContent' in reply)).toEqual([true, false, false, true]);
    expect(result.inDoubt).toBe(false);
  });

  it('of a server that closes in the middle leave the rest for later', async () => {
    const onRcpt = (to: string) => (to.startsWith('late') ? ('421 4.3.2 Closing' as const) : undefined);
    const sink = await useSink({ replies, pipelining, onRcpt });
    const result = await useProvider(sink.url).send(mailTo(['a', 'gone', 'late', 'b']));
    // The reply itself may be lost with the connection.
    expect(summary(result).map((line) => line.replace(/ (?:421|null)$/, ''))).toEqual([
      'a deferred mail',
      'gone refused recipient 550',
      'late deferred mail',
      'b deferred mail',
    ]);
    expect(result.inDoubt).toBe(false);
    expect(sink.mails).toEqual([]);
  });
});

describe('a server that turns us away', () => {
  const words = [
    '530 5.7.0 Authentication required',
    '535 5.7.8 Authentication credentials invalid',
    '550 5.7.1 Authentication required',
    '550 5.7.1 Client was not authenticated',
    '550 5.7.1 You must authenticate before sending',
    '554 5.7.1 <a@rcpt.example>: Relay access denied',
    '550 5.7.64 TenantAttribution; Relay Access Denied',
    '550 5.7.1 Unable to relay',
    '550 relay not permitted',
    "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)",
    '550 5.7.1 Relaying denied. Proper authentication required.',
  ] as const;

  it.each(words)('at RCPT has the mail put off, and bounces nobody: %s', async (answer) => {
    const sink = await useSink({ onRcpt: () => answer });
    const code = answer.slice(0, 3);
    expect(summary(await useProvider(sink.url).send(mailTo(['a', 'b'])))).toEqual([`a deferred mail ${code}`, `b deferred mail ${code}`]);
  });

  it.each(words)('at MAIL has the mail put off: %s', async (answer) => {
    const sink = await useSink({ onMailFrom: () => answer });
    expect(summary(await useProvider(sink.url).send(mailTo(['a'])))).toEqual([`a deferred mail ${answer.slice(0, 3)}`]);
  });

  it('lets us in where it takes somebody: then it speaks of the recipient', async () => {
    const sink = await useSink({ replies: { 'far@rcpt.example': '554 5.7.1 <far@rcpt.example>: Relay access denied' } });
    const result = await useProvider(sink.url).send(mailTo(['a', 'far']));
    expect(summary(result)).toEqual(['a accepted', 'far refused recipient 554']);
    expect(result).not.toHaveProperty('fault');
  });

  it.each([
    '550 5.7.26 This mail is not authenticated: SPF and DKIM authentication required',
    '550 5.7.1 Sender refused',
    '554 5.7.1 Relay your complaints',
  ] as const)('does not where it speaks of the mail: %s', async (answer) => {
    const sink = await useSink({ onMailFrom: () => answer });
    expect(summary(await useProvider(sink.url).send(mailTo(['a'])))).toEqual([`a refused mail ${answer.slice(0, 3)}`]);
  });

  it('after the content speaks of the mail', async () => {
    const sink = await useSink({ onData: () => '550 5.7.1 Authentication required for this content' });
    expect(summary(await useProvider(sink.url).send(mailTo(['a'])))).toEqual(['a refused mail 550']);
  });
});

describe('a final reply amid the content', () => {
  const LARGE = `Subject: x\r\n\r\n${`${'x'.repeat(998)}\r\n`.repeat(30_000)}`;

  it.each([
    ['552 5.3.4 too large', 'a refused mail 552'],
    ['452 4.3.1 full', 'a deferred mail 452'],
    ['250 2.0.0 Ok', 'a deferred mail 250'],
  ])('ends the connection, whose server would take what follows for content: %s', async (reply, expected) => {
    const script = await useScript({ EHLO: '250-script\r\n250 PIPELINING', content: [reply, ''] });
    const provider = useProvider(`${script.url}?pool=1`);
    expect(summary(await provider.send(mailTo(['a'], LARGE)))).toEqual([expected]);
    expect(summary(await provider.send(mailTo(['b'])))).toEqual(['b accepted']);
    expect(script.commands).toContain('RCPT TO:<b@rcpt.example>');
  });
});

describe('a server that is out of step', () => {
  it.each([
    ['greeting', '220 script\r\n250 more'],
    ['MAIL', '250 ok\r\n250 more'],
    ['RCPT', '250 ok\r\n250 more'],
  ])('by a reply too many to %s gets no content, which it would take and seem to refuse', async (step, reply) => {
    const script = await useScript({ EHLO: '250-script\r\n250 PIPELINING', [step]: reply });
    const result = await useProvider(script.url).send(mailTo());
    expect(result).toMatchObject({ inDoubt: false, replies: [{ outcome: 'deferred', code: 250 }] });
  });

  it('by a reply too many to EHLO is in step again after it', async () => {
    const script = await useScript({ EHLO: '250-script\r\n250 PIPELINING\r\n250 more' });
    expect(summary(await useProvider(script.url).send(mailTo()))).toEqual(['a accepted']);
  });

  it('at the end leaves it in doubt whether it has taken the mail', async () => {
    const script = await useScript({ dot: '354 go on' });
    expect(await useProvider(script.url).send(mailTo())).toMatchObject({ inDoubt: true, replies: [{ outcome: 'deferred' }] });
  });

  it('refuses nobody for good by what is no code', async () => {
    const script = await useScript({ RCPT: '99999 what' });
    expect((await useProvider(script.url).send(mailTo())).replies).toMatchObject([{ outcome: 'deferred', code: null }]);
  });
});

describe('a 421', () => {
  it.each(['greeting', 'EHLO', 'MAIL', 'RCPT', 'DATA', 'dot'])('is kept as the reason at %s', async (step) => {
    const script = await useScript({ [step]: '421 4.7.0 too many from you' });
    expect((await useProvider(script.url).send(mailTo())).replies).toMatchObject([
      { outcome: 'deferred', about: 'mail', code: 421, reply: '421 4.7.0 too many from you' },
    ]);
  });

  it('is kept as the reason where later connections are closed without a word', async () => {
    const script = await useScript({ greeting: ['220 script', 'drop'], MAIL: ['250 ok', '421 4.7.0 too many from you'] });
    const provider = useProvider(`${script.url}?pool=1`);
    await provider.send(mailTo(['a']));
    expect((await provider.send(mailTo(['b']))).replies).toMatchObject([
      { outcome: 'deferred', about: 'mail', code: 421, reply: '421 4.7.0 too many from you' },
    ]);
  });
});

describe('replies of the session', () => {
  it.each([
    ['greeting', '421 too many connections', 421],
    ['greeting', '554 no service for you', 554],
    ['greeting', 'drop', null],
    ['RCPT', 'drop', null],
    ['RCPT', '503 MAIL first', 503],
    ['DATA', '451 not now', 451],
    ['DATA', 'drop', null],
  ])('defer the mail: %s %s', async (step, answer, code) => {
    const script = await useScript({ [step]: answer });
    const result = await useProvider(script.url).send(mailTo());
    expect(summary(result)).toEqual([`a deferred mail ${code}`]);
    expect(result.inDoubt).toBe(false);
  });

  it('refuse the mail at DATA', async () => {
    const script = await useScript({ DATA: '554 no valid recipients, or so' });
    expect(summary(await useProvider(script.url).send(mailTo()))).toEqual(['a refused mail 554']);
  });

  it('defer the mail where nobody listens', async () => {
    const script = await useScript();
    await script.close();
    const { replies: given } = await useProvider(script.url).send(mailTo(['a', 'b']));
    expect(given.map(({ outcome }) => outcome)).toEqual(['deferred', 'deferred']);
    expect(given[0]).toMatchObject({ about: 'mail', code: null, reply: expect.stringContaining('ECONNREFUSED') });
  });

  it('defer the mail where nobody says anything', async () => {
    const script = await useScript({ greeting: 'hang' });
    const provider = useProvider(script.url, { timeouts: { greeting: 20, drain: 50 } });
    expect(summary(await provider.send(mailTo()))).toEqual(['a deferred mail null']);
  });

  it.each([
    ['greeting', 'Greeting never received'],
    ['EHLO', 'The connection was not ready in time'],
    ['AUTH', 'The connection was not ready in time'],
  ])('defer the mail where that to %s never ends', async (step, reply) => {
    const script = await useScript({ EHLO: '250-script\r\n250 AUTH PLAIN', [step]: 'drip' });
    // Long enough for no pause of a busy machine to count as silence.
    const timeouts = { connect: 2000, greeting: 2000, silence: 2000, drain: 50 };
    const provider = useProvider(script.url.replace('//', '//user:pass@'), { timeouts });
    expect(await provider.send(mailTo())).toMatchObject({ fault: 'unreachable', replies: [{ outcome: 'deferred', reply }] });
  });

  it('are kept in one line without control characters', async () => {
    const script = await useScript({ RCPT: `550-5.1.1 no\r\n550 such\u0000user ${'x'.repeat(900)}` });
    const [reply] = (await useProvider(script.url).send(mailTo())).replies;
    expect(reply).toMatchObject({ reply: expect.stringMatching(/^550-5\.1\.1 no 550 such user x{400,}$/) });
  });
});

describe('a mail that cannot be said in SMTP', () => {
  it('is refused when it is larger than the server takes', async () => {
    const sink = await useSink({ size: 1000 });
    expect(summary(await useProvider(sink.url).send(mailTo(['a'], `S: x\r\n\r\n${'x'.repeat(2000)}`)))).toEqual(['a refused mail null']);
  });

  it('is refused when an address would end the command', async () => {
    const script = await useScript();
    const mail = mailTo();
    const broken = { ...mail, envelope: { from: mail.envelope.from, to: ['a@b.example>\r\nRSET'] } };
    expect((await useProvider(script.url).send(broken)).replies[0]?.outcome).toBe('refused');
    expect(script.commands).not.toContain('RSET');
  });

  it('has no replies without recipients', async () => {
    const sink = await useSink();
    expect((await useProvider(sink.url).send(mailTo([]))).replies).toEqual([]);
  });
});
