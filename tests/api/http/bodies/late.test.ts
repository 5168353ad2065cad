import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { engines } from '../../../support/engines.ts';
import { signUp } from '../../../support/fixtures/people.ts';
import { BY_HAND, useServer, useTenant } from '../../../support/posthorn.ts';
import type { Call, TestTenant } from '../../../support/server.ts';

interface LateRequest {
  readonly path: string;
  readonly token: string;
  readonly type?: string;
  readonly method?: string;
  readonly body: string;
}

const JSON_TYPE = 'application/json';
const EMAIL = 'late@example.net';
const form = ['--x', 'Content-Disposition: form-data; name="file"; filename="a"', '', 'bytes', '--x--', ''].join('\r\n');
const long = { email: EMAIL, attributes: { x: 'x'.repeat(90_000) } };
const toolCall = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'upsert_contact', arguments: { email: EMAIL } } };

describe.each(engines)('a request whose body comes late, on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const other = useTenant(server);

  /** Sends a request, and the second half of its body once `meanwhile` is done. Returns the status line, the headers and the body of the answer. */
  async function send(
    { path, token, type = JSON_TYPE, method = 'POST', body }: LateRequest,
    meanwhile: () => Promise<unknown>,
  ): Promise<string> {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    const half = Math.floor(body.length / 2);
    const head = [`${method} ${path} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${token}`, `Content-Type: ${type}`];
    socket.write(
      [...head, 'Accept: application/json, text/event-stream', `Content-Length: ${body.length}`, '', body.slice(0, half)].join('\r\n'),
    );
    // Answered after the request was authenticated.
    for (let count = 0; count < 5; count += 1) await other.call('GET', '/v1/contacts');
    await meanwhile();
    const answered = new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())));
    socket.write(body.slice(half));
    const answer = await answered;
    socket.destroy();
    return answer;
  }

  async function revoke({ id }: Pick<TestTenant, 'id'>): Promise<void> {
    const path = `/admin/tenants/${id}/api-keys`;
    const { body } = await server.admin('GET', path);
    for (const key of body.data) expect((await server.admin('DELETE', `${path}/${key.id}`)).status).toBe(200);
  }

  const countOf = async (call: Call, path: string): Promise<number> => (await call('GET', path)).body.data.length;

  it.each([
    ['a contact', { path: '/v1/contacts', body: () => JSON.stringify({ email: EMAIL }) }],
    ['many contacts', { path: '/v1/contacts/batch', body: () => JSON.stringify({ contacts: [long] }) }],
    ['a file', { path: '/v1/attachments', type: 'multipart/form-data; boundary=x', body: () => form }],
    ['by tRPC', { path: '/trpc/contacts.upsert', body: () => JSON.stringify({ body: { email: EMAIL } }) }],
    [
      'by the Resend interface',
      { path: '/resend/emails', body: (from: string) => JSON.stringify({ from, to: EMAIL, subject: 'x', text: 'x' }) },
    ],
    ['by MCP', { path: '/mcp', body: () => JSON.stringify(toolCall) }],
  ])('is taken by a key that holds, and refused by one that was revoked meanwhile: %s', async (_, request) => {
    const tenant = await server.mint();
    const answer = await send({ ...request, body: request.body(tenant.from), token: tenant.key }, async () => undefined);
    expect(answer).toMatch(/^HTTP\/1\.1 20[01] /);
    expect(answer).not.toContain('isError');
    const revoked = await server.mint();
    const refused = await send({ ...request, body: request.body(revoked.from), token: revoked.key }, () => revoke(revoked));
    expect(refused).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('is refused to a person who may no longer do it', async () => {
    const tenant = await server.mint();
    const person = await signUp(server, { tenant_id: tenant.id, role: 'marketer' });
    const owner = await signUp(server, { tenant_id: tenant.id, role: 'owner' });
    const request = {
      path: '/v1/contacts',
      body: JSON.stringify({ email: EMAIL }),
      token: await person.browser.bearer({ tenant_id: tenant.id }),
    };
    const members = `/account/tenants/${tenant.id}/members`;
    const { body } = await owner.browser.call('GET', members);
    const { id } = body.data.find(({ email }: { email: string }) => email === person.email);
    const demote = async () => {
      const { status } = await owner.browser.call('PATCH', `${members}/${id}`, { body: { role: 'viewer' } });
      expect(status).toBe(200);
    };
    expect(await send(request, demote)).toMatch(/^HTTP\/1\.1 403 /);
    expect(await countOf(tenant.call, '/v1/contacts')).toBe(0);
  });
});
