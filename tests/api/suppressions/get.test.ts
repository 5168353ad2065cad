import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { BY_HAND, useServer, useTenant } from '../../support/posthorn.ts';

describe.each(engines)('GET /v1/suppressions/{email} on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useTenant(server);

  const get = (email: string, call = tenant.call) => call('GET', `/v1/suppressions/${encodeURIComponent(email)}`);
  const add = async (email: string) => (await tenant.call('POST', '/v1/suppressions', { body: { email } })).body;

  it('answers the entry as the list has it, however the address is written', async () => {
    const entry = await add('a+b@example.net');
    await add('other@example.net');
    for (const email of ['a+b@example.net', ' A+B@Example.NET ']) expect(await get(email)).toMatchObject({ status: 200, body: entry });
    expect((await tenant.call('GET', '/v1/suppressions?email=a%2Bb@example.net')).body.data).toEqual([entry]);
  });

  it('says why, and of which message', async () => {
    const mail = { from: tenant.from, to: ['bounced@posthorn.test'], subject: 'x', text_body: 'x', test_mode: true };
    const { message_id } = (await tenant.call('POST', '/v1/email', { body: mail })).body;
    expect((await get('bounced@posthorn.test')).body).toMatchObject({
      reason: 'hard_bounce',
      source_message_id: message_id,
      test_mode: true,
    });
  });

  it('answers 404 once it is lifted, to what is no address, and to what is on the lists of others', async () => {
    await add('c@example.net');
    await tenant.call('DELETE', '/v1/suppressions/c@example.net');
    await server.admin('POST', '/admin/suppressions', { body: { email: 'global@example.net' } });
    for (const email of ['c@example.net', 'never@example.net', 'nobody', 'bulk', 'global@example.net'])
      expect(await get(email)).toMatchObject({ status: 404, body: { error: 'not_found' } });
    await add('mine@example.net');
    expect((await get('mine@example.net', (await server.mint()).call)).status).toBe(404);
  });

  it('refuses a key that may only send', async () => {
    const { key } = (await tenant.call('POST', '/v1/api-keys', { body: { name: 'x', permission: 'sending_access' } })).body;
    expect(await get('a@example.net', server.as(key))).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } });
  });
});
