import type { Kysely } from 'kysely';
import { isIn, type Trx } from '../db/dialect.ts';
import type { Schema, WebhookRow } from '../db/schema.ts';

export async function insertWebhook(trx: Trx, webhook: WebhookRow): Promise<void> {
  await trx.insertInto('webhooks').values(webhook).execute();
}

/** All endpoints of a tenant, newest first. */
export function listWebhooks(db: Kysely<Schema>, tenantId: string): Promise<WebhookRow[]> {
  return db
    .selectFrom('webhooks')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export function findWebhook(db: Kysely<Schema>, tenantId: string, id: string): Promise<WebhookRow | undefined> {
  return db
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', id)
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** The endpoints of a tenant that its plan's cap counts. */
export async function countWebhooks(db: Kysely<Schema>, tenantId: string): Promise<number> {
  const { count } = await db
    .selectFrom('webhooks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

type WebhookChanges = Partial<Omit<WebhookRow, 'id' | 'tenant_id' | 'created_at' | 'deleted_at'>>;

/** Writes what is given; undefined where there is no such endpoint. */
export function updateWebhookRow(
  trx: Trx,
  { tenantId, id, changes }: { tenantId: string; id: string; changes: WebhookChanges },
): Promise<WebhookRow | undefined> {
  return trx
    .updateTable('webhooks')
    .set(changes)
    .where('id', '=', id)
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Leaves a marker without URL and secrets, by which the deliveries are found and removed. */
export async function markWebhookDeleted(trx: Trx, { tenantId, id, at }: { tenantId: string; id: string; at: number }): Promise<void> {
  await trx
    .updateTable('webhooks')
    .set({ deleted_at: at, active: 0, url: '', secret: '', previous_secret: null, previous_until: null, description: null })
    .where('id', '=', id)
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', 'is', null)
    .execute();
}

/** An endpoint, as far as it decides on who gets an event. */
export type Subscriber = Pick<WebhookRow, 'id' | 'tenant_id' | 'events'>;

/** The active endpoints of tenants. */
export function findSubscribers(db: Kysely<Schema>, tenantIds: readonly string[]): Promise<Subscriber[]> {
  return db
    .selectFrom('webhooks')
    .select(['id', 'tenant_id', 'events'])
    .where((eb) => isIn(db, eb.ref('tenant_id'), tenantIds))
    .where('active', '=', 1)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
}
