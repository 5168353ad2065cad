import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/api-error.ts';
import { normalizeEmail } from '../core/email-address.ts';
import { notification } from '../core/hooks.ts';
import { lockContactCounts, lockMetersAfter } from '../tenants/index.ts';
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

/** Meters that one transaction waits for. */
const METERS_AT_ONCE = 20;

/** Resolves once all have ended that held the meter of a tenant: they may have looked before the operator's erasure was there. */
async function awaitHolders({ db }: AppContext): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const asked = { after, limit: METERS_AT_ONCE };
    const held: string[] = await db.transact((trx) => lockMetersAfter(trx, asked));
    after = held.at(-1);
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
