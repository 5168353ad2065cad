import { describe, expect, it } from 'vitest';
import { engines } from '../../../support/engines.ts';
import { longestJson } from '../../../support/longest-json.ts';
import { useServer, useTenant } from '../../../support/posthorn.ts';

const BYTES = 3 * 1024 * 1024;
/** What may be read or written as JSON at a stretch. */
const MOST_AT_A_STRETCH = 512 * 1024;

const content = Buffer.alloc(BYTES, 'large ').toString('base64');
const attachments = [1, 2, 3].map((number) => ({ filename: `${number}.bin`, content }));

describe.each(engines)('a large body on $name', (engine) => {
  const server = useServer(engine);
  const tenant = useTenant(server);
  const email = () => ({ from: tenant.from, to: ['ada@example.org'], subject: 'Files', text_body: 'Here.', attachments });
  const json = { 'Content-Type': 'application/json' };
  const mcp = { Accept: 'application/json, text/event-stream', ...json };

  const posts: Readonly<Record<string, () => { path: string; body: unknown; headers?: Record<string, string> }>> = {
    '/v1/email': () => ({ path: '/v1/email', body: email() }),
    '/v1/email with a key': () => ({ path: '/v1/email', body: email(), headers: { 'Idempotency-Key': 'large' } }),
    '/v1/email/batch': () => ({ path: '/v1/email/batch', body: [email()], headers: { 'Idempotency-Key': 'large' } }),
    '/trpc': () => ({ path: '/trpc/email.send', body: { body: email() }, headers: json }),
    '/mcp': () => ({
      path: '/mcp',
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'send_email', arguments: email() } },
      headers: mcp,
    }),
    '/resend': () => {
      const { from, to, subject } = email();
      return { path: '/resend/emails', body: { from, to, subject, text: 'Here.', attachments } };
    },
  };

  it.each(Object.keys(posts))('is never parsed or written at a stretch: %s', async (name) => {
    const given = posts[name]?.();
    const body = JSON.stringify(given?.body);
    const longest = await longestJson(async () => {
      const answer = await tenant.call('POST', given?.path ?? '', { body, headers: given?.headers ?? {} });
      expect([200, 202]).toContain(answer.status);
      expect(JSON.stringify(answer.body)).toMatch(/msg_|"id":/);
    });
    expect(longest).toBeLessThan(MOST_AT_A_STRETCH);
  });

  it('comes to the store as it was', async () => {
    const { body } = await tenant.call('POST', '/v1/email', { body: email() });
    const detail = await tenant.call('GET', `/v1/messages/${body.message_id}`);
    expect(detail.body.attachments.map(({ size }: { size: number }) => size)).toEqual([BYTES, BYTES, BYTES]);
    const chunks = await server.app.db.read
      .selectFrom('blob_chunks')
      .select('bytes')
      .where('blob_key', 'like', `%/${body.message_id}/%`)
      .orderBy('blob_key')
      .orderBy('seq')
      .execute();
    expect(Buffer.concat(chunks.map(({ bytes }) => bytes)).equals(Buffer.alloc(3 * BYTES, 'large '))).toBe(true);
  });

  it.each(['{', '[1', '\u00ff'])('is refused where it is no JSON: %j', async (start) => {
    const body = `${start}${' '.repeat(400_000)}`;
    expect(await tenant.call('POST', '/v1/email', { body })).toMatchObject({ status: 400, body: { error: 'invalid_json' } });
    expect(await tenant.call('POST', '/mcp', { body, headers: mcp })).toMatchObject({ status: 400, body: { error: { code: -32700 } } });
    const trpc = await tenant.call('POST', '/trpc/email.send', { body, headers: json });
    expect(trpc).toMatchObject({ status: 400, body: { error: { data: { envelope: { error: 'invalid_json' } } } } });
  });

  const lists = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

  it.each([
    ['lists', lists],
    ['objects', objects],
  ])('is refused where its %s are too deep', async (_name, nested) => {
    for (const depth of [101, 2000, 8000, 30_000]) {
      const answer = await tenant.call('POST', '/v1/email', { body: nested(depth) + ' '.repeat(400_000) });
      expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_json', detail: expect.stringContaining('100 levels') } });
    }
    expect(await tenant.call('POST', '/v1/contacts', { body: `{"attributes":${nested(99)}}${' '.repeat(400_000)}` })).toMatchObject({
      status: 422,
    });
  });

  describe.each([0, 400_000])('with %d spaces behind it', (padding) => {
    const post = (path: string, value: string) => tenant.call('POST', path, { body: value + ' '.repeat(padding), headers: mcp });
    const names = (bytes: number) => `{"tags":{"${'n'.repeat(bytes)}":"x"}}`;

    it('is refused where its names are too long together', async () => {
      const max = 1024 * 1024;
      expect(await post('/v1/email', names(max))).toMatchObject({ status: 422, body: { error: 'validation_failed', max } });
      expect(await post('/v1/email', names(max - 4))).toMatchObject({ status: 422, body: { field: expect.any(String) } });
    });
  });
});
