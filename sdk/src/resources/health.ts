import type { Call, CallOptions } from '../call.ts';
import type { Api } from '../generated/models.ts';
import * as operations from '../generated/operations.ts';

export type Health = Api.HealthCheck200Response | Api.HealthCheck503Response.ObjectValue;

export function healthOf(call: Call) {
  return {
    /** Whether the service can reach its database: `status` is `ok`, or `unavailable` with the state of each component. Needs no key. */
    check: async (options?: CallOptions): Promise<Health> => call<Health>(operations.healthCheck(), { ...options, answersAlso: 503 }),
  };
}
