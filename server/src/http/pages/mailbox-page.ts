import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Hono } from 'hono';
import type { MountOptions } from '../mount.ts';
import { mountPage, pageFolder } from './mount-page.ts';

const files = pageFolder('mailbox');
const parser = { url: new URL('./', import.meta.resolve('postal-mime')), names: /^[a-z0-9-]+\.js$/ };

/** The inline script of the page, an import map for the mail parser, allowed by its hash (CSP, section 2.3.1). */
function importMapSource(): string {
  const page = readFileSync(new URL('index.html', files.url), 'utf8');
  const [, rest = ''] = page.split('<script type="importmap">');
  const [map = ''] = rest.split('</script>', 1);
  return `'sha256-${createHash('sha256').update(map).digest('base64')}'`;
}

/** `/mailbox`: a page to read captured mail with the operator's token. */
export function mountMailbox(hono: Hono, options: Pick<MountOptions, 'random'>): void {
  const policy = {
    'script-src': `'self' ${importMapSource()}`,
    // The frame that shows a mail takes over this policy and narrows it: styles are part of mail, and its images load when asked for.
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data: http: https:",
  };
  mountPage(hono, { path: '/mailbox', policy, folders: { '/postal-mime': parser, '/shared': pageFolder('shared'), '/': files } }, options);
}
