import { lockFiles } from '../../attachments/index.ts';
import type { Trx } from '../../db/dialect.ts';
import { filesOf } from '../../messages/index.ts';
import type { Meter } from '../../tenants/index.ts';
import { type Submission, validOf } from './submission.ts';

const filesOfAll = (submission: Submission): string[] => validOf(submission).flatMap(({ message }) => filesOf(message.body));

export interface GroupState {
  readonly submissions: readonly Submission[];
  /** By tenant. */
  readonly meters: ReadonlyMap<string, Meter>;
  readonly now: number;
}

/**
 * Returns those whose tenant's settings or files have changed since they were validated. The files of the
 * others stay until the transaction ends.
 */
export async function findStale(trx: Trx, { submissions, meters, now }: GroupState): Promise<ReadonlySet<Submission>> {
  const keys = [...new Set(submissions.flatMap(filesOfAll))];
  const found = keys.length === 0 ? new Set<string>() : await lockFiles(trx, { keys, now });
  const isStale = (submission: Submission) =>
    meters.get(submission.caller.tenantId)?.version !== submission.caller.version || !filesOfAll(submission).every((key) => found.has(key));
  return new Set(submissions.filter(isStale));
}
