import type { AppContext } from '../../app-context.ts';
import type { Trx } from '../../db/dialect.ts';
import { reissueMessages } from '../../messages/bulk/index.ts';
import { chunkIds } from '../../queue/jobs.ts';
import type { Queue } from '../../queue/queue.ts';
import { dueAtPlace, isPaced, scheduleMail } from './pace.ts';

/** What creating jobs for mail needs. */
export interface IssueParts {
  readonly app: AppContext;
  readonly queue: Queue;
}

/** Messages of one broadcast that need jobs. */
export interface Issue {
  readonly ids: readonly string[];
  /** Jobs that the broadcast has had: the more, the less urgent the next one is, so that the least served broadcast goes first. */
  readonly slices: number;
}

/** Enqueues jobs for mail of a broadcast and returns how many; none if there is a pace, since the sweep creates them then. */
export async function issueMail({ app, queue }: IssueParts, trx: Trx, { ids, slices }: Issue): Promise<number> {
  if (isPaced(app) || ids.length === 0) return 0;
  const chunks = chunkIds(ids);
  const jobs = chunks.map((message_ids, place) => ({
    queue: 'deliver_bulk' as const,
    payload: { message_ids },
    priority: 0 - slices - place,
  }));
  await queue.enqueue(trx, jobs);
  return jobs.length;
}

/**
 * Reschedules waiting mail if there is a pace, and creates new jobs otherwise; returns how many jobs. The caller has locked the messages
 * and then the ledger.
 */
export async function reissueMail(parts: IssueParts, trx: Trx, { tenantId, ...issue }: Issue & { readonly tenantId: string }) {
  const due = await scheduleMail(parts.app, trx, { tenantId, count: issue.ids.length });
  const placed = issue.ids.map((id, place) => ({ id, dueAt: dueAtPlace(due, place) }));
  await reissueMessages(trx, placed);
  return issueMail(parts, trx, issue);
}
