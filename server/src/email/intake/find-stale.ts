import { lockFiles } from '../../attachments/index.ts';
import type { Trx } from '../../db/dialect.ts';
import { filesOf, lockStaged } from '../../messages/index.ts';
import type { Meter } from '../../meters/store.ts';
import { type AdmissionRequest, validOf } from './admission-request.ts';

const filesOfAll = (request: AdmissionRequest): string[] => validOf(request).flatMap(({ message }) => filesOf(message.body));

const stagedOfAll = (request: AdmissionRequest): string[] =>
  validOf(request).flatMap(({ message }) => (message.isStaged ? [message.body.id] : []));

/** Requests, with the locked meters of their tenants. */
export interface GroupState {
  readonly requests: readonly AdmissionRequest[];
  /** By tenant. */
  readonly meters: ReadonlyMap<string, Meter>;
  readonly now: number;
}

/**
 * Returns the requests whose tenant's settings, files or staged bodies have changed since they were validated. Locks the files and
 * bodies of the others until the transaction ends, so that they do not expire before.
 */
export async function findStale(trx: Trx, { requests, meters, now }: GroupState): Promise<ReadonlySet<AdmissionRequest>> {
  const ids = requests.flatMap(stagedOfAll);
  const staged = ids.length === 0 ? new Set<string>() : await lockStaged(trx, { ids, now });
  const keys = [...new Set(requests.flatMap(filesOfAll))];
  const files = keys.length === 0 ? new Set<string>() : await lockFiles(trx, { keys, now });
  const isStale = (request: AdmissionRequest) =>
    meters.get(request.caller.tenantId)?.version !== request.caller.version ||
    !stagedOfAll(request).every((id) => staged.has(id)) ||
    !filesOfAll(request).every((key) => files.has(key));
  return new Set(requests.filter(isStale));
}
