import type { AppContext } from '../app-context.ts';
import type { Trx } from '../db/dialect.ts';
import { addToContactCounts, lockContactCount } from '../meters/contact-count-store.ts';
import { limitsOf } from '../quota/index.ts';
import { deleteUnsubscriptions } from '../suppressions/index.ts';
import { findTenant } from '../tenants/index.ts';
import { writeChanges } from './change-contacts.ts';
import { type ContactEntry, type ContactQuota, type Plan, planContacts } from './contact.ts';
import { findContactsByEmail, insertContacts } from './store.ts';

/**
 * Locks a tenant's contacts for this transaction and returns how many it has and may have; undefined if the tenant no longer exists.
 * Every transaction that changes contacts starts with this statement.
 */
export async function lockContacts(trx: Trx, tenantId: string): Promise<ContactQuota | undefined> {
  const count = await lockContactCount(trx, tenantId);
  const agreed = await findTenant(trx, tenantId);
  if (agreed === undefined) return undefined;
  const { plan, overrides } = agreed;
  return { count: count ?? 0, limit: limitsOf(plan, overrides).contacts };
}

export interface SaveRequest {
  readonly tenantId: string;
  readonly entries: readonly ContactEntry[];
  /** The value that `lockContacts` returned. */
  readonly quota: ContactQuota;
}

/**
 * Creates and changes contacts that the transaction has locked, with as many statements for a hundred as for one. Returns one result for
 * each, in order.
 */
export async function saveContacts(app: AppContext, trx: Trx, { tenantId, entries, quota }: SaveRequest): Promise<Plan['results']> {
  const { clock, newId } = app;
  const at = clock.now();
  const known = await findContactsByEmail(
    trx,
    entries.map(({ email }) => ({ tenantId, email })),
  );
  const plan = planContacts({ tenantId, entries, known, quota, at, newId: () => newId('con', at) });
  await insertContacts(trx, plan.inserted);
  await writeChanges(app, trx, { before: known, after: plan.changed });
  if (plan.inserted.length > 0) await addToContactCounts(trx, new Map([[tenantId, plan.inserted.length]]));
  if (plan.resubscribed.length > 0) await deleteUnsubscriptions(trx, { tenantId, emails: plan.resubscribed });
  return plan.results;
}
