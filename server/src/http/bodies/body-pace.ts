import { ApiError } from '../../core/api-error.ts';
import type { Pace } from '../../core/concurrency/pace.ts';

/** A fortieth of what a bad mobile connection has; and yet a client that dawdles keeps nothing of ours for long. */
export const SLOWEST: Pace = {
  graceMs: 10_000,
  bytesPerSecond: 8 * 1024,
  // The rest of the body is of no interest: the connection ends with the answer.
  tooSlow: () => new ApiError('request_timeout', {}, { headers: { Connection: 'close' } }),
};
