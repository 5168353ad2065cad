import { beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { BASE, fillAudience } from '../../support/fixtures/fill-audience.ts';
import { BY_HAND, useServer, useTenant } from '../../support/posthorn.ts';
import type { TestTenant } from '../../support/server.ts';

type Query = Readonly<Record<string, string | number>>;

describe.each(engines)('GET /v1/contacts/search on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useTenant(server);

  const ask = (query: Query, as: TestTenant = tenant) =>
    as.call('GET', `/v1/contacts/search?${new URLSearchParams(Object.fromEntries(Object.entries(query).map(([k, v]) => [k, String(v)])))}`);
  async function found(query: Query, as: TestTenant = tenant): Promise<string[]> {
    const emails: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const {
        status,
        body,
      }: { status: number; body: { data: { email: string }[]; next_cursor: string | null; searched_until: number | null } } = await ask(
        { ...query, cursor },
        as,
      );
      expect({ status, body }).toMatchObject({ status: 200 });
      expect(body.searched_until === null).toBe(body.next_cursor === null);
      emails.push(...body.data.map(({ email }) => email));
      cursor = body.next_cursor;
    }
    return emails;
  }

  describe('200', () => {
    beforeAll(async () => {
      const contacts = [
        { email: 'ada@example.net', attributes: { city: 'Ulm', seats: 3, vip: true, 'odd "key"\\': 'x' } },
        { email: 'bob_1@example.org', attributes: { city: 'Bern', none: null } },
        { email: 'adam%1@example.org', status: 'unsubscribed', attributes: { city: 'ulm' } },
        { email: 'eve@bücher.example', attributes: {} },
      ];
      for (const body of contacts) expect((await tenant.call('POST', '/v1/contacts', { body })).status).toBe(201);
    });

    it.each<[Query, string[]]>([
      [{}, ['eve@xn--bcher-kva.example', 'adam%1@example.org', 'bob_1@example.org', 'ada@example.net']],
      [{ limit: 1 }, ['eve@xn--bcher-kva.example', 'adam%1@example.org', 'bob_1@example.org', 'ada@example.net']],
      [{ email: '@Bücher.' }, ['eve@xn--bcher-kva.example']],
      [{ email: 'ADA' }, ['adam%1@example.org', 'ada@example.net']],
      [{ email: 'ADA', limit: 1 }, ['adam%1@example.org', 'ada@example.net']],
      [{ email: '@example.org' }, ['adam%1@example.org', 'bob_1@example.org']],
      [{ email: '_' }, ['bob_1@example.org']],
      [{ email: '%' }, ['adam%1@example.org']],
      [{ email: 'nobody' }, []],
      [{ status: 'unsubscribed' }, ['adam%1@example.org']],
      [{ email: 'example.org', status: 'subscribed' }, ['bob_1@example.org']],
      [{ attribute_key: 'city', attribute_value: 'Ulm' }, ['ada@example.net']],
      [{ attribute_key: 'city' }, ['adam%1@example.org', 'bob_1@example.org', 'ada@example.net']],
      [{ attribute_key: 'seats', attribute_value: 3 }, ['ada@example.net']],
      [{ attribute_key: 'seats', attribute_value: '3.0' }, ['ada@example.net']],
      [{ attribute_key: 'seats', attribute_value: 30 }, []],
      [{ attribute_key: 'vip', attribute_value: 'true' }, ['ada@example.net']],
      [{ attribute_key: 'vip', attribute_value: 1 }, []],
      [{ attribute_key: 'none' }, []],
      [{ attribute_key: 'odd "key"\\' }, ['ada@example.net']],
      [{ attribute_key: "'" }, []],
      [
        { email: '', status: '', attribute_key: '', attribute_value: '', limit: '' },
        ['eve@xn--bcher-kva.example', 'adam%1@example.org', 'bob_1@example.org', 'ada@example.net'],
      ],
    ])('finds by %o', async (query, emails) => {
      expect(await found(query)).toEqual(emails);
    });

    it('compares long numbers exactly', async () => {
      const other = await server.mint();
      const numbers = {
        even: 1_234_567_890_123_456,
        odd: 1_234_567_890_123_457,
        text: '12345678901234567',
        rounded: 0,
        part: 0.1,
      };
      for (const [name, id] of Object.entries(numbers))
        await other.call('POST', '/v1/contacts', { body: { email: `${name}@example.net`, attributes: { id } } });
      // Of when such numbers were not refused yet.
      await server.app.db.transact((trx) =>
        trx
          .updateTable('contacts')
          .set({ attributes: '{"id":12345678901234568}' })
          .where('email', '=', 'rounded@example.net')
          .where('tenant_id', '=', other.id)
          .execute(),
      );
      const byId = async (value: string) => found({ attribute_key: 'id', attribute_value: value }, other);
      expect(await byId('1234567890123456')).toEqual(['even@example.net']);
      expect(await byId('1234567890123457')).toEqual(['odd@example.net']);
      expect(await byId('01234567890123457.0')).toEqual(['odd@example.net']);
      expect(await byId('1234567890123457.1')).toEqual([]);
      expect(await byId('12345678901234567')).toEqual(['text@example.net']);
      expect(await byId('12345678901234568')).toEqual(['rounded@example.net']);
      expect(await byId('0.1')).toEqual(['part@example.net']);
      expect(await byId('0.1000000000000000055')).toEqual([]);
      expect(await byId('000000000000000.100000000000000')).toEqual(['part@example.net']);
    });

    it('finds nothing of other tenants', async () => {
      expect(await found({ email: 'ada' }, await server.mint())).toEqual([]);
    });

    it('shows contacts as the list does', async () => {
      const [searched, listed] = [await ask({ limit: 2 }), await tenant.call('GET', '/v1/contacts?limit=2')];
      expect(searched.body).toMatchObject(listed.body);
    });

    it('looks at 20,000 contacts at a time', async () => {
      const own = await server.mint();
      const statusOf = (index: number) => (index === 4 ? 'cleaned' : 'subscribed');
      await fillAudience(server.app.db, { tenantId: own.id, audienceId: 'aud', count: 25_000, statusOf });
      const { body: first } = await ask({ status: 'cleaned' }, own);
      expect(first).toMatchObject({ data: [], searched_until: BASE + 5000 });
      expect(await ask({ status: 'cleaned', cursor: first.next_cursor }, own)).toMatchObject({
        body: { data: [{ email: 'user4@example.com' }], next_cursor: null, searched_until: null },
      });
      expect(await found({ email: 'user2400', limit: 3 }, own)).toHaveLength(11);
    });
  });

  it.each([
    [{ status: 'gone' }, 'status'],
    [{ attribute_value: 'x' }, 'attribute_key'],
    [{ attribute_key: 'x'.repeat(101) }, 'attribute_key'],
    [{ email: 'x'.repeat(1001) }, 'email'],
  ])('answers 422 to %o', async (query, field) => {
    expect(await ask(query as Query)).toMatchObject({ status: 422, body: { error: 'validation_failed', field } });
  });

  it('answers 422 to a cursor that it has not given', async () => {
    expect(await ask({ cursor: 'x' })).toMatchObject({ status: 422, body: { error: 'invalid_cursor' } });
  });
});
