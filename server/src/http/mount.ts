import type { Operation } from '@posthorn/contract';
import type { Hono, Context as HonoContext } from 'hono';
import type { Logger } from 'pino';
import { ApiError } from '../core/api-error.ts';
import type { OwnerSemaphores } from '../core/concurrency/owner-semaphores.ts';
import type { Context } from '../core/context.ts';
import { assertAllowed } from '../core/operation/access.ts';
import type { Route } from '../core/operation/implement.ts';
import type { RawInput } from '../core/operation/read-input.ts';
import { toApiError } from '../core/operation/to-api-error.ts';
import { type AuthenticateOptions, authenticate } from './authenticate.ts';
import { type BodySourceParts, bodySourceOf, originOf } from './bodies/body-source.ts';
import { type BodyParts, takeBody } from './bodies/take-body.ts';
import type { Service } from './call-operation.ts';
import { type ContextParts, createContext } from './create-context.ts';
import { lendHeld } from './lend-held.ts';
import { writeAnswer, writeError } from './respond.ts';
import { assertSameOrigin, isSecure, readSessionCookie, writeSessionCookie } from './session-cookie.ts';
import { type Held, withTenantPermit } from './with-tenant-permit.ts';

export interface MountOptions extends AuthenticateOptions, ContextParts, BodySourceParts, BodyParts {
  readonly log: Logger;
  readonly tenantSemaphores: OwnerSemaphores;
  /** Refuses a request before anybody asks who it is. */
  readonly beforeCall?: (c: HonoContext, operation: Operation) => void;
  /** Whether `/docs` is there to be named. */
  readonly publicDocs?: boolean;
}

const toPattern = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1');
const toMatcher = (path: string) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);

/** Of a parameter that comes several times the first counts, unless it may. */
function takeQuery(c: HonoContext, { repeatable = [] }: Operation): Record<string, unknown> {
  const repeated = repeatable.map((name) => [name, c.req.queries(name)] as const).filter(([, values]) => values !== undefined);
  return { ...c.req.query(), ...Object.fromEntries(repeated) };
}

/** Tells who calls: by the cookie where people call for themselves, and otherwise by the bearer. */
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

/** Those that the operation declares: looking at all of them costs more than the rest of reading a request. */
const takeHeaders = (c: HonoContext, { headers }: Operation): Record<string, string | undefined> =>
  Object.fromEntries(Object.keys(headers?.shape ?? {}).map((name) => [name, c.req.header(name)]));

/** Serves one operation: authenticate, then run it, which checks the scope before it asks for the input. */
function serveRoute(route: Route, options: MountOptions) {
  const { operation, provesCaller, run } = route;
  const { keys } = options;
  const asked = provesCaller ? { ...options, keys: { ...keys, find: keys.recall } } : options;
  return async (c: HonoContext): Promise<Response> => {
    const context = createContext(options, c.req.url);
    try {
      options.beforeCall?.(c, operation);
      const caller = await identifyCaller(c, context, { scope: operation.scope, options: asked });
      const ctx: Context = { ...context, caller, from: originOf(c, context), signal: c.req.raw.signal };
      const readInput = async (held: Held): Promise<RawInput> => ({
        params: c.req.param(),
        query: takeQuery(c, operation),
        headers: takeHeaders(c, operation),
        body: await takeBody(c.req.raw, operation, { ...options, source: bodySourceOf(c, caller, { ...options, held }) }),
      });
      const body = await withTenantPermit(options.tenantSemaphores, caller, (held) => {
        lendHeld(ctx, c, { ...options, held });
        return run(ctx, () => readInput(held));
      });
      writeSessionCookie(ctx);
      return writeAnswer(operation, body, { ctx, log: options.log });
    } catch (error) {
      return writeError(toApiError(error), context, options.log);
    }
  };
}

/** Says of a path that is none where those that there are can be read (RFC 8631); the envelope is that of a missing object. */
const noSuchPath = ({ publicDocs = false }: MountOptions): ApiError<'not_found'> =>
  new ApiError('not_found', {}, publicDocs ? { headers: { Link: '</docs>; rel="service-doc"' } } : {});

/** Answers paths and methods that no operation has: 401 and 403 come before 404 and 405. */
function serveUnknown(scope: Operation['scope'], routes: readonly Route[], options: MountOptions) {
  const places = routes.map(({ operation }) => ({ method: operation.method, matcher: toMatcher(operation.path) }));
  return async (c: HonoContext): Promise<Response> => {
    const context = createContext(options, c.req.url);
    try {
      const caller = await identifyCaller(c, context, { scope, options });
      assertAllowed(scope, { ...context, caller });
      const methods = places.filter(({ matcher }) => matcher.test(c.req.path)).map(({ method }) => method);
      if (methods.length === 0) throw noSuchPath(options);
      throw new ApiError('method_not_allowed', {}, { headers: { Allow: [...new Set(methods)].join(', ') } });
    } catch (error) {
      return writeError(toApiError(error), context, options.log);
    }
  };
}

const isParametric = ({ operation }: Route) => operation.path.includes('{');

/** Puts every operation on its method and path. */
export function mount(hono: Hono, { routes }: Pick<Service, 'routes'>, options: MountOptions): void {
  // Static paths first, or /contacts/{id} would take /contacts/imports.
  const ordered = [...routes].sort((left, right) => Number(isParametric(left)) - Number(isParametric(right)));
  for (const route of ordered) {
    hono.on(route.operation.method, toPattern(route.operation.path), serveRoute(route, options));
  }
}

export interface Area {
  readonly paths: readonly string[];
  readonly scope: Operation['scope'];
  readonly routes: readonly Route[];
}

/** Serves what people do to their own accounts: the one place where a cookie counts. */
export const mountAccount = (hono: Hono, service: Service, options: MountOptions): void =>
  mount(hono, service, { ...options, beforeCall: assertSameOrigin });

/** Closes an area of paths: whatever no operation took is answered here. Mount it last. */
export function closeArea(hono: Hono, { paths, scope, routes }: Area, options: MountOptions): void {
  const serve = serveUnknown(scope, routes, options);
  for (const path of paths) hono.all(path, serve);
}
