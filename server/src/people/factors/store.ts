import type { Kysely } from 'kysely';
import { insertMany, type Trx } from '../../db/dialect.ts';
import type { Schema } from '../../db/schema.ts';

/** Stores the sealed secret of an authenticator app as pending until a code from it is given. */
export async function updatePendingTotp(trx: Trx, userId: string, sealed: string): Promise<void> {
  await trx.updateTable('users').set({ totp_pending: sealed }).where('id', '=', userId).execute();
}

export async function findPendingTotp(db: Kysely<Schema>, userId: string): Promise<string | undefined> {
  const row = await db.selectFrom('users').select('totp_pending').where('id', '=', userId).executeTakeFirst();
  return row?.totp_pending ?? undefined;
}

/** Starts requiring codes of the app whose secret is pending; returns whether it still is. `step`: that of the code given. */
export async function confirmTotp(trx: Trx, userId: string, { sealed, step }: { sealed: string; step: number }): Promise<boolean> {
  const confirmed = await trx
    .updateTable('users')
    .set({ totp_secret: sealed, totp_pending: null, totp_step: step })
    .where('id', '=', userId)
    .where('totp_pending', '=', sealed)
    .returning('id')
    .executeTakeFirst();
  return confirmed !== undefined;
}

/** Uses up the code of a step; returns false if that code or a later one was used before. */
export async function takeStep(trx: Trx, userId: string, step: number): Promise<boolean> {
  const taken = await trx
    .updateTable('users')
    .set({ totp_step: step })
    .where('id', '=', userId)
    .where('totp_step', '<', step)
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Stops requiring codes. */
export async function clearTotp(trx: Trx, userId: string): Promise<void> {
  await trx.updateTable('users').set({ totp_secret: null, totp_pending: null }).where('id', '=', userId).execute();
}

/** Replaces all recovery codes. `hashes`: the SHA-256 of each. */
export async function replaceRecoveryCodes(trx: Trx, userId: string, hashes: readonly string[]): Promise<void> {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await insertMany(
    trx,
    'recovery_codes',
    hashes.map((hash) => ({ hash, user_id: userId })),
  );
}

/** Uses up a recovery code; returns false if it does not exist or was already used. */
export async function takeRecoveryCode(trx: Trx, userId: string, hash: string): Promise<boolean> {
  const taken = await trx
    .deleteFrom('recovery_codes')
    .where('hash', '=', hash)
    .where('user_id', '=', userId)
    .returning('hash')
    .executeTakeFirst();
  return taken !== undefined;
}

export async function countRecoveryCodes(db: Kysely<Schema>, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
