import { limits } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import { contactAddress, findContactId, findContactsByEmail, type NamedContact } from '../contacts/index.ts';
import { ApiError } from '../core/errors/api-error.ts';
import { notification } from '../core/hooks.ts';
import type { ObjectRef } from '../core/request/context.ts';
import { isStorable } from '../core/text/storable.ts';
import type { Trx } from '../db/dialect.ts';
import { holdMeters } from '../meters/hold-store.ts';
import type { AudienceAddition } from './audience.ts';
import { findContactIds, insertMembers } from './member-store.ts';
import { findAudience } from './store.ts';

/** Called with contacts that are new to an audience, in the transaction that added them. */
export const audienceJoined = notification<[trx: Trx, additions: readonly AudienceAddition[]]>('audience joined');

/** The result for an id: a new member, an existing one, or no contact of the tenant. */
export type AdditionResult = 'added' | 'member' | 'unknown';

/**
 * Adds contacts to an audience and announces those that are new to it. Returns, in order, the result for each; the second of a repeated
 * id is a member.
 */
export function addMembers(
  app: AppContext,
  audience: ObjectRef,
  contactIds: readonly string[],
): Promise<AdditionResult[] | ApiError<'not_found'>> {
  const { db } = app;
  return db.transact(async (trx) => {
    // Deleting a contact or changing an audience's members takes this lock too, so that no membership outlives either.
    await holdMeters(trx, [audience.tenantId]);
    return joinAudience(app, trx, { ...audience, contactIds });
  });
}

/** The same in a transaction that holds the tenant's contacts. */
export async function joinAudience(
  { clock, hooks }: AppContext,
  trx: Trx,
  { tenantId, id: audienceId, contactIds }: ObjectRef & { readonly contactIds: readonly string[] },
): Promise<AdditionResult[] | ApiError<'not_found'>> {
  if ((await findAudience(trx, { tenantId, id: audienceId })) === undefined) return new ApiError('not_found');
  const known = await findContactIds(trx, { tenantId, ids: contactIds });
  const added = await insertMembers(trx, { tenantId, audienceId, contactIds: [...known], at: clock.now() });
  const additions = [...added].map((contactId) => ({ tenantId, audienceId, contactId }));
  if (additions.length > 0) await hooks.notify(audienceJoined, trx, additions);
  const seen = new Set<string>();
  return contactIds.map((id) => {
    const first = added.has(id) && !seen.has(id);
    seen.add(id);
    if (first) return 'added';
    return known.has(id) ? 'member' : 'unknown';
  });
}

/** Adds one contact; returns whether it was not a member before. */
export async function addMember(
  app: AppContext,
  ref: ObjectRef,
  body: () => NamedContact,
): Promise<{ contactId: string; added: boolean } | ApiError<'not_found' | 'contact_not_found' | 'invalid_email'>> {
  if ((await findAudience(app.db.read, ref)) === undefined) return new ApiError('not_found');
  const contactId = await findContactId(app, ref.tenantId, body());
  if (contactId instanceof ApiError) return contactId;
  const added = await addMembers(app, ref, [contactId]);
  if (added instanceof ApiError) return added;
  return added[0] === 'unknown' ? new ApiError('contact_not_found') : { contactId, added: added[0] === 'added' };
}

interface GivenMembers {
  readonly contact_ids?: readonly unknown[] | undefined;
  readonly emails?: readonly unknown[] | undefined;
}

/** An item of a batch: how the answer names it, the id to add, which no contact may have, and the code if it cannot be added. */
interface NamedMember {
  readonly shown: { readonly email?: string | null; readonly contact_id: string | null };
  readonly id: string;
  readonly fault: string;
}

const textOf = (item: unknown) => (typeof item === 'string' ? item : null);

function namedById(item: unknown): NamedMember {
  const id = textOf(item);
  return { shown: { contact_id: id }, id: id !== null && isStorable(id) ? id : '', fault: 'contact_not_found' };
}

/** Looks up the contacts of addresses, all by one statement. */
async function namedByAddress({ db }: AppContext, tenantId: string, items: readonly unknown[]): Promise<NamedMember[]> {
  const addresses = items.map((item) => contactAddress(textOf(item)?.slice(0, limits.addressLength + 1) ?? ''));
  const known = addresses.flatMap((email) => (email instanceof ApiError ? [] : [{ tenantId, email }]));
  const found = known.length === 0 ? [] : await findContactsByEmail(db.read, known);
  const ids = new Map(found.map(({ email, id }) => [email, id]));
  return addresses.map((address, index) => {
    const id = address instanceof ApiError ? undefined : ids.get(address);
    const fault = address instanceof ApiError ? address.code : 'contact_not_found';
    return { shown: { email: textOf(items[index]), contact_id: id ?? null }, id: id ?? '', fault };
  });
}

/** Adds many; each item fails by itself. */
export async function addManyMembers(app: AppContext, ref: ObjectRef, body: () => GivenMembers) {
  if ((await findAudience(app.db.read, ref)) === undefined) return new ApiError('not_found');
  const { contact_ids: ids = [], emails = [] } = body();
  const members = [...ids.map(namedById), ...(await namedByAddress(app, ref.tenantId, emails))];
  const results = await addMembers(
    app,
    ref,
    members.map(({ id }) => id),
  );
  if (results instanceof ApiError) return results;
  const data = members.map(({ shown, fault }, index) => ({
    ...shown,
    added: results[index] === 'added',
    error: results[index] === 'unknown' ? fault : null,
  }));
  const added = data.filter((item) => item.added).length;
  return { data, summary: { added, skipped: members.length - added } };
}
