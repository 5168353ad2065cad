import type { Hono } from 'hono';
import { createContext } from '../create-context.ts';
import type { MountOptions } from '../mount.ts';
import { baseHeaders } from '../respond.ts';
import { answerFile, createStaticFiles, type StaticFolder } from './static-files.ts';

/** A page of static files. It holds no data: what it shows it asks the API for. */
export interface Page {
  readonly path: `/${string}`;
  /** Content-Security-Policy, by directive. */
  readonly policy: Readonly<Record<string, string>>;
  /** Folders under the path; `/` has the page's own files, including `index.html`. */
  readonly folders: Readonly<Record<`/${string}`, StaticFolder>>;
}

/** Directives of every page: nothing from another host, no form to another site, no framing. */
const POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

const CLOSED = {
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

const headerOf = (policy: Page['policy']) =>
  Object.entries({ ...POLICY, ...policy })
    .map((directive) => directive.join(' '))
    .join('; ');

/** Returns the headers of a page: nothing from another host, except as its policy says. */
export const pageHeaders = (policy: Page['policy']) => ({ ...CLOSED, 'Content-Security-Policy': headerOf(policy) });

/** Our own files of a page, below `server/src/pages`. */
export const pageFolder = (name: string): StaticFolder => ({
  url: new URL(`../../pages/${name}/`, import.meta.url),
  names: /^[a-z][a-z-]*\.(?:html|css|js|svg)$/,
});

/** Serves a page and the files that it loads. */
export function mountPage(hono: Hono, { path, policy, folders }: Page, options: Pick<MountOptions, 'random'>): void {
  const headers = () => ({ ...baseHeaders(createContext(options)), ...pageHeaders(policy) });
  for (const [place, folder] of Object.entries(folders)) {
    const files = createStaticFiles(folder);
    const serve = async (name: string, request: Request) => {
      const file = await files.find(name);
      return file === undefined ? undefined : answerFile(file, request.headers, headers());
    };
    if (place === '/') hono.get(path, async (c, next) => (await serve('index.html', c.req.raw)) ?? next());
    const prefix = place === '/' ? path : `${path}${place}`;
    hono.get(`${prefix}/:name{.+}`, async (c, next) => (await serve(c.req.param('name'), c.req.raw)) ?? next());
  }
}
