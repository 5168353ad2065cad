import type { Call, CallOptions } from '../call.ts';
import type { Api } from '../generated/models.ts';
import * as operations from '../generated/operations.ts';

export type Usage = Api.Usage;

export function usageOf(call: Call) {
  return {
    /** What the plan and its overrides allow, and what is used of it now. Null is no limit. */
    get: async (options?: CallOptions): Promise<Usage> => call(operations.usageGet(), options),
  };
}
