import type { Kysely } from 'kysely';
import type { Dialect } from '../db/dialect.ts';
import type { Schema } from '../db/schema.ts';
import { findClosed, type TenantAddress } from './store.ts';

const keyOf = ({ tenantId, email }: TenantAddress) => `${tenantId} ${email}`;

/** Those of a whole group of addressees whose contact is `unsubscribed` or `cleaned`, by one statement: they get no marketing mail. */
export async function findClosedContacts<A extends TenantAddress>(
  db: Kysely<Schema>,
  dialect: Dialect,
  addressees: readonly A[],
): Promise<ReadonlySet<A>> {
  if (addressees.length === 0) return new Set();
  const closed = new Set((await findClosed(db, dialect, addressees)).map(keyOf));
  return new Set(addressees.filter((addressee) => closed.has(keyOf(addressee))));
}
