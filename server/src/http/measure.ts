import type { Hono } from 'hono';
import { routePath } from 'hono/route';
import { systemClock } from '../core/clock.ts';

/** A request that was answered. */
export interface MeasuredRequest {
  readonly method: string;
  /** The pattern of the path, never the path. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** Tells of every request which route answered it, with what, and how long that took. Mount it first. */
export function measureRequests(hono: Hono, tell: (request: MeasuredRequest) => void): void {
  hono.use(async (c, next) => {
    const startedAt = systemClock.monotonic();
    await next();
    tell({ method: c.req.method, route: routePath(c), status: c.res.status, seconds: (systemClock.monotonic() - startedAt) / 1000 });
  });
}
