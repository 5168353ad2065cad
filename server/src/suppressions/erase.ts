import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/api-error.ts';
import { normalizeEmail } from '../core/email-address.ts';
import { notification } from '../core/hooks.ts';
import { walkPages } from '../core/walk-pages.ts';
import { listMetersAfter, lockContactCounts, lockFreeMeters } from '../tenants/index.ts';
import { deleteErasure, deleteSuppressions, deleteSuppressionsOfAll, insertErasure } from './store.ts';
import { ALL_TENANTS, bareAddress } from './suppression.ts';

/** Which address is to be forgotten, and by whom. */
export interface Erasure {
  /** Null: by all tenants. */
  readonly tenantId: string | null;
  /** Bare and in lower case. */
  readonly email: string;
}

/**
 * Called for every feature whose rows name addresses: deletes or blanks the address in them, in pages. It may be called
 * again at any time, and finds what an earlier run that was cut short has left.
 */
export const addressErased = notification<[erasure: Erasure]>('address erased');

/** Meters that are looked at by one statement. */
const METERS_AT_ONCE = 500;

/**
 * Resolves once all have ended that held the meter of a tenant: they may have looked before the operator's erasure was there. One meter
 * is waited for at a time, and none held meanwhile, so that the tenants of the others go on. Where there is one writer, all have ended.
 */
async function awaitHolders({ db }: AppContext): Promise<void> {
  if (db.writers === 'one') return;
  for await (const tenantIds of walkPages({ first: '', limit: METERS_AT_ONCE }, (page) => listMetersAfter(db.write, page))) {
    const free = new Set(await db.transact((trx) => lockFreeMeters(trx, tenantIds)));
    for (const tenantId of tenantIds.filter((id) => !free.has(id))) await db.transact((trx) => lockContactCounts(trx, [tenantId]));
  }
}

async function eraseSuppressions({ db }: AppContext, { tenantId, email }: Erasure): Promise<void> {
  await db.transact((trx) =>
    tenantId === null ? deleteSuppressionsOfAll(trx, email) : deleteSuppressions(trx, { tenantId, emails: [email] }),
  );
}

/** Erases an address of a tenant, or of all: first no more mail goes to it, then what names it goes, feature by feature. */
export async function eraseAddress(app: AppContext, tenantId: string | null, given: string): Promise<string | ApiError<'invalid_email'>> {
  const email = bareAddress(given);
  if (email instanceof ApiError) return email;
  const { db, clock, secrets } = app;
  const entry = { tenantId: tenantId ?? ALL_TENANTS, addressHash: secrets.hashAddress(email) };
  await db.transact(async (trx) => {
    // Whoever has looked before whether the address may be named ends first, and is seen by what follows.
    await lockContactCounts(trx, [entry.tenantId]);
    await insertErasure(trx, { ...entry, createdAt: clock.now() });
  });
  if (tenantId === null) await awaitHolders(app);
  // Higher features first: what ends there is told of in lower ones, and erased in them afterwards.
  await app.hooks.notifyReversed(addressErased, { tenantId, email });
  // Last: a mail that had not been erased yet may have put it on the list by a bounce meanwhile.
  await eraseSuppressions(app, { tenantId, email });
  return email;
}

/** Lets an erased address get mail again. */
export async function forgetErasure({ db, secrets }: AppContext, tenantId: string | null, given: string): Promise<string> {
  const email = normalizeEmail(given);
  await db.transact((trx) => deleteErasure(trx, tenantId ?? ALL_TENANTS, secrets.hashAddress(email)));
  return email;
}
