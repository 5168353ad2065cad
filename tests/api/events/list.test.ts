import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { BY_HAND, useServer } from '../../support/posthorn.ts';
import { type Answer, startTestServer, type TestServer, type TestTenant } from '../../support/server.ts';

const mailOf = (tenant: TestTenant, local = 'delivered', change: object = {}) => ({
  body: { from: tenant.from, to: [`${local}@posthorn.test`], subject: 'x', text_body: 'x', test_mode: true, ...change },
});
const send = async (tenant: TestTenant, local?: string, change?: object): Promise<string> =>
  (await tenant.call('POST', '/v1/email', mailOf(tenant, local, change))).body.message_id;
const typesOf = ({ body }: Answer): string[] => body.data.map(({ type }: { type: string }) => type);

describe.each(engines)('GET /v1/events on $name', (engine) => {
  const server = useServer(engine, { ...BY_HAND, TENANT_CONCURRENCY: '12' });
  const minted = () => server.mint({ rate_limit: -1 });
  const list = (tenant: TestTenant, query = '') => tenant.call('GET', `/v1/events${query}`);

  describe('200', () => {
    it('shows what webhooks are told, in the order in which it was recorded', async () => {
      const tenant = await minted();
      const endpoint = { url: 'https://hooks.example.com/in', events: ['*'] };
      const { body: hook } = await tenant.call('POST', '/v1/webhooks', { body: endpoint });
      const first = await send(tenant, 'delivered', { tags: { order: '7' } });
      const second = await send(tenant, 'bounced');
      await tenant.call('POST', '/v1/contacts', { body: { email: 'ada@example.net' } });
      const answer = await list(tenant);
      expect(typesOf(answer)).toEqual(['sent', 'delivery', 'bounce', 'contact.created']);
      expect(answer.body.data.map(({ message_id: id }: { message_id?: string }) => id)).toEqual([first, first, second, undefined]);
      expect(answer.body).toMatchObject({ has_more: false, next_cursor: answer.body.data[3].event_id });
      expect(answer.body.data[1]).toMatchObject({ test_mode: true, tags: { order: '7' }, recipients: ['delivered@posthorn.test'] });
      const { body: deliveries } = await tenant.call('GET', `/v1/webhooks/${hook.id}/deliveries`);
      const payloads = new Map(deliveries.data.map(({ payload }: { payload: { event_id: string } }) => [payload.event_id, payload]));
      expect(answer.body.data).toEqual(answer.body.data.map(({ event_id: id }: { event_id: string }) => payloads.get(id)));
    });

    it('goes on after a cursor, or after any event', async () => {
      const tenant = await minted();
      for (let n = 0; n < 3; n += 1) await send(tenant);
      const all = (await list(tenant)).body.data;
      const page = await list(tenant, '?limit=2');
      expect(page.body).toEqual({ data: all.slice(0, 2), next_cursor: all[1].event_id, has_more: true });
      expect((await list(tenant, `?after=${page.body.next_cursor}`)).body.data).toEqual(all.slice(2));
      expect((await list(tenant, `?after=${all[3].event_id}`)).body.data).toEqual(all.slice(4));
      const end = await list(tenant, `?after=${all[5].event_id}`);
      expect(end.body).toEqual({ data: [], next_cursor: all[5].event_id, has_more: false });
    });

    it('begins now where that is asked for', async () => {
      const tenant = await minted();
      expect((await list(tenant, '?after=now')).body).toEqual({ data: [], next_cursor: null, has_more: false });
      await send(tenant);
      const { body } = await list(tenant, '?after=now');
      expect(body).toEqual({ data: [], next_cursor: expect.stringMatching(/^evt_/), has_more: false });
      await send(tenant, 'bounced');
      expect(typesOf(await list(tenant, `?after=${body.next_cursor}`))).toEqual(['bounce']);
    });

    it('has only the types that are asked for, and passes over those that it does not know', async () => {
      const tenant = await minted();
      for (const local of ['delivered', 'bounced', 'complained']) await send(tenant, local);
      expect(typesOf(await list(tenant, '?types=bounce,complaint,no_such'))).toEqual(['bounce', 'complaint']);
      expect(typesOf(await list(tenant, '?types=no_such'))).toHaveLength(5);
      const one = await list(tenant, '?types=bounce,complaint&limit=1');
      expect(one.body).toMatchObject({ has_more: true });
      expect(typesOf(await list(tenant, `?types=bounce,complaint&after=${one.body.next_cursor}`))).toEqual(['complaint']);
      // What does not match is not looked through again.
      const none = await list(tenant, '?types=open');
      expect(none.body).toEqual({ data: [], next_cursor: (await list(tenant)).body.next_cursor, has_more: false });
    });

    it('has only the events of a message', async () => {
      const tenant = await minted();
      const ids = [await send(tenant), await send(tenant), await send(tenant)];
      const { body } = await list(tenant, `?message_id=${ids[1]}`);
      expect(body.data.map(({ message_id: id, type }: { message_id: string; type: string }) => [id, type])).toEqual([
        [ids[1], 'sent'],
        [ids[1], 'delivery'],
      ]);
      expect((await list(tenant, `?message_id=${ids[1]}&types=sent`)).body.data).toEqual(body.data.slice(0, 1));
      expect((await list(tenant, `?message_id=${ids[1]}&after=${body.data[0].event_id}`)).body.data).toEqual(body.data.slice(1));
    });

    it('has nothing of other tenants', async () => {
      const [tenant, other] = [await minted(), await minted()];
      const message = await send(other);
      expect((await list(tenant)).body.data).toEqual([]);
      expect((await list(tenant, `?message_id=${message}`)).body.data).toEqual([]);
    });

    it('tells nothing of an address that was erased', async () => {
      const tenant = await minted();
      await send(tenant, 'delivered', { to: ['delivered@posthorn.test', 'ada@example.net'] });
      await tenant.call('POST', '/v1/contacts', { body: { email: 'ada@example.net', attributes: { city: 'Ulm' } } });
      expect(JSON.stringify((await list(tenant)).body)).toContain('ada@example.net');
      await tenant.call('POST', '/v1/erasures', { body: { email: 'ada@example.net' } });
      const text = JSON.stringify((await list(tenant)).body);
      expect(text).toContain('contact.created');
      expect(text).not.toMatch(/ada@example\.net|Ulm/);
    });
  });

  describe('wait', () => {
    // biome-ignore lint/suspicious/noExplicitAny: tests read answers by the paths that they assert
    const dataOf = async (waiting: Promise<Response>): Promise<any> => ((await (await waiting).json()) as { data: unknown }).data;
    const waitFor = (tenant: TestTenant, query = '', signal?: AbortSignal) =>
      fetch(`${server.url}/v1/events?wait=30${query}`, { headers: { Authorization: `Bearer ${tenant.key}` }, ...(signal && { signal }) });

    it('answers once something comes', async () => {
      const tenant = await minted();
      const waiting = waitFor(tenant);
      await send(tenant, 'bounced');
      expect(await dataOf(waiting)).toMatchObject([{ type: 'bounce' }]);
    });

    it('is not ended by what is not asked for', async () => {
      const tenant = await minted();
      const waiting = waitFor(tenant, '&types=complaint');
      await send(tenant, 'bounced');
      await send(tenant, 'complained');
      expect(await dataOf(waiting)).toMatchObject([{ type: 'complaint' }]);
    });

    it('leaves the turns of the tenant to others, and is refused beyond ten at once', async () => {
      const tenant = await minted();
      const gone = new AbortController();
      // All but one of them have a place, and wait in it.
      const waiting = Array.from({ length: 11 }, () => waitFor(tenant, '', gone.signal));
      const refused = await Promise.race(waiting);
      expect(refused.status).toBe(503);
      expect(refused.headers.get('retry-after')).toBe('5');
      expect(await refused.json()).toMatchObject({ error: 'service_unavailable', detail: expect.stringMatching(/^10 requests/) });
      const calls = Array.from({ length: 12 }, () => list(tenant, '?message_id=x'));
      expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 200));
      gone.abort();
      await Promise.allSettled(waiting);
    });
  });

  describe('a wait in which the caller is shut out', () => {
    it('tells nothing of what comes then', async () => {
      const tenant = await minted();
      const { body: key } = await tenant.call('POST', '/v1/api-keys', { body: { name: 'x', permission: 'full_access' } });
      const ask = () => fetch(`${server.url}/v1/events?wait=30`, { headers: { Authorization: `Bearer ${key.key}` } });
      const waiting = Array.from({ length: 11 }, ask);
      // All but this one have a place.
      expect((await Promise.race(waiting)).status).toBe(503);
      await tenant.call('DELETE', `/v1/api-keys/${key.id}`);
      await send(tenant);
      const statuses = (await Promise.all(waiting)).map(({ status }) => status);
      expect(statuses.toSorted()).toEqual([...Array.from({ length: 10 }, () => 401), 503]);
    });
  });

  describe('403', () => {
    it('refuses a key that may only send', async () => {
      const tenant = await minted();
      const { body } = await tenant.call('POST', '/v1/api-keys', { body: { name: 'x', permission: 'sending_access' } });
      expect(await server.as(body.key)('GET', '/v1/events')).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } });
    });
  });

  describe('422', () => {
    it('refuses a cursor that was not handed out here', async () => {
      const [tenant, other] = [await minted(), await minted()];
      await send(other);
      const foreign = (await list(other)).body.next_cursor;
      for (const after of ['x', '1', 'evt_', 'evt_00000000000000000000000000', 'evt_%00', foreign, foreign.toUpperCase()])
        expect(await list(tenant, `?after=${after}`)).toMatchObject({ status: 422, body: { error: 'invalid_cursor' } });
    });
  });
});

describe.each(engines)('requests that wait for events on $name', (engine) => {
  it('end when the server stops', async () => {
    const server = await startTestServer(engine, BY_HAND);
    const tenant = await server.mint();
    const waiting = tenant.call('GET', '/v1/events?wait=30');
    // Taken by the server before it is told to stop.
    await tenant.call('GET', '/v1/usage');
    await server.stop();
    expect(await waiting).toMatchObject({ status: 200, body: { data: [], has_more: false } });
  });
});

describe('requests that wait for events of another process', () => {
  let servers: readonly TestServer[];
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const postgres = engines.find(({ name }) => name === 'postgres');
    if (postgres === undefined) throw new Error('there is no engine for several processes');
    const database = await postgres.create();
    drop = database.drop;
    servers = await Promise.all([1, 2].map(() => startTestServer(postgres, { JOB_INTERVAL_MS: '3600000' }, database)));
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await drop();
  });

  it('are answered', async () => {
    const [here, there] = servers;
    if (here === undefined || there === undefined) throw new Error('there are two');
    const tenant = await here.mint();
    const waiting = there.as(tenant.key)('GET', '/v1/events?wait=30');
    const message = await send(tenant, 'bounced');
    expect((await waiting).body.data).toMatchObject([{ type: 'bounce', message_id: message }]);
  });
});
