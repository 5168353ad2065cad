import { contactRequest } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/errors/api-error.ts';
import { validate } from '../core/operation/validate.ts';
import type { Trx } from '../db/dialect.ts';
import { announceContacts } from './announce-contact.ts';
import { type ContactEntry, type ContactQuota, exceedsQuota, type Plan, type SavedContact, type SaveFault } from './contact.ts';
import { readContact } from './read-contact.ts';
import { lockContacts, saveContacts } from './save-contacts.ts';

function assertDefined<T>(value: T | undefined, why: string): T {
  if (value === undefined) throw new Error(why);
  return value;
}

/** The same as `lockContacts`, for a caller whose tenant may have been deleted after the key was looked up. */
async function lockOwnContacts(trx: Trx, tenantId: string): Promise<ContactQuota | ApiError<'unauthorized'>> {
  return (await lockContacts(trx, tenantId)) ?? new ApiError('unauthorized');
}

/** Creates a contact, or changes the one with this address, and announces it. */
export function upsertContact(
  app: AppContext,
  tenantId: string,
  entry: ContactEntry,
): Promise<SavedContact | SaveFault | ApiError<'unauthorized'>> {
  return app.db.transact(async (trx) => {
    const quota = await lockOwnContacts(trx, tenantId);
    if (quota instanceof ApiError) return quota;
    const [first] = await saveContacts(app, trx, { tenantId, entries: [entry], quota });
    const saved = assertDefined(first, 'an entry has one result');
    if (saved instanceof ApiError) return saved;
    await announceContacts(app, trx, [{ type: saved.created ? 'contact.created' : 'contact.updated', contact: saved.contact }]);
    return saved;
  });
}

function readItem(item: unknown): ContactEntry | ApiError {
  const given = validate(contactRequest, item, { missing: 'validation_failed' });
  return given instanceof ApiError ? given : readContact(given);
}

function emailAsSent(item: unknown): string | null {
  const given: unknown = typeof item === 'object' && item !== null && 'email' in item ? item.email : null;
  return typeof given === 'string' ? given : null;
}

function present(result: Plan['results'][number] | ApiError, index: number, item: unknown) {
  if (result instanceof ApiError)
    return { index, email: emailAsSent(item), id: null, status: null, created: false, error: result.code as string };
  const { contact, created } = result;
  return { index, email: contact.email, id: contact.id, status: contact.status, created, error: null };
}

/** Explains a refusal to a caller that only changes existing contacts. */
const NO_ROOM = 'The plan must have room for as many contacts as the batch has, also where some exist; change those one by one, or import.';

/** Creates and changes many contacts; each fails by itself, but the plan must have room for as many more. Nothing is announced. */
export async function upsertContacts(app: AppContext, tenantId: string, items: readonly unknown[]) {
  const read = items.map(readItem);
  const entries = read.filter((entry) => !(entry instanceof ApiError));
  const saved = await app.db.transact(async (trx) => {
    const quota = await lockOwnContacts(trx, tenantId);
    if (quota instanceof ApiError) return quota;
    if (exceedsQuota(quota, items.length)) return new ApiError('contact_limit_reached', { limit: quota.limit ?? 0 }, { detail: NO_ROOM });
    return saveContacts(app, trx, { tenantId, entries, quota });
  });
  if (saved instanceof ApiError) return saved;
  const results = saved.values();
  const data = read.map((entry, index) =>
    present(entry instanceof ApiError ? entry : assertDefined(results.next().value, 'an entry has one result'), index, items[index]),
  );
  const created = data.filter((item) => item.created).length;
  const failed = data.filter((item) => item.error !== null).length;
  return { data, summary: { created, updated: data.length - created - failed, failed } };
}
