import {
  CallToolRequestSchema,
  ErrorCode,
  InitializeRequestSchema,
  JSONRPCRequestSchema,
  ListToolsRequestSchema,
  PingRequestSchema,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js';
import { isRecord } from '@posthorn/contract';
import type { z } from 'zod';

/** Longest request id, which the response repeats. */
const MOST_ID_CHARACTERS = 256;

const requestSchemas = new Map<string, z.ZodType>([
  ['initialize', InitializeRequestSchema],
  ['ping', PingRequestSchema],
  ['tools/list', ListToolsRequestSchema],
  ['tools/call', CallToolRequestSchema],
]);

interface Fault {
  readonly id: RequestId | null;
  readonly code: ErrorCode;
  readonly message: string;
}

const refuse = (status: number, { id, ...error }: Fault) => Response.json({ jsonrpc: '2.0', id, error }, { status });

/** Returns the refusal of a page that has another address than the service. */
export const refuseOrigin = (origin: string): Response =>
  refuse(403, { id: null, code: ErrorCode.ConnectionClosed, message: `Invalid Origin header: ${origin}` });

const refuseInvalid = (message: string) => refuse(400, { id: null, code: ErrorCode.InvalidRequest, message });

/** Characters shown of a fault, which quotes the caller's input. */
const MOST_TOLD = 200;

/** Returns a message without the arguments of its call if they are an object: only the protocol server reads them. */
function withoutArguments(message: unknown): unknown {
  if (!isRecord(message) || !isRecord(message.params) || !isRecord(message.params.arguments)) return message;
  return { ...message, params: { ...message.params, arguments: {} } };
}

/** Returns a message without parameters that are no object, for which the transport says that it is no JSON. */
function withoutOddParams(message: unknown): unknown {
  if (!isRecord(message) || isRecord(message.params)) return message;
  const { params: _, ...others } = message;
  return others;
}

/** Returns the first thing that is wrong with the parameters of a request, which its protocol server would call an internal error. */
function findParamsFault(method: string, message: unknown): string | undefined {
  const schema = requestSchemas.get(method) ?? JSONRPCRequestSchema;
  const [issue] = schema.safeParse(withoutArguments(message)).error?.issues ?? [];
  return issue && `${issue.path.join('.')}: ${issue.message}`.slice(0, MOST_TOLD);
}

/**
 * Returns the refusal of a message that the protocol server must not see; undefined if it may. Batches are refused, as the protocol dropped
 * them in version 2025-06-18: all responses would be in memory together, and a request cancelled by another in the same batch would never
 * end.
 */
export function refuseMessage(message: unknown): Response | undefined {
  if (Array.isArray(message)) return refuseInvalid('Send one message at a time');
  const request = JSONRPCRequestSchema.safeParse(withoutOddParams(message)).data;
  // What is no request has no answer, or the transport's.
  if (request === undefined) return undefined;
  const { id, method } = request;
  if (typeof id === 'string' && id.length > MOST_ID_CHARACTERS) return refuseInvalid(`An id has at most ${MOST_ID_CHARACTERS} characters`);
  const fault = findParamsFault(method, message);
  return fault === undefined ? undefined : refuse(200, { id, code: ErrorCode.InvalidParams, message: fault });
}
