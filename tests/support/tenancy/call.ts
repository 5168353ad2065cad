import type { OperationTable } from '@posthorn/contract';
import type { Implementation } from '../../../server/src/core/operation/implement.ts';
import type { RawInput } from '../../../server/src/core/operation/read-input.ts';
import { toApiError } from '../../../server/src/core/operation/to-api-error.ts';
import type { Caller } from '../../../server/src/core/request/caller.ts';
import type { Context } from '../../../server/src/core/request/context.ts';

/** An answer as HTTP would return it: the status, and the JSON of the body or of the error envelope. */
export interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

export type Call = (caller: Caller, operation: string, input?: RawInput) => Promise<Answer>;

type Procedure = (input: RawInput) => Promise<Record<string, unknown>>;

/** Calls operations, such as `domains.create`, through the router and without HTTP. */
export function callThrough<T extends OperationTable>({ router, routes }: Implementation<T>): Call {
  return async (caller, operation, input = {}) => {
    if (!routes.some(({ key }) => key === operation)) throw new Error(`no operation ${operation}`);
    const ctx: Context = { caller, requestId: 'test', baseUrl: 'http://service.test', headers: {}, status: 0 };
    const [resource = '', name = ''] = operation.split('.');
    // Safe because the routes and the router are made from one table.
    const callers = router.createCaller(ctx) as unknown as Record<string, Record<string, Procedure>>;
    const procedure = callers[resource]?.[name];
    if (procedure === undefined) throw new Error(`no procedure ${operation}`);
    try {
      const body = await procedure(input);
      return { status: ctx.status, body };
    } catch (error) {
      const fault = toApiError(error);
      if (fault.code === 'internal_error') throw fault.cause;
      return { status: fault.status, body: fault.toEnvelope() };
    }
  };
}
