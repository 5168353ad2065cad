import { contactRequest } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/api-error.ts';
import { validate } from '../core/validate.ts';
import { type ContactEntry, lacksRoom, type Plan } from './contact.ts';
import { readContact } from './read-contact.ts';
import { holdContacts, saveContacts } from './save-contacts.ts';

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

/** Makes and changes many contacts; each fails by itself, but the plan must have room for all. Nobody is told. */
export async function upsertContacts(app: AppContext, tenantId: string, items: readonly unknown[]) {
  const judged = items.map(readItem);
  const entries = judged.filter((entry) => !(entry instanceof ApiError));
  const saved = await app.db.transact(async (trx) => {
    const room = await holdContacts(trx, tenantId);
    if (room === undefined) throw new Error('the tenant is gone');
    if (lacksRoom(room, items.length)) return new ApiError('contact_limit_reached', { limit: room.limit ?? 0 });
    return saveContacts(app, trx, { tenantId, entries, room });
  });
  if (saved instanceof ApiError) return saved;
  const results = saved.values();
  const data = judged.map((entry, index) =>
    present(entry instanceof ApiError ? entry : orThrow(results.next().value), index, items[index]),
  );
  const created = data.filter((item) => item.created).length;
  const failed = data.filter((item) => item.error !== null).length;
  return { data, summary: { created, updated: data.length - created - failed, failed } };
}

function orThrow<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('every entry has a result');
  return value;
}
