import { isIPv6 } from 'node:net';

/** A host as it stands in a URL (RFC 3986, section 3.2.2), which has no zone of an interface. */
export const urlHostOf = (host: string): string => (isIPv6(host) ? `[${host.replace(/%.*/, '')}]` : host);

export interface Place {
  readonly BASE_URL?: string | undefined;
  readonly HOST: string;
  readonly PORT: number;
}

/** Where the service is reached: BASE_URL, or else where it listens. */
export const baseUrlOf = ({ BASE_URL, HOST, PORT }: Place): string => BASE_URL ?? `http://${urlHostOf(HOST)}:${PORT}`;
