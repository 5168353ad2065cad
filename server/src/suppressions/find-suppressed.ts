import type { Kysely } from 'kysely';
import type { SecretBox } from '../core/hash.ts';
import type { Dialect } from '../db/dialect.ts';
import type { Schema } from '../db/schema.ts';
import { findListed } from './store.ts';

/** Somebody who is about to get mail. */
export interface Addressee {
  readonly tenantId: string;
  /** Bare and in lower case. */
  readonly email: string;
  readonly stream: 'transactional' | 'marketing';
}

/** Answers those of a whole group that must get no mail, by one statement over all lists. Which list it was is nobody's business. */
export async function findSuppressed<A extends Addressee>(
  db: Kysely<Schema>,
  { dialect, secrets }: { readonly dialect: Dialect; readonly secrets: SecretBox },
  addressees: readonly A[],
): Promise<ReadonlySet<A>> {
  if (addressees.length === 0) return new Set();
  const lookUps = addressees.map(({ tenantId, email, stream }) => ({
    tenantId,
    email,
    addressHash: secrets.hashAddress(email),
    marketing: stream === 'marketing',
  }));
  const listed = new Set(await findListed(db, dialect, lookUps));
  return new Set(addressees.filter((_, place) => listed.has(place)));
}
