import { type Kysely, sql } from 'kysely';
import { isIn, lockRows, type Trx } from '../db/dialect.ts';
import { type KeysetRequest, newestFirst } from '../db/keyset.ts';
import type { BroadcastRow, Schema } from '../db/schema.ts';
import { hasUntried } from '../messages/index.ts';
import type { Broadcast, BroadcastKey, BroadcastStatus } from './broadcast.ts';
import { NEW_LEDGER } from './ledger-store.ts';

/** In place of a tenant's id: a broadcast that is deleted, and is nobody's any more. */
const NOBODY = '';
/** In place of a state. */
const DELETED = 'deleted';

const LEDGER = Object.keys(NEW_LEDGER).map((column) => `l.${column}` as `l.${keyof typeof NEW_LEDGER}`);

const withLedger = (db: Kysely<Schema>) =>
  db.selectFrom('broadcasts as b').innerJoin('broadcast_ledgers as l', 'l.broadcast_id', 'b.id').selectAll('b').select(LEDGER);

export async function insertBroadcast(trx: Trx, row: BroadcastRow): Promise<void> {
  await trx.insertInto('broadcasts').values(row).execute();
  await trx
    .insertInto('broadcast_ledgers')
    .values({ broadcast_id: row.id, tenant_id: row.tenant_id, ...NEW_LEDGER })
    .execute();
}

export function findBroadcast(db: Kysely<Schema>, { tenantId, id }: BroadcastKey): Promise<Broadcast | undefined> {
  return withLedger(db).where('b.id', '=', id).where('b.tenant_id', '=', tenantId).executeTakeFirst();
}

/** Reads a broadcast that nobody else can move or edit before the transaction ends. */
export async function lockBroadcast(trx: Trx, key: BroadcastKey): Promise<Broadcast | undefined> {
  await trx
    .selectFrom('broadcasts')
    .select('id')
    .where('id', '=', key.id)
    .where('tenant_id', '=', key.tenantId)
    .modifyEnd(lockRows(trx, 'wait', 'broadcasts'))
    .execute();
  return findBroadcast(trx, key);
}

/** Newest first, one more than the page. */
export function listBroadcasts(db: Kysely<Schema>, tenantId: string, page: KeysetRequest): Promise<Broadcast[]> {
  return withLedger(db).where('b.tenant_id', '=', tenantId).$call(newestFirst(page)).execute();
}

/** Changes a broadcast if it is in one of the states; returns whether it was. */
export async function moveBroadcast(
  trx: Trx,
  { tenantId, id }: BroadcastKey,
  { from, set: { updated_at: at, ...set } }: { from: readonly BroadcastStatus[]; set: Partial<BroadcastRow> & { updated_at: number } },
): Promise<boolean> {
  const moved = await trx
    .updateTable('broadcasts')
    // A version of what it says: never the same twice.
    .set({ ...set, updated_at: sql`case when updated_at >= ${at} then updated_at + 1 else ${at} end` })
    .where('id', '=', id)
    .where('tenant_id', '=', tenantId)
    .where('status', 'in', from)
    .returning('id')
    .executeTakeFirst();
  return moved !== undefined;
}

/** Makes a broadcast nobody's: gone for its tenant at once, however much mail is still to be cancelled. */
export async function disownBroadcast(trx: Trx, { tenantId, id }: BroadcastKey): Promise<boolean> {
  const disowned = await trx
    .updateTable('broadcasts')
    .set({ tenant_id: NOBODY, status: DELETED, subject: '', body_html: null, body_text: null })
    .where('id', '=', id)
    .where('tenant_id', '=', tenantId)
    .returning('id')
    .executeTakeFirst();
  return disowned !== undefined;
}

export const listDisowned = (db: Kysely<Schema>, limit: number): Promise<{ id: string }[]> =>
  db.selectFrom('broadcasts').select('id').where('status', '=', DELETED).limit(limit).execute();

/** Removes what is left of a deleted broadcast: at most so many of those it left out, and itself once there are none. */
export async function removeDisowned(trx: Trx, id: string, limit: number): Promise<boolean> {
  const skips = await trx
    .deleteFrom('broadcast_skips')
    .where('broadcast_id', '=', id)
    .where('contact_id', 'in', (eb) => eb.selectFrom('broadcast_skips').select('contact_id').where('broadcast_id', '=', id).limit(limit))
    .returning('contact_id')
    .execute();
  if (skips.length === limit) return false;
  await trx.deleteFrom('broadcast_ledgers').where('broadcast_id', '=', id).execute();
  await trx.deleteFrom('broadcasts').where('id', '=', id).execute();
  return true;
}

/** Locks the ledger of a broadcast in whatever state: a page of the walk that is under way ends first. */
export async function lockLedger(trx: Trx, id: string): Promise<void> {
  await trx
    .selectFrom('broadcast_ledgers')
    .select('broadcast_id')
    .where('broadcast_id', '=', id)
    .modifyEnd(lockRows(trx, 'wait', 'broadcast_ledgers'))
    .execute();
}

/** Of tenants that may send. */
const isActive = (tenantId: string) =>
  sql<boolean>`exists (
    select 1 from tenants where tenants.id = ${sql.ref(tenantId)} and tenants.suspended = 0 and tenants.deleted_at is null)`;

/** Scheduled broadcasts whose time has come. */
export async function findDue(db: Kysely<Schema>, now: number, limit: number): Promise<BroadcastKey[]> {
  const rows = await db
    .selectFrom('broadcasts')
    .select(['id', 'tenant_id'])
    .where('status', '=', 'scheduled')
    .where('scheduled_at', '<=', now)
    .where(isActive('broadcasts.tenant_id'))
    .orderBy('scheduled_at')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ id: row.id, tenantId: row.tenant_id }));
}

/** When the next scheduled broadcast is due, null when none is. */
export async function findNextDue(db: Kysely<Schema>): Promise<number | null> {
  const row = await db
    .selectFrom('broadcasts')
    .select('scheduled_at')
    .where('status', '=', 'scheduled')
    .where(isActive('broadcasts.tenant_id'))
    .orderBy('scheduled_at')
    .limit(1)
    .executeTakeFirst();
  return row?.scheduled_at ?? null;
}

const PROGRESS = ['b.id', 'b.tenant_id', 'b.subject', 'b.target_kind', 'b.target_id', 'b.started_at'] as const;
const SENDER = ['b.sender', 'b.sender_domain_id', 'b.body_id'] as const;

/** Broadcasts that are being sent by tenants that may, without their bodies. */
const sending = (db: Kysely<Schema>) =>
  db
    .selectFrom('broadcasts as b')
    .innerJoin('broadcast_ledgers as l', 'l.broadcast_id', 'b.id')
    .select([...PROGRESS, ...SENDER, ...LEDGER])
    .where('b.status', '=', 'sending')
    .where(isActive('b.tenant_id'));

/** A broadcast that is being sent. */
export type Progress = Awaited<ReturnType<typeof findSending>>[number];

export const findSending = (db: Kysely<Schema>) => sending(db).execute();

export const findProgress = (db: Kysely<Schema>, id: string): Promise<Progress | undefined> =>
  sending(db).where('b.id', '=', id).executeTakeFirst();

/** Broadcasts that are being sent, were walked to their ends, and have nothing open. */
export function findFinished(db: Kysely<Schema>): Promise<Progress[]> {
  return sending(db)
    .where('l.walked', '=', 1)
    .where((eb) => eb.not(hasUntried('b.id')))
    .execute();
}

/** Locks a broadcast that is being sent, and looks after that whether it is finished: a retry that commits in between would be missed. */
export async function lockFinished(trx: Trx, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('broadcasts')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'sending')
    .modifyEnd(lockRows(trx, 'wait', 'broadcasts'))
    .executeTakeFirst();
  return row !== undefined && (await findFinished(trx)).some((finished) => finished.id === id);
}

/** Broadcasts of the tenants of contacts that have mail waiting: also such as are sent, where some was refused for now. */
export async function findWaitingOfContacts(trx: Trx, contactIds: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('broadcast_ledgers')
    .select('broadcast_id')
    .where('queued', '>', 0)
    .where('tenant_id', 'in', (eb) =>
      eb
        .selectFrom('contacts')
        .select('contacts.tenant_id')
        .where((of) => isIn(trx, of.ref('contacts.id'), contactIds)),
    )
    .execute();
  return rows.map(({ broadcast_id: id }) => id);
}

/** That a message belongs to a broadcast that is paused, or gone. */
export const heldBroadcasts = () => sql<boolean>`(messages.broadcast_id is not null and not exists (
  select 1 from broadcasts where broadcasts.id = messages.broadcast_id and broadcasts.status in ('sending', 'sent')))`;
