import type { MinDataRate } from '../../core/concurrency/min-data-rate.ts';
import { ApiError } from '../../core/errors/api-error.ts';

/** The lowest rate of a request body: a fortieth of a bad mobile connection, and too high for a client to hold resources for long. */
export const MIN_BODY_RATE: MinDataRate = {
  graceMs: 10_000,
  bytesPerSecond: 8 * 1024,
  // The connection ends with the response, since the rest of the body is not read.
  tooSlow: () => new ApiError('request_timeout', {}, { headers: { Connection: 'close' } }),
};
