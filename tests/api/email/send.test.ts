import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { useSends } from '../../support/fixtures/sends.ts';

describe.each(engines)('POST /v1/email on $name', (engine) => {
  const { server, tenant, mail, send } = useSends(engine);

  describe('202', () => {
    it('answers the send result', async () => {
      const { status, body } = await send();
      expect(status).toBe(202);
      expect(body).toEqual({
        message_id: expect.stringMatching(/^msg_[0-9a-hjkmnp-tv-z]{26}$/),
        status: 'queued',
        test_mode: false,
        scheduled_at: null,
        suppressed_recipients: [],
      });
    });

    it('stores what was asked for, and makes a text part from the HTML', async () => {
      const { body: result } = await send({
        from: `Sender Name <${tenant.from}>`,
        to: ['Ä. Reader <Reader@Example.net>', 'b@example.net'],
        cc: ['c@example.net', 'READER@example.net'],
        bcc: ['d@example.net'],
        reply_to: ['Answers <r@example.net>', 's@example.net'],
        headers: { 'X-Thing': 'value' },
        tags: { campaign: 'welcome' },
        stream: 'transactional',
        attachments: [{ filename: 'a b.txt', content_type: 'text/plain', content: Buffer.from('hello').toString('base64') }],
      });
      const { body } = await tenant.call('GET', `/v1/messages/${result.message_id}`);
      expect(body).toMatchObject({
        id: result.message_id,
        from: `Sender Name <${tenant.from}>`,
        cc: ['c@example.net'],
        bcc: ['d@example.net'],
        reply_to: ['Answers <r@example.net>', 's@example.net'],
        subject: 'Hello',
        stream: 'transactional',
        tags: { campaign: 'welcome' },
        test_mode: false,
        html_body: '<p>Hello <b>you</b></p>',
        text_body: 'Hello you',
        headers: { 'X-Thing': 'value' },
        attachments: [{ filename: 'a b.txt', content_type: 'text/plain', size: 5 }],
        template_alias: null,
        broadcast_id: null,
      });
      expect(body.to).toHaveLength(2);
      expect(body.recipients.map(({ email, kind }: { email: string; kind: string }) => [email, kind])).toEqual([
        ['reader@example.net', 'to'],
        ['b@example.net', 'to'],
        ['c@example.net', 'cc'],
        ['d@example.net', 'bcc'],
      ]);
    });

    it('takes a text body alone, and a null as absent', async () => {
      const { status, body } = await send({ html_body: null, text_body: 'plain', cc: null, tags: null });
      expect(status).toBe(202);
      const { body: message } = await tenant.call('GET', `/v1/messages/${body.message_id}`);
      expect(message).toMatchObject({ html_body: null, text_body: 'plain' });
    });

    it('takes files without words where it is said that there are none, and no HTML that would hide the text', async () => {
      const attachments = [{ filename: 'scan.pdf', content: 'b25l' }];
      expect((await send({ html_body: undefined, text_body: '', attachments })).status).toBe(202);
      expect((await send({ html_body: undefined, attachments })).status).toBe(422);
      const { body } = await send({ html_body: '', text_body: 'plain' });
      const { body: message } = await tenant.call('GET', `/v1/messages/${body.message_id}`);
      expect(message).toMatchObject({ html_body: null, text_body: 'plain' });
    });

    it('keeps files of one name apart, whatever they are called', async () => {
      const file = (filename: string) => ({ filename, content: Buffer.from(filename).toString('base64') });
      const { status, body } = await send({ attachments: ['2-a', 'a', 'a', 'a'].map(file) });
      expect(status).toBe(202);
      const { body: message } = await tenant.call('GET', `/v1/messages/${body.message_id}`);
      expect(message.attachments.map(({ filename }: { filename: string }) => filename)).toEqual(['2-a', 'a', 'a', 'a']);
    });

    it('takes base64 in lines', async () => {
      const content = Buffer.alloc(1000, 'x').toString('base64').replaceAll(/.{76}/g, '$&\r\n');
      expect((await send({ attachments: [{ filename: 'a', content }] })).status).toBe(202);
    });

    it('ignores unknown fields', async () => {
      expect((await send({ colour: 'blue' })).status).toBe(202);
    });

    it('is accepted from a key that is scoped to the domain', async () => {
      const { body } = await tenant.call('POST', '/v1/api-keys', {
        body: { name: 'scoped', permission: 'sending_access', domain_id: tenant.domain.id },
      });
      expect((await server.as(body.key)('POST', '/v1/email', { body: mail() })).status).toBe(202);
    });
  });

  it('accepts many at once, each once, in an order without gaps or repeats', async () => {
    const own = await server.mint({ rate_limit: -1 });
    const sends = Array.from({ length: 120 }, (_, n) =>
      own.call('POST', '/v1/email', { body: mail({ from: own.from, subject: `n${n}` }) }),
    );
    const ids = (await Promise.all(sends)).map(({ body }) => body.message_id);
    expect(new Set(ids).size).toBe(120);
    const seen: string[] = [];
    const times: number[] = [];
    let cursor: number | null = null;
    do {
      const { body } = await own.call('GET', `/v1/messages?limit=50${cursor === null ? '' : `&cursor=${cursor}`}`);
      seen.push(...body.data.map(({ id }: { id: string }) => id));
      times.push(...body.data.map(({ created_at }: { created_at: number }) => created_at));
      cursor = body.next_cursor;
    } while (cursor !== null);
    expect(new Set(seen)).toEqual(new Set(ids));
    expect(seen).toHaveLength(120);
    expect(times).toEqual([...new Set(times)].sort((left, right) => right - left));
  });
});
