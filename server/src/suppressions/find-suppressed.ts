import type { Kysely } from 'kysely';
import type { AppContext } from '../app-context.ts';
import { yieldTurns } from '../core/concurrency/event-loop.ts';
import { question } from '../core/hooks.ts';
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

/** Which of the addresses are of contacts that are unsubscribed or cleaned; to be answered by one statement. */
export const unsubscribedAddresses = question<[db: Kysely<Schema>, addresses: readonly TenantAddress[]], readonly TenantAddress[]>(
  'unsubscribed addresses',
);

/** Returns what maps have an address of a tenant under. */
export const addressKey = ({ tenantId, email }: Pick<TenantAddress, 'tenantId' | 'email'>): string => `${tenantId} ${email}`;

/** Addresses that are hashed and looked up at a stretch. */
const AT_ONCE = 500;

/** Returns those that are on a list. A batch may have 5,000 addresses: others have their turn in between. */
async function findOnLists<A extends Addressee>(app: AppContext, db: Kysely<Schema>, addressees: readonly A[]): Promise<A[]> {
  const found: A[] = [];
  for (let start = 0; start < addressees.length; start += AT_ONCE) {
    if (start > 0) await yieldTurns(1);
    found.push(...(await findSomeOnLists(app, db, addressees.slice(start, start + AT_ONCE))));
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
 * Returns those of a whole group that must get no mail; for what reason is nobody's business. Asks all lists by one
 * statement for each 500, and for marketing mail what other features know beside them.
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
