import type { Hono } from 'hono';
import { createContext } from '../create-context.ts';
import type { MountOptions } from '../mount.ts';
import { baseHeaders } from '../respond.ts';

/** Redirects browsers from `/` to the first available page; for programs `/` is not found. */
export function mountFrontPage(hono: Hono, pages: readonly (`/${string}` | false)[], options: Pick<MountOptions, 'random'>): void {
  const page = pages.find((path) => path !== false);
  if (page === undefined) return;
  hono.get('/', async (c, next) => {
    if (!c.req.header('accept')?.includes('text/html')) return next();
    // Relative, for a proxy that serves everything below a path.
    const headers = { ...baseHeaders(createContext(options)), Location: `.${page}`, Vary: 'Accept' };
    return new Response(null, { status: 302, headers });
  });
}
