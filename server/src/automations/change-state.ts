import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/api-error.ts';
import type { Automation, AutomationKey } from './automation.ts';
import { cancelActive } from './enrollments/cancel-store.ts';
import { addToCounts } from './enrollments/count-store.ts';
import { deleteDisowned, deleteEnrollments, disownAutomation, listDisowned, listUnfinished } from './enrollments/removal-store.ts';
import { findAutomation, lockAutomations, moveAutomation } from './store.ts';
import { refuseMove } from './write-automation.ts';

const PAGE = 500;
const AUTOMATIONS_A_RUN = 100;

/** Holds an active automation: whoever is in it stays where they are. */
export async function pauseAutomation(
  { db, clock }: AppContext,
  key: AutomationKey,
): Promise<Automation | ApiError<'not_found' | 'not_active'>> {
  const moved = await db.transact((trx) => moveAutomation(trx, key, { from: ['active'], to: 'paused', at: clock.now() }));
  if (moved !== undefined) return moved;
  const known = await findAutomation(db.write, key);
  return known === undefined ? new ApiError('not_found') : refuseMove('not_active', known.status);
}

/** Cancels what is active of an automation that is archived, in pages. Returns how many. */
async function cancelAll({ db, clock }: AppContext, automationId: string): Promise<number> {
  let cancelled = 0;
  for (let page = PAGE; page === PAGE; cancelled += page) {
    page = await db.transact(async (trx) => {
      await lockAutomations(trx, [automationId]);
      const count = await cancelActive(trx, { automationId, reason: 'archived', at: clock.now(), limit: PAGE });
      const changes = [
        { automationId, status: 'active', by: -count },
        { automationId, status: 'cancelled', by: count },
      ] as const;
      await addToCounts(trx, changes);
      return count;
    });
  }
  return cancelled;
}

/** Ends an automation for good: nobody moves from the first statement on, and everybody is out before the answer. */
export async function archiveAutomation(
  app: AppContext,
  key: AutomationKey,
): Promise<Automation | ApiError<'not_found' | 'not_archivable'>> {
  const { db, clock } = app;
  const from = ['draft', 'active', 'paused'] as const;
  const moved = await db.transact((trx) => moveAutomation(trx, key, { from, to: 'archived', at: clock.now() }));
  if (moved !== undefined) await cancelAll(app, key.id);
  const known = await findAutomation(db.write, key);
  if (known === undefined) return new ApiError('not_found');
  return moved === undefined ? refuseMove('not_archivable', known.status) : known;
}

async function removeAll({ db }: AppContext, automationId: string): Promise<number> {
  let removed = 0;
  for (let page = PAGE; page === PAGE; removed += page) {
    page = await db.transact((trx) => deleteEnrollments(trx, { automationId, limit: PAGE }));
  }
  await db.transact((trx) => deleteDisowned(trx, automationId));
  return removed;
}

/** Deletes an automation: gone at once, its enrollments in pages before the answer. */
export async function deleteAutomation(app: AppContext, key: AutomationKey): Promise<{ id: string } | ApiError<'not_found'>> {
  const disowned = await app.db.transact((trx) => disownAutomation(trx, key));
  if (!disowned) return new ApiError('not_found');
  await removeAll(app, key.id);
  return { id: key.id };
}

/** Ends archiving and deletions that broke off; returns the enrollments cancelled and removed. */
export async function finishBrokenOff(app: AppContext): Promise<number> {
  let removed = 0;
  for (const id of await listUnfinished(app.db.write, AUTOMATIONS_A_RUN)) removed += await cancelAll(app, id);
  for (const id of await listDisowned(app.db.write, AUTOMATIONS_A_RUN)) removed += await removeAll(app, id);
  return removed;
}
