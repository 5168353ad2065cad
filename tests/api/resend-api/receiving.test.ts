import { Resend } from 'resend';
import { beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { mailOf } from '../../support/mail/reports.ts';
import { BYTES, MISSING, useMailroom, useNewInbox, withAttachment, withInlineImage } from '../inbound/mailroom.ts';

const HOUR = 60 * 60 * 1000;

describe.each(engines)('/resend for received mail through the official client on $name', (engine) => {
  let resend: Resend;
  const server = useMailroom(engine);
  const inbox = useNewInbox(server);
  beforeEach(() => {
    resend = new Resend(inbox.key, { baseUrl: `${server.url}/resend` });
  });
  const receiving = () => resend.emails.receiving;
  const now = async (): Promise<number> => (await server.admin('GET', '/admin/clock')).body.now;
  const notFound = { data: null, error: { statusCode: 404, name: 'not_found' } };
  const invalid = (message: RegExp) => ({ statusCode: 422, name: 'validation_error', message: expect.stringMatching(message) });

  const notes = [
    { id: '0', filename: 'résumé.pdf', size: BYTES.length, content_type: 'application/pdf', content_id: null, content_disposition: null },
    { id: '1', filename: null, size: expect.any(Number), content_type: 'message/rfc822', content_id: null, content_disposition: null },
  ];
  const shown = (id: string) => ({
    id,
    to: ['help@in.example', 'other@in.example'],
    from: '"Ann, of Sender" <Ann@Sender.example>',
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    subject: 'Grüße',
    received_for: [inbox.help],
    message_id: '<m1@sender.example>',
    attachments: notes,
  });

  describe('emails.receiving.get', () => {
    it("shows a mail in Resend's shape", async () => {
      const id = await inbox.receive(withAttachment());
      const { data } = await receiving().get(id);
      expect(data).toEqual({
        object: 'email',
        ...shown(id),
        cc: ['cc@in.example'],
        bcc: [],
        reply_to: [],
        html: expect.stringMatching(/^<p>Hello ✓<\/p>\s*$/),
        text: expect.stringMatching(/^Hello ✓\s*$/),
        headers: expect.objectContaining({ 'in-reply-to': '<m0@in.example>', received: 'from b by c', 'mime-version': '1.0' }),
        html_format: 'cid',
        raw: null,
      });
      expect(Date.parse(data?.created_at ?? '')).toBe((await inbox.get(id)).created_at);
    });

    it('names those in Cc and Reply-To as the mail does', async () => {
      const id = await inbox.receive(
        mailOf('From: a@b.example', 'Cc: Bea <bea@b.example>, "Doe, J" <j@b.example>', 'Reply-To: answers@b.example', '', 'Hi'),
      );
      expect((await receiving().get(id)).data).toMatchObject({
        from: 'a@b.example',
        to: [],
        cc: ['Bea <bea@b.example>', '"Doe, J" <j@b.example>'],
        reply_to: ['answers@b.example'],
        subject: '',
        message_id: '',
        html: null,
        attachments: [],
      });
    });

    it('shows addresses that no mail could be sent to, and decoded names', async () => {
      const id = await inbox.receive(
        mailOf(
          'From: a@b.example',
          'Cc: root@localhost (Cron),',
          '\t=?utf-8?q?J=C3=B6rg?= <j@[192.0.2.1]>',
          'Bcc: jö@b.example',
          'Reply-To: a..b@b.example, =?utf-8?b?RG9lLCBK?= <d@b.example>',
          '',
          'Hi',
        ),
      );
      expect((await receiving().get(id)).data).toMatchObject({
        cc: ['Cron <root@localhost>', 'Jörg <j@[192.0.2.1]>'],
        bcc: ['jö@b.example'],
        reply_to: ['"a..b"@b.example', '"Doe, J" <d@b.example>'],
      });
    });

    it('serves HTML with the links to inline images that it came with, and refuses to embed them', async () => {
      const id = await inbox.receive(withInlineImage('logo@sender.example'));
      const { data } = await receiving().get(id, { html_format: 'cid' });
      expect(data).toMatchObject({ id, html_format: 'cid', html: expect.stringContaining('cid:logo@sender.example') });
      const contentIds = ['logo@sender.example', null, null];
      expect(data?.attachments.map(({ content_id }) => content_id)).toEqual(contentIds);
      const { data: list } = await receiving().attachments.list({ emailId: id });
      expect(list?.data.map(({ content_id = null }) => content_id)).toEqual(contentIds);
      expect(list?.data.map(({ content_disposition }) => content_disposition)).toEqual(['inline', 'attachment', 'attachment']);
      const one = await receiving().attachments.get({ emailId: id, id: '0' });
      expect(one.data).toMatchObject({ content_id: 'logo@sender.example', content_disposition: 'inline' });
      expect((await receiving().get(id, { html_format: 'data_uri' })).error).toEqual(invalid(/^html_format: /));
    });

    it("finds neither what is not there nor another tenant's", async () => {
      const id = await inbox.receive(withAttachment());
      const other = new Resend((await server.mint()).key, { baseUrl: `${server.url}/resend` }).emails.receiving;
      for (const html_format of ['cid', 'data_uri'] as const) {
        expect(await receiving().get(MISSING, { html_format })).toMatchObject(notFound);
        expect(await other.get(id, { html_format })).toMatchObject(notFound);
      }
      expect(await other.attachments.list({ emailId: id })).toMatchObject(notFound);
      expect(await other.attachments.get({ emailId: id, id: '0' })).toMatchObject(notFound);
      expect((await other.list()).data).toEqual({ object: 'list', has_more: false, data: [] });
    });
  });

  describe('emails.receiving.list', () => {
    it('goes through the log by `after`, newest first', async () => {
      const oldest = await inbox.receive(withAttachment());
      const ids = [oldest, await inbox.receive(withAttachment()), await inbox.receive(withAttachment())].reverse();
      const first = await receiving().list({ limit: 2 });
      expect(first.data).toMatchObject({ object: 'list', has_more: true, data: [{ id: ids[0] }, { id: ids[1] }] });
      const { data: rest } = await receiving().list({ limit: 2, after: ids[1] ?? '' });
      expect(rest).toEqual({ object: 'list', has_more: false, data: [{ ...shown(oldest), cc: null, bcc: null, reply_to: null }] });
    });

    it('refuses what it cannot do, and what is no mail of the tenant', async () => {
      const id = await inbox.receive(withAttachment());
      const refused = async (options: object) => (await receiving().list(options as { limit: number })).error;
      expect(await refused({ limit: 101 })).toEqual(invalid(/^limit: /));
      expect(await refused({ before: id })).toEqual(invalid(/^before: .*newest to oldest/));
      expect(await refused({ after: MISSING })).toEqual(invalid(/^after: /));
    });
  });

  describe('emails.receiving.attachments', () => {
    it('say where they are downloaded with the key', async () => {
      const id = await inbox.receive(withAttachment());
      const { data } = await receiving().attachments.list({ emailId: id });
      const about = {
        id: '0',
        filename: 'résumé.pdf',
        size: BYTES.length,
        content_type: 'application/pdf',
        content_disposition: 'attachment',
      };
      const first = {
        ...about,
        download_url: `${server.url}/v1/inbound/${id}/attachments/0`,
        expires_at: new Date((await now()) + HOUR).toISOString(),
      };
      expect(data).toEqual({ object: 'list', has_more: false, data: [first, expect.objectContaining({ id: '1', filename: null })] });
      const one = await receiving().attachments.get({ emailId: id, id: '0' });
      expect(one.data).toEqual({ object: 'attachment', ...first });
      const url = one.data?.download_url ?? '';
      expect((await fetch(url)).status).toBe(401);
      const downloaded = await fetch(url, { headers: { Authorization: `Bearer ${inbox.key}` } });
      expect(Buffer.from(await downloaded.arrayBuffer()).equals(BYTES)).toBe(true);
    });

    it('are listed page by page, in either direction', async () => {
      const emailId = await inbox.receive(withAttachment());
      const list = (page: object) => receiving().attachments.list({ emailId, ...page });
      expect((await list({ limit: 1 })).data).toMatchObject({ has_more: true, data: [{ id: '0' }] });
      expect((await list({ after: '0' })).data).toMatchObject({ has_more: false, data: [{ id: '1' }] });
      expect((await list({ before: '1' })).data).toMatchObject({ has_more: false, data: [{ id: '0' }] });
      expect((await list({ after: '2' })).error).toEqual(invalid(/^after: /));
    });

    it('are not found where the mail has none with this id', async () => {
      const emailId = await inbox.receive(withAttachment());
      for (const id of ['2', '00', 'x', '__proto__']) expect(await receiving().attachments.get({ emailId, id })).toMatchObject(notFound);
      expect(await receiving().attachments.get({ emailId: MISSING, id: '0' })).toMatchObject(notFound);
    });
  });
});
