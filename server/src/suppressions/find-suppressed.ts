import type { Kysely } from 'kysely';
import type { AppContext } from '../app-context.ts';
import { chunk } from '../core/chunk.ts';
import { yieldTurns } from '../core/concurrency/event-loop.ts';
import { question } from '../core/hooks.ts';
import type { Schema } from '../db/schema.ts';
import { findListed } from './store.ts';

/** An address in the context of a tenant, bare and in lower case. */
export interface TenantAddress {
  readonly tenantId: string;
  readonly email: string;
}

/** A recipient of mail that is about to be sent. */
export interface Addressee extends TenantAddress {
  readonly stream: 'transactional' | 'marketing';
}

/** Asks which addresses belong to unsubscribed or cleaned contacts; must be answered with one statement. */
export const unsubscribedAddresses = question<[db: Kysely<Schema>, addresses: readonly TenantAddress[]], readonly TenantAddress[]>(
  'unsubscribed addresses',
);

/** Returns the key of a tenant's address in maps. */
export const addressKey = ({ tenantId, email }: Pick<TenantAddress, 'tenantId' | 'email'>): string => `${tenantId} ${email}`;

/** Addresses hashed and looked up without yielding. */
const AT_ONCE = 500;

/** Returns those that are on a list. A batch may have 5,000 addresses, so the event loop gets turns in between. */
async function findOnLists<A extends Addressee>(app: AppContext, db: Kysely<Schema>, addressees: readonly A[]): Promise<A[]> {
  const found: A[] = [];
  for (const [place, some] of chunk(addressees, AT_ONCE).entries()) {
    if (place > 0) await yieldTurns(1);
    found.push(...(await findSomeOnLists(app, db, some)));
  }
  return found;
}

async function findSomeOnLists<A extends Addressee>({ secrets }: AppContext, db: Kysely<Schema>, addressees: readonly A[]): Promise<A[]> {
  const lookUps = addressees.map(({ tenantId, email, stream }) => ({
    tenantId,
    email,
    addressHash: secrets.hashAddress(email),
    marketing: stream === 'marketing',
  }));
  const listed = new Set(await findListed(db, lookUps));
  return addressees.filter((_, place) => listed.has(place));
}

async function findUnsubscribed<A extends Addressee>({ hooks }: AppContext, db: Kysely<Schema>, addressees: readonly A[]): Promise<A[]> {
  const marketing = addressees.filter(({ stream }) => stream === 'marketing');
  if (marketing.length === 0) return [];
  const found = await hooks.ask(unsubscribedAddresses, db, marketing);
  const keys = new Set(found.flat().map(addressKey));
  return marketing.filter((addressee) => keys.has(addressKey(addressee)));
}

/**
 * Returns the addressees that must get no mail, without the reason. Checks all lists with one statement per 500, and for marketing mail
 * also what other features know.
 */
export async function findSuppressed<A extends Addressee>(
  app: AppContext,
  db: Kysely<Schema>,
  addressees: readonly A[],
): Promise<ReadonlySet<A>> {
  if (addressees.length === 0) return new Set();
  const found = await Promise.all([findOnLists(app, db, addressees), findUnsubscribed(app, db, addressees)]);
  return new Set(found.flat());
}
