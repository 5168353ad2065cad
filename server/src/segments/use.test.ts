import { beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../tests/support/engines.ts';
import { insertContacts } from '../../../tests/support/filters/insert-subjects.ts';
import { useTenancy } from '../../../tests/support/tenancy/tenancy.ts';
import { ApiError } from '../core/errors/api-error.ts';
import { createSegment } from './create-segment.ts';
import { checkFilter, compileFilter, findMatching, findSegment } from './index.ts';
import { countContacts } from './match-contacts.ts';

const PRO = { field: 'attributes.plan', op: 'eq', value: 'pro' } as const;

describe.each(engines)('what other features do with filters on $name', (engine) => {
  const tenancy = useTenancy(engine);
  let tenantId: string;
  let foreign: string;
  beforeAll(async () => {
    [tenantId, foreign] = [await tenancy.tenant(), await tenancy.tenant()];
    const { db, clock } = tenancy.app;
    const at = clock.now();
    const contact = (id: string, plan: string, created_at = at) => ({
      id,
      email: `${id}@example.com`,
      status: 'subscribed',
      attributes: { plan },
      created_at,
      updated_at: at,
    });
    await insertContacts(db, [contact('con_1', 'pro'), contact('con_2', 'free'), contact('con_3', 'pro', at + 1)], tenantId);
    await insertContacts(db, [contact('con_4', 'pro')], foreign);
  });

  const scope = () => ({ now: tenancy.app.clock.now() });

  async function checked(given: unknown) {
    const { db } = tenancy.app;
    const filter = await checkFilter(db.read, tenantId, given);
    if (filter instanceof ApiError) throw filter;
    return filter;
  }

  it('walks the contacts that match, within any query that names them', async () => {
    const { db } = tenancy.app;
    const page = db.read
      .selectFrom('contacts')
      .leftJoin('suppressions', (join) =>
        join.onRef('suppressions.email', '=', 'contacts.email').onRef('suppressions.tenant_id', '=', 'contacts.tenant_id'),
      )
      .select('contacts.id')
      .where('contacts.tenant_id', '=', tenantId)
      .where(compileFilter(db.read, await checked(PRO), scope()))
      .orderBy('contacts.created_at')
      .orderBy('contacts.id');
    expect((await page.execute()).map(({ id }) => id)).toEqual(['con_1', 'con_3']);
  });

  it('asks of some contacts', async () => {
    const matching = { tenantId, filter: await checked(PRO), ...scope() };
    const found = await findMatching(tenancy.app.db.read, matching, ['con_1', 'con_2', 'con_4', 'con_9']);
    expect([...found]).toEqual(['con_1']);
  });

  it('counts, after checking anew', async () => {
    const { app } = tenancy;
    expect(await countContacts(app, { tenantId, filter: PRO })).toBe(2);
    expect(await countContacts(app, { tenantId, filter: { and: [PRO, 5] } })).toMatchObject({
      code: 'invalid_filter',
      fields: { path: 'and[1]' },
    });
    expect(await countContacts(app, { tenantId, filter: { field: 'audience', op: 'member_of', value: 'aud_1' } })).toMatchObject({
      code: 'invalid_filter',
      fields: { path: 'value' },
    });
  });

  it("finds a tenant's own segment and no other's", async () => {
    const { app } = tenancy;
    const segment = await createSegment(app, tenantId, { name: 'Pro', filter: PRO });
    if (segment instanceof ApiError) throw segment;
    expect(await findSegment(app.db.read, { tenantId, id: segment.id })).toEqual(segment);
    expect(await findSegment(app.db.read, { tenantId: foreign, id: segment.id })).toBeUndefined();
    expect(await countContacts(app, segment)).toBe(2);
  });

  it('never makes a named statement of a filter', async () => {
    const { db } = tenancy.app;
    const query = db.read
      .selectFrom('contacts')
      .select('id')
      .where(compileFilter(db.read, await checked(PRO), scope()));
    expect(query.compile().sql).toContain('*');
    expect(query.compile().sql).not.toContain('pro');
  });
});
