import { limits } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/api-error.ts';
import { bareAddress } from './address.ts';
import { deleteSuppressions } from './store.ts';
import { suppress } from './suppress.ts';

function parseItem(item: unknown): string | ApiError<'invalid_email'> {
  return typeof item === 'string' && item.length <= limits.addressLength ? bareAddress(item) : new ApiError('invalid_email');
}

const asSent = (item: unknown) => (typeof item === 'string' ? item : null);

/** Puts addresses on a tenant's list by hand; each fails by itself, and one that is repeated adds nothing. */
export async function addSuppressions({ db, clock }: AppContext, tenantId: string, items: readonly unknown[]) {
  const at = clock.now();
  const judged = items.map((item) => {
    const email = parseItem(item);
    return email instanceof ApiError ? email : ({ tenantId, email, reason: 'manual', sourceMessageId: null, testMode: false, at } as const);
  });
  const entries = judged.flatMap((entry) => (entry instanceof ApiError ? [] : [entry]));
  const suppressed = await db.transact((trx) => suppress(trx, entries));
  const added = new Set(entries.filter((_, index) => suppressed[index]?.added));
  const data = judged.map((entry, index) => {
    if (entry instanceof ApiError) return { email: asSent(items[index]), added: false, error: entry.code };
    return { email: entry.email, added: added.has(entry), error: null };
  });
  return { data, summary: { added: added.size, skipped: items.length - added.size } };
}

/** Takes addresses off a tenant's list, whether or not they are on it. */
export async function removeSuppressions({ db }: AppContext, tenantId: string, items: readonly unknown[]) {
  const parsed = items.map(parseItem);
  const emails = parsed.filter((email) => typeof email === 'string');
  await db.transact((trx) => deleteSuppressions(trx, { tenantId, emails }));
  const data = parsed.map((email, index) => ({ email: email instanceof ApiError ? asSent(items[index]) : email, deleted: true as const }));
  return { data, summary: { deleted: items.length } };
}
