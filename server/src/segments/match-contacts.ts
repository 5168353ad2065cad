import type { AppContext } from '../app-context.ts';
import type { Contact } from '../contacts/index.ts';
import { ApiError } from '../core/errors/api-error.ts';
import type { KeysetRequest } from '../db/keyset.ts';
import { checkFilter, checkGivenFilter } from './check-filter.ts';
import { type ContactQuery, countMatches, listMatches, listNewestMatches } from './matches-store.ts';

export interface FilterUse {
  readonly tenantId: string;
  /** As submitted. */
  readonly filter: unknown;
}

/** Validates a filter again and compiles it for a query on contacts at the current time. */
async function prepare(
  { db, clock }: AppContext,
  { tenantId, filter }: FilterUse,
  check = checkFilter,
): Promise<ContactQuery | ApiError<'invalid_filter'>> {
  const checked = await check(db.read, tenantId, filter);
  return checked instanceof ApiError ? checked : { tenantId, filter: checked, now: clock.now() };
}

/** Returns how many contacts a filter matches. */
export async function countContacts(app: AppContext, use: FilterUse): Promise<number | ApiError<'invalid_filter'>> {
  const matching = await prepare(app, use);
  return matching instanceof ApiError ? matching : countMatches(app.db.scan(use.tenantId), matching);
}

/** Returns the contacts that a filter matches, oldest first, one more than the page. */
export async function listContacts(app: AppContext, use: FilterUse, page: KeysetRequest): Promise<Contact[] | ApiError<'invalid_filter'>> {
  const matching = await prepare(app, use);
  return matching instanceof ApiError ? matching : listMatches(app.db.scan(use.tenantId), matching, page);
}

/** Returns how many contacts a given filter matches, and the newest of them. */
export async function previewFilter(app: AppContext, use: FilterUse, limit: number) {
  const matching = await prepare(app, use, checkGivenFilter);
  if (matching instanceof ApiError) return matching;
  const scan = app.db.scan(use.tenantId);
  const [count, newest] = await Promise.all([countMatches(scan, matching), listNewestMatches(scan, matching, { limit })]);
  return { count, newest: newest.slice(0, limit) };
}
