import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { handOver } from '../../support/mail/smtp-client.ts';
import { BYTES, MISSING, useMailroom, useNewInbox, withAttachment, withInlineImage } from './mailroom.ts';

const NO_CONTENT = { cc: [], bcc: [], reply_to: [], headers: [], text_body: null, html_body: null, raw: null, raw_encoding: null };

describe.each(engines)('received mail on $name', (engine) => {
  const server = useMailroom(engine);
  const inbox = useNewInbox(server);

  describe('GET /v1/inbound/{id}', () => {
    it('shows what the mail says, and the mail', async () => {
      const raw = withAttachment();
      const id = await inbox.receive(raw, 'bounces@sender.example');
      const mail = await inbox.get(id);
      expect(mail).toEqual({
        id,
        from_addr: 'Ann@Sender.example',
        from_name: 'Ann, of Sender',
        envelope_from: 'bounces@sender.example',
        to_addrs: ['help@in.example', 'other@in.example'],
        rcpt_addr: inbox.help,
        rcpt_addrs: [inbox.help],
        subject: 'Grüße',
        message_id_header: '<m1@sender.example>',
        in_reply_to: '<m0@in.example>',
        size: Buffer.byteLength(raw),
        spam_score: null,
        spf: 'none',
        dkim: 'none',
        dmarc: 'none',
        unreadable: null,
        attachments: [
          { index: 0, filename: 'résumé.pdf', content_type: 'application/pdf', size: BYTES.length },
          { index: 1, filename: null, content_type: 'message/rfc822', size: expect.any(Number) },
        ],
        created_at: expect.any(Number),
        cc: ['cc@in.example'],
        bcc: [],
        reply_to: [],
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

    it('names those in Cc, Bcc and Reply-To with their decoded names', async () => {
      const name = `=?UTF-8?B?${Buffer.from('Müller, Jörg').toString('base64')}?=`;
      const id = await inbox.receive(
        `From: a@b.example\r\nCc: ${name} <j@b.example>, root@localhost\r\nBcc: b@b.example\r\nReply-To: Team <t@b.example>\r\n\r\nx`,
      );
      expect(await inbox.get(id)).toMatchObject({
        cc: ['"Müller, Jörg" <j@b.example>', 'root@localhost'],
        bcc: ['b@b.example'],
        reply_to: ['Team <t@b.example>'],
      });
    });

    it('has the content ids by which its HTML shows images', async () => {
      const mail = await inbox.get(await inbox.receive(withInlineImage('logo@sender.example')));
      expect(mail.html_body).toContain('cid:logo@sender.example');
      const file = { filename: 'logo.png', content_type: 'image/png', size: 3 };
      expect(mail.attachments).toEqual([
        { index: 0, ...file, content_id: 'logo@sender.example' },
        { index: 1, ...file },
        { index: 2, ...file },
      ]);
      const [listed] = (await inbox.call('GET', '/v1/inbound?limit=1')).body.data;
      expect(listed.attachments).toEqual(mail.attachments);
    });

    it('carries bytes that are no UTF-8 as base64', async () => {
      const raw = Buffer.concat([Buffer.from('Subject: x\r\n\r\n'), Buffer.from([0xff, 0xfe, 0x00, 0x0d, 0x0a])]);
      expect(await handOver(server.smtpPort, { from: 'a@b.example', to: [inbox.help], raw })).toMatchObject({ code: 250 });
      const mail = await inbox.get(await inbox.newest());
      expect(mail.raw_encoding).toBe('base64');
      expect(Buffer.from(mail.raw, 'base64').equals(raw)).toBe(true);
    });

    it('is shown without its content on request, for which its source is not read', async () => {
      const id = await inbox.receive(withAttachment());
      const mail = await inbox.get(id);
      await server.app.db.write.deleteFrom('blob_chunks').where('blob_key', '=', `${inbox.id}/${id}/raw`).execute();
      expect(await inbox.get(`${id}?content=false`)).toEqual({ ...mail, ...NO_CONTENT });
      for (const [missing, content, error] of [
        [id, 'no', 'validation_failed'],
        ['inb_none', 'no', 'not_found'],
      ])
        expect(await inbox.get(`${missing}?content=${content}`)).toMatchObject({ error });
    });

    it('is shown without its source where the store has lost that', async () => {
      const id = await inbox.receive(withAttachment());
      const mail = await inbox.get(id);
      expect(mail.raw).toBe(withAttachment());
      await server.app.db.write.deleteFrom('blob_chunks').where('blob_key', '=', `${inbox.id}/${id}/raw`).execute();
      expect(await inbox.get(id)).toEqual({ ...mail, ...NO_CONTENT });
      expect((await inbox.download(id, 0)).status).toBe(404);
    });

    it('takes a mail over SMTP byte for byte, dots and all', async () => {
      const raw = `${withAttachment()}.\r\n..two\r\n. \r\n`;
      expect(await handOver(server.smtpPort, { from: 'a@b.example', to: [inbox.help], raw })).toMatchObject({ code: 250 });
      expect(await inbox.get(await inbox.newest())).toMatchObject({ raw, envelope_from: 'a@b.example' });
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
      const id = await inbox.receive(raw);
      expect(await inbox.get(id)).toMatchObject({ id, size: Buffer.byteLength(raw), raw });
    });

    it("does not know another tenant's mail, nor one that is not there", async () => {
      const other = await server.mint();
      const id = await inbox.receive('Subject: x\r\n\r\nx');
      const answers = [await other.call('GET', `/v1/inbound/${id}`), await inbox.call('GET', `/v1/inbound/${MISSING}`)];
      for (const { status, body } of answers) expect({ status, body }).toEqual({ status: 404, body: { error: 'not_found' } });
    });
  });

  describe('GET /v1/inbound', () => {
    it('lists the newest first, in pages, and nothing of the content', async () => {
      const ids: string[] = [];
      for (const subject of ['1', '2', '3', '4', '5']) ids.unshift(await inbox.receive(`Subject: ${subject}\r\n\r\nx`));
      const first = (await inbox.call('GET', '/v1/inbound?limit=2')).body;
      expect(first.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2));
      expect(first.next_cursor).toBe(first.data[1].created_at);
      expect(Object.keys(first.data[0])).not.toContain('raw');
      const second = (await inbox.call('GET', `/v1/inbound?limit=3&cursor=${first.next_cursor}`)).body;
      expect(second.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(2));
      expect(second.next_cursor).toBeNull();
      expect((await inbox.call('GET', '/v1/inbound?cursor=x')).body.error).toBe('invalid_cursor');
    });

    it('is not for a key that may only send', async () => {
      const body = { name: 'sender', permission: 'sending_access' };
      const { key } = (await inbox.call('POST', '/v1/api-keys', { body })).body;
      for (const path of ['', `/${MISSING}`, `/${MISSING}/attachments/0`])
        expect(await server.as(key)('GET', `/v1/inbound${path}`)).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } });
    });
  });
});
