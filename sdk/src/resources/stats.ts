import type { Call, CallOptions } from '../call.ts';
import type { Api } from '../generated/models.ts';
import * as operations from '../generated/operations.ts';
import type { QueryOf } from '../paginate.ts';

export type Stats = Api.Stats;

export type StatsQuery = QueryOf<typeof operations.statsGet>;

export function statsOf(call: Call) {
  return {
    /** The outcomes of mail over time, by day or by hour. Errors: `validation_failed`. */
    get: async (query: StatsQuery = {}, options?: CallOptions): Promise<Stats> => call(operations.statsGet(query), options),
  };
}
