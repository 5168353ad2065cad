import { contract } from '@posthorn/contract';
import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { BY_HAND, useServer, useTenant } from '../../support/posthorn.ts';
import { OPERATOR_TOKEN } from '../../support/server.ts';

/** Every operation that asks who calls, with something in place of its parameters. */
const operations = Object.values(contract)
  .flatMap((resource) => Object.values(resource))
  .filter(({ scope }) => scope !== 'public')
  .map(({ method, path, scope }) => ({ method, path: path.replaceAll(/\{\w+\}/g, 'x'), scope }));
const sending = operations.filter(({ scope }) => scope === 'sending');
const others = operations.filter(({ scope }) => scope !== 'sending');

describe.each(engines)('access on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useTenant(server);

  const UNAUTHORIZED = { error: 'unauthorized' };

  describe('401', () => {
    it.each(operations)('answers $method $path without a key, and with one that is none', async ({ method, path }) => {
      const headers: [given: Record<string, string>, detail?: RegExp][] = [
        [{}, /no Authorization header/],
        [{ Authorization: tenant.key }, /does not begin with `Bearer `/],
        [{ Authorization: `Basic ${tenant.key}` }, /does not begin with `Bearer `/],
        [{ Authorization: `Bearer "${tenant.key} "` }, /the key alone/],
        [{ Authorization: `Bearer ${tenant.key}x` }],
        [{ Authorization: `Bearer ${OPERATOR_TOKEN}` }],
      ];
      for (const [given, detail] of headers) {
        const answer = await fetch(`${server.url}${path}`, { method, headers: given });
        expect(answer.status).toBe(401);
        const body = await answer.text();
        expect(body).not.toContain(tenant.key);
        expect(JSON.parse(body)).toEqual(UNAUTHORIZED);
        const challenge = answer.headers.get('www-authenticate');
        expect(challenge).toMatch(detail ?? /^Bearer$/);
        expect(challenge).not.toContain(tenant.key);
      }
    });

    it('is the answer to the keys of a suspended tenant, everywhere, until it is let in again', async () => {
      const own = await server.mint();
      await server.admin('PATCH', `/admin/tenants/${own.id}`, { body: { suspended: true } });
      for (const { method, path } of operations) {
        expect(await own.call(method, path)).toMatchObject({ status: 401, body: UNAUTHORIZED });
      }
      await server.admin('PATCH', `/admin/tenants/${own.id}`, { body: { suspended: false } });
      expect((await own.call('GET', '/v1/messages')).status).toBe(200);
    });
  });

  describe('403', () => {
    it('is the answer to a sending key everywhere but on the two sending routes', async () => {
      const { body: key } = await tenant.call('POST', '/v1/api-keys', { body: { name: 's', permission: 'sending_access' } });
      const call = server.as(key.key);
      expect(sending.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(['POST /v1/email', 'POST /v1/email/batch']);
      for (const { method, path } of others) {
        const { status, body } = await call(method, path);
        expect({ method, path, status, body }).toEqual({
          method,
          path,
          status: 403,
          body: { error: 'insufficient_scope', detail: expect.any(String) },
        });
      }
      for (const { method, path } of sending) expect((await call(method, path)).status).toBe(400);
    });
  });
});
