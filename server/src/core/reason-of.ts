/** What an error of OpenSSL has between its code and the function, the reason and the place in the source that it names. */
const OPENSSL_LIBRARY = ':SSL routines:';

/** Returns the sentence of an error, or of what caused it first: one of OpenSSL's as its reason, such as `TLS: wrong version number`. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  const [, reason] = error.message.split(OPENSSL_LIBRARY, 2)[1]?.split(':', 2) ?? [];
  return reason ? `TLS: ${reason}` : error.message;
}
