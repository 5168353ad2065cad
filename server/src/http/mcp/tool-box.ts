import { type CallToolResult, ErrorCode, McpError, type Tool } from '@modelcontextprotocol/sdk/types.js';
import { limits, type Operation } from '@posthorn/contract';
import { ApiError } from '../../core/api-error.ts';
import type { Context } from '../../core/context.ts';
import type { Route } from '../../core/implement.ts';
import type { RawInput } from '../../core/read-input.ts';
import { toApiError } from '../../core/to-api-error.ts';
import { callRoute, routeOf, type Service } from '../call-operation.ts';
import { headerArguments, inputSchemaOf } from './input-schema.ts';
import { type ToolSpec, toolSpecs } from './tools.ts';

type Arguments = Readonly<Record<string, unknown>>;

export interface ToolCall {
  readonly name: string;
  readonly given: Arguments;
  readonly ctx: Context;
  readonly signal: AbortSignal;
  /** Bytes of the request that the call came in. */
  readonly size: number;
  readonly onFault: (fault: ApiError) => void;
}

export interface ToolBox {
  readonly list: readonly Tool[];
  call(call: ToolCall): Promise<CallToolResult>;
}

function describe(name: string, { readOnly, destructive }: ToolSpec, { operation }: Route): Tool {
  const { method, summary, description } = operation;
  return {
    name,
    title: summary,
    description: [`${summary}.`, description].filter((text) => text !== undefined).join(' '),
    inputSchema: inputSchemaOf(operation),
    annotations: { readOnlyHint: readOnly ?? method === 'GET', destructiveHint: destructive ?? method === 'DELETE' },
  };
}

/** Sorts the arguments of a tool into the parts of a request. */
function toRawInput({ params, query, body }: Operation, given: Arguments): RawInput {
  const pick = (names: readonly string[]) => Object.fromEntries(names.filter((name) => name in given).map((name) => [name, given[name]]));
  const inPath = Object.keys(params?.shape ?? {});
  const inQuery = Object.keys(query?.shape ?? {});
  const elsewhere = new Set([...inPath, ...inQuery, ...Object.keys(headerArguments)]);
  const headers = Object.entries(headerArguments).flatMap(([argument, header]) =>
    given[argument] === undefined || given[argument] === null ? [] : [[header, given[argument]]],
  );
  return {
    params: pick(inPath),
    query: pick(inQuery),
    headers: Object.fromEntries(headers),
    body: body === undefined ? undefined : pick(Object.keys(given).filter((name) => !elsewhere.has(name))),
  };
}

/** An answer as text for the model and as an object for programs; `_meta` has the status and the headers of `/v1`. */
function toResult(body: Record<string, unknown>, { status, headers }: Pick<Context, 'status' | 'headers'>): CallToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(body) }],
    structuredContent: body,
    _meta: { 'posthorn/status': status, 'posthorn/headers': headers },
  };
}

const fail = (fault: ApiError, { headers }: Context): CallToolResult => ({
  ...toResult(fault.toEnvelope(), { status: fault.status, headers: { ...headers, ...fault.headers } }),
  isError: true,
});

function findTooLarge({ maxBody = limits.bodyBytes }: Operation, size: number): ApiError | undefined {
  return size > maxBody ? new ApiError('request_too_large', { max_bytes: maxBody }) : undefined;
}

/** The tools of a service: each is a call of its operation, by the procedure that `/v1` calls. */
export function createToolBox(service: Service): ToolBox {
  const specs: readonly [string, ToolSpec][] = Object.entries(toolSpecs);
  const byName = new Map(specs.map(([name, { operation }]) => [name, routeOf(service, operation)]));
  return {
    list: specs.map(([name, spec]) => describe(name, spec, routeOf(service, spec.operation))),
    async call({ name, given, ctx, signal, size, onFault }) {
      const route = byName.get(name);
      if (route === undefined) throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${name}`);
      const readInput = async (): Promise<RawInput> => {
        const tooLarge = findTooLarge(route.operation, size);
        return { ...toRawInput(route.operation, given), ...(tooLarge === undefined ? {} : { body: tooLarge }) };
      };
      try {
        const body = await callRoute(service.router, route, { ctx, readInput, signal });
        // Safe because every operation among the tools answers a JSON object.
        return toResult(body as Record<string, unknown>, ctx);
      } catch (error) {
        const fault = toApiError(error);
        onFault(fault);
        return fail(fault, ctx);
      }
    },
  };
}
