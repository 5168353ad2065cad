import type { AppContext } from '../app-context.ts';
import { normalizeEmail } from '../core/email-address.ts';
import { ApiError } from '../core/errors/api-error.ts';
import { asSent, parseItem } from './add-suppressions.ts';
import { deleteSuppressions } from './store.ts';

/** Removes an address from a list, whether or not it is on it; returns its normalized form. */
export async function removeSuppression({ db }: AppContext, tenantId: string, given: string): Promise<string> {
  const email = normalizeEmail(given);
  await db.transact((trx) => deleteSuppressions(trx, { tenantId, emails: [email] }));
  return email;
}

/** Removes addresses from a tenant's list, whether or not they are on it. */
export async function removeSuppressions({ db }: AppContext, tenantId: string, items: readonly unknown[]) {
  const parsed = items.map(parseItem);
  const emails = parsed.filter((email) => typeof email === 'string');
  await db.transact((trx) => deleteSuppressions(trx, { tenantId, emails }));
  const data = parsed.map((email, index) => ({ email: email instanceof ApiError ? asSent(items[index]) : email, deleted: true as const }));
  return { data, summary: { deleted: items.length } };
}
