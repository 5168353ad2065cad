import { ApiError } from '../core/api-error.ts';
import type { Caller } from '../core/caller.ts';
import { createOwnerSemaphores, type OwnerSemaphores, type Permit } from '../core/concurrency/owner-semaphores.ts';

const WAIT_MS = 5000;

/** Bounds the requests that each tenant has under way in this process. */
export function createTenantSemaphores(most: number): OwnerSemaphores {
  const detail = `${most} requests of this tenant are under way here, and have been for ${WAIT_MS / 1000} s; try again.`;
  const tooLong = new ApiError('service_unavailable', {}, { detail, headers: { 'Retry-After': '1' } });
  return createOwnerSemaphores({ most, waitMs: WAIT_MS, tooLong });
}

/** What a request takes up until it has ended: its permit, for one that has any, and more. */
export interface Held extends Partial<Permit> {
  /** Has something given back then; the answer waits for it. */
  until(giveBack: () => void | Promise<void>): void;
}

/** Runs work and gives back what it held, however it ends. */
export async function holding<T>(work: (held: Held) => Promise<T>, permit?: Permit): Promise<T> {
  const taken: (() => void | Promise<void>)[] = [];
  try {
    return await work({ ...permit, until: (giveBack) => taken.push(giveBack) });
  } finally {
    for (const giveBack of taken) await giveBack();
  }
}

/** Runs a request with a permit of the tenant that calls; the operator and strangers need none. */
export const withTenantPermit = <T>(semaphores: OwnerSemaphores, caller: Caller, work: (held: Held) => Promise<T>): Promise<T> =>
  caller.kind === 'tenant' ? semaphores.run(caller.tenantId, (permit) => holding(work, permit)) : holding(work);
