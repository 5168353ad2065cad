import { ApiError } from '../../core/api-error.ts';
import { createFairBytes } from '../../core/concurrency/fair-bytes.ts';
import type { Held } from '../with-tenant-permit.ts';
import { brokenOff } from './read-body.ts';

/** Whose work it is, and the request until whose end it takes memory. */
export interface LargeRequest {
  readonly peer: string;
  readonly held: Held;
  /** Aborted once nobody waits for the answer. */
  readonly signal?: AbortSignal | undefined;
}

/** The turns of requests and answers that are large, from wherever they come: few are worked on at once, and the others wait on disk. */
export interface LargeWork {
  /**
   * Resolves in the client's turn, which lasts until the request has ended. From now on the request holds no permit of its
   * tenant: how much of a tenant is worked on is bounded here. Throws `service_unavailable` once it has waited too long.
   */
  begin(bytes: number, request: LargeRequest): Promise<void>;
}

/** Of what is made into values and worked on at once: each takes several times its size meanwhile. One client may have half. */
const MOST_BYTES = 32 * 1024 * 1024;
/** What waits takes up disk alone. Less than the five minutes that many SMTP clients wait for a reply. */
const WAIT_MS = 240_000;

function waitedTooLong(waitMs: number): ApiError {
  const detail = `There was no room for something this large within ${waitMs / 1000} s; try again.`;
  return new ApiError('service_unavailable', {}, { detail, headers: { 'Retry-After': '1' } });
}

export function createLargeWork({ most = MOST_BYTES, waitMs = WAIT_MS } = {}): LargeWork {
  const memory = createFairBytes({ most, mostPerOwner: most / 2, waitMs, tooLong: () => waitedTooLong(waitMs) });
  return {
    async begin(bytes, { peer, held, signal }) {
      held.releasePermit?.();
      const given = memory.take(peer, bytes, signal);
      held.until(await given.catch((error: unknown) => Promise.reject(error instanceof ApiError ? error : brokenOff(error))));
    },
  };
}
