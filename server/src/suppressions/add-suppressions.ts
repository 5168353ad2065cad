import { limits } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/errors/api-error.ts';
import { type SuppressionResult, suppress } from './suppress.ts';
import { bareAddress, type SuppressionEntry } from './suppression.ts';

const toEntry = (tenantId: string, email: string, at: number): SuppressionEntry => ({
  tenantId,
  email,
  reason: 'manual',
  sourceMessageId: null,
  testMode: false,
  at,
});

/** Puts an address on a list by hand: a tenant's or the operator's. */
export async function addSuppression(
  { db, clock }: AppContext,
  tenantId: string,
  given: string,
): Promise<SuppressionResult | ApiError<'invalid_email'>> {
  const email = bareAddress(given);
  if (email instanceof ApiError) return email;
  const [suppressed] = await db.transact((trx) => suppress(trx, [toEntry(tenantId, email, clock.now())]));
  if (suppressed === undefined) throw new Error('the tenant is gone');
  return suppressed;
}

/** Returns the address of an item in a batch. */
export function parseItem(item: unknown): string | ApiError<'invalid_email'> {
  return typeof item === 'string' && item.length <= limits.addressLength ? bareAddress(item) : new ApiError('invalid_email');
}

/** Returns how an answer identifies an item that is no address. */
export const asSent = (item: unknown) => (typeof item === 'string' ? item : null);

/** Puts addresses on a tenant's list by hand; each fails by itself, and a repeated one adds nothing. */
export async function addSuppressions({ db, clock }: AppContext, tenantId: string, items: readonly unknown[]) {
  const at = clock.now();
  const parsed = items.map((item) => {
    const email = parseItem(item);
    return email instanceof ApiError ? email : toEntry(tenantId, email, at);
  });
  const entries = parsed.flatMap((entry) => (entry instanceof ApiError ? [] : [entry]));
  const suppressed = await db.transact((trx) => suppress(trx, entries));
  const added = new Set(entries.filter((_, index) => suppressed[index]?.added));
  const data = parsed.map((entry, index) => {
    if (entry instanceof ApiError) return { email: asSent(items[index]), added: false, error: entry.code };
    return { email: entry.email, added: added.has(entry), error: null };
  });
  return { data, summary: { added: added.size, skipped: items.length - added.size } };
}
