import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, sqlite } from '../support/engines.ts';
import { autoReply, bounceInWords, complaint, dsn, mailOf } from '../support/mail/reports.ts';
import { handOver } from '../support/mail/smtp-client.ts';
import { type SmtpSink, startSmtpSink } from '../support/mail/smtp-sink.ts';
import { useServer, useTenant } from '../support/posthorn.ts';
import { OPERATOR_TOKEN, startTestServer } from '../support/server.ts';

interface Event {
  type: string;
  recipients: string[];
  data: Record<string, unknown>;
}

/** More by FORGED_REPORTS, such as 1000. */
const FORGED = Number(process.env.FORGED_REPORTS ?? 100);

describe.each(engines)('reports to a return path on $name', (engine) => {
  let sink: SmtpSink;
  let sent = 0;
  /** Answers after the content of mail to an address. */
  const refusals = new Map<string, `${number} ${string}`>();

  beforeAll(async () => {
    sink = await startSmtpSink({ onData: ({ envelope }) => refusals.get(envelope.to[0] ?? '') });
  });
  afterAll(() => sink.close());
  const server = useServer(engine, () => ({
    PROVIDER_URL: sink.url,
    INBOUND_SMTP_PORT: '0',
    CLOCK: 'virtual',
    JOB_INTERVAL_MS: '3600000',
  }));
  const tenant = useTenant(server);

  const get = async (id: string) => (await tenant.call('GET', `/v1/messages/${id}`)).body;
  const told = ({ events }: { events: Event[] }) => events.map(({ type, recipients }) => [type, ...recipients]);
  const suppressions = async () =>
    (await tenant.call('GET', '/v1/suppressions?limit=100')).body.data as { email: string; reason: string }[];
  const newAddress = (name: string) => `${name}-${++sent}@example.net`;
  /** Sends a mail and returns its id and where its reports go, each recipient's own and the first one's. */
  const send = async (...to: string[]) => {
    const body = { from: tenant.from, to, subject: 'Hello', text_body: 'Hello.' };
    const { message_id: id } = (await tenant.call('POST', '/v1/email', { body })).body;
    await server.run('dispatch');
    const mails = sink.mails.filter(({ raw }) => raw.includes(id));
    const pathOf = (email: string) => mails.find(({ envelope }) => envelope.to.includes(email))?.envelope.from ?? '';
    return { id: String(id), mails, pathOf, returnPath: pathOf(to[0] ?? '') };
  };
  const report = async (to: string, raw: string | Buffer, from = '') => {
    const reply = await handOver(server.smtpPort, { from, to: [to], raw });
    await server.run('inbound');
    return reply;
  };

  it('is where the envelope says that reports go', async () => {
    const { id, returnPath } = await send(newAddress('a'));
    expect(returnPath).toMatch(new RegExp(`^bounce-${id.slice(4)}[0-9a-v]{6}-[0-9a-z]{16}@bounces\\.${tenant.domain.name}$`));
  });

  it('takes a hard bounce: event, failed message, suppression', async () => {
    const email = newAddress('gone');
    const { id, returnPath } = await send(email);
    expect(await report(returnPath, dsn({ final: email }))).toMatchObject({ code: 250 });
    const message = await get(id);
    expect(message).toMatchObject({ status: 'failed', recipients: [{ status: 'bounced' }] });
    expect(told(message)).toEqual([
      ['sent', email],
      ['bounce', email],
    ]);
    expect(message.events[1].data).toEqual({ class: 'hard', code: 550, diagnostic: `550 5.1.1 <${email}>... User Unknown` });
    expect(await suppressions()).toContainEqual(expect.objectContaining({ email, reason: 'hard_bounce', source_message_id: id }));
  });

  it.each([
    ['soft', '5.2.2', '552 5.2.2 Mailbox full'],
    ['policy', '5.7.1', '550 5.7.1 Message content rejected'],
  ])('takes a final report of a %s bounce, which fails the message and suppresses nobody', async (cls, status, diagnostic) => {
    const email = newAddress(cls);
    const { id, returnPath } = await send(email);
    await report(returnPath, dsn({ final: email, status, diagnostic }));
    const message = await get(id);
    expect(message).toMatchObject({ status: 'failed', recipients: [{ status: 'bounced', detail: diagnostic }] });
    expect(message.events.at(-1)).toMatchObject({ type: 'bounce', data: { class: cls } });
    expect((await suppressions()).map((entry) => entry.email)).not.toContain(email);
  });

  it('leaves a message sent that one of its recipients has, whatever has become of the others', async () => {
    const [full, kept] = [newAddress('full'), newAddress('kept')];
    const { id, pathOf } = await send(full, kept);
    await report(pathOf(full), dsn({ final: full, status: '4.2.2', diagnostic: '452 4.2.2 Mailbox full' }));
    expect(await get(id)).toMatchObject({ status: 'sent', recipients: [{ status: 'bounced' }, { status: 'sent' }] });
    await report(pathOf(kept), dsn({ final: kept, status: '4.4.7', diagnostic: '451 4.4.7 expired' }));
    expect(await get(id)).toMatchObject({ status: 'failed', recipients: [{ status: 'bounced' }, { status: 'bounced' }] });
    const suppressed = (await suppressions()).map((entry) => entry.email);
    expect(suppressed).not.toContain(full);
    expect(suppressed).not.toContain(kept);
  });

  it('takes a soft bounce in words, which says nothing of its being final, and leaves the message sent', async () => {
    const email = newAddress('full-in-words');
    const { id, returnPath } = await send(email);
    await report(returnPath, bounceInWords(email, '552 5.2.2 Mailbox full'));
    expect(await get(id)).toMatchObject({ status: 'sent', recipients: [{ status: 'bounced' }] });
  });

  it('fails a message of several recipients once all have bounced', async () => {
    const [first, second] = [newAddress('one'), newAddress('two')];
    const { id, pathOf } = await send(first, second);
    await report(pathOf(first), dsn({ final: first }));
    expect(await get(id)).toMatchObject({ status: 'sent', recipients: [{ status: 'bounced' }, { status: 'sent' }] });
    await report(pathOf(second), dsn({ final: second }));
    expect(await get(id)).toMatchObject({ status: 'failed' });
  });

  it('is one for each recipient of the same mail', async () => {
    const [first, second, third] = [newAddress('one'), newAddress('two'), newAddress('three')];
    const { id, mails } = await send(first, second, third);
    expect(mails.map(({ envelope }) => envelope.to).toSorted()).toEqual([[first], [second], [third]].toSorted());
    expect(new Set(mails.map(({ envelope }) => envelope.from)).size).toBe(3);
    expect(new Set(mails.map(({ raw }) => raw.toString())).size).toBe(1);
    expect(told(await get(id))).toEqual([['sent', first, second, third]]);
  });

  it('leaves the message to be found by the id that the provider gave any of its mails', async () => {
    const [first, second] = [newAddress('one'), newAddress('two')];
    const { id } = await send(first, second);
    for (const email of [first, second]) {
      const place = sink.mails.findIndex(({ envelope }) => envelope.to.includes(email));
      const body = { provider_message_id: `SINK${place + 1}`, type: 'delivery', recipients: [email] };
      expect(await server.admin('POST', '/admin/provider-events', { body })).toMatchObject({ status: 202 });
    }
    expect(await get(id)).toMatchObject({ recipients: [{ status: 'delivered' }, { status: 'delivered' }] });
  });

  it('speaks for its recipient alone, whomever a report names', async () => {
    const [forger, victim] = [newAddress('forger'), newAddress('victim')];
    const { id, pathOf } = await send(forger, victim);
    const forged = [
      dsn({ final: victim }),
      dsn({ final: victim, original: victim }, { final: victim }),
      complaint('abuse', `Original-Rcpt-To: ${victim}`),
      bounceInWords(victim, '550 5.1.1 No such user'),
    ];
    for (const raw of forged) expect(await report(pathOf(forger), raw)).toMatchObject({ code: 250 });
    expect((await suppressions()).map(({ email }) => email)).not.toContain(victim);
    const { recipients } = await get(id);
    expect(recipients.find(({ email }: { email: string }) => email === victim)).toMatchObject({ status: 'sent' });
  });

  it('tells of its recipient where a report speaks of several', async () => {
    const [first, second] = [newAddress('one'), newAddress('two')];
    const { id, pathOf } = await send(first, second);
    await report(pathOf(second), dsn({ final: first }, { final: second, action: 'delivered', status: '2.0.0', diagnostic: '250 Ok' }));
    expect(await get(id)).toMatchObject({ recipients: [{ status: 'sent' }, { status: 'delivered' }] });
  });

  it('means its recipient where his mail was passed on', async () => {
    const email = newAddress('alias');
    const { id, returnPath } = await send(email);
    await report(returnPath, dsn({ final: 'real@elsewhere.example' }));
    expect(await get(id)).toMatchObject({ status: 'failed', recipients: [{ email, status: 'bounced' }] });
  });

  it('takes a bounce in words', async () => {
    const email = newAddress('words');
    const { id, returnPath } = await send(email);
    await report(returnPath.toUpperCase(), bounceInWords(email, 'failed after RCPT TO: 550 5.1.1 No such user'));
    expect(await get(id)).toMatchObject({ status: 'failed', events: [{ type: 'sent' }, { type: 'bounce', data: { class: 'hard' } }] });
  });

  it('takes a delay and a delivery', async () => {
    const email = newAddress('slow');
    const { id, returnPath } = await send(email);
    await report(returnPath, dsn({ final: email, action: 'delayed', status: '4.4.1', diagnostic: '451 4.4.1 busy' }));
    expect(await get(id)).toMatchObject({ status: 'sent', recipients: [{ status: 'delayed', detail: '451 4.4.1 busy' }] });
    await report(returnPath, dsn({ final: email, action: 'delivered', status: '2.0.0', diagnostic: '250 Ok' }));
    const message = await get(id);
    expect(message).toMatchObject({ status: 'sent', recipients: [{ status: 'delivered' }] });
    expect(told(message).map(([type]) => type)).toEqual(['sent', 'delivery_delayed', 'delivery']);
  });

  it('takes a complaint', async () => {
    const email = newAddress('angry');
    const { id, returnPath } = await send(email);
    await report(returnPath, complaint('abuse'), 'feedback@isp.example');
    expect(await get(id)).toMatchObject({ status: 'sent', recipients: [{ status: 'complained' }] });
    expect(await suppressions()).toContainEqual(expect.objectContaining({ email, reason: 'complaint' }));
  });

  it('takes an automatic reply for nothing', async () => {
    const { id, returnPath } = await send(newAddress('away'));
    expect(await report(returnPath, autoReply(), 'ann@example.net')).toMatchObject({ code: 250 });
    expect(told(await get(id)).map(([type]) => type)).toEqual(['sent']);
  });

  it.each([
    ['a holiday note with the null sender', '', ['Subject: Away until Monday', '', 'Call 555 1234 or write to 550 other people.']],
    ['an answer with a number', 'ann@example.net', ['Subject: Re: Hello', '', 'I wanted 500 and not 550 pieces.']],
    ['an answer to another bounce', 'ann@example.net', ['Subject: Re: Undelivered Mail', '', '> 550 5.1.1 User unknown', 'Why?']],
  ])('takes %s for nothing', async (_what, from, lines) => {
    const { id, returnPath } = await send(newAddress('person'));
    expect(await report(returnPath, mailOf('From: Ann <ann@example.net>', ...lines), from)).toMatchObject({ code: 250 });
    expect(told(await get(id)).map(([type]) => type)).toEqual(['sent']);
  });

  it('takes a report of a failed authentication for nothing said of the recipient', async () => {
    const email = newAddress('spoofed');
    const { id, returnPath } = await send(email);
    await report(returnPath, complaint('auth-failure', `Original-Rcpt-To: ${email}`), 'feedback@isp.example');
    expect(told(await get(id)).map(([type]) => type)).toEqual(['sent']);
  });

  it('believes what a report says of the recipient, whoever else it names', async () => {
    const email = newAddress('living');
    const { id, returnPath } = await send(email);
    const lines = [`<other@example.net>: host mx said: 550 5.1.1 User unknown`, `<${email}>: host mx said: 550 5.7.1 your IP is listed`];
    await report(returnPath, mailOf('From: MAILER-DAEMON@mx.example.net', 'Subject: failure notice', '', ...lines));
    expect((await get(id)).events.at(-1)).toMatchObject({ type: 'bounce', recipients: [email], data: { class: 'policy' } });
    expect((await suppressions()).map((entry) => entry.email)).not.toContain(email);
  });

  it.each([
    ["554 delivery error: dd This user doesn't have a yahoo.com account", 'bounce', true],
    ['554 5.7.9 Message not accepted for policy reasons', 'failed', false],
    ['550 your IP is listed, no such user', 'failed', false],
  ] as const)('hears of a dead address after the content too: %s', async (reply, type, suppressed) => {
    const email = newAddress('after-content');
    refusals.set(email, reply);
    const body = { from: tenant.from, to: [email], subject: 'Hello', text_body: 'Hello.' };
    const { message_id: id } = (await tenant.call('POST', '/v1/email', { body })).body;
    await server.run('dispatch');
    expect(await get(id)).toMatchObject({ status: 'failed', events: [{ type, recipients: [email] }] });
    expect((await suppressions()).some((entry) => entry.email === email)).toBe(suppressed);
  });

  it('takes the same report again and changes nothing', async () => {
    const email = newAddress('again');
    const { id, returnPath } = await send(email);
    for (const _ of [1, 2]) expect(await report(returnPath, dsn({ final: email }))).toMatchObject({ code: 250 });
    expect(told(await get(id))).toHaveLength(2);
  });

  it(`refuses ${FORGED} forged reports, and nobody is suppressed`, { timeout: 600_000 }, async () => {
    const email = newAddress('victim');
    const { id, returnPath } = await send(email);
    const { id: other, returnPath: otherPath } = await send(newAddress('other'));
    const [, name, mac, domain] = /^bounce-(\w+)-(\w+)@(.*)$/.exec(returnPath) ?? [];
    const before = await suppressions();
    const forge = (index: number) => {
      const wrong = [...String(mac)].map((letter, at) => (at === index % 16 ? (letter === '0' ? '1' : '0') : letter)).join('');
      const foreign = /-(\w+)@/.exec(otherPath)?.[1];
      return [`bounce-${name}-${wrong}`, `bounce-${name}-${foreign}`, `bounce-${name}-`, `${name}`, `bounce-${other.slice(4)}-${mac}`][
        index % 5
      ];
    };
    const raw = [dsn({ final: email }), complaint('abuse', `Original-Rcpt-To: ${email}`), bounceInWords(email, '550 5.1.1 No such user')];
    const codes: number[] = [];
    for (let index = 0; index < FORGED; index += 1) codes.push((await report(`${forge(index)}@${domain}`, raw[index % 3] ?? '')).code);
    expect(new Set(codes)).toEqual(new Set([550]));
    expect(await suppressions()).toEqual(before);
    expect(told(await get(id))).toEqual([['sent', email]]);
  });

  it('is believed for 30 days, and only counted later', async () => {
    const [email, late] = [newAddress('month'), newAddress('late')];
    const [one, other] = [await send(email), await send(late)];
    const counted = async () => {
      const response = await fetch(`${server.url}/metrics`, { headers: { Authorization: `Bearer ${OPERATOR_TOKEN}` } });
      return Number(/posthorn_reports_total\{kind="status",believed="false"\} (\d+)/.exec(await response.text())?.[1] ?? 0);
    };
    const advance = (days: number) => server.admin('POST', '/admin/clock', { body: { advance_ms: days * 86_400_000 } });
    await advance(30);
    await report(one.returnPath, dsn({ final: email }));
    expect((await get(one.id)).status).toBe('failed');
    const before = await counted();
    await advance(1);
    expect(await report(other.returnPath, dsn({ final: late }))).toMatchObject({ code: 250 });
    expect(told(await get(other.id))).toEqual([['sent', late]]);
    expect(await counted()).toBe(before + 1);
  });

  it('takes reports that the operator hands in', async () => {
    const email = newAddress('handed');
    const { id, returnPath } = await send(email);
    const headers = { 'Content-Type': 'message/rfc822' };
    const answer = await server.admin('POST', `/admin/inbound?rcpt=${encodeURIComponent(returnPath)}`, {
      headers,
      body: dsn({ final: email }),
    });
    expect(answer).toMatchObject({ status: 201, body: { data: [] } });
    expect((await get(id)).status).toBe('failed');
  });
});

describe('the envelope sender', () => {
  const sendWith = async (environment: Record<string, string>) => {
    const sink = await startSmtpSink();
    const server = await startTestServer(sqlite, { PROVIDER_URL: sink.url, ...environment });
    const tenant = await server.mint();
    const body = { from: `Hello <${tenant.from}>`, to: ['a@example.net'], subject: 'x', text_body: 'x' };
    await tenant.call('POST', '/v1/email', { body });
    const [mail] = await sink.waitFor(1);
    await server.stop();
    await sink.close();
    return { from: mail?.envelope.from ?? '', tenant };
  };

  it('is the sender where no reports are taken in', async () => {
    const { from, tenant } = await sendWith({ RETURN_PATH_DOMAIN: 'bounces.operator.example' });
    expect(from).toBe(tenant.from);
  });

  it("is at the operator's return path where there is one", async () => {
    const { from } = await sendWith({ INBOUND_SMTP_PORT: '0', RETURN_PATH_DOMAIN: 'bounces.operator.example' });
    expect(from).toMatch(/^bounce-[0-9a-z]{26}[0-9a-v]{6}-[0-9a-z]{16}@bounces\.operator\.example$/);
  });
});
