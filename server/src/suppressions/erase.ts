import type { AppContext } from '../app-context.ts';
import { normalizeEmail } from '../core/email-address.ts';
import { ApiError } from '../core/errors/api-error.ts';
import { notification } from '../core/hooks.ts';
import { walkPages } from '../core/walk-pages.ts';
import { holdFreeMeters, holdMeters, listMetersAfter } from '../meters/hold-store.ts';
import { deleteErasure, insertErasure } from './erased-store.ts';
import { deleteSuppressions, deleteSuppressionsOfAll } from './store.ts';
import { ALL_TENANTS, bareAddress } from './suppression.ts';

/** The address to erase, and for which tenant. */
export interface Erasure {
  /** Null: for all tenants. */
  readonly tenantId: string | null;
  /** Bare and in lower case. */
  readonly email: string;
}

/**
 * Called for every feature whose rows contain addresses: deletes or blanks the address in them, in pages. It may be called again at any
 * time, and continues where an interrupted run stopped.
 */
export const addressErased = notification<[erasure: Erasure]>('address erased');

/** Meters examined by one statement. */
const METERS_AT_ONCE = 500;

/**
 * Resolves once every transaction that held the meter of a tenant has ended: it may have checked for erasures before the operator's was
 * there. One meter is waited for at a time, and none is held meanwhile, so that the other tenants are not blocked. With a single writer,
 * all have ended already.
 */
async function awaitHolders({ db }: AppContext): Promise<void> {
  if (db.writers === 'one') return;
  for await (const tenantIds of walkPages({ first: '', limit: METERS_AT_ONCE }, (page) => listMetersAfter(db.write, page))) {
    const free = new Set(await db.transact((trx) => holdFreeMeters(trx, tenantIds)));
    for (const tenantId of tenantIds.filter((id) => !free.has(id))) await db.transact((trx) => holdMeters(trx, [tenantId]));
  }
}

async function eraseSuppressions({ db }: AppContext, { tenantId, email }: Erasure): Promise<void> {
  await db.transact((trx) =>
    tenantId === null ? deleteSuppressionsOfAll(trx, email) : deleteSuppressions(trx, { tenantId, emails: [email] }),
  );
}

/** Erases an address for one tenant, or for all: mail to it is stopped first, then the features delete what contains it. */
export async function eraseAddress(app: AppContext, tenantId: string | null, given: string): Promise<string | ApiError<'invalid_email'>> {
  const email = bareAddress(given);
  if (email instanceof ApiError) return email;
  const { db, clock, secrets } = app;
  const entry = { tenantId: tenantId ?? ALL_TENANTS, addressHash: secrets.hashAddress(email) };
  await db.transact(async (trx) => {
    // Transactions that have already checked whether the address may be stored end first; the following steps see their rows.
    await holdMeters(trx, [entry.tenantId]);
    await insertErasure(trx, { ...entry, createdAt: clock.now() });
  });
  if (tenantId === null) await awaitHolders(app);
  // Higher features first: what they end is announced to lower ones, which erase it afterwards.
  await app.hooks.notifyReversed(addressErased, { tenantId, email });
  // Last: a bounce of a mail that had not been erased yet may have put it on the list meanwhile.
  await eraseSuppressions(app, { tenantId, email });
  return email;
}

/** Allows mail to an erased address again. */
export async function forgetErasure({ db, secrets }: AppContext, tenantId: string | null, given: string): Promise<string> {
  const email = normalizeEmail(given);
  await db.transact((trx) => deleteErasure(trx, tenantId ?? ALL_TENANTS, secrets.hashAddress(email)));
  return email;
}
