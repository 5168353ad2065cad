import { type Kysely, sql } from 'kysely';
import { isIn, lockRows, type Trx } from '../db/dialect.ts';
import { type KeysetRequest, newestFirst } from '../db/keyset.ts';
import { toFlag } from '../db/schema/flag.ts';
import type { Schema, UserRow } from '../db/schema.ts';
import type { User } from './person.ts';

const columns = [
  'id',
  'email',
  'name',
  'password_hash',
  'operator',
  'suspended',
  'created_at',
  'last_signed_in_at',
  'totp_secret',
  'issuer_subject',
] as const;

const fromRow = (row: Pick<UserRow, (typeof columns)[number]>): User => ({
  id: row.id,
  email: row.email,
  name: row.name,
  passwordHash: row.password_hash,
  isOperator: row.operator === 1,
  isSuspended: row.suspended === 1,
  createdAt: row.created_at,
  lastSignedInAt: row.last_signed_in_at,
  totpSecret: row.totp_secret,
  issuerSubject: row.issuer_subject,
});

export async function insertUser(trx: Trx, user: User): Promise<void> {
  await trx
    .insertInto('users')
    .values({
      id: user.id,
      email: user.email,
      name: user.name,
      password_hash: user.passwordHash,
      operator: toFlag(user.isOperator),
      suspended: toFlag(user.isSuspended),
      created_at: user.createdAt,
      last_signed_in_at: user.lastSignedInAt,
      totp_secret: user.totpSecret,
      totp_pending: null,
      totp_step: 0,
      issuer_subject: user.issuerSubject,
    })
    .execute();
}

export async function findUserByEmail(db: Kysely<Schema>, email: string): Promise<User | undefined> {
  const row = await db.selectFrom('users').select(columns).where('email', '=', email).executeTakeFirst();
  return row && fromRow(row);
}

export async function findUser(db: Kysely<Schema>, id: string): Promise<User | undefined> {
  const row = await db.selectFrom('users').select(columns).where('id', '=', id).executeTakeFirst();
  return row && fromRow(row);
}

export async function findUsers(db: Kysely<Schema>, ids: readonly string[]): Promise<User[]> {
  const rows = await db
    .selectFrom('users')
    .select(columns)
    .where((eb) => isIn(db, eb.ref('id'), ids))
    .execute();
  return rows.map(fromRow);
}

export async function listUsers(db: Kysely<Schema>, page: KeysetRequest): Promise<User[]> {
  const rows = await db.selectFrom('users').select(columns).$call(newestFirst(page)).execute();
  return rows.map(fromRow);
}

/** Locks and returns the user until the transaction ends. */
export async function lockUser(trx: Trx, id: string): Promise<User | undefined> {
  const query = trx
    .selectFrom('users')
    .select(columns)
    .where('id', '=', id)
    .modifyEnd(lockRows(trx, 'wait', 'users'));
  const row = await query.executeTakeFirst();
  return row && fromRow(row);
}

export interface UserChange {
  readonly name?: string | undefined;
  readonly passwordHash?: string | null | undefined;
  readonly isOperator?: boolean | undefined;
  readonly isSuspended?: boolean | undefined;
  readonly lastSignedInAt?: number | undefined;
  readonly issuerSubject?: string | null | undefined;
}

/** Writes the given fields, and returns whether the user exists. */
export async function updateUser(trx: Trx, id: string, change: UserChange): Promise<boolean> {
  const { name, passwordHash, isOperator, isSuspended, lastSignedInAt, issuerSubject } = change;
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({
      name: name ?? sql.ref('name'),
      password_hash: passwordHash === undefined ? sql.ref('password_hash') : passwordHash,
      operator: isOperator === undefined ? sql.ref('operator') : toFlag(isOperator),
      suspended: isSuspended === undefined ? sql.ref('suspended') : toFlag(isSuspended),
      last_signed_in_at: lastSignedInAt ?? sql.ref('last_signed_in_at'),
      issuer_subject: issuerSubject === undefined ? sql.ref('issuer_subject') : issuerSubject,
    })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteUserRow(trx: Trx, id: string): Promise<boolean> {
  const gone = await trx.deleteFrom('users').where('id', '=', id).returning('id').executeTakeFirst();
  return gone !== undefined;
}
