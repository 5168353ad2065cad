import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { useServer } from '../../support/posthorn.ts';
import { startTestServer, type TestTenant } from '../../support/server.ts';

const DAY = 86_400_000;
const NO_RETENTION = { CLOCK: 'virtual', JOB_INTERVAL_MS: '2000000000', BODY_RETENTION_DAYS: '1' };
const RETENTION = { ...NO_RETENTION, MESSAGE_RETENTION_DAYS: '40' };

describe.each(engines)('GET /v1/events after an event that was removed on $name', (engine) => {
  const server = useServer(engine, RETENTION);
  const minted = () => server.mint({ rate_limit: -1 });
  const list = async (tenant: TestTenant, query = '') => (await tenant.call('GET', `/v1/events${query}`)).body;
  const addContact = (tenant: TestTenant, email: string) => tenant.call('POST', '/v1/contacts', { body: { email } });
  const emailsOf = (page: { data: readonly { contact: { email: string } }[] }) => page.data.map(({ contact }) => contact.email);

  async function advance(days: number): Promise<void> {
    await server.admin('POST', '/admin/clock', { body: { advance_ms: days * DAY } });
    for (const job of ['dispatch', 'stats', 'cleanup', 'cleanup']) await server.run(job);
  }

  it('goes on with what comes, where a tenant was quiet for longer than events are kept', async () => {
    const tenant = await minted();
    const mail = { from: tenant.from, to: ['ada@example.net'], subject: 'x', text_body: 'x' };
    await tenant.call('POST', '/v1/email', { body: mail });
    await server.run('dispatch');
    const { data, next_cursor: cursor } = await list(tenant);
    expect(data.map(({ type }: { type: string }) => type)).toEqual(['sent']);
    await advance(41);
    expect(await list(tenant)).toEqual({ data: [], next_cursor: null, has_more: false });
    expect(await list(tenant, `?after=${cursor}`)).toEqual({ data: [], next_cursor: cursor, has_more: false });
    expect(await list(tenant, `?after=${cursor}&types=sent`)).toEqual({ data: [], next_cursor: cursor, has_more: false });
    const waiting = list(tenant, `?after=${cursor}&wait=30`);
    await addContact(tenant, 'new@example.net');
    expect(emailsOf(await waiting)).toEqual(['new@example.net']);
  });

  it('goes on at the oldest that is kept, where a reader comes later than that', async () => {
    const tenant = await minted();
    await addContact(tenant, 'read@example.net');
    const { next_cursor: cursor } = await list(tenant);
    await addContact(tenant, 'unread@example.net');
    await advance(20);
    await addContact(tenant, 'kept@example.net');
    await advance(30);
    await addContact(tenant, 'last@example.net');
    const first = await list(tenant, `?after=${cursor}&limit=1`);
    expect([emailsOf(first), first.has_more]).toEqual([['kept@example.net'], true]);
    expect(emailsOf(await list(tenant, `?after=${first.next_cursor}`))).toEqual(['last@example.net']);
  });

  it('refuses an id that is older than the tenant', async () => {
    const other = await minted();
    await addContact(other, 'ada@example.net');
    const { next_cursor: foreign } = await list(other);
    await advance(2);
    const tenant = await minted();
    await advance(31);
    expect(await tenant.call('GET', `/v1/events?after=${foreign}`)).toMatchObject({ status: 422, body: { error: 'invalid_cursor' } });
  });

  it('refuses an id that is not there and too young to have been removed', async () => {
    const [tenant, other] = [await minted(), await minted()];
    await addContact(other, 'ada@example.net');
    const { next_cursor: foreign } = await list(other);
    await advance(30);
    expect(await tenant.call('GET', `/v1/events?after=${foreign}`)).toMatchObject({ status: 422, body: { error: 'invalid_cursor' } });
  });
});

describe.each(engines)('GET /v1/events after retention was switched off on $name', (engine) => {
  it('goes on after an event that it had removed', async () => {
    const database = await engine.create();
    const first = await startTestServer(engine, RETENTION, database);
    const tenant = await first.mint();
    await tenant.call('POST', '/v1/contacts', { body: { email: 'gone@example.net' } });
    const { next_cursor: cursor } = (await tenant.call('GET', '/v1/events')).body;
    await first.admin('POST', '/admin/clock', { body: { advance_ms: 41 * DAY } });
    for (const job of ['stats', 'cleanup', 'cleanup']) await first.run(job);
    expect((await tenant.call('GET', '/v1/events')).body.data).toEqual([]);
    const { now } = (await first.admin('GET', '/admin/clock')).body;
    await first.stop();

    const second = await startTestServer(engine, NO_RETENTION, database);
    await second.admin('POST', '/admin/clock', { body: { now } });
    const call = second.as(tenant.key);
    expect(await call('GET', `/v1/events?after=${cursor}`)).toMatchObject({ status: 200, body: { data: [], next_cursor: cursor } });
    await call('POST', '/v1/contacts', { body: { email: 'new@example.net' } });
    expect((await call('GET', `/v1/events?after=${cursor}`)).body.data).toMatchObject([{ contact: { email: 'new@example.net' } }]);
    await second.stop();
    await database.drop();
  });
});
