import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/api-error.ts';
import { isStorable } from '../core/storable.ts';
import type { Trx } from '../db/dialect.ts';
import { lockContactCounts } from '../tenants/index.ts';
import type { AudienceKey, OnAudienceAdded } from './audience.ts';
import { findContactIds, insertMembers } from './member-store.ts';
import { findAudience } from './store.ts';

/** What the verbs of audiences stand on. */
export interface AudienceParts {
  readonly app: AppContext;
  readonly onAdded: readonly OnAudienceAdded[];
}

/** What became of an id: a new member, one that was there, or no contact of the tenant. */
export type Added = 'added' | 'member' | 'unknown';

/** Adds contacts to an audience and tells of those that are new to it. Returns, in order, what became of each; the second of a repeated id is a member. */
export function addMembers(
  parts: AudienceParts,
  audience: AudienceKey,
  contactIds: readonly string[],
): Promise<Added[] | ApiError<'not_found'>> {
  const { db } = parts.app;
  return db.transact(async (trx) => {
    // Held by whoever deletes a contact or changes who is in an audience, so that no membership outlives either.
    await lockContactCounts(trx, [audience.tenantId]);
    return joinAudience(parts, trx, { ...audience, contactIds });
  });
}

/** The same in a transaction that holds the tenant's contacts. */
export async function joinAudience(
  { app, onAdded }: AudienceParts,
  trx: Trx,
  { tenantId, id: audienceId, contactIds }: AudienceKey & { readonly contactIds: readonly string[] },
): Promise<Added[] | ApiError<'not_found'>> {
  const { clock } = app;
  if ((await findAudience(trx, { tenantId, id: audienceId })) === undefined) return new ApiError('not_found');
  const known = await findContactIds(trx, { tenantId, ids: contactIds });
  const added = await insertMembers(trx, { tenantId, audienceId, contactIds: [...known], at: clock.now() });
  const additions = [...added].map((contactId) => ({ tenantId, audienceId, contactId }));
  if (additions.length > 0) for (const hear of onAdded) await hear(trx, additions);
  const seen = new Set<string>();
  return contactIds.map((id) => {
    const first = added.has(id) && !seen.has(id);
    seen.add(id);
    if (first) return 'added';
    return known.has(id) ? 'member' : 'unknown';
  });
}

/** Adds many; each item fails by itself. */
export async function addManyMembers(parts: AudienceParts, audience: AudienceKey, items: readonly unknown[]) {
  // An id that no contact has, for what is none.
  const added = await addMembers(
    parts,
    audience,
    items.map((item) => (typeof item === 'string' && isStorable(item) ? item : '')),
  );
  if (added instanceof ApiError) return added;
  const data = items.map((item, index) => ({
    contact_id: typeof item === 'string' ? item : null,
    added: added[index] === 'added',
    error: added[index] === 'unknown' ? 'contact_not_found' : null,
  }));
  const count = added.filter((one) => one === 'added').length;
  return { data, summary: { added: count, skipped: items.length - count } };
}
