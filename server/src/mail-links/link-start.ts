import type { AppContext } from '../app-context.ts';
import { baseUrlOf } from '../core/base-url.ts';
import { trimEnd } from '../core/text/trim-end.ts';

/** Settings with the base URL of links in mail. */
export type LinkConfig = Pick<AppContext['config'], 'LINK_BASE_URL' | 'BASE_URL' | 'HOST' | 'PORT'>;

/** Paths of links in mail. */
export const linkPaths = { unsubscribe: '/u', open: '/t/o', click: '/t/c' } as const;

type LinkPath = (typeof linkPaths)[keyof typeof linkPaths];

/** Returns the beginning of the URL of a link in mail; a token follows. `host`: in place of the service's own. */
export function linkStart(config: LinkConfig, path: LinkPath, host?: string): string {
  const base = new URL(config.LINK_BASE_URL ?? baseUrlOf(config));
  if (host !== undefined) base.hostname = host;
  return `${trimEnd(base.href, '/')}${path}/`;
}

/** Returns a body whose links to the service lead to another host of it instead. */
export function withLinkHost(config: LinkConfig, body: string, host: string): string {
  const paths = Object.values(linkPaths);
  return paths.reduce((text, path) => text.replaceAll(linkStart(config, path), linkStart(config, path, host)), body);
}
