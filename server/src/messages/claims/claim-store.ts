import { type Expression, type Kysely, type SqlBool, sql } from 'kysely';
import { type Executor, isAmong, isIn, lockInOrder, lockRows, type Trx, valuesTable } from '../../db/dialect.ts';
import type { Schema } from '../../db/schema.ts';
import { type Claim, claimKey, type Message } from '../message.ts';
import { MESSAGE_COLUMNS, toMessage } from '../store.ts';
import { movableBy } from '../transitions.ts';
import { statusAfter, tenantSuspended } from './due-store.ts';

/** Returns claims as a table `v` to join messages with. */
export function claimTable(executor: Executor, claims: readonly Claim[]) {
  const rows = claims.map(({ messageId, jobId, jobAttempt }) => ({ id: messageId, job: jobId, job_attempt: jobAttempt }));
  return valuesTable(executor, { id: 'text', job: 'text', job_attempt: 'bigint' }, rows);
}

const idsOf = (claims: readonly Claim[]) => claims.map(({ messageId }) => messageId);

const RELEASED = {
  status: statusAfter('release'),
  claim_job: null,
  claim_attempt: null,
  claim_expires_at: null,
};

/**
 * Claims messages for the jobs that name them: those that wait, and those that a previous attempt of the same job had claimed when its
 * worker died. Excludes messages of suspended tenants, and those that `held`, conditions on a row of `messages`, holds back. Returns the
 * messages.
 */
export async function claimMessages(
  trx: Trx,
  { claims, expiresAt, held }: { claims: readonly Claim[]; expiresAt: number; held: readonly Expression<SqlBool>[] },
): Promise<Message[]> {
  await lockInOrder(trx, 'messages', idsOf(claims));
  const taken = await trx
    .updateTable('messages')
    .from(claimTable(trx, claims))
    .set({
      status: statusAfter('claim'),
      claim_job: sql`v.job`,
      claim_attempt: sql`v.job_attempt`,
      claim_expires_at: expiresAt,
      due_at: null,
    })
    .whereRef('messages.id', '=', 'v.id')
    .where((eb) => isAmong(trx, eb.ref('messages.id'), idsOf(claims)))
    .where((eb) =>
      eb.or([
        eb.and([
          eb('messages.claim_job', 'is', null),
          eb('messages.due_at', 'is not', null),
          eb('messages.status', 'in', movableBy('claim')),
        ]),
        eb.and([eb('messages.claim_job', '=', eb.ref('v.job')), eb('messages.claim_attempt', '<', eb.ref('v.job_attempt'))]),
      ]),
    )
    // A subquery for each row, which planners cannot turn into a join: a join started with the tenants, and searched the mail of each.
    .where((eb) => eb(tenantSuspended(eb), '<>', 1))
    .where((eb) => eb.not(eb.or(held)))
    .returning('messages.id')
    .execute();
  const ids = taken.map(({ id }) => id);
  const rows = await trx
    .selectFrom('messages')
    .selectAll()
    .where((eb) => isIn(trx, eb.ref('id'), ids))
    .execute();
  return rows.map(toMessage);
}

/** A claim to end, and when the message is due again. */
interface Release extends Claim {
  readonly dueAt: number;
}

/** Ends claims of messages that were not begun, and makes them due again. */
export async function releaseMessages(trx: Trx, releases: readonly Release[]): Promise<void> {
  const columns = { id: 'text', job: 'text', job_attempt: 'bigint', due_at: 'bigint' } as const;
  const rows = releases.map(({ messageId, jobId, jobAttempt, dueAt }) => ({
    id: messageId,
    job: jobId,
    job_attempt: jobAttempt,
    due_at: dueAt,
  }));
  await lockInOrder(trx, 'messages', idsOf(releases));
  await trx
    .updateTable('messages')
    .from(valuesTable(trx, columns, rows))
    .set({ ...RELEASED, due_at: sql`v.due_at` })
    .whereRef('messages.id', '=', 'v.id')
    .where((eb) => isAmong(trx, eb.ref('messages.id'), idsOf(releases)))
    .whereRef('messages.claim_job', '=', 'v.job')
    .whereRef('messages.claim_attempt', '=', 'v.job_attempt')
    .execute();
}

/** Ends claims that have expired: the worker has died, and its job no longer exists. Returns how many. */
export async function releaseExpiredClaims(
  trx: Trx,
  { systemNow, dueAt, most }: { systemNow: number; dueAt: number; most: number },
): Promise<number> {
  const released = await trx
    .updateTable('messages')
    .set({ ...RELEASED, due_at: dueAt })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('messages')
        .select('id')
        .where('claim_expires_at', '<', systemNow)
        .orderBy('claim_expires_at')
        .limit(most)
        .modifyEnd(lockRows(trx, 'skip', 'messages')),
    )
    .returning('id')
    .execute();
  return released.length;
}

/** Returns the ids of the jobs that have claimed messages. */
export async function listClaimJobs(db: Kysely<Schema>): Promise<string[]> {
  const rows = await db.selectFrom('messages').select('claim_job').distinct().where('claim_expires_at', 'is not', null).execute();
  return rows.flatMap(({ claim_job: job }) => (job === null ? [] : [job]));
}

/** Returns the claims of jobs. */
export async function listClaims(db: Kysely<Schema>, jobIds: readonly string[]): Promise<Claim[]> {
  const rows = await db
    .selectFrom('messages')
    .select(['id', 'claim_job', 'claim_attempt'])
    .where('claim_expires_at', 'is not', null)
    .where(isIn(db, sql.ref<string>('claim_job'), jobIds))
    .execute();
  return rows.flatMap(({ id, claim_job: jobId, claim_attempt: jobAttempt }) =>
    jobId === null || jobAttempt === null ? [] : [{ messageId: id, jobId, jobAttempt }],
  );
}

/** Locks and returns messages that still have the given claims; one that was claimed again is left out. */
export async function lockClaimed(trx: Trx, claims: readonly Claim[]): Promise<Message[]> {
  const rows = await trx
    .selectFrom('messages')
    .innerJoin(claimTable(trx, claims), (join) =>
      join
        .onRef('v.id', '=', 'messages.id')
        .onRef('v.job', '=', 'messages.claim_job')
        .onRef('v.job_attempt', '=', 'messages.claim_attempt'),
    )
    .where((eb) => isAmong(trx, eb.ref('messages.id'), idsOf(claims)))
    .select(MESSAGE_COLUMNS)
    .orderBy('messages.id')
    .modifyEnd(lockRows(trx, 'wait', 'messages'))
    .execute();
  return rows.map(toMessage);
}

/** An attempt to deliver a message, as counted in its row. */
export interface CountedAttempt extends Claim {
  /** 1 for the first attempt to deliver the message. */
  readonly number: number;
  readonly at: number;
}

const COUNTED = {
  attempts: sql<number>`v.number`,
  first_attempt_at: sql<number>`coalesce(messages.first_attempt_at, v.at)`,
};

/** Counts attempts in messages that still have their claims. Returns the keys of those claims. */
export async function countHeldAttempts(trx: Trx, attempts: readonly CountedAttempt[]): Promise<ReadonlySet<string>> {
  const columns = { id: 'text', job: 'text', job_attempt: 'bigint', number: 'bigint', at: 'bigint' } as const;
  const rows = attempts.map(({ messageId, jobId, jobAttempt, number, at }) => ({
    id: messageId,
    job: jobId,
    job_attempt: jobAttempt,
    number,
    at,
  }));
  await lockInOrder(trx, 'messages', idsOf(attempts));
  const held = await trx
    .updateTable('messages')
    .from(valuesTable(trx, columns, rows))
    .set(COUNTED)
    .whereRef('messages.id', '=', 'v.id')
    .where((eb) => isAmong(trx, eb.ref('messages.id'), idsOf(attempts)))
    .whereRef('messages.claim_job', '=', 'v.job')
    .whereRef('messages.claim_attempt', '=', 'v.job_attempt')
    .returning(['messages.id', 'messages.claim_job', 'messages.claim_attempt'])
    .execute();
  return new Set(held.map((row) => claimKey({ messageId: row.id, jobId: row.claim_job ?? '', jobAttempt: row.claim_attempt ?? 0 })));
}

/** Counts attempts in messages whose claims the caller has checked in this transaction. */
export async function countAttempts(trx: Trx, attempts: readonly CountedAttempt[]): Promise<void> {
  const columns = { id: 'text', number: 'bigint', at: 'bigint' } as const;
  const rows = attempts.map(({ messageId, number, at }) => ({ id: messageId, number, at }));
  await trx
    .updateTable('messages')
    .from(valuesTable(trx, columns, rows))
    .set(COUNTED)
    .whereRef('messages.id', '=', 'v.id')
    .where((eb) => isAmong(trx, eb.ref('messages.id'), idsOf(attempts)))
    .execute();
}
