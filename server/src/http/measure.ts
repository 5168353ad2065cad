import type { Hono } from 'hono';
import { routePath } from 'hono/route';
import { systemClock } from '../core/clock.ts';

/** A request after its response. */
export interface MeasuredRequest {
  readonly method: string;
  /** The pattern of the path, such as `/v1/messages/:id`, never the path itself. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** Calls `tell` with the route, status and duration of every request. To be mounted first. */
export function measureRequests(hono: Hono, tell: (request: MeasuredRequest) => void): void {
  hono.use(async (c, next) => {
    const startedAt = systemClock.monotonic();
    await next();
    tell({ method: c.req.method, route: routePath(c), status: c.res.status, seconds: (systemClock.monotonic() - startedAt) / 1000 });
  });
}
