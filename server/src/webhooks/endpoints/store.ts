import { type Kysely, sql } from 'kysely';
import type { ObjectRef } from '../../core/request/context.ts';
import { isIn, type Trx } from '../../db/dialect.ts';
import { toFlag } from '../../db/schema/flag.ts';
import type { Schema, WebhookRow } from '../../db/schema.ts';
import { NO_FAILURES } from './answer-store.ts';
import type { Endpoint, Failing, SubscribedTypes } from './endpoint.ts';

type StoredEndpoint = Omit<WebhookRow, 'deleted_at'>;

const columns = [
  'id',
  'tenant_id',
  'url',
  'events',
  'description',
  'active',
  'secret',
  'previous_secret',
  'previous_until',
  'earlier_secrets',
  'failing_since',
  'failed_attempts',
  'last_failure',
  'created_at',
] as const satisfies readonly (keyof StoredEndpoint)[];

/** Safe because only the types of an endpoint are written there. */
const readTypes = (stored: string) => JSON.parse(stored) as SubscribedTypes;

/** Safe because only `recordAnswers` writes it. */
const readFailure = (stored: string) => JSON.parse(stored) as Failing['last'];

const toFailing = ({ failing_since: since, failed_attempts: attempts, last_failure: last }: StoredEndpoint): Failing | null =>
  since === null || attempts === null || last === null ? null : { since, attempts, last: readFailure(last) };

const fromRow = (row: StoredEndpoint): Endpoint => ({
  id: row.id,
  tenantId: row.tenant_id,
  url: row.url,
  types: readTypes(row.events),
  description: row.description,
  active: row.active === 1,
  secret: row.secret,
  previousSecret: row.previous_secret,
  previousUntil: row.previous_until,
  earlierSecrets: row.earlier_secrets,
  failing: toFailing(row),
  createdAt: row.created_at,
});

/** Columns that a change may write. Secrets are excluded: re-encrypting them does not check the version. */
const toSettings = (endpoint: Endpoint) => ({
  url: endpoint.url,
  events: JSON.stringify(endpoint.types),
  description: endpoint.description,
  active: toFlag(endpoint.active),
});

const toSecrets = (endpoint: Endpoint) => ({
  secret: endpoint.secret,
  previous_secret: endpoint.previousSecret,
  previous_until: endpoint.previousUntil,
  earlier_secrets: endpoint.earlierSecrets,
});

export async function insertWebhook(trx: Trx, endpoint: Endpoint): Promise<void> {
  const { id, tenantId: tenant_id, createdAt: created_at } = endpoint;
  await trx
    .insertInto('webhooks')
    .values({ id, tenant_id, ...toSettings(endpoint), ...toSecrets(endpoint), ...NO_FAILURES, created_at, deleted_at: null })
    .execute();
}

/** Returns all endpoints of a tenant, newest first. */
export async function listWebhooks(db: Kysely<Schema>, tenantId: string): Promise<Endpoint[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(fromRow);
}

export async function findWebhook(db: Kysely<Schema>, { tenantId, id }: ObjectRef): Promise<Endpoint | undefined> {
  const row = await db
    .selectFrom('webhooks')
    .select(columns)
    .where('id', '=', id)
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row && fromRow(row);
}

/** Returns how many endpoints a tenant has, which its plan caps. */
export async function countWebhooks(db: Kysely<Schema>, tenantId: string): Promise<number> {
  const { count } = await db
    .selectFrom('webhooks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Writes the settings of an endpoint that this transaction has read. */
export async function updateSettings(trx: Trx, endpoint: Endpoint): Promise<void> {
  await trx
    .updateTable('webhooks')
    .set(toSettings(endpoint))
    .where('id', '=', endpoint.id)
    .where('tenant_id', '=', endpoint.tenantId)
    .where('deleted_at', 'is', null)
    .execute();
}

/** Replaces the secret of an endpoint. The one that is stored by now signs as well until `previousUntil`. */
export async function replaceSecret(trx: Trx, { tenantId, id, secret, previousUntil, earlierSecrets }: Endpoint): Promise<void> {
  await trx
    .updateTable('webhooks')
    .set({ secret, previous_secret: sql.ref('secret'), previous_until: previousUntil, earlier_secrets: earlierSecrets })
    .where('id', '=', id)
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', 'is', null)
    .execute();
}

/** Replaces an endpoint by a marker without URL and secrets, by which its deliveries are found and removed. */
export async function markWebhookDeleted(trx: Trx, { tenantId, id }: ObjectRef, at: number): Promise<void> {
  await trx
    .updateTable('webhooks')
    .set({
      deleted_at: at,
      active: 0,
      url: '',
      description: null,
      secret: '',
      previous_secret: null,
      previous_until: null,
      earlier_secrets: null,
      ...NO_FAILURES,
    })
    .where('id', '=', id)
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', 'is', null)
    .execute();
}

/** What determines whether an endpoint gets an event. */
export type Subscriber = Pick<Endpoint, 'id' | 'tenantId' | 'types'> & {
  /** Whether attempts have failed without a success since. */
  readonly isFailing: boolean;
};

/** Returns the active endpoints of tenants. */
export async function findSubscribers(db: Kysely<Schema>, tenantIds: readonly string[]): Promise<Subscriber[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select(['id', 'tenant_id', 'events', 'failing_since'])
    .where((eb) => isIn(db, eb.ref('tenant_id'), tenantIds))
    .where('active', '=', 1)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id, tenant_id, events, failing_since }) => ({
    ...{ id, tenantId: tenant_id, types: readTypes(events) },
    isFailing: failing_since !== null,
  }));
}

/** A deleted endpoint whose deliveries are still to be removed. */
export interface Marker extends ObjectRef {
  readonly deletedAt: number;
}

/** Returns endpoints that are deleted, the longest deleted first. */
export async function findDeletedWebhooks(db: Kysely<Schema>, most: number): Promise<Marker[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select(['id', 'tenant_id', 'deleted_at'])
    .where('deleted_at', 'is not', null)
    .orderBy('deleted_at')
    .limit(most)
    .execute();
  return rows.map(({ id, tenant_id, deleted_at }) => ({ id, tenantId: tenant_id, deletedAt: deleted_at ?? 0 }));
}

export async function deleteMarker(trx: Trx, { tenantId, id }: ObjectRef): Promise<void> {
  await trx.deleteFrom('webhooks').where('id', '=', id).where('tenant_id', '=', tenantId).where('deleted_at', 'is not', null).execute();
}
