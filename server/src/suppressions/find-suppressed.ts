import type { Kysely } from 'kysely';
import type { SecretBox } from '../core/hash.ts';
import type { Schema } from '../db/schema.ts';
import { findListed } from './store.ts';

/** An address as one of a tenant's, bare and in lower case. */
export interface TenantAddress {
  readonly tenantId: string;
  readonly email: string;
}

/** Somebody who is about to get mail. */
export interface Addressee extends TenantAddress {
  readonly stream: 'transactional' | 'marketing';
}

/** Returns those of the addresses whose contact is unsubscribed or cleaned, by one statement. */
export type FindUnsubscribed = (db: Kysely<Schema>, addresses: readonly TenantAddress[]) => Promise<readonly TenantAddress[]>;

/** Returns those of a whole group that must get no mail. For what reason is nobody's business. */
export type FindSuppressed = <A extends Addressee>(db: Kysely<Schema>, addressees: readonly A[]) => Promise<ReadonlySet<A>>;

export interface SuppressionFinderParts {
  readonly secrets: SecretBox;
  /** Of features that know who wants no marketing mail, beside the lists. */
  readonly unsubscribed: readonly FindUnsubscribed[];
}

const keyOf = ({ tenantId, email }: TenantAddress) => `${tenantId} ${email}`;

/** Looks a group up by one statement over all lists, and its marketing mail by one more for each further source. */
export function suppressionFinder({ secrets, unsubscribed }: SuppressionFinderParts): FindSuppressed {
  async function findOnLists<A extends Addressee>(db: Kysely<Schema>, addressees: readonly A[]): Promise<A[]> {
    const lookUps = addressees.map(({ tenantId, email, stream }) => ({
      tenantId,
      email,
      addressHash: secrets.hashAddress(email),
      marketing: stream === 'marketing',
    }));
    const listed = new Set(await findListed(db, lookUps));
    return addressees.filter((_, place) => listed.has(place));
  }

  async function findUnsubscribed<A extends Addressee>(db: Kysely<Schema>, addressees: readonly A[]): Promise<A[]> {
    const marketing = addressees.filter(({ stream }) => stream === 'marketing');
    if (marketing.length === 0) return [];
    const found = await Promise.all(unsubscribed.map((find) => find(db, marketing)));
    const keys = new Set(found.flat().map(keyOf));
    return marketing.filter((addressee) => keys.has(keyOf(addressee)));
  }

  return async (db, addressees) => {
    if (addressees.length === 0) return new Set();
    const found = await Promise.all([findOnLists(db, addressees), findUnsubscribed(db, addressees)]);
    return new Set(found.flat());
  };
}
