import document from '@posthorn/contract/openapi.json' with { type: 'json' };
import type { Hono } from 'hono';
import { LRUCache } from 'lru-cache';
import type { Config } from '../../config/config.ts';
import { createContext } from '../create-context.ts';
import type { MountOptions } from '../mount.ts';
import { baseHeaders } from '../respond.ts';
import { mountPage, type Page, pageFolder } from './mount-page.ts';
import { answerFile, type StaticFile, staticFile } from './static-files.ts';

const scalar = new URL('./browser/', import.meta.resolve('@scalar/api-reference'));

const page: Page = {
  path: '/docs',
  // Scalar injects its styles at run time.
  policy: { 'style-src': "'self' 'unsafe-inline'" },
  folders: { '/scalar': { url: scalar, names: /^(?:chunks\/)?[\w.-]+\.js$/ }, '/shared': pageFolder('shared'), '/': pageFolder('docs') },
};

/** Origins of the service for which a rendered document is cached. */
const ADDRESSES = 8;

function createDocuments(): (url: string) => Promise<StaticFile> {
  const kept = new LRUCache<string, Promise<StaticFile>>({ max: ADDRESSES });
  return (url) => {
    const file = kept.get(url) ?? staticFile(Buffer.from(JSON.stringify({ ...document, servers: [{ url }] })), 'openapi.json');
    kept.set(url, file);
    return file;
  };
}

/** `/openapi.json` and `/docs`: the OpenAPI document, and a page to read it. */
export function mountDocs(hono: Hono, { BASE_URL }: Pick<Config, 'BASE_URL'>, options: Pick<MountOptions, 'random'>): void {
  const documentOf = createDocuments();
  hono.get('/openapi.json', async (c) => {
    const file = await documentOf(BASE_URL ?? new URL(c.req.url).origin);
    return answerFile(file, c.req.raw.headers, baseHeaders(createContext(options)));
  });
  mountPage(hono, page, options);
}
