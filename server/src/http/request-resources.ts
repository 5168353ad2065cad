import { createOwnerSemaphores, type OwnerSemaphores, type Permit } from '../core/concurrency/owner-semaphores.ts';
import { ApiError } from '../core/errors/api-error.ts';
import type { Caller } from '../core/request/caller.ts';

const WAIT_MS = 5000;

/** Creates the semaphores that bound the concurrent requests of each tenant in this process. A request that waits longer than 5 s is refused with `service_unavailable`. */
export function createTenantSemaphores(most: number): OwnerSemaphores {
  const detail = `${most} requests of this tenant are under way here, and have been for ${WAIT_MS / 1000} s; try again.`;
  const tooLong = () => new ApiError('service_unavailable', {}, { detail, headers: { 'Retry-After': '1' } });
  return createOwnerSemaphores({ most, waitMs: WAIT_MS, tooLong });
}

type Release = () => void | Promise<void>;

/** What a request holds until it ends: the permit of its tenant, if a tenant calls, and deferred releases. */
export interface RequestResources extends Partial<Permit> {
  /** Calls `release` when the request ends, before the response. */
  defer(release: Release): void;
}

/** Calls every release, in order. Returns the errors of those that failed. */
async function releaseAll(releases: readonly Release[]): Promise<unknown[]> {
  const faults: unknown[] = [];
  for (const release of releases) {
    try {
      await release();
    } catch (error) {
      faults.push(error);
    }
  }
  return faults;
}

/**
 * Runs work with resources of its own, and releases all of them when it settles, in the order in which they were deferred. Throws the first
 * error: that of the work, or else that of the first release that failed.
 */
export async function withResources<T>(work: (resources: RequestResources) => Promise<T>, permit?: Permit): Promise<T> {
  const taken: Release[] = [];
  let result: T;
  try {
    result = await work({ ...permit, defer: (release) => taken.push(release) });
  } catch (error) {
    await releaseAll(taken);
    throw error;
  }
  const faults = await releaseAll(taken);
  if (faults.length > 0) throw faults[0];
  return result;
}

/** Runs a request with a permit of the calling tenant; the operator, people and anonymous callers need none. */
export const withTenantPermit = <T>(
  semaphores: OwnerSemaphores,
  caller: Caller,
  work: (resources: RequestResources) => Promise<T>,
): Promise<T> =>
  caller.kind === 'tenant' ? semaphores.run(caller.tenantId, (permit) => withResources(work, permit)) : withResources(work);
