import { Posthorn } from '@posthorn/sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { mailOf } from '../../support/reports.ts';
import { startTestServer, type TestServer, type TestTenant } from '../../support/server.ts';
import { handOver } from '../../support/smtp-client.ts';

const MISSING = `inb_${'0'.repeat(26)}`;
const HEADERS = { 'Content-Type': 'message/rfc822' };
const BYTES = Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 7) % 256));

const withAttachment = (subject = 'Grüße') =>
  mailOf(
    'From: "Ann, of Sender" <Ann@Sender.example>',
    'To: help@in.example, "Other" <other@in.example>',
    'Cc: cc@in.example',
    `Subject: =?UTF-8?B?${Buffer.from(subject).toString('base64')}?=`,
    'Message-ID: <m1@sender.example>',
    'In-Reply-To: <m0@in.example>',
    'Received: from b by c',
    'Received: from a by b',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="X"',
    '',
    '--X',
    'Content-Type: multipart/alternative; boundary="Y"',
    '',
    '--Y',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Hello ✓',
    '--Y',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<p>Hello ✓</p>',
    '--Y--',
    '--X',
    'Content-Type: application/pdf; name="r.pdf"',
    `Content-Disposition: attachment; filename*=UTF-8''r%C3%A9sum%C3%A9.pdf`,
    'Content-Transfer-Encoding: base64',
    '',
    BYTES.toString('base64').replaceAll(/.{76}/g, '$&\r\n'),
    '--X',
    'Content-Type: message/rfc822',
    '',
    'Subject: inner',
    '',
    'inner',
    '--X--',
    '',
  );

describe.each(engines)('received mail on $name', (engine) => {
  let server: TestServer;
  let tenant: TestTenant;
  let help: string;

  beforeAll(async () => {
    server = await startTestServer(engine, { CLOCK: 'virtual', JOB_INTERVAL_MS: '3600000', INBOUND_SMTP_PORT: '0' });
  });
  beforeEach(async () => {
    tenant = await server.mint();
    help = `help@${tenant.domain.name}`;
    await tenant.call('PATCH', `/v1/domains/${tenant.domain.id}`, { body: { inbound: true } });
  });
  afterAll(() => server.stop());

  const handIn = (raw: string | Buffer, rcpt: readonly string[] = [help], from?: string) => {
    const query = new URLSearchParams(rcpt.map((address): [string, string] => ['rcpt', address]));
    if (from !== undefined) query.set('from', from);
    return server.admin('POST', `/admin/inbound?${query}`, { headers: HEADERS, body: raw.toString() });
  };
  const receive = async (raw: string, from?: string) => {
    const { status, body } = await handIn(raw, [help], from);
    expect(status).toBe(201);
    return body.data[0].id as string;
  };
  const get = async (id: string) => (await tenant.call('GET', `/v1/inbound/${id}`)).body;
  const download = (id: string, n: number | string, key = tenant.key) =>
    fetch(`${server.url}/v1/inbound/${id}/attachments/${n}`, { headers: { Authorization: `Bearer ${key}` } });

  describe('POST /admin/inbound', () => {
    it('logs a mail for each tenant with a recipient and answers their ids', async () => {
      const other = await server.mint();
      await other.call('PATCH', `/v1/domains/${other.domain.id}`, { body: { inbound: true } });
      const { status, body } = await handIn('Subject: x\r\n\r\nx', [
        help,
        `a@${other.domain.name}`,
        `b@${other.domain.name}`,
        'c@nowhere.example',
      ]);
      expect(status).toBe(201);
      expect(body).toEqual({
        data: [
          { id: expect.stringMatching(/^inb_[0-9a-z]{26}$/), tenant_id: tenant.id },
          { id: expect.stringMatching(/^inb_/), tenant_id: other.id },
        ],
      });
      const seen = (await other.call('GET', `/v1/inbound/${body.data[1].id}`)).body;
      expect(seen).toMatchObject({ rcpt_addr: `a@${other.domain.name}`, rcpt_addrs: [`a@${other.domain.name}`, `b@${other.domain.name}`] });
      expect((await other.call('GET', `/v1/inbound/${body.data[0].id}`)).status).toBe(404);
    });

    it.each([[[]], [['a@nowhere.example']], [['no address']]])('refuses the recipients %j', async (rcpt) => {
      expect(await handIn('Subject: x\r\n\r\nx', rcpt)).toMatchObject({ status: 422, body: { error: 'validation_failed', field: 'rcpt' } });
    });

    it('refuses more than 25 MiB', async () => {
      const answer = await handIn('x'.repeat(25 * 1024 * 1024 + 1));
      expect(answer).toMatchObject({ status: 413, body: { error: 'request_too_large', max_bytes: 26_214_400 } });
    });

    it('takes the sender from the query, else from the mail', async () => {
      expect(await get(await receive('Return-Path: <rp@a.example>\r\nSubject: x\r\n\r\nx', 'me@b.example'))).toMatchObject({
        envelope_from: 'me@b.example',
        from_addr: 'me@b.example',
      });
      expect(await get(await receive('Return-Path: <rp@a.example>\r\nSubject: x\r\n\r\nx'))).toMatchObject({
        envelope_from: 'rp@a.example',
      });
      expect(await get(await receive('Subject: x\r\n\r\nx'))).toMatchObject({ envelope_from: '', from_addr: '' });
    });

    it("is the operator's alone", async () => {
      expect((await tenant.call('POST', `/admin/inbound?rcpt=${help}`, { body: 'x' })).status).toBe(401);
    });
  });

  describe('GET /v1/inbound/{id}', () => {
    it('shows what the mail says, and the mail', async () => {
      const raw = withAttachment();
      const id = await receive(raw, 'bounces@sender.example');
      const mail = await get(id);
      expect(mail).toEqual({
        id,
        from_addr: 'Ann@Sender.example',
        from_name: 'Ann, of Sender',
        envelope_from: 'bounces@sender.example',
        to_addrs: ['help@in.example', 'other@in.example'],
        rcpt_addr: help,
        rcpt_addrs: [help],
        subject: 'Grüße',
        message_id_header: '<m1@sender.example>',
        in_reply_to: '<m0@in.example>',
        size: Buffer.byteLength(raw),
        spam_score: null,
        spf: 'none',
        dkim: 'none',
        dmarc: 'none',
        attachments: [
          { index: 0, filename: 'résumé.pdf', content_type: 'application/pdf', size: BYTES.length },
          { index: 1, filename: null, content_type: 'message/rfc822', size: expect.any(Number) },
        ],
        created_at: expect.any(Number),
        headers: expect.any(Array),
        text_body: expect.stringMatching(/^Hello ✓\s*$/),
        html_body: expect.stringMatching(/^<p>Hello ✓<\/p>\s*$/),
        raw,
        raw_encoding: 'utf8',
      });
      const received = mail.headers.filter(({ name }: { name: string }) => name === 'Received');
      expect(received).toEqual([
        { name: 'Received', value: 'from b by c' },
        { name: 'Received', value: 'from a by b' },
      ]);
    });

    it('carries bytes that are no UTF-8 as base64', async () => {
      const raw = Buffer.concat([Buffer.from('Subject: x\r\n\r\n'), Buffer.from([0xff, 0xfe, 0x00, 0x0d, 0x0a])]);
      expect(await handOver(server.smtpPort, { from: 'a@b.example', to: [help], raw })).toMatchObject({ code: 250 });
      const { data } = (await tenant.call('GET', '/v1/inbound')).body;
      const mail = await get(data[0].id);
      expect(mail.raw_encoding).toBe('base64');
      expect(Buffer.from(mail.raw, 'base64').equals(raw)).toBe(true);
    });

    it('takes a mail over SMTP byte for byte, dots and all', async () => {
      const raw = `${withAttachment()}.\r\n..two\r\n. \r\n`;
      expect(await handOver(server.smtpPort, { from: 'a@b.example', to: [help], raw })).toMatchObject({ code: 250 });
      const { data } = (await tenant.call('GET', '/v1/inbound')).body;
      expect(await get(data[0].id)).toMatchObject({ raw, envelope_from: 'a@b.example' });
    });

    it.each([
      ['nothing at all', ''],
      ['no header', 'just words'],
      ['a NUL and half a pair', 'Subject: a\0b =?utf-16?B?2AA=?=\r\nFrom: \0 <x\0@y>\r\n\r\n\0'],
      [
        'endless nesting',
        Array.from({ length: 400 }, (_, n) => `Content-Type: multipart/mixed; boundary="b${n}"\r\n\r\n--b${n}\r\n`).join(''),
      ],
      ['a long subject', `Subject: ${'x '.repeat(50_000)}\r\n\r\nx`],
    ])('keeps a mail of %s', async (_what, raw) => {
      const id = await receive(raw);
      expect(await get(id)).toMatchObject({ id, size: Buffer.byteLength(raw), raw });
    });

    it("does not know another tenant's mail, nor one that is not there", async () => {
      const other = await server.mint();
      const id = await receive('Subject: x\r\n\r\nx');
      const answers = [await other.call('GET', `/v1/inbound/${id}`), await tenant.call('GET', `/v1/inbound/${MISSING}`)];
      for (const { status, body } of answers) expect({ status, body }).toEqual({ status: 404, body: { error: 'not_found' } });
    });
  });

  describe('GET /v1/inbound', () => {
    it('lists the newest first, in pages, and nothing of the content', async () => {
      const ids: string[] = [];
      for (const subject of ['1', '2', '3', '4', '5']) ids.unshift(await receive(`Subject: ${subject}\r\n\r\nx`));
      const first = (await tenant.call('GET', '/v1/inbound?limit=2')).body;
      expect(first.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2));
      expect(first.next_cursor).toBe(first.data[1].created_at);
      expect(Object.keys(first.data[0])).not.toContain('raw');
      const second = (await tenant.call('GET', `/v1/inbound?limit=3&cursor=${first.next_cursor}`)).body;
      expect(second.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(2));
      expect(second.next_cursor).toBeNull();
      expect((await tenant.call('GET', '/v1/inbound?cursor=x')).body.error).toBe('invalid_cursor');
    });

    it('is not for a key that may only send', async () => {
      const body = { name: 'sender', permission: 'sending_access' };
      const { key } = (await tenant.call('POST', '/v1/api-keys', { body })).body;
      for (const path of ['', `/${MISSING}`, `/${MISSING}/attachments/0`])
        expect(await server.as(key)('GET', `/v1/inbound${path}`)).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } });
    });
  });

  describe('GET /v1/inbound/{id}/attachments/{n}', () => {
    it('gives the bytes that were attached', async () => {
      const id = await receive(withAttachment());
      const answer = await download(id, 0);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('application/pdf');
      expect(answer.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''r%C3%A9sum%C3%A9.pdf");
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(Buffer.from(await answer.arrayBuffer()).equals(BYTES)).toBe(true);
      expect(await (await download(id, 1)).text()).toContain('Subject: inner');
    });

    it.each(['2', '-1', 'x', '0.5', '00000000'])('has no attachment %s', async (n) => {
      expect((await download(await receive(withAttachment()), n)).status).toBe(404);
    });

    it("has none of another tenant's", async () => {
      const other = await server.mint();
      expect((await download(await receive(withAttachment()), 0, other.key)).status).toBe(404);
    });

    it('comes through the client as it is', async () => {
      const id = await receive(withAttachment());
      const client = new Posthorn({ apiKey: tenant.key, baseUrl: server.url });
      const answer = await client.inbound.getAttachment(id, 0);
      expect(Buffer.from(await answer.arrayBuffer()).equals(BYTES)).toBe(true);
      await expect(client.inbound.getAttachment(id, 7)).rejects.toMatchObject({ code: 'not_found' });
    });
  });

  describe('an erasure', () => {
    const SUBJECT = 'personal';

    it.each([
      ['the sender', 'Ann@sender.example'],
      ['somebody addressed', 'other@in.example'],
      ['the sender of the envelope', 'bounces@sender.example'],
    ])('of %s leaves that a mail came, and nothing of what it says', async (_who, email) => {
      const id = await receive(withAttachment(SUBJECT), 'bounces@sender.example');
      const kept = await receive('From: else@c.example\r\nSubject: kept\r\n\r\nx');
      expect((await tenant.call('POST', '/v1/erasures', { body: { email } })).status).toBe(200);
      const mail = await get(id);
      expect(mail).toMatchObject({
        id,
        subject: '',
        attachments: [],
        headers: [],
        text_body: null,
        html_body: null,
        raw: null,
        raw_encoding: null,
      });
      expect(JSON.stringify(mail).toLowerCase()).not.toContain(email.toLowerCase());
      expect((await download(id, 0)).status).toBe(404);
      expect(await get(kept)).toMatchObject({ subject: 'kept', raw: expect.stringContaining('kept') });
    });

    it("by the operator reaches every tenant's, and a tenant's only its own", async () => {
      const other = await server.mint();
      await other.call('PATCH', `/v1/domains/${other.domain.id}`, { body: { inbound: true } });
      const { body } = await handIn('From: gone@c.example\r\nSubject: x\r\n\r\nx', [help, `a@${other.domain.name}`]);
      const theirs = async () => (await other.call('GET', `/v1/inbound/${body.data[1].id}`)).body;
      await tenant.call('POST', '/v1/erasures', { body: { email: 'gone@c.example' } });
      expect((await get(body.data[0].id)).from_addr).toBe('');
      expect((await theirs()).from_addr).toBe('gone@c.example');
      await server.admin('POST', '/admin/erasures', { body: { email: 'gone@c.example' } });
      expect(await theirs()).toMatchObject({ from_addr: '', raw: null });
    });
  });
});
