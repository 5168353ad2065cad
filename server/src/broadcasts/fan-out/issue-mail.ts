import type { AppContext } from '../../app-context.ts';
import type { Trx } from '../../db/dialect.ts';
import { reissueMessages } from '../../messages/index.ts';
import { chunkIds } from '../../queue/jobs.ts';
import type { Queue } from '../../queue/queue.ts';
import { isPaced, scheduleMail } from './pace.ts';

export interface IssueParts {
  readonly app: AppContext;
  readonly queue: Queue;
}

export interface Issue {
  readonly ids: readonly string[];
  /** Jobs that the broadcast has had: the more, the less urgent the next, so that whoever was served least goes first. */
  readonly slices: number;
}

/** Enqueues jobs for mail of a broadcast and returns how many; none where a pace is kept, since the sweep makes them then. */
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

/** Gives mail that waits, and is locked, new turns where a pace is kept, else new jobs; returns how many jobs. After the ledger, which whoever asks for turns has locked. */
export async function reissueMail(parts: IssueParts, trx: Trx, { tenantId, ...issue }: Issue & { readonly tenantId: string }) {
  const { dueAt, dueStep } = await scheduleMail(parts.app, trx, { tenantId, count: issue.ids.length });
  const placed = issue.ids.map((id, place) => ({ id, dueAt: dueAt + place * dueStep }));
  await reissueMessages(trx, placed);
  return issueMail(parts, trx, issue);
}
