import { lockFiles } from '../../attachments/index.ts';
import type { Trx } from '../../db/dialect.ts';
import { filesOf, lockStaged } from '../../messages/index.ts';
import type { Meter } from '../../tenants/index.ts';
import { type Submission, validOf } from './submission.ts';

const filesOfAll = (submission: Submission): string[] => validOf(submission).flatMap(({ message }) => filesOf(message.body));

const stagedOfAll = (submission: Submission): string[] =>
  validOf(submission).flatMap(({ message }) => (message.isStaged ? [message.body.id] : []));

export interface GroupState {
  readonly submissions: readonly Submission[];
  /** By tenant. */
  readonly meters: ReadonlyMap<string, Meter>;
  readonly now: number;
}

/**
 * Returns those whose tenant's settings, files or staged bodies have changed since they were validated. What the others have
 * stored stays until the transaction ends.
 */
export async function findStale(trx: Trx, { submissions, meters, now }: GroupState): Promise<ReadonlySet<Submission>> {
  const ids = submissions.flatMap(stagedOfAll);
  const staged = ids.length === 0 ? new Set<string>() : await lockStaged(trx, { ids, now });
  const keys = [...new Set(submissions.flatMap(filesOfAll))];
  const files = keys.length === 0 ? new Set<string>() : await lockFiles(trx, { keys, now });
  const isStale = (submission: Submission) =>
    meters.get(submission.caller.tenantId)?.version !== submission.caller.version ||
    !stagedOfAll(submission).every((id) => staged.has(id)) ||
    !filesOfAll(submission).every((key) => files.has(key));
  return new Set(submissions.filter(isStale));
}
