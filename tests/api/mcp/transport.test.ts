import { describe, expect, it } from 'vitest';
import { engines, sqlite } from '../../support/engines.ts';
import { connectMcp } from '../../support/mcp-client.ts';
import { BY_HAND, useServer, useTenant } from '../../support/posthorn.ts';
import { type Answer, startTestServer } from '../../support/server.ts';

const HEADERS = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };

describe.each(engines)('/mcp on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useTenant(server);

  const post = (body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    tenant.call('POST', '/mcp', { body, headers: { ...HEADERS, ...headers } });
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  const pong = { jsonrpc: '2.0', id: 1, result: {} };

  it('initializes, pings and needs no session', async () => {
    const { client } = await connectMcp(server.url, tenant.key);
    expect(client.getServerVersion()).toMatchObject({ name: 'posthorn', version: '0.3.0' });
    expect(client.getServerCapabilities()).toEqual({ tools: {} });
    await client.ping();
    await client.close();
    const answer = await post(ping);
    expect(answer).toMatchObject({ status: 200, body: pong });
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(answer.headers.get('mcp-session-id')).toBeNull();
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f]{24}$/);
  });

  const initialize = (protocolVersion: string) => ({
    ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
    params: { protocolVersion, capabilities: {}, clientInfo: { name: 'tests', version: '1' } },
  });

  it.each(['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'])('speaks version %s of the protocol', async (version) => {
    expect((await post(initialize(version))).body.result).toMatchObject({ protocolVersion: version });
    expect(await post(ping, { 'MCP-Protocol-Version': version })).toMatchObject({ status: 200, body: pong });
  });

  it('offers its newest version to a client of another, and refuses requests in one that it does not know', async () => {
    expect((await post(initialize('1999-01-01'))).body.result).toMatchObject({ protocolVersion: '2025-11-25' });
    expect(await post(ping, { 'MCP-Protocol-Version': '1999-01-01' })).toMatchObject({ status: 400, body: { error: { code: -32000 } } });
  });

  it('wants JSON, from clients that take it', async () => {
    expect(await post(ping, { 'Content-Type': 'text/plain' })).toMatchObject({ status: 415, body: { jsonrpc: '2.0' } });
    for (const Accept of ['text/html', 'text/event-stream', 'text/*']) {
      expect(await post(ping, { Accept })).toMatchObject({ status: 406, body: { jsonrpc: '2.0' } });
    }
  });

  it.each(['*/*', 'application/json', 'text/html, Application/JSON;q=0.9', 'application/*'])('answers who takes %s', async (Accept) => {
    expect(await post(ping, { Accept })).toMatchObject({ status: 200, body: pong });
  });

  it('takes notifications with 202 and nothing', async () => {
    expect(await post({ jsonrpc: '2.0', method: 'notifications/initialized' })).toMatchObject({ status: 202, body: null });
  });

  it('takes one message at a time, and keeps no permit of a tenant who sends several', async () => {
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_domains', arguments: {} } };
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    const refused = { status: 400, body: { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Send one message at a time' } } };
    const answers = await Promise.all(Array.from({ length: 40 }, () => post([call, cancelled])));
    for (const answer of answers) expect(answer).toMatchObject(refused);
    expect(await post(ping)).toMatchObject({ status: 200, body: pong });
  });

  it('takes full_access keys only', async () => {
    const { body: key } = await tenant.call('POST', '/v1/api-keys', { body: { name: 's', permission: 'sending_access' } });
    const call = server.as(key.key);
    expect(await call('POST', '/mcp', { body: ping, headers: HEADERS })).toMatchObject({
      status: 403,
      body: { error: 'insufficient_scope' },
    });
    expect(await call('GET', '/mcp')).toMatchObject({ status: 403 });
    expect(await server.as('nobody')('POST', '/mcp', { body: ping, headers: HEADERS })).toMatchObject({
      status: 401,
      body: { error: 'unauthorized' },
    });
  });

  it.each(['GET', 'DELETE', 'PUT', 'PATCH'])('answers %s with 405', async (method) => {
    const answer = await tenant.call(method, '/mcp', { headers: { Accept: 'text/event-stream' } });
    expect(answer).toMatchObject({ status: 405, body: { error: 'method_not_allowed' } });
    expect(answer.headers.get('allow')).toBe('POST');
  });

  it('takes calls from pages of its own address and of no other', async () => {
    const { port } = new URL(server.url);
    expect(await post(ping, { Origin: `http://localhost:${port}` })).toMatchObject({ status: 200, body: pong });
    for (const origin of ['https://evil.example', 'http://localhost:1', 'null']) {
      for (const message of [ping, [ping], { ...ping, method: 'tools/call' }])
        expect(await post(message, { Origin: origin })).toMatchObject({ status: 403, body: { jsonrpc: '2.0', error: { code: -32000 } } });
    }
  });

  it('says what is no JSON-RPC in the words of the protocol', async () => {
    expect(await post('{')).toMatchObject({ status: 400, body: { error: { code: -32700 } } });
    expect(await post({ hello: 1 })).toMatchObject({ status: 400, body: { error: { code: -32700 } } });
    expect(await post({ jsonrpc: '2.0', id: 1, method: 'resources/list' })).toMatchObject({
      status: 200,
      body: { error: { code: -32601 } },
    });
  });

  it.each(['null', '1', '"x"', '[]', 'true', '[{}]'])(
    'says of arguments that are %s that they are wrong, as no fault of its own',
    async (given) => {
      const request = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_domains","arguments":${given}}}`;
      expect(await post(request)).toMatchObject({
        status: 200,
        body: {
          id: 1,
          error: { code: -32602, message: expect.stringMatching(/^params\.arguments: Invalid input: expected record, received \w+$/) },
        },
      });
    },
  );

  it('says of other parameters what is wrong with them', async () => {
    const refused = async (method: string, params?: unknown) => (await post({ jsonrpc: '2.0', id: 1, method, params })).body.error;
    for (const params of [null, [], 'x', 1])
      for (const method of ['tools/call', 'ping', 'tools/list'])
        expect(await refused(method, params)).toMatchObject({ code: -32602, message: expect.stringMatching(/^params: /) });
    expect(await refused('tools/call')).toMatchObject({ code: -32602, message: expect.stringMatching(/^params: /) });
    expect(await refused('tools/call', { name: 1 })).toMatchObject({ code: -32602, message: expect.stringMatching(/^params\.name: /) });
    expect(await refused('tools/list', { cursor: 1 })).toMatchObject({ code: -32602, message: expect.stringMatching(/^params\.cursor: /) });
    expect(await refused('initialize', {})).toMatchObject({ code: -32602, message: expect.stringMatching(/^params\.protocolVersion: /) });
  });

  it('calls at once where a task is asked for, which it does not have', async () => {
    const params = { name: 'list_domains', arguments: {}, task: { ttl: 1000 } };
    const answer = await post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    expect(answer.body.result.structuredContent.data).toMatchObject([{ id: tenant.domain.id }]);
  });

  it('repeats no id or name that is as long as a body', async () => {
    expect(await post({ ...ping, id: 'i'.repeat(256) })).toMatchObject({ status: 200, body: { ...pong, id: 'i'.repeat(256) } });
    expect(await post({ ...ping, id: 'i'.repeat(257) })).toMatchObject({ status: 400, body: { id: null, error: { code: -32600 } } });
    const { body } = await post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'n'.repeat(10_000) } });
    expect(body.error).toEqual({ code: -32602, message: `MCP error -32602: Unknown tool: ${'n'.repeat(100)}` });
  });

  it('takes bodies up to the size of /v1/email, and of what a tool is for', async () => {
    expect(await post(' '.repeat(40 * 1024 * 1024 + 1))).toMatchObject({ status: 413, body: { error: 'request_too_large' } });
    const calling = (name: string, given: object) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } });
    const padding = 'x'.repeat(5 * 1024 * 1024);
    const contact = await post(calling('upsert_contact', { email: 'a@example.net', padding }));
    expect(contact.body.result).toMatchObject({
      isError: true,
      structuredContent: { error: 'request_too_large', max_bytes: 4 * 1024 * 1024 },
    });
    const attachments = [{ filename: 'a', content: Buffer.alloc(5 * 1024 * 1024).toString('base64') }];
    const sent = await post(calling('send_email', { from: tenant.from, to: ['a@example.net'], subject: 'x', text_body: 'x', attachments }));
    expect(sent.body.result.structuredContent).toMatchObject({ status: 'queued' });
  });

  it("shows a tenant nothing of another's", async () => {
    const { body: sent } = await tenant.call('POST', '/v1/email', {
      body: { from: tenant.from, to: ['b@example.net'], subject: 'x', text_body: 'x' },
    });
    const other = await server.mint();
    const { client, call } = await connectMcp(server.url, other.key);
    expect((await call('get_message', { id: sent.message_id })).body).toEqual({ error: 'not_found' });
    expect((await call('list_messages')).body.data).toEqual([]);
    await client.close();
  });

  it('is not in the interface document', async () => {
    const { body: document } = await tenant.call('GET', '/openapi.json');
    expect(Object.keys(document.paths)).not.toContain('/mcp');
  });
});

describe('/mcp behind BASE_URL', () => {
  it('takes calls from pages of that address only', async () => {
    const server = await startTestServer(sqlite, { BASE_URL: 'https://mail.example.com/api' });
    try {
      const tenant = await server.mint();
      const ask = (origin: string) =>
        tenant.call('POST', '/mcp', { body: { jsonrpc: '2.0', id: 1, method: 'ping' }, headers: { ...HEADERS, Origin: origin } });
      expect((await ask('https://mail.example.com')).status).toBe(200);
      expect((await ask(server.url)).status).toBe(403);
    } finally {
      await server.stop();
    }
  });
});
