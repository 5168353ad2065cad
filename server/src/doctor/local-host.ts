import { urlHostOf } from '../core/base-url.ts';

const WILDCARDS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** Returns where on this machine a server answers that listens at a host, for a URL. */
export const localHostOf = (host: string): string => urlHostOf(WILDCARDS[host] ?? host);
