import { type Kysely, sql } from 'kysely';
import { isIn, type Trx } from '../../db/dialect.ts';
import type { Schema } from '../../db/schema.ts';
import type { Meter } from '../../meters/store.ts';
import { balanceWithin, giveBack, isStale, type NewPack, settleBalance } from './credits.ts';

export async function insertPack(trx: Trx, { id, tenantId, emails, createdAt, expiresAt }: NewPack): Promise<void> {
  await trx.insertInto('credit_packs').values({ id, tenant_id: tenantId, emails, created_at: createdAt, expires_at: expiresAt }).execute();
}

export async function deletePacks(trx: Trx, tenantId: string): Promise<void> {
  await trx.deleteFrom('credit_packs').where('tenant_id', '=', tenantId).execute();
}

/**
 * Advances the balances of locked meters to a time: what is left of expired packs is dropped. One statement for all of them, and none if no
 * pack has expired since a meter was written.
 */
export async function settleCredits(trx: Trx, meters: Iterable<Meter>, now: number): Promise<void> {
  const stale = [...meters].filter((meter) => isStale(meter, now));
  if (stale.length === 0) return;
  const ids = stale.map(({ tenantId }) => tenantId);
  const rows = await trx
    .selectFrom('credit_packs')
    .select(['tenant_id', (eb) => eb.fn.sum<number>('emails').as('emails'), (eb) => eb.fn.min('expires_at').as('expire_at')])
    .where((eb) => isIn(trx, eb.ref('tenant_id'), ids))
    .where('expires_at', '>', now)
    .groupBy('tenant_id')
    .execute();
  const valid = new Map(rows.map(({ tenant_id, emails, expire_at }) => [tenant_id, { emails, expireAt: expire_at }]));
  for (const meter of stale) settleBalance(meter, valid.get(meter.tenantId) ?? { emails: 0, expireAt: null });
}

/** Prepaid emails of a tenant that come back. */
export interface ReturnedCredits {
  /** Those that were drawn for sure. */
  readonly drawn: number;
  /** Those that were drawn if the tenant is on credits. */
  readonly byPlan: number;
}

/** Gives prepaid emails back into locked meters. One statement for all of them. */
export async function returnCredits(
  trx: Trx,
  { emails, now }: { emails: ReadonlyMap<Meter, ReturnedCredits>; now: number },
): Promise<void> {
  if (emails.size === 0) return;
  const ids = [...emails.keys()].map(({ tenantId }) => tenantId);
  const rows = await trx
    .selectFrom('tenants as t')
    .leftJoin('credit_packs as p', (join) => join.onRef('p.tenant_id', '=', 't.id').on('p.expires_at', '>', now))
    .select([
      't.id',
      't.plan',
      (eb) => eb.fn.sum<number | null>('p.emails').as('emails'),
      (eb) => eb.fn.min('p.expires_at').as('expire_at'),
    ])
    .where((eb) => isIn(trx, eb.ref('t.id'), ids))
    .groupBy(['t.id', 't.plan'])
    .execute();
  const found = new Map(rows.map((row) => [row.id, { plan: row.plan, emails: row.emails ?? 0, expireAt: row.expire_at }]));
  for (const [meter, { drawn, byPlan }] of emails) {
    const packs = found.get(meter.tenantId);
    const returned = drawn + (packs?.plan === 'credits' ? byPlan : 0);
    if (packs === undefined || returned === 0) continue;
    settleBalance(meter, packs);
    giveBack(meter, returned, packs.emails);
  }
}

/** Returns the balances of tenants at a time, without locks. */
export async function findCreditBalances(
  db: Kysely<Schema>,
  { tenantIds, now }: { tenantIds: readonly string[]; now: number },
): Promise<Map<string, number>> {
  const valid = sql<number>`(select coalesce(sum(p.emails), 0) from credit_packs p where p.tenant_id = m.tenant_id and p.expires_at > ${now})`;
  const rows = await db
    .selectFrom('tenant_meters as m')
    .select(['m.tenant_id', 'm.credits_balance', valid.as('valid')])
    .where((eb) => isIn(db, eb.ref('m.tenant_id'), tenantIds))
    .execute();
  return new Map(rows.map((row) => [row.tenant_id, balanceWithin(row.credits_balance, row.valid)]));
}
