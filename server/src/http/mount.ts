import type { Operation } from '@posthorn/contract';
import type { Hono, Context as HonoContext } from 'hono';
import type { Logger } from 'pino';
import type { OwnerSemaphores } from '../core/concurrency/owner-semaphores.ts';
import { ApiError } from '../core/errors/api-error.ts';
import { assertAllowed } from '../core/operation/access.ts';
import type { Route } from '../core/operation/implement.ts';
import type { RawInput } from '../core/operation/read-input.ts';
import { toApiError } from '../core/operation/to-api-error.ts';
import type { Context } from '../core/request/context.ts';
import { allowOf } from './allow.ts';
import { type AuthenticateOptions, authenticate } from './authenticate.ts';
import { type BodySourceParts, originOf } from './bodies/body-source.ts';
import type { BodySource } from './bodies/read-body.ts';
import { type BodyParts, readOperationBody } from './bodies/read-operation-body.ts';
import type { Operations } from './call-operation.ts';
import { type ContextParts, createContext } from './create-context.ts';
import type { LogFault } from './fault-log.ts';
import { writeError, writeResponse } from './respond.ts';
import { runInTurn } from './run-in-turn.ts';
import { assertSameOrigin, isSecure, readSessionCookie, writeSessionCookie } from './session-cookie.ts';

export interface MountOptions extends AuthenticateOptions, ContextParts, BodySourceParts, BodyParts {
  readonly log: Logger;
  readonly logFault: LogFault;
  readonly tenantSemaphores: OwnerSemaphores;
  /** Called before authentication; throws to refuse a request. */
  readonly beforeCall?: (c: HonoContext, operation: Operation) => void;
  /** Whether `/docs` is served, so that errors may link to it. */
  readonly publicDocs?: boolean;
}

const toPattern = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1');
const toMatcher = (path: string) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);

/** Returns the query parameters: the first value of each, and all values of those that the operation declares as repeatable. */
function readQuery(c: HonoContext, { repeatable = [] }: Operation): Record<string, unknown> {
  const repeated = repeatable.map((name) => [name, c.req.queries(name)] as const).filter(([, values]) => values !== undefined);
  return { ...c.req.query(), ...Object.fromEntries(repeated) };
}

/** Returns the caller: by the session cookie for operations of a person's account, otherwise by the bearer token. Throws `unauthorized`. */
async function identifyCaller(
  c: HonoContext,
  { baseUrl }: Context,
  { scope, options }: { scope: Operation['scope']; options: MountOptions },
) {
  if (scope !== 'person') return authenticate(options, scope, c.req.header('authorization') ?? null);
  const token = readSessionCookie(c.req.header('cookie'), isSecure(baseUrl));
  const caller = token === undefined ? undefined : await options.findSignedIn(token);
  if (caller === undefined) throw new ApiError('unauthorized');
  return caller;
}

/** Returns the headers that the operation declares; copying all of them would cost more than the rest of reading a request. */
const readHeaders = (c: HonoContext, { headers }: Operation): Record<string, string | undefined> =>
  Object.fromEntries(Object.keys(headers?.shape ?? {}).map((name) => [name, c.req.header(name)]));

/** Returns the HTTP handler of one operation: it authenticates, and runs the route, which checks the scope before it reads the input. */
function serveRoute(route: Route, options: MountOptions) {
  const { operation, provesCaller, run } = route;
  const { keys } = options;
  const authentication = provesCaller ? { ...options, keys: { ...keys, find: keys.recall } } : options;
  return async (c: HonoContext): Promise<Response> => {
    const context = createContext(options, c.req.url);
    try {
      options.beforeCall?.(c, operation);
      const identify = () => identifyCaller(c, context, { scope: operation.scope, options: authentication });
      const caller = await identify();
      const ctx: Context = { ...context, caller, from: originOf(c, context), signal: c.req.raw.signal };
      const readInput = async (source: BodySource): Promise<RawInput> => ({
        params: c.req.param(),
        query: readQuery(c, operation),
        headers: readHeaders(c, operation),
        body: await readOperationBody(c.req.raw, operation, { ...options, source }),
      });
      const call = { c, ctx, identify: provesCaller ? undefined : identify };
      const body = await runInTurn(options, call, (source) => run(ctx, () => readInput(source)));
      writeSessionCookie(ctx);
      return writeResponse(operation, body, { ctx, log: options.log });
    } catch (error) {
      return writeError(toApiError(error), context, options.logFault);
    }
  };
}

/** Returns the error for an unknown path, with a link to the documentation (RFC 8631). */
const notFound = ({ publicDocs = false }: MountOptions): ApiError<'not_found'> =>
  new ApiError('not_found', {}, publicDocs ? { headers: { Link: '</docs>; rel="service-doc"' } } : {});

/** Returns the HTTP handler for paths and methods that no operation has: 401 and 403 come before 404 and 405. */
function serveFallback(scope: Operation['scope'], routes: readonly Route[], options: MountOptions) {
  const known = routes.map(({ operation }) => ({ method: operation.method, matcher: toMatcher(operation.path) }));
  return async (c: HonoContext): Promise<Response> => {
    const context = createContext(options, c.req.url);
    try {
      const caller = await identifyCaller(c, context, { scope, options });
      assertAllowed(scope, { ...context, caller });
      const methods = known.filter(({ matcher }) => matcher.test(c.req.path)).map(({ method }) => method);
      if (methods.length === 0) throw notFound(options);
      throw new ApiError('method_not_allowed', {}, { headers: { Allow: allowOf(methods) } });
    } catch (error) {
      return writeError(toApiError(error), context, options.logFault);
    }
  };
}

const isParametric = ({ operation }: Route) => operation.path.includes('{');

/** Mounts every operation at its method and path. */
export function mount(hono: Hono, { routes }: Pick<Operations, 'routes'>, options: MountOptions): void {
  // Static paths first, or /contacts/{id} would match /contacts/imports.
  const ordered = [...routes].sort((left, right) => Number(isParametric(left)) - Number(isParametric(right)));
  for (const route of ordered) {
    hono.on(route.operation.method, toPattern(route.operation.path), serveRoute(route, options));
  }
}

/** A group of paths, its authentication, and the operations within it. */
export interface FallbackArea {
  readonly paths: readonly string[];
  readonly scope: Operation['scope'];
  readonly routes: readonly Route[];
}

/** Mounts the operations on people's own accounts, the only ones authenticated by a cookie. */
export const mountAccount = (hono: Hono, operations: Operations, options: MountOptions): void =>
  mount(hono, operations, { ...options, beforeCall: assertSameOrigin });

/** Mounts the responses to all other requests within some paths. To be mounted last. */
export function mountFallback(hono: Hono, { paths, scope, routes }: FallbackArea, options: MountOptions): void {
  const serve = serveFallback(scope, routes, options);
  for (const path of paths) hono.all(path, serve);
}
