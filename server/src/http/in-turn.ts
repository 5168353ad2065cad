import { ApiError } from '../core/api-error.ts';
import { createTurns, type Turns } from '../core/concurrency/turns.ts';
import type { Caller } from '../core/context.ts';

const WAIT_MS = 5000;

/** Bounds the requests that each tenant has under way in this process. */
export function createTenantTurns(most: number): Turns {
  const detail = `${most} requests of this tenant are under way here, and have been for ${WAIT_MS / 1000} s; try again.`;
  const tooLong = new ApiError('service_unavailable', {}, { detail, headers: { 'Retry-After': '1' } });
  return createTurns({ most, waitMs: WAIT_MS, tooLong });
}

/** Runs a request in the turn of the tenant that calls; the operator and strangers have no line to wait in. */
export const inTurn = <T>(turns: Turns, caller: Caller, work: () => Promise<T>): Promise<T> =>
  caller.kind === 'tenant' ? turns.run(caller.tenantId, work) : work();
