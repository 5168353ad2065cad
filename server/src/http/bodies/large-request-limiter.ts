import { createFairBytes } from '../../core/concurrency/fair-bytes.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import type { RequestResources } from '../request-resources.ts';
import { brokenOff } from './read-body.ts';

/** A request that uses much memory until it ends. */
export interface LargeRequest {
  /** Whose share of the memory it counts towards. */
  readonly peer: string;
  readonly resources: RequestResources;
  /** Aborted once nobody waits for the response. */
  readonly signal?: AbortSignal | undefined;
}

/** Bounds the memory of large requests and responses, over HTTP and SMTP. Waiting bodies are on disk; peers take turns. */
export interface LargeRequestLimiter {
  /**
   * Resolves once the bytes are available; the request then holds them until it ends. Releases the permit of its tenant at once, as this
   * limit replaces it. Throws `service_unavailable` after 240 s.
   */
  begin(bytes: number, request: LargeRequest): Promise<void>;
}

/** Bytes of large requests that are processed at a time, each of which takes several times its size in memory. One peer may have half. */
const MOST_BYTES = 32 * 1024 * 1024;
/** Less than the five minutes that many SMTP clients wait for a reply. */
const WAIT_MS = 240_000;

function waitedTooLong(waitMs: number): ApiError {
  const detail = `There was no room for something this large within ${waitMs / 1000} s; try again.`;
  return new ApiError('service_unavailable', {}, { detail, headers: { 'Retry-After': '1' } });
}

/** Creates the limiter of a process. */
export function createLargeRequestLimiter({ most = MOST_BYTES, waitMs = WAIT_MS } = {}): LargeRequestLimiter {
  const memory = createFairBytes({ most, mostPerOwner: most / 2, waitMs, tooLong: () => waitedTooLong(waitMs) });
  return {
    async begin(bytes, { peer, resources, signal }) {
      resources.releasePermit?.();
      const given = memory.take(peer, bytes, signal);
      resources.defer(await given.catch((error: unknown) => Promise.reject(error instanceof ApiError ? error : brokenOff(error))));
    },
  };
}
