import { describe, expect, it } from 'vitest';
import { sqlite } from '../../support/engines.ts';
import { useServer, useTenant } from '../../support/posthorn.ts';

describe('every answer', () => {
  const server = useServer(sqlite);
  const tenant = useTenant(server);

  it.each([
    ['/health', 200],
    ['/v1/messages', 200],
    ['/v1/messages/nobodys', 404],
    ['/v1/nothing', 404],
    ['/admin/tenants', 401],
    ['/account', 401],
    ['/trpc/messages.list', 200],
    ['/resend/nothing', 404],
    ['/mcp', 405],
    ['/docs', 200],
    ['/openapi.json', 200],
    ['/console/preview', 200],
    ['/mailbox', 200],
    ['/t/o/x', 404],
    ['/unsubscribe/x', 404],
    ['/nothing', 404],
    ['/', 302],
  ])('is taken for what it says it is: GET %s', async (path, status) => {
    const headers = { Authorization: `Bearer ${tenant.key}`, Accept: path === '/' ? 'text/html' : 'application/json' };
    const answer = await fetch(`${server.url}${path}`, { headers, redirect: 'manual' });
    expect([answer.status, answer.headers.get('x-content-type-options')]).toEqual([status, 'nosniff']);
  });
});
