import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/api-error.ts';
import { bareAddress } from './address.ts';
import { type Suppressed, suppress } from './suppress.ts';

/** Puts an address on a list by hand. */
export async function addSuppression(
  { db, clock }: AppContext,
  tenantId: string,
  given: string,
): Promise<Suppressed | ApiError<'invalid_email'>> {
  const email = bareAddress(given);
  if (email instanceof ApiError) return email;
  const entry = { tenantId, email, reason: 'manual', sourceMessageId: null, testMode: false, at: clock.now() } as const;
  const [suppressed] = await db.transact((trx) => suppress(trx, [entry]));
  if (suppressed === undefined) throw new Error('the tenant is gone');
  return suppressed;
}
