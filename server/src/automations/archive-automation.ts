import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/errors/api-error.ts';
import type { ObjectRef } from '../core/request/context.ts';
import { type Automation, refuseMove } from './automation.ts';
import { cancelActive } from './enrollments/cancel-store.ts';
import { addToCounts } from './enrollments/count-store.ts';
import { findAutomation, lockAutomations, moveAutomation } from './store.ts';

const PAGE = 500;

/** Cancels the active enrollments of an archived automation, in pages. Returns how many. */
export async function cancelAll({ db, clock }: AppContext, automationId: string): Promise<number> {
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

/** Ends an automation permanently: no enrollment advances after the first statement, and all are cancelled before the response. */
export async function archiveAutomation(app: AppContext, key: ObjectRef): Promise<Automation | ApiError<'not_found' | 'not_archivable'>> {
  const { db, clock } = app;
  const from = ['draft', 'active', 'paused'] as const;
  const moved = await db.transact((trx) => moveAutomation(trx, key, { from, to: 'archived', at: clock.now() }));
  if (moved !== undefined) await cancelAll(app, key.id);
  const known = await findAutomation(db.write, key);
  if (known === undefined) return new ApiError('not_found');
  return moved === undefined ? refuseMove('not_archivable', known.status) : known;
}
