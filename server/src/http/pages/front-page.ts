import type { Hono } from 'hono';
import { createContext } from '../create-context.ts';
import type { MountOptions } from '../mount.ts';
import { baseHeaders } from '../respond.ts';

/** Sends browsers that ask for `/` to the first of the pages that is there; for programs `/` is no path. */
export function mountFrontPage(hono: Hono, pages: readonly (`/${string}` | false)[], options: Pick<MountOptions, 'random'>): void {
  const page = pages.find((path) => path !== false);
  if (page === undefined) return;
  hono.get('/', async (c, next) => {
    if (!c.req.header('accept')?.includes('text/html')) return next();
    // Relative, for a proxy that serves the whole below a path of its own.
    const headers = { ...baseHeaders(createContext(options)), Location: `.${page}`, Vary: 'Accept' };
    return new Response(null, { status: 302, headers });
  });
}
