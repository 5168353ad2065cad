import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { API_VERSION, limits } from '@posthorn/contract';
import type { Hono } from 'hono';
import type { Config } from '../../config.ts';
import { ApiError } from '../../core/api-error.ts';
import { assertAllowed } from '../../core/assert-allowed.ts';
import type { Context } from '../../core/context.ts';
import { toApiError } from '../../core/to-api-error.ts';
import { authenticate } from '../authenticate.ts';
import type { Service } from '../call-operation.ts';
import { createContext, type MountOptions } from '../mount.ts';
import { readBody } from '../read-body.ts';
import { baseHeaders, logFault, writeError } from '../respond.ts';
import { instructions } from './instructions.ts';
import { createToolBox } from './tool-box.ts';

const PATH = '/mcp';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Pages that may call: those of this server's own address. Behind no known address only those of this machine. */
function allowedOrigins({ BASE_URL }: Pick<Config, 'BASE_URL'>, { url }: Request): string[] {
  if (BASE_URL !== undefined) return [new URL(BASE_URL).origin];
  const { protocol, port } = new URL(url);
  return LOOPBACK.map((name) => new URL(`${protocol}//${name}${port === '' ? '' : `:${port}`}`).origin);
}

/** `POST /mcp`: the Model Context Protocol, stateless: each request has a server of its own, and no session. */
export function mountMcp(hono: Hono, service: Service, options: MountOptions & { readonly config: Pick<Config, 'BASE_URL'> }): void {
  const tools = createToolBox(service);
  const jsonSchemaValidator = new AjvJsonSchemaValidator();

  function serverFor(ctx: Context, { request, size }: { request: Request; size: number }): Server {
    const about = { name: 'posthorn', version: API_VERSION };
    const server = new Server(about, { capabilities: { tools: {} }, instructions, jsonSchemaValidator });
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...tools.list] }));
    server.setRequestHandler(CallToolRequestSchema, ({ params: { name, arguments: given = {} } }) => {
      const own: Context = { ...ctx, headers: {} };
      const onFault = (fault: ApiError) => logFault(fault, own, options.log);
      return tools.call({ name, given, ctx: own, signal: request.signal, size, onFault });
    });
    return server;
  }

  async function answer(request: Request, ctx: Context): Promise<Response> {
    const bytes = await readBody(request, limits.sendBodyBytes, options.budget);
    const server = serverFor(ctx, { request, size: bytes.length });
    const transport = new WebStandardStreamableHTTPServerTransport({
      enableJsonResponse: true,
      maxRequestBodySize: limits.sendBodyBytes,
      enableDnsRebindingProtection: true,
      allowedOrigins: allowedOrigins(options.config, request),
    });
    await server.connect(transport);
    try {
      return await transport.handleRequest(
        new Request(request.url, { method: 'POST', headers: request.headers, body: new Uint8Array(bytes) }),
      );
    } finally {
      await server.close();
    }
  }

  hono.all(PATH, async (c) => {
    const context = createContext(options);
    try {
      const ctx = { ...context, caller: await authenticate(options, 'full', c.req.header('authorization') ?? null) };
      assertAllowed('full', ctx);
      if (c.req.method !== 'POST') throw new ApiError('method_not_allowed', {}, { headers: { Allow: 'POST' } });
      const { status, body, headers } = await answer(c.req.raw, ctx);
      return new Response(body, { status, headers: { ...Object.fromEntries(headers), ...baseHeaders(ctx) } });
    } catch (error) {
      return writeError(toApiError(error), context, options.log);
    }
  });
}
