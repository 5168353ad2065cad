import type { AppContext } from '../app-context.ts';
import { baseUrlOf } from '../core/base-url.ts';
import { trimEnd } from '../core/text/trim-end.ts';

/** Settings with the base URL of links in mail. */
export type LinkConfig = Pick<AppContext['config'], 'LINK_BASE_URL' | 'BASE_URL' | 'HOST' | 'PORT'>;

/** Paths of links in mail. */
export const linkPaths = { unsubscribe: '/u', open: '/t/o', click: '/t/c' } as const;

/** Returns the beginning of the URL of a link in mail; a token follows. */
export const linkStart = (config: LinkConfig, path: (typeof linkPaths)[keyof typeof linkPaths]): string =>
  `${trimEnd(new URL(config.LINK_BASE_URL ?? baseUrlOf(config)).href, '/')}${path}/`;
