import { ApiError } from '../core/api-error.ts';
import type { Caller } from '../core/caller.ts';
import { createOwnerSemaphores, type OwnerSemaphores, type Permit } from '../core/concurrency/owner-semaphores.ts';

const WAIT_MS = 5000;

/** Creates the semaphores that bound the concurrent requests of each tenant in this process. A request that waits longer than 5 s is refused with `service_unavailable`. */
export function createTenantSemaphores(most: number): OwnerSemaphores {
  const detail = `${most} requests of this tenant are under way here, and have been for ${WAIT_MS / 1000} s; try again.`;
  const tooLong = new ApiError('service_unavailable', {}, { detail, headers: { 'Retry-After': '1' } });
  return createOwnerSemaphores({ most, waitMs: WAIT_MS, tooLong });
}

/** What a request holds until it ends: the permit of its tenant, where a tenant calls, and what was deferred. */
export interface RequestResources extends Partial<Permit> {
  /** Has `release` called when the request ends, before it is answered. */
  defer(release: () => void | Promise<void>): void;
}

/** Runs work with resources of its own, and releases them when it settles, in the order in which they were deferred. */
export async function withResources<T>(work: (resources: RequestResources) => Promise<T>, permit?: Permit): Promise<T> {
  const taken: (() => void | Promise<void>)[] = [];
  try {
    return await work({ ...permit, defer: (release) => taken.push(release) });
  } finally {
    for (const release of taken) await release();
  }
}

/** Runs a request with a permit of the calling tenant; the operator, people and anonymous callers need none. */
export const withTenantPermit = <T>(
  semaphores: OwnerSemaphores,
  caller: Caller,
  work: (resources: RequestResources) => Promise<T>,
): Promise<T> =>
  caller.kind === 'tenant' ? semaphores.run(caller.tenantId, (permit) => withResources(work, permit)) : withResources(work);
