const WILDCARDS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };

/** Returns where on this machine a server answers that listens at a host. */
export const localHostOf = (host: string): string => WILDCARDS[host] ?? host;
