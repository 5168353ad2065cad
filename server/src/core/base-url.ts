import { isIPv6 } from 'node:net';

/** A host as written in a URL (RFC 3986, section 3.2.2), which allows no zone id. */
export const urlHostOf = (host: string): string => (isIPv6(host) ? `[${host.replace(/%.*/, '')}]` : host);

const WILDCARDS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** Returns where on this machine a server answers that listens at a host, for a URL. */
export const localHostOf = (host: string): string => urlHostOf(WILDCARDS[host] ?? host);

export interface Place {
  readonly BASE_URL?: string | undefined;
  readonly HOST: string;
  readonly PORT: number;
}

/** Where the service is reached: BASE_URL, or else where it listens. */
export const baseUrlOf = ({ BASE_URL, HOST, PORT }: Place): string => BASE_URL ?? `http://${urlHostOf(HOST)}:${PORT}`;

/** Where this machine reaches the service: BASE_URL, or else where it listens. */
export const localUrlOf = ({ BASE_URL, HOST, PORT }: Place): string => BASE_URL ?? `http://${localHostOf(HOST)}:${PORT}`;
