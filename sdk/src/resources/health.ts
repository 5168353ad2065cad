import type { Call, CallOptions } from '../call.ts';
import { HealthApiFetchParamCreator } from '../generated/api.ts';
import type { Api } from '../generated/models.ts';
import type { Configuration } from '../generated/runtime.ts';

export type Health = Api.HealthCheck200Response | Api.HealthCheck503Response.ObjectValue;

export function healthOf(call: Call, configuration: Configuration) {
  const requests = HealthApiFetchParamCreator(configuration);
  return {
    /** Whether the service can reach its database: `status` is `ok`, or `unavailable` with the state by part. Needs no key. */
    check: async (options?: CallOptions): Promise<Health> => call<Health>(requests.healthCheck(), { ...options, answersAlso: 503 }),
  };
}
