/** What can be wrong between the service and its provider, whatever mail it is: nobody there, no TLS to trust, no log-in, no leave to relay. */
export const providerFaults = ['unreachable', 'tls', 'log_in', 'relaying'] as const;

export type ProviderFault = (typeof providerFaults)[number];
