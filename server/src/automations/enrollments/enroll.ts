import type { AppContext } from '../../app-context.ts';
import { type AudienceAddition, findContactIds } from '../../audiences/index.ts';
import { findContactId, type NamedContact } from '../../contacts/index.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import type { ObjectRef } from '../../core/request/context.ts';
import type { Trx } from '../../db/dialect.ts';
import type { Announcement } from '../../events/index.ts';
import { holdMeters } from '../../meters/hold-store.ts';
import { type Automation, type Enrollment, refuseMove } from '../automation.ts';
import { type WakeParts, wake } from '../run/wake.ts';
import { type EntryPoint, entryPointOf, findAutomation, holdAutomations, lockAutomations, lockTriggered } from '../store.ts';
import { addToCounts } from './count-store.ts';
import { findEnrollmentOf, insertEnrollments } from './enrollment-store.ts';
import { deleteEnrollmentsOf, findAutomationsOf } from './removal-store.ts';

interface Entry {
  readonly automation: EntryPoint;
  readonly contactId: string;
}

/** Enrolls contacts in automations that are active and locked, and has their first steps done at once; returns the new enrollments. */
async function enrollAll(
  parts: WakeParts,
  trx: Trx,
  { entries, source }: { entries: readonly Entry[]; source: Enrollment['source'] },
): Promise<Enrollment[]> {
  const { clock, newId } = parts.app;
  const at = clock.now();
  const added = await insertEnrollments(
    trx,
    entries.flatMap(({ automation: { id: automationId, tenantId, firstStep }, contactId }) => {
      return firstStep === undefined ? [] : { id: newId('enr', at), tenantId, automationId, contactId, source, firstStep, at };
    }),
  );
  await addToCounts(
    trx,
    added.map(({ automationId }) => ({ automationId, status: 'active', by: 1 })),
  );
  await wake(
    parts,
    trx,
    added.map(({ automationId }) => automationId),
  );
  return added;
}

const distinct = (ids: readonly string[]) => [...new Set(ids)];

/** Enrolls contacts that were created one by one, in the transaction that announces them. */
export async function enrollCreated(parts: WakeParts, trx: Trx, announcements: readonly Announcement[]): Promise<void> {
  const created = announcements.filter(({ type }) => type === 'contact.created');
  if (created.length === 0) return;
  const tenantIds = distinct(created.map(({ tenantId }) => tenantId));
  const automations = await lockTriggered(trx, { tenantIds, kind: 'contact_created' });
  const entries = created.flatMap(({ tenantId, contactId }) =>
    contactId === null ? [] : automations.filter((one) => one.tenantId === tenantId).map((automation) => ({ automation, contactId })),
  );
  await enrollAll(parts, trx, { entries, source: 'trigger' });
}

/** Enrolls contacts in the automations of the audience that they join, in the transaction that adds them. */
export async function enrollAdded(parts: WakeParts, trx: Trx, additions: readonly AudienceAddition[]): Promise<void> {
  const tenantIds = distinct(additions.map(({ tenantId }) => tenantId));
  const automations = await lockTriggered(trx, { tenantIds, kind: 'audience_added' });
  const byAudience = Map.groupBy(automations, ({ tenantId, triggerConfig }) => `${tenantId} ${triggerConfig.audience_id ?? ''}`);
  const entries = additions.flatMap(({ tenantId, audienceId, contactId }) =>
    (byAudience.get(`${tenantId} ${audienceId}`) ?? []).map((automation) => ({ automation, contactId })),
  );
  await enrollAll(parts, trx, { entries, source: 'trigger' });
}

/** An enrollment, and whether it is new. */
export interface EnrollmentResult {
  readonly enrollment: Enrollment;
  readonly added: boolean;
}

const notActive = (status: string) => refuseMove('not_active', status, 'Only an active automation takes contacts: activate it first.');

/** Returns an automation that contacts may be enrolled in, or why not; asked before the body is read. */
async function findEnrollable({ db }: AppContext, ref: ObjectRef): Promise<Automation | ApiError<'not_found' | 'not_active'>> {
  const automation = await findAutomation(db.read, ref);
  if (automation === undefined) return new ApiError('not_found');
  return automation.status === 'active' ? automation : notActive(automation.status);
}

/** Enrolls a contact by hand. */
export async function enrollContact(
  parts: WakeParts,
  ref: ObjectRef,
  body: () => NamedContact,
): Promise<EnrollmentResult | ApiError<'not_found' | 'not_active' | 'contact_not_found' | 'invalid_email'>> {
  const { app } = parts;
  const open = await findEnrollable(app, ref);
  if (open instanceof ApiError) return open;
  const { tenantId, id: automationId } = ref;
  const contactId = await findContactId(app, tenantId, body());
  if (contactId instanceof ApiError) return contactId;
  return app.db.transact(async (trx) => {
    // Deleting contacts takes the same lock, so no enrollment outlives its contact.
    await holdMeters(trx, [tenantId]);
    const known = await findContactIds(trx, { tenantId, ids: [contactId] });
    const [automation] = await lockAutomations(trx, [automationId]);
    if (automation === undefined || automation.tenantId !== tenantId) return new ApiError('not_found');
    if (automation.status !== 'active') return notActive(automation.status);
    if (!known.has(contactId)) return new ApiError('contact_not_found');
    const [added] = await enrollAll(parts, trx, { entries: [{ automation: entryPointOf(automation), contactId }], source: 'manual' });
    if (added !== undefined) return { enrollment: added, added: true };
    const enrollment = await findEnrollmentOf(trx, { automationId, contactId });
    if (enrollment === undefined) throw new Error('an enrollment that stood in the way is gone');
    return { enrollment, added: false };
  });
}

/** Takes contacts that are being deleted out of every automation. */
export async function removeFromAutomations(trx: Trx, contactIds: readonly string[]): Promise<void> {
  await holdAutomations(trx, await findAutomationsOf(trx, contactIds));
  const removed = await deleteEnrollmentsOf(trx, contactIds);
  await addToCounts(
    trx,
    removed.map(({ automationId, status }) => ({ automationId, status, by: -1 })),
  );
}
