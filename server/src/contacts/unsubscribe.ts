import type { Kysely } from 'kysely';
import type { AppContext } from '../app-context.ts';
import type { Trx } from '../db/dialect.ts';
import type { Schema } from '../db/schema.ts';
import { holdMeters } from '../meters/hold-store.ts';
import { findErased, findSuppressions, suppress, type TenantAddress } from '../suppressions/index.ts';
import { setStatus } from './set-status.ts';
import { findContactsByEmail } from './store.ts';

/** A recipient who wants no more marketing mail. */
export interface Unsubscription extends TenantAddress {
  /** The message whose link or address they used. */
  readonly sourceMessageId: string | null;
  readonly testMode: boolean;
}

/**
 * Returns whether a reader has ended marketing mail: by a link, a complaint or through the sender. A list for another reason, such as a
 * bounce, is not their choice, and may end without them.
 */
export async function isUnsubscribed(db: Kysely<Schema>, address: TenantAddress): Promise<boolean> {
  const [suppressions, contacts] = await Promise.all([findSuppressions(db, [address]), findContactsByEmail(db, [address])]);
  return (
    suppressions.some(({ reason }) => reason === 'unsubscribe' || reason === 'complaint') ||
    contacts.some(({ status }) => status === 'unsubscribed')
  );
}

/** Returns the unsubscriptions whose address was not erased: an erased address gets no mail, and is not stored again. */
async function leaveOutErased(app: AppContext, trx: Trx, unsubscriptions: readonly Unsubscription[]): Promise<Unsubscription[]> {
  const left: Unsubscription[] = [];
  for (const [tenantId, own] of Map.groupBy(unsubscriptions, (given) => given.tenantId)) {
    const erased = await findErased(app, trx, { tenantId, emails: own.map(({ email }) => email) });
    left.push(...own.filter(({ email }) => !erased.has(email)));
  }
  return left;
}

/** Ends marketing mail to addresses: adds a suppression of that scope, and sets the contact, if there is one, to `unsubscribed`. */
export async function unsubscribe(app: AppContext, trx: Trx, unsubscriptions: readonly Unsubscription[]): Promise<void> {
  const at = app.clock.now();
  // Locked before the check for erasures, so that none happens afterwards.
  await holdMeters(trx, [...new Set(unsubscriptions.map(({ tenantId }) => tenantId))]);
  const listed = await leaveOutErased(app, trx, unsubscriptions);
  const entries = listed.map((given) => ({ ...given, reason: 'unsubscribe' as const, at }));
  await suppress(trx, entries);
  const changes = unsubscriptions.map(({ tenantId, email }) => ({ tenantId, email, status: 'unsubscribed' as const }));
  await setStatus(app, trx, changes);
}
