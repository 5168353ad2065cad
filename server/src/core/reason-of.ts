/** How OpenSSL words an error: thread, code, library and function before the reason, and behind it a place in its source. */
const OPENSSL_ERROR = /[0-9A-F]{1,32}:error:[0-9A-F]{1,16}:SSL routines:[^:]{0,100}:([^:]{1,200}):.*/s;

/** Returns the sentence of an error, or of what caused it first: one of OpenSSL's as its reason, such as `TLS: wrong version number`. */
export function reasonOf(error: unknown): string {
  if (error instanceof Error && error.cause instanceof Error) return reasonOf(error.cause);
  return error instanceof Error ? error.message.replace(OPENSSL_ERROR, 'TLS: $1') : String(error);
}
