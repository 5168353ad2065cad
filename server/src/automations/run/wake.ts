import type { AppContext } from '../../app-context.ts';
import type { Trx } from '../../db/dialect.ts';
import type { NewJob, Queue } from '../../queue/queue.ts';

/** What is needed to enqueue automations. */
export interface WakeParts {
  readonly app: AppContext;
  readonly queue: Queue;
}

const toJobs = (automationIds: readonly string[], priority: number): NewJob<'automation'>[] =>
  [...new Set(automationIds)].map((automation_id) => ({ queue: 'automation', payload: { automation_id }, priority }));

/**
 * Has automations worked off as soon as the transaction commits, by any process that is free. Automations that have had a turn and are
 * still due get a lower priority.
 */
export async function wake({ queue }: WakeParts, trx: Trx, automationIds: readonly string[], priority = 0): Promise<void> {
  if (automationIds.length > 0) await queue.enqueue(trx, toJobs(automationIds, priority));
}
