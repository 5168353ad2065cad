import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { BY_HAND, useServer, useTenant } from '../../support/posthorn.ts';
import { eventually } from '../../support/wait.ts';

const BODY = '{"email":"slow@example.net"}';

describe.each(engines)('TENANT_CONCURRENCY=1 on $name', (engine) => {
  const server = useServer(engine, { ...BY_HAND, TENANT_CONCURRENCY: '1' });
  const tenant = useTenant(server);
  const other = useTenant(server);

  /** A request whose body has not come yet. Node says that it may go on, before its key is known: others are answered in the meantime. */
  async function begin(): Promise<{ readonly socket: Socket; readonly answered: Promise<string> }> {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    const head = [`Authorization: Bearer ${tenant.key}`, `Content-Length: ${BODY.length}`, 'Expect: 100-continue'];
    socket.write(['POST /v1/contacts HTTP/1.1', 'Host: x', ...head, '', ''].join('\r\n'));
    const next = () => new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())));
    expect(await next()).toContain('100 Continue');
    for (let count = 0; count < 5; count += 1) await other.call('GET', '/v1/contacts');
    return { socket, answered: next() };
  }

  const rpc = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const mcp = { body: rpc, headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' } };

  it.each([
    ['/v1', 'GET', '/v1/contacts', {}],
    ['/v1 that sends', 'POST', '/v1/email', { body: {} }],
    ['/trpc', 'GET', '/trpc/templates.list', {}],
    ['/resend', 'GET', '/resend/emails/msg_none', {}],
    ['/mcp', 'POST', '/mcp', mcp],
  ])('has the next request of the tenant wait in line, and no other tenant: %s', async (_name, method, path, options) => {
    const meet = async () => {
      const first = await begin();
      let answered: number | undefined;
      const second = tenant.call(method, path, options).then(({ status }) => {
        answered = status;
        return status;
      });
      for (let count = 0; count < 5; count += 1) expect((await other.call(method, path, options)).status).toBeLessThan(500);
      const early = answered;
      first.socket.write(BODY);
      expect(await first.answered).toMatch(/^HTTP\/1\.1 20[01] /);
      expect(await second).toBeLessThan(early === undefined ? 500 : 504);
      first.socket.destroy();
      return early;
    };
    // On a busy machine the second may be ahead of the first, and is told to try again if it waits for too long.
    await eventually(async () => [undefined, 503].includes(await meet()) || undefined);
  });

  const deletion = (id: string) => JSON.stringify({ params: { id } });
  it.each([
    ['/v1', (id: string) => [`DELETE /v1/contacts/${id} HTTP/1.1`, 'Content-Length: 0', ''] as const],
    ['/trpc', (id: string) => ['POST /trpc/contacts.delete HTTP/1.1', `Content-Length: ${deletion(id).length}`, deletion(id)] as const],
  ])('passes over a request in line whose client has gone: %s', async (_name, requestFor) => {
    const { body: contact } = await tenant.call('POST', '/v1/contacts', { body: { email: 'kept@example.net' } });
    const first = await begin();
    const gone = connect(Number(new URL(server.url).port), '127.0.0.1');
    const [line, length, body] = requestFor(contact.id);
    const head = [line, 'Host: x', `Authorization: Bearer ${tenant.key}`, 'Content-Type: application/json', length];
    await new Promise((written) => gone.write([...head, '', body].join('\r\n'), written));
    for (let count = 0; count < 5; count += 1) await other.call('GET', '/v1/contacts');
    const behind = tenant.call('GET', `/v1/contacts/${contact.id}`);
    gone.destroy();
    for (let count = 0; count < 5; count += 1) await other.call('GET', '/v1/contacts');
    first.socket.write(BODY);
    expect(await first.answered).toMatch(/^HTTP\/1\.1 20[01] /);
    // On a machine that is busy for longer than a request waits in line, it is told to try again.
    expect([200, 503]).toContain((await behind).status);
    expect((await tenant.call('GET', `/v1/contacts/${contact.id}`)).status).toBe(200);
    first.socket.destroy();
  });
});
