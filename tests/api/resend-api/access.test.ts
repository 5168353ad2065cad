import { Resend } from 'resend';
import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { BY_HAND, useServer, useTenant } from '../../support/posthorn.ts';
import type { TestTenant } from '../../support/server.ts';

describe.each(engines)('/resend on $name', (engine) => {
  const clientOf = (key: string) => new Resend(key, { baseUrl: `${server.url}/resend` });
  const mailOf = ({ from }: TestTenant) => ({ from, to: 'a@example.net', subject: 'Hello', html: '<p>Hi</p>' });

  const server = useServer(engine, BY_HAND);
  const tenant = useTenant(server);

  it('takes full_access keys only', async () => {
    const { body: key } = await tenant.call('POST', '/v1/api-keys', { body: { name: 's', permission: 'sending_access' } });
    const refused = { statusCode: 403, name: 'restricted_api_key', message: expect.any(String) };
    expect((await clientOf(key.key).emails.send(mailOf(tenant))).error).toEqual(refused);
    expect((await clientOf(key.key).emails.get('msg_none')).error).toEqual(refused);
    expect((await server.as(key.key)('GET', '/resend/nothing')).body).toEqual(refused);
  });

  it('tells a missing key from one that is not valid', async () => {
    const invalid = { statusCode: 401, name: 'invalid_api_key', message: expect.any(String) };
    expect((await clientOf('re_nobody').emails.send(mailOf(tenant))).error).toEqual(invalid);
    const response = await fetch(`${server.url}/resend/emails`, { method: 'POST', body: '{}' });
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ ...invalid, name: 'missing_api_key' });
  });

  it('answers other paths and methods in the same shape', async () => {
    expect(await tenant.call('GET', '/resend/contacts')).toMatchObject({ status: 404, body: { statusCode: 404, name: 'not_found' } });
    const listing = await tenant.call('DELETE', '/resend/emails');
    expect(listing).toMatchObject({ status: 405, body: { statusCode: 405, name: 'method_not_allowed' } });
    expect(listing.headers.get('allow')).toBe('POST, GET, HEAD');
    expect((await tenant.call('DELETE', '/resend/emails/msg_x')).headers.get('allow')).toBe('GET, HEAD, PATCH');
  });

  it('says that the base URL of a client ends with a slash', async () => {
    const slashed = new Resend(tenant.key, { baseUrl: `${server.url}/resend/` });
    const { error } = await slashed.emails.send(mailOf(tenant));
    expect(error).toMatchObject({ statusCode: 404, message: expect.stringContaining('must not end with a slash') });
  });

  it('says that the base URL of a client must end with /resend', async () => {
    const elsewhere = new Resend(tenant.key, { baseUrl: server.url });
    const { error } = await elsewhere.emails.send(mailOf(tenant));
    expect(error).toMatchObject({ statusCode: 404, name: 'not_found', message: expect.stringContaining('ends with /resend') });
    expect(await tenant.call('POST', '/emails')).toMatchObject({ status: 404, body: { error: 'not_found' } });
  });

  it.each([
    ['GET', '/v1/nope', 401],
    ['DELETE', '/v1/messages', 401],
    ['POST', '/v1/emails', 401],
    ['GET', '/admin/nope', 401],
    ['POST', '/health', 405],
  ])('answers its clients as any other outside of its paths: %s %s', async (method, path, status) => {
    const asked = (headers: Record<string, string>) => fetch(`${server.url}${path}`, { method, headers });
    const [plain, named] = await Promise.all([asked({}), asked({ 'User-Agent': 'resend-node:6.1' })]);
    expect([plain.status, named.status]).toEqual([status, status]);
    expect(await named.json()).toEqual(await plain.json());
  });

  it.each([
    ['POST', '/resend/emails/receiving', 'GET, HEAD'],
    ['PATCH', '/resend/emails/receiving', 'GET, HEAD'],
    ['GET', '/resend/emails/batch', 'POST'],
    ['PATCH', '/resend/emails/batch', 'POST'],
    ['POST', '/resend/emails/receiving/inb_x', 'GET, HEAD'],
    ['POST', '/resend/emails/receiving/cancel', 'GET, HEAD'],
    ['GET', '/resend/emails/msg_x/cancel', 'POST'],
    ['DELETE', '/resend/domains', 'GET, HEAD'],
  ])('answers %s %s with the methods that this path takes', async (method, path, allowed) => {
    const { status, body, headers } = await tenant.call(method, path);
    expect({ status, allow: headers.get('allow') }).toEqual({ status: 405, allow: allowed });
    expect(body.message).toContain(`This path takes ${allowed.replace(', HEAD', '')}.`);
  });

  it('is not in the interface document', async () => {
    const { body: document } = await tenant.call('GET', '/openapi.json');
    expect(Object.keys(document.paths).filter((path) => path.startsWith('/resend'))).toEqual([]);
  });

  it('counts sends in the same minute as /v1, and says so in both spellings', async () => {
    const { from, key, call } = await server.mint({ rate_limit: 2 });
    const send = () => clientOf(key).emails.send({ from, to: 'a@example.net', subject: 'x', html: 'x' });
    const first = await send();
    expect(first.headers).toMatchObject({ 'ratelimit-limit': '2', 'ratelimit-remaining': '1', 'x-ratelimit-remaining': '1' });
    expect(first.headers).toHaveProperty('ratelimit-reset', first.headers?.['x-ratelimit-reset']);
    expect((await call('POST', '/v1/email', { body: {} })).status).toBe(422);
    const third = await send();
    expect(third.error).toEqual({ statusCode: 429, name: 'rate_limit_exceeded', message: expect.any(String) });
    expect(third.headers).toMatchObject({ 'ratelimit-remaining': '0', 'retry-after': expect.stringMatching(/^\d+$/) });
  });

  it('counts a request that cannot be read as /v1 counts it', async () => {
    const { call } = await server.mint({ rate_limit: 2 });
    expect((await call('POST', '/resend/emails', { body: {} })).body.name).toBe('missing_required_field');
    expect((await call('POST', '/resend/emails', { body: '{' })).status).toBe(400);
    expect((await call('POST', '/resend/emails', { body: {} })).body.name).toBe('rate_limit_exceeded');
  });

  it('tells the day that is full from the month', async () => {
    const day = await server.mint({ rate_limit: -1, daily_quota: 1 });
    const month = await server.mint({ rate_limit: -1, monthly_quota: 1 });
    for (const [{ from, key }, name] of [
      [day, 'daily_quota_exceeded'],
      [month, 'monthly_quota_exceeded'],
    ] as const) {
      const send = () => clientOf(key).emails.send({ from, to: 'a@example.net', subject: 'x', html: 'x' });
      expect((await send()).error).toBeNull();
      expect((await send()).error).toMatchObject({ statusCode: 429, name });
    }
  });

  it('takes bodies up to the size of /v1/email', async () => {
    const answer = await tenant.call('POST', '/resend/emails', { body: ' '.repeat(40 * 1024 * 1024 + 1) });
    expect(answer).toMatchObject({ status: 413, body: { statusCode: 413, name: 'validation_error' } });
  });
});
