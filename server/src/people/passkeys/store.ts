import type { Kysely } from 'kysely';
import type { Trx } from '../../db/dialect.ts';
import type { PasskeyRow, Schema } from '../../db/schema.ts';

/** A key of a device that signs on behalf of a person. */
export interface Passkey {
  readonly id: string;
  readonly userId: string;
  /** The device's name for it, in base64url. */
  readonly credentialId: string;
  readonly name: string;
  readonly publicKey: Uint8Array<ArrayBuffer>;
  /** How often the device has signed, if it counts. */
  readonly counter: number;
  readonly transports: readonly string[];
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

const fromRow = (row: PasskeyRow): Passkey => ({
  id: row.id,
  userId: row.user_id,
  credentialId: row.credential_id,
  name: row.name,
  publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')),
  counter: row.counter,
  transports: JSON.parse(row.transports) as string[],
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
});

export async function insertPasskey(trx: Trx, passkey: Passkey): Promise<void> {
  await trx
    .insertInto('passkeys')
    .values({
      id: passkey.id,
      user_id: passkey.userId,
      credential_id: passkey.credentialId,
      name: passkey.name,
      public_key: Buffer.from(passkey.publicKey).toString('base64url'),
      counter: passkey.counter,
      transports: JSON.stringify(passkey.transports),
      created_at: passkey.createdAt,
      last_used_at: passkey.lastUsedAt,
    })
    .execute();
}

export async function findPasskey(db: Kysely<Schema>, credentialId: string): Promise<Passkey | undefined> {
  const row = await db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();
  return row && fromRow(row);
}

/** Returns the passkeys of a user, oldest first. */
export async function listPasskeys(db: Kysely<Schema>, userId: string): Promise<Passkey[]> {
  const rows = await db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute();
  return rows.map(fromRow);
}

/** Records the use of a passkey; returns false if a concurrent use came first or the device's counter went backwards. */
export async function updateUse(
  trx: Trx,
  { id, counter }: Pick<Passkey, 'id' | 'counter'>,
  { newCounter, now }: { newCounter: number; now: number },
): Promise<boolean> {
  const used = await trx
    .updateTable('passkeys')
    .set({ counter: newCounter, last_used_at: now })
    .where('id', '=', id)
    .where('counter', '=', counter)
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

export async function deletePasskey(trx: Trx, { userId, id }: { userId: string; id: string }): Promise<boolean> {
  const gone = await trx.deleteFrom('passkeys').where('user_id', '=', userId).where('id', '=', id).returning('id').executeTakeFirst();
  return gone !== undefined;
}

export async function deletePasskeysOf(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('passkeys').where('user_id', '=', userId).execute();
}

/** Records that a challenge was answered; a second answer fails the transaction. `userId`: the user who answered. */
export async function insertAnswered(
  trx: Trx,
  { challenge, userId, expiresAt }: { challenge: string; userId: string; expiresAt: number },
): Promise<void> {
  await trx.insertInto('passkey_challenges').values({ challenge, user_id: userId, expires_at: expiresAt }).execute();
}

/** Removes at most `limit` challenges that are too old to be answered again, and returns how many. */
export async function deleteOldChallenges(trx: Trx, { now, limit }: { now: number; limit: number }): Promise<number> {
  const old = trx.selectFrom('passkey_challenges').select('challenge').where('expires_at', '<=', now).orderBy('expires_at').limit(limit);
  const { numDeletedRows } = await trx.deleteFrom('passkey_challenges').where('challenge', 'in', old).executeTakeFirst();
  return Number(numDeletedRows);
}
