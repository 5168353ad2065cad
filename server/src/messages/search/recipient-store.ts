import { type Kysely, sql } from 'kysely';
import { insertMany, isIn, type Trx, valuesTable } from '../../db/dialect.ts';
import type { Schema } from '../../db/schema.ts';
import type { PositionRange } from '../follow/cursor-store.ts';

/** A recipient of a message in the search index, which has hashes of addresses only. */
export interface HashedRecipient {
  readonly tenantId: string;
  readonly hash: string;
  readonly position: number;
}

/** Digits of a hash that the index keeps: enough for them to be unique. */
export const HASH_LENGTH = 24;

const toRow = ({ tenantId, hash, position }: HashedRecipient) => ({
  tenant_id: tenantId,
  address_hash: hash.slice(0, HASH_LENGTH),
  position,
});

export async function insertRecipients(trx: Trx, recipients: readonly HashedRecipient[]): Promise<void> {
  await insertMany(trx, 'message_recipients', recipients.map(toRow));
}

/** Returns the hashes that belong to erased addresses: as `tenant hash` for one tenant, as `hash` for all. */
export async function findErasedHashes(trx: Trx, recipients: readonly HashedRecipient[]): Promise<ReadonlySet<string>> {
  const rows = recipients.map(({ tenantId, hash }) => ({ tenant_id: tenantId, hash }));
  const erased = await trx
    .selectFrom('erasures as e')
    .innerJoin(valuesTable(trx, { tenant_id: 'text', hash: 'text' }, rows), (join) => join.onRef('v.hash', '=', 'e.address_hash'))
    .select(['e.tenant_id', 'e.address_hash'])
    .distinct()
    .execute();
  return new Set(erased.map(({ tenant_id, address_hash }) => (tenant_id === '' ? address_hash : `${tenant_id} ${address_hash}`)));
}

/** Removes an address from the index for some messages. */
export async function deleteRecipients(trx: Trx, { messageIds, hash }: { messageIds: readonly string[]; hash: string }): Promise<void> {
  const ids = isIn(trx, sql.ref<string>('messages.id'), messageIds);
  await sql`delete from message_recipients where (tenant_id, address_hash, position) in (
    select tenant_id, cast(${hash.slice(0, HASH_LENGTH)} as text), position from messages where ${ids}
  )`.execute(trx);
}

/** Removes recipients of messages from the index. */
export async function deleteIndexRows(trx: Trx, recipients: readonly HashedRecipient[]): Promise<void> {
  const columns = { tenant_id: 'text', address_hash: 'text', position: 'bigint' } as const;
  const values = valuesTable(trx, columns, recipients.map(toRow));
  await sql`delete from message_recipients where (tenant_id, address_hash, position) in (
    select v.tenant_id, v.address_hash, v.position from ${values}
  )`.execute(trx);
}

/** A recipient to search for: the hash of the address, and the contact that has it, by whose events mail of broadcasts is found. */
interface SoughtRecipient {
  readonly hash: string;
  readonly contactId: string | null;
}

/** Most events of a contact that a search reads. */
const MOST_EVENTS = 20_000;

/** Returns positions of messages to a recipient, newest first. */
export async function listPositionsOf(
  db: Kysely<Schema>,
  { tenantId, hash, contactId }: SoughtRecipient & { readonly tenantId: string },
  { from, below, limit }: PositionRange & { readonly limit: number },
): Promise<number[]> {
  const indexed = sql`select position from message_recipients where tenant_id = ${tenantId}
    and address_hash = ${hash.slice(0, HASH_LENGTH)} and position >= ${from} and position < ${below} order by position desc limit ${limit}`;
  const ofBroadcasts = sql`select m.position from (
      select distinct message_id from events where contact_id = ${contactId} and message_id is not null limit ${sql.lit(MOST_EVENTS)}
    ) r join messages m on m.id = r.message_id
    where m.tenant_id = ${tenantId} and m.broadcast_id is not null and m.position >= ${from} and m.position < ${below}
    order by m.position desc limit ${limit}`;
  const parts = contactId === null ? [indexed] : [indexed, ofBroadcasts];
  const all = sql.join(
    parts.map((part) => sql`select position from (${part}) r`),
    sql` union `,
  );
  const { rows } = await sql<{ position: number }>`select position from (${all}) r order by position desc limit ${limit}`.execute(db);
  return rows.map(({ position }) => position);
}
