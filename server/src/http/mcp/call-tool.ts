import { type CallToolResult, ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import { limits, type Operation } from '@posthorn/contract';
import { ApiError } from '../../core/errors/api-error.ts';
import type { RawInput } from '../../core/operation/read-input.ts';
import { toApiError } from '../../core/operation/to-api-error.ts';
import type { Context } from '../../core/request/context.ts';
import type { Operations } from '../call-operation.ts';
import type { LogFault } from '../fault-log.ts';
import { nameArguments } from './name-arguments.ts';
import { toRawInput } from './to-raw-input.ts';
import { findToolRoute } from './tools.ts';

export interface ToolCall {
  readonly name: string;
  readonly given: Readonly<Record<string, unknown>>;
  readonly ctx: Context;
  /** Bytes of the request that contained the call. */
  readonly size: number;
}

/** Characters shown of an unknown tool name. */
const MOST_SHOWN = 100;

export interface CallToolParts {
  readonly operations: Operations;
  readonly logFault: LogFault;
}

/** A result as text for the model and as an object for programs; `_meta` has the status and the headers of `/v1`. */
function toResult(body: Record<string, unknown>, { status, headers }: Pick<Context, 'status' | 'headers'>): CallToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(body) }],
    structuredContent: body,
    _meta: { 'posthorn/status': status, 'posthorn/headers': headers },
  };
}

const fail = (fault: ApiError, { headers }: Context): CallToolResult => ({
  ...toResult(nameArguments(fault), { status: fault.status, headers: { ...headers, ...fault.headers } }),
  isError: true,
});

function findTooLarge({ maxBody = limits.bodyBytes }: Operation, size: number): ApiError | undefined {
  return size > maxBody ? new ApiError('request_too_large', { max_bytes: maxBody }) : undefined;
}

/** Calls the operation of a tool, as `/v1` does. */
export async function callTool({ operations, logFault }: CallToolParts, { name, given, ctx, size }: ToolCall): Promise<CallToolResult> {
  const route = findToolRoute(operations, name);
  if (route === undefined) throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${name.slice(0, MOST_SHOWN)}`);
  const readInput = async (): Promise<RawInput> => {
    const tooLarge = findTooLarge(route.operation, size);
    return { ...toRawInput(route.operation, given), ...(tooLarge === undefined ? {} : { body: tooLarge }) };
  };
  try {
    const body = await route.run(ctx, readInput);
    // Safe because every operation among the tools returns a JSON object.
    return toResult(body as Record<string, unknown>, ctx);
  } catch (error) {
    const fault = toApiError(error);
    logFault(fault, ctx);
    return fail(fault, ctx);
  }
}
