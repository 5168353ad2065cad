import { createPublicKey } from 'node:crypto';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import PostalMime from 'postal-mime';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createCertificate } from '../support/certificate.ts';
import { engines } from '../support/engines.ts';
import { startTestServer, type TestServer, type TestTenant } from '../support/server.ts';
import { type SmtpSink, type SmtpSinkOptions, startSmtpSink } from '../support/smtp-sink.ts';

const MINUTE = 60_000;

interface Event {
  type: string;
  recipients: string[];
  data: Record<string, unknown>;
}

/** The DNS that a receiver asks: the records which the service told to publish. */
function resolverOf(records: { type: string; name: string; value: string }[]) {
  return async (name: string, type: string): Promise<string[][]> => {
    const found = records.filter((record) => record.name === name && record.type === type).map(({ value }) => [value]);
    if (found.length === 0) throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' });
    return found;
  };
}

describe.each(engines)('delivery over SMTP on $name', (engine) => {
  let sink: SmtpSink;
  let server: TestServer;
  let tenant: TestTenant;
  let options: SmtpSinkOptions = {};

  beforeAll(async () => {
    const ask = <K extends 'onRcpt' | 'onData' | 'onMailFrom'>(hook: K) =>
      ((given: never) => options[hook]?.(given)) as NonNullable<SmtpSinkOptions[K]>;
    sink = await startSmtpSink({
      certificate: await createCertificate(),
      onRcpt: ask('onRcpt'),
      onData: ask('onData'),
      onMailFrom: ask('onMailFrom'),
    });
    server = await startTestServer(engine, { PROVIDER_URL: sink.url, CLOCK: 'virtual', JOB_INTERVAL_MS: '3600000' });
    tenant = await server.mint();
  });
  afterEach(() => {
    options = {};
  });
  afterAll(async () => {
    await server.stop();
    await sink.close();
  });

  const send = async (change: object = {}) => {
    const body = { from: `Sender <${tenant.from}>`, to: ['a@example.net'], subject: 'Hello', text_body: 'Hello.', ...change };
    const answer = await tenant.call('POST', '/v1/email', { body });
    expect(answer.status).toBe(202);
    return answer.body.message_id as string;
  };
  const get = async (id: string) => (await tenant.call('GET', `/v1/messages/${id}`)).body;
  const dispatched = async (id: string) => {
    await server.run('dispatch');
    return get(id);
  };
  const told = (message: { events: Event[] }) => message.events.map(({ type, recipients }) => [type, recipients]);
  const advance = (ms: number) => server.admin('POST', '/admin/clock', { body: { advance_ms: ms } });

  it('hands over a complete, signed mail under TLS and records it as sent', async () => {
    const before = sink.mails.length;
    const id = await send({
      from: `Zoë Sender <${tenant.from}>`,
      to: ['Ä. Reader <Reader@Example.net>'],
      cc: ['c@example.net'],
      bcc: ['hidden@example.net'],
      reply_to: 'answers@example.net',
      subject: 'Grüße ✓',
      html_body: '<p>Hello <b>you</b></p>',
      text_body: 'Hello you',
      headers: { 'X-Thing': 'value' },
      attachments: [
        { filename: 'ä.txt', content_type: 'text/plain', content: Buffer.from('file').toString('base64') },
        { filename: 'i.png', content_type: 'image/png', content: 'AAAA', content_id: 'logo' },
      ],
    });
    await server.run('dispatch');
    const mail = (await sink.waitFor(before + 1))[before];
    expect(mail?.secure).toBe(true);
    expect(mail?.envelope.from).toBe(tenant.from);
    expect([...(mail?.envelope.to ?? [])].sort()).toEqual(['Reader@Example.net', 'c@example.net', 'hidden@example.net']);

    const raw = mail?.raw ?? Buffer.alloc(0);
    const parsed = await PostalMime.parse(raw);
    expect(parsed).toMatchObject({
      from: { name: 'Zoë Sender', address: tenant.from },
      subject: 'Grüße ✓',
      messageId: `<${id}@${tenant.domain.name}>`,
      replyTo: [{ address: 'answers@example.net' }],
    });
    expect(parsed.cc?.map(({ address }) => address)).toEqual(['c@example.net']);
    expect(parsed.bcc ?? []).toEqual([]);
    expect(raw.toString('latin1')).not.toContain('hidden@');
    expect(parsed.text?.trim()).toBe('Hello you');
    expect(parsed.html?.trim()).toBe('<p>Hello <b>you</b></p>');
    expect(parsed.headers).toContainEqual(expect.objectContaining({ key: 'x-thing', value: 'value' }));
    expect(parsed.attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual(
      expect.arrayContaining([
        ['ä.txt', 'text/plain'],
        ['i.png', 'image/png'],
      ]),
    );

    const { body: domain } = await tenant.call('GET', `/v1/domains/${tenant.domain.id}`);
    const verified = await dkimVerify(raw, { resolver: resolverOf(domain.records) });
    expect(verified.results.map(({ status, signingDomain }) => [status.result, signingDomain])).toEqual([['pass', tenant.domain.name]]);

    const message = await get(id);
    expect(message.status).toBe('sent');
    expect(message.sent_at).toBeGreaterThanOrEqual(message.created_at);
    expect(message.provider_message_id).toEqual(expect.any(String));
    expect(told(message)).toEqual([['sent', ['reader@example.net', 'c@example.net', 'hidden@example.net']]]);
    expect(message.recipients.map(({ status }: { status: string }) => status)).toEqual(['sent', 'sent', 'sent']);
  });

  it('takes the queue id of the final reply for the provider message id', async () => {
    options = { onData: () => '250 2.0.0 Ok: queued as 4XyZ12' };
    expect((await dispatched(await send())).provider_message_id).toBe('4XyZ12');
    options = { onData: () => '250 thanks' };
    const id = await send();
    expect((await dispatched(id)).provider_message_id).toBe(`<${id}@${tenant.domain.name}>`);
  });

  it('fails one of two recipients alone when the server refuses it for good', async () => {
    options = { onRcpt: (to) => (to.startsWith('gone') ? '550 5.1.1 No such user' : undefined) };
    const message = await dispatched(await send({ to: ['a@example.net', 'gone@example.net'] }));
    expect(message.status).toBe('sent');
    expect(message.recipients.map(({ email, status }: { email: string; status: string }) => [email, status])).toEqual([
      ['a@example.net', 'sent'],
      ['gone@example.net', 'bounced'],
    ]);
    expect(told(message)).toEqual([
      ['sent', ['a@example.net']],
      ['bounce', ['gone@example.net']],
    ]);
    expect(message.events[1].data).toEqual({ class: 'hard', code: 550, diagnostic: expect.stringContaining('5.1.1 No such user') });
  });

  it('is failed with bounces only when every recipient was refused', async () => {
    options = { onRcpt: () => '550 5.1.1 No such user' };
    const message = await dispatched(await send({ to: ['dead@example.net', 'gone2@example.net'] }));
    expect(message.status).toBe('failed');
    expect(told(message).map(([type]) => type)).toEqual(['bounce', 'bounce']);
  });

  it('is failed when the mail itself is refused', async () => {
    options = { onData: () => '554 5.6.0 Not like this' };
    const message = await dispatched(await send());
    expect(message.status).toBe('failed');
    expect(told(message)).toEqual([['failed', ['a@example.net']]]);
    expect(message.events[0].data).toEqual({ reason: expect.stringContaining('Not like this') });
  });

  it('tries again after a 4xx, telling of the first delay, with the same Message-ID', async () => {
    let tries = 0;
    options = {
      onRcpt: () => {
        tries += 1;
        return tries < 3 ? '451 4.7.1 Try later' : undefined;
      },
    };
    const before = sink.mails.length;
    const id = await send();
    expect(await dispatched(id)).toMatchObject({ status: 'queued', sent_at: null });
    await advance(MINUTE - 1);
    await server.run('dispatch');
    expect(tries).toBe(1);
    await advance(1);
    expect(await dispatched(id)).toMatchObject({ status: 'queued' });
    expect(tries).toBe(2);
    await advance(5 * MINUTE);
    const message = await dispatched(id);
    expect(message.status).toBe('sent');
    expect(told(message)).toEqual([
      ['delivery_delayed', ['a@example.net']],
      ['sent', ['a@example.net']],
    ]);
    expect(sink.mails[before]?.raw.toString()).toContain(`Message-ID: <${id}@${tenant.domain.name}>`);
  });

  it('goes on for the recipient that was put off while the other is sent', async () => {
    let later = true;
    options = { onRcpt: (to) => (to.startsWith('slow') && later ? '450 4.2.1 Busy' : undefined) };
    const before = sink.mails.length;
    const id = await send({ to: ['a@example.net', 'slow@example.net'] });
    const first = await dispatched(id);
    expect(first.status).toBe('sent');
    expect(first.recipients.map(({ status }: { status: string }) => status)).toEqual(['sent', 'delayed']);
    later = false;
    await advance(MINUTE);
    const second = await dispatched(id);
    expect(second.recipients.map(({ status }: { status: string }) => status)).toEqual(['sent', 'sent']);
    expect(sink.mails.slice(before).map(({ envelope }) => envelope.to)).toEqual([['a@example.net'], ['slow@example.net']]);
  });

  it('gives up 24 hours after the first attempt', async () => {
    let tries = 0;
    options = {
      onMailFrom: () => {
        tries += 1;
        return '451 4.3.2 Not now';
      },
    };
    const id = await send();
    await server.run('dispatch');
    for (const minutes of [1, 5, 15, 60, 240, 240, 240, 240, 240]) {
      await advance(minutes * MINUTE);
      await server.run('dispatch');
    }
    const message = await get(id);
    expect(tries).toBe(10);
    expect(message.status).toBe('failed');
    expect(told(message)).toEqual([
      ['delivery_delayed', ['a@example.net']],
      ['failed', ['a@example.net']],
    ]);
  });

  it('sends again, with the same Message-ID, when the final reply was lost, and counts the doubt', async () => {
    let lost = false;
    options = {
      onData: () => {
        if (lost) return undefined;
        lost = true;
        return 'drop';
      },
    };
    const doubts = async () => (await server.admin('GET', '/admin/stats')).body.in_doubt;
    const before = await doubts();
    const id = await send();
    expect(await dispatched(id)).toMatchObject({ status: 'queued' });
    expect(await doubts()).toBe(before + 1);
    await advance(MINUTE);
    expect(await dispatched(id)).toMatchObject({ status: 'sent' });
  });

  it('fails what was accepted when its domain is deleted before it goes out', async () => {
    const own = await server.mint();
    options = { onMailFrom: () => '451 4.3.0 Not now' };
    const body = { from: own.from, to: ['a@example.net'], subject: 'x', text_body: 'x' };
    const { body: sent } = await own.call('POST', '/v1/email', { body });
    await server.run('dispatch');
    await own.call('DELETE', `/v1/domains/${own.domain.id}`);
    options = {};
    await advance(MINUTE);
    await server.run('dispatch');
    const { body: message } = await own.call('GET', `/v1/messages/${sent.message_id}`);
    expect(message.status).toBe('failed');
    expect(message.events.at(-1)).toMatchObject({ type: 'failed', data: { reason: 'from_domain_not_verified' } });
  });

  it("holds a suspended tenant's mail and sends it afterwards", async () => {
    const own = await server.mint();
    options = { onMailFrom: () => '451 4.3.0 Not now' };
    const body = { from: own.from, to: ['a@example.net'], subject: 'held', text_body: 'x' };
    const { body: sent } = await own.call('POST', '/v1/email', { body });
    await server.run('dispatch');
    options = {};
    await server.admin('PATCH', `/admin/tenants/${own.id}`, { body: { suspended: true } });
    const before = sink.mails.length;
    await advance(MINUTE);
    await server.run('dispatch');
    expect(sink.mails.length).toBe(before);
    await server.admin('PATCH', `/admin/tenants/${own.id}`, { body: { suspended: false } });
    await server.run('dispatch');
    const { body: message } = await own.call('GET', `/v1/messages/${sent.message_id}`);
    expect(message.status).toBe('sent');
  });

  it('goes on at once with what a suspended tenant has sent in part', async () => {
    const own = await server.mint();
    options = { onRcpt: (to) => (to.startsWith('slow') ? '450 4.2.1 Busy' : undefined) };
    const body = { from: own.from, to: ['a@example.net', 'slow@example.net'], subject: 'held', text_body: 'x' };
    const { body: sent } = await own.call('POST', '/v1/email', { body });
    await server.run('dispatch');
    options = {};
    await server.admin('PATCH', `/admin/tenants/${own.id}`, { body: { suspended: true } });
    await advance(MINUTE);
    await server.run('dispatch');
    await server.admin('PATCH', `/admin/tenants/${own.id}`, { body: { suspended: false } });
    await server.run('dispatch');
    const { body: message } = await own.call('GET', `/v1/messages/${sent.message_id}`);
    expect(message.recipients.map(({ status }: { status: string }) => status)).toEqual(['sent', 'sent']);
  });

  it('signs with a key whose public half is the published one', async () => {
    const { body: domain } = await tenant.call('GET', `/v1/domains/${tenant.domain.id}`);
    const dkim = domain.records.find(({ purpose }: { purpose: string }) => purpose === 'dkim');
    const key = createPublicKey({ key: Buffer.from(/p=([^;]+)/.exec(dkim.value)?.[1] ?? '', 'base64'), format: 'der', type: 'spki' });
    expect(key.asymmetricKeyDetails).toMatchObject({ modulusLength: 2048 });
  });
});
