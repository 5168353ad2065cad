import { type Kysely, type SqlBool, sql } from 'kysely';
import { DAY_MS, MINUTE_MS } from '../../core/durations.ts';
import type { SignedInCaller } from '../../core/request/caller.ts';
import type { Trx } from '../../db/dialect.ts';
import { type KeysetRequest, newestFirst } from '../../db/keyset.ts';
import type { Schema, SignInRow } from '../../db/schema.ts';
import type { SignIn, SignInMethod } from '../person.ts';

/** How long an unused sign-in lasts. */
const IDLE_MS = 7 * DAY_MS;
/** How precisely the last use of a sign-in is recorded. */
export const SEEN_EVERY_MS = 5 * MINUTE_MS;

const columns = ['id', 'user_id', 'method', 'ip', 'user_agent', 'created_at', 'proved_at', 'last_seen_at', 'expires_at'] as const;

const fromRow = (row: Pick<SignInRow, (typeof columns)[number]>): SignIn => ({
  id: row.id,
  userId: row.user_id,
  // Safe because only methods are written there.
  method: row.method as SignInMethod,
  ip: row.ip,
  userAgent: row.user_agent,
  createdAt: row.created_at,
  provedAt: row.proved_at,
  lastSeenAt: row.last_seen_at,
  expiresAt: row.expires_at,
});

/**
 * Returns the condition that a sign-in `s` is neither over nor unused for too long, nor from a time ahead by more than clocks of processes
 * differ: then the clock was set back, and the sign-in would last for that much longer.
 */
export const isOpenAt = (now: number) =>
  sql<SqlBool>`s.expires_at > ${now} and s.last_seen_at > ${now - IDLE_MS} and s.created_at <= ${now + MINUTE_MS}`;

/** Inserts a sign-in. `hash`: the SHA-256 of the cookie's content, in hex. */
export async function insertSignIn(trx: Trx, signIn: SignIn, hash: string): Promise<void> {
  await trx
    .insertInto('sign_ins')
    .values({
      id: signIn.id,
      user_id: signIn.userId,
      hash,
      method: signIn.method,
      ip: signIn.ip,
      user_agent: signIn.userAgent,
      created_at: signIn.createdAt,
      proved_at: signIn.provedAt,
      last_seen_at: signIn.lastSeenAt,
      expires_at: signIn.expiresAt,
    })
    .execute();
}

export type SeenCaller = SignedInCaller & { readonly lastSeenAt: number };

/**
 * Returns the person whose cookie has this SHA-256 (hex), with one point read; undefined if the sign-in has ended or the person is
 * suspended.
 */
export async function findSignedIn(db: Kysely<Schema>, { hash, now }: { hash: string; now: number }): Promise<SeenCaller | undefined> {
  const row = await db
    .selectFrom('sign_ins as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['s.id', 's.proved_at', 's.last_seen_at', 'u.id as user_id', 'u.email', 'u.operator'])
    .where('s.hash', '=', hash)
    .where(isOpenAt(now))
    .where('u.suspended', '=', 0)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    kind: 'person',
    person: { userId: row.user_id, email: row.email, signInId: row.id },
    isOperator: row.operator === 1,
    provedAt: row.proved_at,
    lastSeenAt: row.last_seen_at,
  };
}

export async function hasSignIn(db: Kysely<Schema>, id: string): Promise<boolean> {
  return (await db.selectFrom('sign_ins').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** Records that a sign-in was used, unless that was recorded recently. */
export async function touchSignIn(trx: Trx, id: string, now: number): Promise<void> {
  await trx
    .updateTable('sign_ins')
    .set({ last_seen_at: now })
    .where('id', '=', id)
    .where('last_seen_at', '<=', now - SEEN_EVERY_MS)
    .execute();
}

/** Records a proof of identity; returns false if the sign-in has ended. */
export async function updateProof(trx: Trx, id: string, now: number): Promise<boolean> {
  const found = await trx.updateTable('sign_ins').set({ proved_at: now }).where('id', '=', id).returning('id').executeTakeFirst();
  return found !== undefined;
}

export interface OwnSignIns {
  readonly userId: string;
  readonly now: number;
  readonly page: KeysetRequest;
}

export async function listSignIns(db: Kysely<Schema>, { userId, now, page }: OwnSignIns): Promise<SignIn[]> {
  const rows = await db
    .selectFrom('sign_ins as s')
    .select(columns)
    .where('user_id', '=', userId)
    .where(isOpenAt(now))
    .$call(newestFirst(page))
    .execute();
  return rows.map(fromRow);
}

/** Ends a sign-in of a user; returns whether there was one. */
export async function deleteSignIn(trx: Trx, { userId, id }: { userId: string; id: string }): Promise<boolean> {
  const gone = await trx.deleteFrom('sign_ins').where('user_id', '=', userId).where('id', '=', id).returning('id').executeTakeFirst();
  return gone !== undefined;
}

/** Ends every sign-in of a user except the one given. */
export async function deleteSignInsOf(trx: Trx, userId: string, keptId = ''): Promise<void> {
  await trx.deleteFrom('sign_ins').where('user_id', '=', userId).where('id', '<>', keptId).execute();
}

/** Removes at most `limit` sign-ins that have ended, and returns how many. */
export async function deleteEndedSignIns(trx: Trx, { now, limit }: { now: number; limit: number }): Promise<number> {
  const ended = trx.selectFrom('sign_ins').select('id').where('expires_at', '<=', now).orderBy('expires_at').limit(limit);
  const { numDeletedRows } = await trx.deleteFrom('sign_ins').where('id', 'in', ended).executeTakeFirst();
  return Number(numDeletedRows);
}
