import type { Call, CallOptions } from '../call.ts';
import type { Api } from '../generated/models.ts';
import * as operations from '../generated/operations.ts';

export type Usage = Api.Usage;

export function usageOf(call: Call) {
  return {
    /** The limits of the plan with its overrides, and current usage. Null means no limit. */
    get: async (options?: CallOptions): Promise<Usage> => call(operations.usageGet(), options),
  };
}
