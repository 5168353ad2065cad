import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ObjectRef } from '../core/request/context.ts';
import { isIn, lockRows, type Trx, withoutIndex } from '../db/dialect.ts';
import { type KeysetRequest, newestFirst } from '../db/keyset.ts';
import type { BroadcastRow, Schema } from '../db/schema.ts';
import { DRAFT_BYTES } from '../storage/size-store.ts';
import type { Broadcast, BroadcastStatus, Draft } from './broadcast.ts';
import { insertLedger, ledgerColumns, type StoredLedger, toLedger } from './ledger/ledger-store.ts';

/** The tenant id of a deleted broadcast, which belongs to nobody. */
const NOBODY = '';
/** The status of a deleted broadcast. */
const DELETED = 'deleted';

/** Safe because only states and kinds of the contract are written where a tenant can read them. */
const toBroadcast = (row: BroadcastRow & StoredLedger): Broadcast => ({
  id: row.id,
  tenantId: row.tenant_id,
  name: row.name,
  subject: row.subject,
  fromDomainId: row.from_domain_id,
  from: row.from_address,
  replyTo: row.reply_to,
  previewText: row.preview_text,
  bodyHtml: row.body_html,
  bodyText: row.body_text,
  targetKind: row.target_kind as Draft['targetKind'],
  targetId: row.target_id,
  status: row.status as BroadcastStatus,
  scheduledAt: row.scheduled_at,
  lastError: row.last_error,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  sentAt: row.sent_at,
  startedAt: row.started_at,
  sender: row.sender,
  senderDomainId: row.sender_domain_id,
  bodyId: row.body_id,
  ledger: toLedger(row),
});

const draftColumns = (draft: Draft) => ({
  name: draft.name,
  subject: draft.subject,
  from_domain_id: draft.fromDomainId,
  from_address: draft.from,
  reply_to: draft.replyTo,
  preview_text: draft.previewText,
  body_html: draft.bodyHtml,
  body_text: draft.bodyText,
  target_kind: draft.targetKind,
  target_id: draft.targetId,
});

const UNSENT = {
  status: 'draft',
  scheduled_at: null,
  last_error: null,
  sent_at: null,
  started_at: null,
  sender: null,
  sender_domain_id: null,
  body_id: null,
};

const withLedger = (db: Kysely<Schema>) =>
  db.selectFrom('broadcasts as b').innerJoin('broadcast_ledgers as l', 'l.broadcast_id', 'b.id').selectAll('b').select(ledgerColumns);

/** Inserts a draft and returns it. */
export async function insertBroadcast(
  trx: Trx,
  { id, tenantId, draft, at }: ObjectRef & { readonly draft: Draft; readonly at: number },
): Promise<Broadcast> {
  const row = { id, tenant_id: tenantId, ...draftColumns(draft), ...UNSENT, created_at: at, updated_at: at };
  await trx.insertInto('broadcasts').values(row).execute();
  return toBroadcast({ ...row, ...(await insertLedger(trx, { id, tenantId })) });
}

export async function findBroadcast(db: Kysely<Schema>, { tenantId, id }: ObjectRef): Promise<Broadcast | undefined> {
  const row = await withLedger(db).where('b.id', '=', id).where('b.tenant_id', '=', tenantId).executeTakeFirst();
  return row && toBroadcast(row);
}

/** Locks a broadcast and returns it; nobody else can move or edit it until the transaction ends. Undefined if it does not exist. */
export async function lockBroadcast(trx: Trx, ref: ObjectRef): Promise<Broadcast | undefined> {
  await trx
    .selectFrom('broadcasts')
    .select('id')
    .where('id', '=', ref.id)
    .where('tenant_id', '=', ref.tenantId)
    .modifyEnd(lockRows(trx, 'wait', 'broadcasts'))
    .execute();
  return findBroadcast(trx, ref);
}

/** A page of a list of broadcasts, in any state unless states are given. */
export interface BroadcastPage extends KeysetRequest {
  readonly status?: readonly BroadcastStatus[] | undefined;
}
type OwnPage = BroadcastPage & { readonly tenantId: string };

/**
 * Returns the condition that a broadcast of the table belongs to the tenant and is in one of the requested states. Each state is queried
 * by itself for as many rows as the page may need, since the index is ordered by state.
 */
function isOwn(table: 'b' | 'broadcasts', db: Kysely<Schema>, { tenantId, status: states, ...page }: OwnPage): RawBuilder<SqlBool> {
  const own = sql.ref<string>(`${table}.tenant_id`);
  if (states === undefined) return sql<SqlBool>`${own} = ${tenantId}`;
  const newest = states.map((status) => {
    const query = db.selectFrom('broadcasts').select(['id', 'created_at']).where('tenant_id', '=', tenantId).where('status', '=', status);
    return sql`select id from (${query.$call(newestFirst(page))}) r`;
  });
  return sql<SqlBool>`(${withoutIndex(db, own)} = ${tenantId} and ${sql.ref(`${table}.id`)} in (${sql.join(newest, sql` union all `)}))`;
}

/** Returns broadcasts of a tenant, newest first, one more than the page. */
export async function listNewestBroadcasts(db: Kysely<Schema>, tenantId: string, page: BroadcastPage): Promise<Broadcast[]> {
  const rows = await withLedger(db)
    .where(isOwn('b', db, { tenantId, ...page }))
    .$call(newestFirst(page))
    .execute();
  return rows.map(toBroadcast);
}

/** Returns the size in bytes of each draft of a page, in its order, without reading the drafts. */
export async function listDraftBytes(db: Kysely<Schema>, tenantId: string, page: BroadcastPage): Promise<number[]> {
  const query = db
    .selectFrom('broadcasts')
    .select(DRAFT_BYTES.as('bytes'))
    .where(isOwn('broadcasts', db, { tenantId, ...page }));
  return (await query.$call(newestFirst(page)).execute()).map(({ bytes }) => bytes);
}

/** Returns the next `updated_at`, which is the version of a draft and never repeats. */
const nextVersion = (at: number) => sql<number>`case when updated_at >= ${at} then updated_at + 1 else ${at} end`;

/** Writes the content of a draft. */
export async function updateDraft(trx: Trx, { tenantId, id }: ObjectRef, { draft, at }: { draft: Draft; at: number }): Promise<void> {
  await trx
    .updateTable('broadcasts')
    .set({ ...draftColumns(draft), updated_at: nextVersion(at) })
    .where('id', '=', id)
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'draft')
    .execute();
}

/** The values to set with a new state; omitted ones stay. */
export interface StateChange extends Partial<Pick<Broadcast, 'scheduledAt' | 'lastError' | 'sentAt' | 'startedAt' | 'bodyId'>> {
  readonly status: BroadcastStatus;
  readonly sender?: { readonly from: string; readonly domainId: string };
}

/** Moves a broadcast to another state if it is in one of `from`; returns whether it was. */
export async function updateState(
  trx: Trx,
  { tenantId, id }: ObjectRef,
  { from, set, at }: { readonly from: readonly BroadcastStatus[]; readonly set: StateChange; readonly at: number },
): Promise<boolean> {
  const moved = await trx
    .updateTable('broadcasts')
    .set({
      status: set.status,
      scheduled_at: set.scheduledAt,
      last_error: set.lastError,
      sent_at: set.sentAt,
      started_at: set.startedAt,
      body_id: set.bodyId,
      sender: set.sender?.from,
      sender_domain_id: set.sender?.domainId,
      updated_at: nextVersion(at),
    })
    .where('id', '=', id)
    .where('tenant_id', '=', tenantId)
    .where('status', 'in', from)
    .returning('id')
    .executeTakeFirst();
  return moved !== undefined;
}

/**
 * Takes a broadcast from its tenant. For the tenant it is gone at once, however much mail still has to be cancelled. Returns whether it
 * existed.
 */
export async function disownBroadcast(trx: Trx, { tenantId, id }: ObjectRef): Promise<boolean> {
  const disowned = await trx
    .updateTable('broadcasts')
    .set({ tenant_id: NOBODY, status: DELETED, subject: '', body_html: null, body_text: null })
    .where('id', '=', id)
    .where('tenant_id', '=', tenantId)
    .returning('id')
    .executeTakeFirst();
  return disowned !== undefined;
}

/** Returns the ids of at most `limit` deleted broadcasts, whose mail may still have to be cancelled. */
export const listDisowned = (db: Kysely<Schema>, limit: number): Promise<{ id: string }[]> =>
  db.selectFrom('broadcasts').select('id').where('status', '=', DELETED).limit(limit).execute();

/**
 * Removes the rest of a deleted broadcast: at most `limit` records of contacts that got no mail, then the broadcast itself. Returns
 * whether it is gone.
 */
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

/**
 * Returns the ids of broadcasts with waiting mail that belong to the tenants of the given contacts, including sent ones with mail that
 * was refused temporarily.
 */
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

/** Returns the condition that a message belongs to a broadcast that is neither being sent nor sent: it is paused or deleted. */
export const heldBroadcasts = () => sql<boolean>`(messages.broadcast_id is not null and not exists (
  select 1 from broadcasts where broadcasts.id = messages.broadcast_id and broadcasts.status in ('sending', 'sent')))`;
