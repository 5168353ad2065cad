import type { Context as HonoContext } from 'hono';
import type { OwnerSemaphores } from '../core/concurrency/owner-semaphores.ts';
import { assertSameRights } from '../core/operation/access.ts';
import type { Caller } from '../core/request/caller.ts';
import type { Context } from '../core/request/context.ts';
import { type BodySourceParts, bodySourceOf } from './bodies/body-source.ts';
import type { LargeRequestLimiter } from './bodies/large-request-limiter.ts';
import { type BodySource, brokenOff } from './bodies/read-body.ts';
import { provideResources } from './provide-resources.ts';
import { withTenantPermit } from './request-resources.ts';

interface Call {
  readonly c: HonoContext;
  readonly ctx: Context;
  /** Returns the caller as of now; throws `unauthorized`. Undefined for operations that check the caller in their transaction. */
  readonly identify: (() => Promise<Caller>) | undefined;
}

interface TurnParts extends BodySourceParts {
  readonly tenantSemaphores: OwnerSemaphores;
  readonly largeRequests: LargeRequestLimiter;
}

/**
 * Runs a request in the turn of its tenant, with resources that are released when it ends. `work` gets how the body is read. Throws where
 * the client has gone meanwhile.
 */
export const runInTurn = <T>(parts: TurnParts, { c, ctx, identify }: Call, work: (source: BodySource) => Promise<T>): Promise<T> =>
  withTenantPermit(parts.tenantSemaphores, ctx.caller, async (resources) => {
    // A client that disconnected while waiting must not delay those behind it.
    if (ctx.signal?.aborted) throw brokenOff(ctx.signal.reason);
    provideResources(ctx, c, { ...parts, resources });
    const confirmCaller = identify && (async () => assertSameRights(ctx, await identify()));
    return work({ ...bodySourceOf(c, ctx.caller, { ...parts, resources }), confirmCaller });
  });
