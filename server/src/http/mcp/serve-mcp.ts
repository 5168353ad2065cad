import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema, type Tool } from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { API_VERSION, isRecord, limits } from '@posthorn/contract';
import type { Context as HonoContext } from 'hono';
import type { Config } from '../../config/config.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import { toApiError } from '../../core/operation/to-api-error.ts';
import type { Context } from '../../core/request/context.ts';
import { parseJson } from '../bodies/parse-json.ts';
import { readJsonText } from '../bodies/read-json-text.ts';
import type { Operations } from '../call-operation.ts';
import { createContext } from '../create-context.ts';
import { assertFullAccess, identifyByBearer } from '../full-access.ts';
import type { MountOptions } from '../mount.ts';
import { baseHeaders, writeError } from '../respond.ts';
import { runInTurn } from '../run-in-turn.ts';
import { callTool } from './call-tool.ts';
import { refuseMessage, refuseOrigin } from './refuse-message.ts';
import { instructions, listTools } from './tools.ts';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Origins that may call: that of this server. Without a known base URL, only those of this machine. */
function allowedOrigins({ BASE_URL }: Pick<Config, 'BASE_URL'>, { url }: Request): string[] {
  if (BASE_URL !== undefined) return [new URL(BASE_URL).origin];
  const { protocol, port } = new URL(url);
  return LOOPBACK.map((name) => new URL(`${protocol}//${name}${port === '' ? '' : `:${port}`}`).origin);
}

export interface McpOptions extends MountOptions {
  readonly config: Pick<Config, 'BASE_URL'>;
}

interface McpParts extends McpOptions {
  readonly operations: Operations;
  readonly tools: Tool[];
  readonly jsonSchemaValidator: AjvJsonSchemaValidator;
}

/** A client's request, with the bytes of its body. */
interface McpRequest {
  readonly request: Request;
  /** Bytes of the body. */
  readonly size: number;
  /** The parsed body; undefined if it is not JSON. */
  readonly message: unknown;
  readonly ctx: Context;
}

function createServer(parts: McpParts, { size, ctx }: McpRequest): Server {
  const { tools, jsonSchemaValidator } = parts;
  const about = { name: 'posthorn', version: API_VERSION };
  const server = new Server(about, { capabilities: { tools: {} }, instructions, jsonSchemaValidator });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
  server.setRequestHandler(CallToolRequestSchema, ({ params: { name, arguments: given = {} } }) =>
    callTool(parts, { name, given, ctx: { ...ctx, headers: {} }, size }),
  );
  return server;
}

function orNoJson(error: unknown): undefined {
  if (!(error instanceof ApiError) || error.code !== 'invalid_json') throw error;
}

/** Returns a message without its request to run the call as a task: the protocol has servers without tasks ignore it. */
function withoutTask(message: unknown): unknown {
  if (!isRecord(message) || !isRecord(message.params)) return message;
  const { task: _, ...params } = message.params;
  return { ...message, params };
}

/** Returns whether the media ranges of `accept` include JSON. */
const takesJson = (accept: string | null): boolean =>
  accept === null || accept.split(',').some((range) => /^(\*\/\*|application\/(\*|json))?$/i.test((range.split(';')[0] ?? '').trim()));

/**
 * Returns the headers for the transport, which requires clients to accept streams too: responses here are never streams, so JSON is enough.
 */
function toTransportHeaders(given: Headers): Headers {
  const headers = new Headers(given);
  if (takesJson(given.get('accept'))) headers.set('accept', 'application/json, text/event-stream');
  return headers;
}

async function answer(parts: McpParts, mcpRequest: McpRequest): Promise<Response> {
  const { request } = mcpRequest;
  const origin = request.headers.get('origin');
  if (origin && !allowedOrigins(parts.config, request).includes(origin)) return refuseOrigin(origin);
  const message = withoutTask(mcpRequest.message);
  const refusal = refuseMessage(message);
  if (refusal !== undefined) return refusal;
  const server = createServer(parts, mcpRequest);
  const transport = new WebStandardStreamableHTTPServerTransport({
    enableJsonResponse: true,
    maxRequestBodySize: limits.sendBodyBytes,
  });
  await server.connect(transport);
  try {
    // The transport itself refuses what is not JSON.
    const body = message === undefined ? '' : null;
    const given = new Request(request.url, { method: 'POST', headers: toTransportHeaders(request.headers), body });
    return await transport.handleRequest(given, message === undefined ? {} : { parsedBody: message });
  } finally {
    await server.close();
  }
}

async function serveMcp(parts: McpParts, c: HonoContext): Promise<Response> {
  const context = createContext(parts);
  const request = c.req.raw;
  try {
    const ctx: Context = { ...(await assertFullAccess(parts, c, context)), testHeader: c.req.header('x-service-test') };
    if (c.req.method !== 'POST') throw new ApiError('method_not_allowed', {}, { headers: { Allow: 'POST' } });
    const call = { c, ctx, identify: () => identifyByBearer(parts, c) };
    const { status, body, headers } = await runInTurn(parts, call, async (source) => {
      const text = await readJsonText(request, undefined, source);
      const message = await parseJson(parts.largeJson, text, source).catch(orNoJson);
      return answer(parts, { request, size: text.size, message, ctx });
    });
    return new Response(body, { status, headers: { ...Object.fromEntries(headers), ...baseHeaders(ctx) } });
  } catch (error) {
    return writeError(toApiError(error), context, parts.logFault);
  }
}

/** Returns the handler of `POST /mcp`, the Model Context Protocol without sessions: each request gets its own server. */
export function createMcp(operations: Operations, options: McpOptions): (c: HonoContext) => Promise<Response> {
  const tools = listTools(operations);
  const parts = { ...options, operations, tools, jsonSchemaValidator: new AjvJsonSchemaValidator() };
  return (c) => serveMcp(parts, c);
}
