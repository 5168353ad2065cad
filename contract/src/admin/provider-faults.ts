/**
 * Faults between the service and its provider that affect all mail: no connection, no trusted TLS, failed authentication, relaying
 * denied.
 */
export const providerFaults = ['unreachable', 'tls', 'log_in', 'relaying'] as const;

export type ProviderFault = (typeof providerFaults)[number];
