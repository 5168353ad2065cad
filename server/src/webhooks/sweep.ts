import type { AppContext } from '../app-context.ts';
import type { Owner } from './delivery-store.ts';
import { findPending, nextDueAt, resumeDeliveries, START, takeDueDeliveries } from './due-store.ts';
import { listWebhooks } from './endpoint-store.ts';
import { HIDDEN_MS, type PlannerParts, toJobs } from './plan-deliveries.ts';

const PAGE = 500;

/** Makes jobs of deliveries whose next attempt is due, or whose job was lost. Returns how many deliveries it took. */
export async function sweepDueDeliveries({ app, queue }: PlannerParts): Promise<number> {
  const { db, clock } = app;
  let taken = 0;
  for (;;) {
    const page = await db.transact(async (trx) => {
      const now = clock.now();
      const due = await takeDueDeliveries(trx, { now, hiddenUntil: now + HIDDEN_MS, most: PAGE });
      await queue.enqueue(trx, toJobs(due));
      return due.length;
    });
    taken += page;
    if (page < PAGE) return taken;
  }
}

/** Has deliveries go on that were held while their endpoint was not active. */
export async function resumeEndpoint({ db, clock }: AppContext, owner: Owner): Promise<void> {
  for (let after = START, more = true; more; ) {
    const page = await findPending(db.read, owner, { after, limit: PAGE });
    const ids = page.map(({ id }) => id);
    if (ids.length > 0) await db.transact((trx) => resumeDeliveries(trx, { ids, now: clock.now() }));
    after = page.at(-1) ?? after;
    more = page.length === PAGE;
  }
}

/** The same for all endpoints of a tenant that was suspended. */
export async function resumeTenant(app: AppContext, tenantId: string): Promise<void> {
  for (const { id } of await listWebhooks(app.db.read, tenantId)) await resumeEndpoint(app, { tenantId, webhookId: id });
}

export const nextSweepAt = ({ db }: AppContext) => nextDueAt(db.read);
