import { type Kysely, type SqlBool, sql } from 'kysely';
import type { ObjectRef } from '../../core/request/context.ts';
import { lockRows, type Trx } from '../../db/dialect.ts';
import type { Schema } from '../../db/schema.ts';
import { isTried } from '../../messages/bulk/index.ts';
import { isActiveTenant } from '../../tenants/index.ts';
import type { Broadcast, Draft } from '../broadcast.ts';
import { ledgerColumns, toLedger } from '../ledger/ledger-store.ts';

/** Returns the condition that a tenant may send. */
const isActive = (tenantId: string) =>
  sql<SqlBool>`exists (select 1 from tenants where tenants.id = ${sql.ref(tenantId)} and ${isActiveTenant('tenants')})`;

/** Returns at most `limit` scheduled broadcasts that are due. */
export async function findDue(db: Kysely<Schema>, now: number, limit: number): Promise<ObjectRef[]> {
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

/** Returns when the next scheduled broadcast is due, in epoch milliseconds; null where none is scheduled. */
export async function findNextScheduled(db: Kysely<Schema>): Promise<number | null> {
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

const COLUMNS = ['b.id', 'b.tenant_id', 'b.subject', 'b.target_kind', 'b.target_id', 'b.started_at'] as const;
const SENDER = ['b.sender', 'b.sender_domain_id', 'b.body_id'] as const;

/** A broadcast that is being sent, without its content. */
export type Progress = Pick<
  Broadcast,
  'id' | 'tenantId' | 'subject' | 'targetKind' | 'targetId' | 'startedAt' | 'sender' | 'senderDomainId' | 'bodyId' | 'ledger'
>;

const sendingRows = (db: Kysely<Schema>) =>
  db
    .selectFrom('broadcasts as b')
    .innerJoin('broadcast_ledgers as l', 'l.broadcast_id', 'b.id')
    .select([...COLUMNS, ...SENDER, ...ledgerColumns])
    .where('b.status', '=', 'sending')
    .where(isActive('b.tenant_id'));

type SendingRow = Awaited<ReturnType<ReturnType<typeof sendingRows>['executeTakeFirstOrThrow']>>;

/** Safe because only kinds of the contract are written. */
const toProgress = (row: SendingRow): Progress => ({
  id: row.id,
  tenantId: row.tenant_id,
  subject: row.subject,
  targetKind: row.target_kind as Draft['targetKind'],
  targetId: row.target_id,
  startedAt: row.started_at,
  sender: row.sender,
  senderDomainId: row.sender_domain_id,
  bodyId: row.body_id,
  ledger: toLedger(row),
});

/** Returns broadcasts that are being sent by tenants that may send. */
export const findSending = async (db: Kysely<Schema>): Promise<Progress[]> => (await sendingRows(db).execute()).map(toProgress);

/** Returns one broadcast that is being sent by a tenant that may send; undefined otherwise. */
export async function findProgress(db: Kysely<Schema>, id: string): Promise<Progress | undefined> {
  const row = await sendingRows(db).where('b.id', '=', id).executeTakeFirst();
  return row && toProgress(row);
}

/** Returns the broadcasts being sent whose fan-out has ended and that have no open messages. */
export async function findFinished(db: Kysely<Schema>): Promise<Progress[]> {
  const rows = await sendingRows(db).where('l.walked', '=', 1).where(isTried('b.id')).execute();
  return rows.map(toProgress);
}

/**
 * Locks a broadcast that is being sent and returns whether it is finished. That is checked after the lock, since a retry may have
 * committed before.
 */
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

/** Returns the ids of broadcasts, of one tenant or all, whose fan-out has begun and not ended, in any state. */
export async function listUnfinishedFanOuts(db: Kysely<Schema>, tenantId: string | null): Promise<string[]> {
  const unfinished = db
    .selectFrom('broadcast_ledgers as l')
    .innerJoin('broadcasts as b', 'b.id', 'l.broadcast_id')
    .select('l.broadcast_id')
    .where('l.walked', '=', 0)
    .where('b.started_at', 'is not', null);
  const rows = await (tenantId === null ? unfinished : unfinished.where('l.tenant_id', '=', tenantId)).orderBy('l.broadcast_id').execute();
  return rows.map(({ broadcast_id: id }) => id);
}
