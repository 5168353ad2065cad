import document from '@posthorn/contract/openapi.json' with { type: 'json' };
import type { Hono } from 'hono';
import type { Config } from '../../config.ts';
import { createContext } from '../create-context.ts';
import type { MountOptions } from '../mount.ts';
import { baseHeaders } from '../respond.ts';
import { mountPage, type Page, pageFolder } from './mount-page.ts';
import { answerFile, staticFile } from './static-files.ts';

const scalar = new URL('./browser/', import.meta.resolve('@scalar/api-reference'));

const page: Page = {
  path: '/docs',
  // Scalar puts its styles into the page as it runs.
  policy: { 'style-src': "'self' 'unsafe-inline'" },
  folders: { '/scalar': { url: scalar, names: /^(?:chunks\/)?[\w.-]+\.js$/ }, '/shared': pageFolder('shared'), '/': pageFolder('docs') },
};

/** `/openapi.json` and `/docs`: the interface document, and a page to read it. */
export function mountDocs(hono: Hono, { BASE_URL }: Pick<Config, 'BASE_URL'>, options: Pick<MountOptions, 'random'>): void {
  hono.get('/openapi.json', async (c) => {
    const url = BASE_URL ?? new URL(c.req.url).origin;
    const text = JSON.stringify({ ...document, servers: [{ url }] });
    return answerFile(await staticFile(Buffer.from(text), 'openapi.json'), c.req.raw.headers, baseHeaders(createContext(options)));
  });
  mountPage(hono, page, options);
}
