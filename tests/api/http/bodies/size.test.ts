import { describe, expect, it } from 'vitest';
import { engines } from '../../../support/engines.ts';
import { BY_HAND, useServer, useTenant } from '../../../support/posthorn.ts';

const MEGABYTE = 1024 * 1024;

describe.each(engines)('the size of a request on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useTenant(server, { rate_limit: -1 });

  const post = (path: string, bytes: number, body: object = {}) =>
    tenant.call('POST', path, { body: JSON.stringify(body).padEnd(bytes, ' ') });

  it.each(['/v1/email', '/v1/email/batch'])('is 40 MiB at most on %s', async (path) => {
    const mail = { from: tenant.from, to: ['a@example.net'], subject: 'x', text_body: 'x' };
    const body = path === '/v1/email' ? mail : { emails: [mail] };
    expect((await post(path, 40 * MEGABYTE, body)).status).toBeLessThan(300);
    expect(await post(path, 40 * MEGABYTE + 1, body)).toMatchObject({
      status: 413,
      body: { error: 'request_too_large', max_bytes: 40 * MEGABYTE },
    });
  });

  it.each(['/v1/suppressions', '/v1/suppressions/bulk', '/v1/templates', '/v1/templates/none/versions', '/v1/domains'])(
    'is 4 MiB at most on %s',
    async (path) => {
      expect((await post(path, 4 * MEGABYTE)).status).not.toBe(413);
      expect(await post(path, 4 * MEGABYTE + 1)).toMatchObject({
        status: 413,
        body: { error: 'request_too_large', max_bytes: 4 * MEGABYTE },
      });
    },
  );
});
