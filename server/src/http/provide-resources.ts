import type { ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Context as HonoContext } from 'hono';
import type { Context } from '../core/request/context.ts';
import { type BodySourceParts, bodySourceOf } from './bodies/body-source.ts';
import type { LargeRequestLimiter } from './bodies/large-request-limiter.ts';
import { TrackedResponse } from './connections/tracked-response.ts';
import type { RequestResources } from './request-resources.ts';

/**
 * Longest time for which a large response counts as a large request after it has started, so that a client that reads slowly blocks nobody.
 */
const READ_MS = 10_000;

/** Calls `release` once the client has read the response, or after READ_MS; from then on its bytes count as those of an unread response. */
function releaseOnceRead(response: ServerResponse, bytes: number, release: () => void | Promise<void>): void {
  if (response.closed || response.destroyed) return void release();
  const end = () => {
    clearTimeout(timer);
    response.off('close', end);
    void release();
  };
  const timer = setTimeout(() => {
    if (response instanceof TrackedResponse) response.retainedBytes = bytes;
    end();
  }, READ_MS).unref();
  response.once('close', end);
}

interface ProvideOptions extends BodySourceParts {
  readonly resources: RequestResources;
  readonly largeRequests: LargeRequestLimiter;
}

/** Gives a handler access to its request's resources, by `withoutPermit` and `beginLarge` of its context. */
export function provideResources(ctx: Context, c: HonoContext, options: ProvideOptions): void {
  const { resources, largeRequests } = options;
  ctx.withoutPermit = resources.withoutPermit;
  ctx.beginLarge = async (bytes) => {
    const { outgoing }: HttpBindings = c.env;
    const defer: RequestResources['defer'] = (release) => resources.defer(() => releaseOnceRead(outgoing, bytes, release));
    await largeRequests.begin(bytes, bodySourceOf(c, ctx.caller, { ...options, resources: { ...resources, defer } }));
  };
}
