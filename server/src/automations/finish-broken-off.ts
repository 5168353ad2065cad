import type { AppContext } from '../app-context.ts';
import { cancelAll } from './archive-automation.ts';
import { removeAll } from './delete-automation.ts';
import { listDisowned, listUnfinished } from './enrollments/removal-store.ts';

const AUTOMATIONS_A_RUN = 100;

/** Finishes archiving and deletions that broke off; returns how many enrollments were cancelled and removed. */
export async function finishBrokenOff(app: AppContext): Promise<number> {
  let removed = 0;
  for (const id of await listUnfinished(app.db.write, AUTOMATIONS_A_RUN)) removed += await cancelAll(app, id);
  for (const id of await listDisowned(app.db.write, AUTOMATIONS_A_RUN)) removed += await removeAll(app, id);
  return removed;
}
