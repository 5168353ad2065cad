import { Resend } from 'resend';
import { beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { BY_HAND, useServer, useTenant } from '../../support/posthorn.ts';

const HOUR = 60 * 60 * 1000;

describe.each(engines)('/resend through the official client on $name', (engine) => {
  let resend: Resend;

  const clientOf = (key: string) => new Resend(key, { baseUrl: `${server.url}/resend` });
  const mail = (change: object = {}) => ({ from: tenant.from, to: 'a@example.net', subject: 'Hello', html: '<p>Hi</p>', ...change });
  const idOf = ({ data, error }: { data: { id: string } | null; error: unknown }) => {
    if (data === null) throw new Error(`refused: ${JSON.stringify(error)}`);
    return data.id;
  };
  const get = async (id: string) => (await tenant.call('GET', `/v1/messages/${id}`)).body;
  const now = async (): Promise<number> => (await server.admin('GET', '/admin/clock')).body.now;
  const newest = async () => (await tenant.call('GET', '/v1/messages?limit=1')).body.data[0].id;

  const server = useServer(engine, BY_HAND);
  const tenant = useTenant(server, { rate_limit: -1 });
  beforeAll(async () => {
    resend = clientOf(tenant.key);
  });

  describe('emails.send', () => {
    it('sends what /v1/email would, and answers the id', async () => {
      const id = idOf(
        await resend.emails.send({
          from: `Shop <${tenant.from}>`,
          to: ['a@example.net', 'B <b@example.net>'],
          cc: 'c@example.net',
          bcc: ['d@example.net'],
          replyTo: 'answers@example.net',
          subject: 'Hello',
          html: '<p>Hi</p>',
          text: 'Hi',
          headers: { 'X-Entity-Ref-ID': '7' },
          tags: [{ name: 'order', value: '1042' }],
        }),
      );
      expect(id).toMatch(/^msg_/);
      expect(await get(id)).toMatchObject({
        from: `Shop <${tenant.from}>`,
        to: ['a@example.net', 'B <b@example.net>'],
        cc: ['c@example.net'],
        bcc: ['d@example.net'],
        reply_to: ['answers@example.net'],
        subject: 'Hello',
        html_body: '<p>Hi</p>',
        text_body: 'Hi',
        headers: { 'X-Entity-Ref-ID': '7' },
        tags: { order: '1042' },
      });
    });

    it('takes attachments as base64, as bytes and inline, with the type that their name says', async () => {
      const id = idOf(
        await resend.emails.send(
          mail({
            attachments: [
              { filename: 'a.pdf', content: Buffer.from('one').toString('base64') },
              { filename: 'b.bin', content: Buffer.from('second'), contentType: 'application/x-thing' },
              { filename: 'c.png', content: Buffer.from('xyz'), contentId: 'logo' },
            ],
          }),
        ),
      );
      expect((await get(id)).attachments).toEqual([
        { filename: 'a.pdf', content_type: 'application/pdf', size: 3 },
        { filename: 'b.bin', content_type: 'application/x-thing', size: 6 },
        { filename: 'c.png', content_type: 'image/png', size: 3 },
      ]);
      const listed = { filename: 'd', content: [1, 2, 3] };
      const buffered = { filename: 'e', content: { type: 'Buffer', data: [1, 2] } };
      const raw = await tenant.call('POST', '/resend/emails', { body: mail({ attachments: [listed, buffered] }) });
      expect((await get(raw.body.id)).attachments).toMatchObject([{ size: 3 }, { size: 2 }]);
    });

    it('schedules, moves and cancels', async () => {
      const at = (await now()) + HOUR;
      const id = idOf(await resend.emails.send(mail({ scheduledAt: new Date(at).toISOString() })));
      expect(await get(id)).toMatchObject({ status: 'scheduled', scheduled_at: at });
      const moved = await resend.emails.update({ id, scheduledAt: new Date(at + HOUR).toISOString() });
      expect(moved.data).toEqual({ object: 'email', id });
      expect((await resend.emails.get(id)).data).toMatchObject({
        last_event: 'scheduled',
        scheduled_at: new Date(at + HOUR).toISOString(),
      });
      expect((await resend.emails.cancel(id)).data).toEqual({ object: 'email', id });
      expect((await resend.emails.get(id)).data?.last_event).toBe('canceled');
      const again = await resend.emails.cancel(id);
      expect(again.error).toEqual({ statusCode: 422, name: 'validation_error', message: expect.any(String) });
    });

    it('answers an earlier key again, also one of /v1/email, and sends nothing', async () => {
      const first = await resend.emails.send(mail(), { idempotencyKey: 'order-1' });
      const second = await resend.emails.send(mail(), { idempotencyKey: 'order-1' });
      expect(second.data).toEqual(first.data);
      expect(second.headers?.['idempotent-replayed']).toBe('true');
      expect(await newest()).toBe(idOf(first));
      const direct = await tenant.call('POST', '/v1/email', {
        body: { from: tenant.from, to: ['a@example.net'], subject: 'x', text_body: 'x' },
        headers: { 'Idempotency-Key': 'order-1' },
      });
      expect(direct.body).toMatchObject({ message_id: idOf(first), idempotent_replay: true });
      const { error } = await resend.emails.send(mail(), { idempotencyKey: 'x'.repeat(257) });
      expect(error).toMatchObject({ statusCode: 422, name: 'invalid_idempotency_key' });
    });

    it('refuses an earlier key with another body, and sends nothing', async () => {
      const first = await resend.emails.send(mail(), { idempotencyKey: 'order-2' });
      const other = await resend.emails.send(mail({ subject: 'another' }), { idempotencyKey: 'order-2' });
      expect(other.error).toMatchObject({ statusCode: 409, name: 'invalid_idempotent_request' });
      expect(await newest()).toBe(idOf(first));
      expect((await resend.emails.send(mail(), { idempotencyKey: 'order-2' })).data).toEqual(first.data);
    });

    it('renders a template by its alias', async () => {
      await tenant.call('POST', '/v1/templates', { body: { alias: 'welcome' } });
      const version = { subject: 'Hi {{ name }}', html_body: '<p>{{ name }}</p>' };
      await tenant.call('POST', '/v1/templates/welcome/versions', { body: version });
      const template = { id: 'welcome', variables: { name: 'Ada' } };
      const id = idOf(await resend.emails.send({ from: tenant.from, to: 'a@example.net', template }));
      expect(await get(id)).toMatchObject({ subject: 'Hi Ada', template_alias: 'welcome' });
      const lacking = await resend.emails.send({ from: tenant.from, to: 'a@example.net', template: { id: 'welcome' } });
      expect(lacking.data).toEqual({ id: idOf(lacking), warnings: [{ code: 'missing_variable', path: 'name' }] });
      const { error } = await resend.emails.send({ from: tenant.from, to: 'a@example.net', template: { id: 'none' } });
      expect(error).toMatchObject({ statusCode: 422, name: 'validation_error' });
    });

    it.each([
      ['no recipient', { to: undefined }, 'missing_required_field', 'to is required.'],
      ['no subject', { subject: undefined }, 'missing_required_field', 'subject is required.'],
      ['no content', { html: undefined }, 'missing_required_field', 'html or text is required.'],
      ['a recipient that is no address', { to: 'nobody' }, 'validation_error', expect.stringMatching(/^to\[0\]: /)],
      ['a sender that is no address', { from: 'nobody' }, 'invalid_from_address', expect.stringMatching(/^from: /)],
      ['a domain that is not verified', { from: 'a@elsewhere.example.org' }, 'validation_error', expect.any(String)],
      ['an HTML body that is too large', { html: 'x'.repeat(1024 * 1024 + 1) }, 'validation_error', expect.stringMatching(/^html: /)],
      ['a time in words', { scheduledAt: 'tomorrow at 9am' }, 'validation_error', expect.stringMatching(/^scheduled_at: /)],
      ['a time without an offset', { scheduledAt: '2030-01-31T08:00:00' }, 'validation_error', expect.stringMatching(/^scheduled_at: /)],
      ['a topic', { topicId: 'top_1' }, 'validation_error', expect.stringMatching(/^topic_id: /)],
      [
        'a file to fetch',
        { attachments: [{ filename: 'a', path: 'http://127.0.0.1/' }] },
        'invalid_attachment',
        expect.stringMatching(/path/),
      ],
      ['a file without content', { attachments: [{ filename: 'a' }] }, 'invalid_attachment', expect.stringMatching(/content/)],
      ['content that is no base64', { attachments: [{ filename: 'a', content: '%' }] }, 'invalid_attachment', expect.any(String)],
      ['tags that are no list of names', { tags: [{ value: 'x' }] }, 'validation_error', expect.stringMatching(/^tags/)],
    ])('refuses %s', async (_, change, name, message) => {
      const before = await newest();
      const { data, error } = await resend.emails.send(mail(change));
      expect(data).toBeNull();
      expect(error).toEqual({ statusCode: 422, name, message });
      expect(await newest()).toEqual(before);
    });
  });

  describe('emails.get', () => {
    it("shows an email in Resend's shape", async () => {
      const created = await resend.emails.send(
        mail({ scheduledAt: '2099-01-01T00:00:00Z', replyTo: ['r@example.net'], tags: [{ name: 'k', value: 'v' }] }),
      );
      const id = idOf(created);
      const message = await get(id);
      expect((await resend.emails.get(id)).data).toEqual({
        object: 'email',
        id,
        message_id: `<${id}@${tenant.domain.name}>`,
        from: tenant.from,
        to: ['a@example.net'],
        cc: [],
        bcc: [],
        reply_to: ['r@example.net'],
        subject: 'Hello',
        html: '<p>Hi</p>',
        text: message.text_body,
        created_at: new Date(message.created_at).toISOString(),
        scheduled_at: '2099-01-01T00:00:00.000Z',
        last_event: 'scheduled',
        tags: [{ name: 'k', value: 'v' }],
      });
    });

    it('says what an email last came to', async () => {
      const id = idOf(await resend.emails.send(mail({ to: 'gone@example.net' })));
      await server.run('dispatch');
      expect((await resend.emails.get(id)).data?.last_event).toBe('sent');
      const happens = (type: string, data: object = {}) =>
        server.admin('POST', '/admin/provider-events', { body: { type, message_id: id, recipients: ['gone@example.net'], data } });
      await happens('click', { prefetch: true });
      expect((await resend.emails.get(id)).data?.last_event).toBe('sent');
      await happens('bounce');
      expect((await resend.emails.get(id)).data?.last_event).toBe('bounced');
    });

    it("does not tell another tenant's email from none", async () => {
      const other = await server.mint();
      const id = idOf(await resend.emails.send(mail({ scheduledAt: '2099-01-01T00:00:00Z' })));
      const notFound = { statusCode: 404, name: 'not_found', message: expect.any(String) };
      for (const email of [id, 'msg_none']) {
        expect((await clientOf(other.key).emails.get(email)).error).toEqual(notFound);
        expect((await clientOf(other.key).emails.cancel(email)).error).toEqual(notFound);
        expect((await clientOf(other.key).emails.update({ id: email, scheduledAt: '2099-01-01T00:00:00Z' })).error).toEqual(notFound);
      }
      expect((await get(id)).status).toBe('scheduled');
    });
  });

  describe('emails.update', () => {
    it('refuses a time in words, one that has passed, and none', async () => {
      const id = idOf(await resend.emails.send(mail({ to: 'y@example.net', scheduledAt: '2099-01-01T00:00:00Z' })));
      const update = async (scheduledAt: string | undefined) =>
        (await resend.emails.update({ id, scheduledAt: scheduledAt as string })).error;
      expect(await update('tomorrow')).toMatchObject({ statusCode: 422, name: 'validation_error' });
      expect(await update('2001-01-01T00:00:00Z')).toMatchObject({ statusCode: 422, name: 'validation_error' });
      expect(await update(undefined)).toMatchObject({ statusCode: 422, name: 'missing_required_field' });
      expect((await get(id)).scheduled_at).toBe(Date.parse('2099-01-01T00:00:00Z'));
    });
  });
});
