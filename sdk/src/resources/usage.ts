import type { Call, CallOptions } from '../call.ts';
import { UsageApiFetchParamCreator } from '../generated/api.ts';
import type { Api } from '../generated/models.ts';
import type { Configuration } from '../generated/runtime.ts';

export type Usage = Api.Usage;

export function usageOf(call: Call, configuration: Configuration) {
  const requests = UsageApiFetchParamCreator(configuration);
  return {
    /** What the plan and its overrides allow, and what is used of it now. Null is no limit. */
    get: async (options?: CallOptions): Promise<Usage> => call(requests.usageGet(), options),
  };
}
