/** Most causes that are followed, since an error may be caused by itself. */
const MOST_CAUSES = 10;
/** More than an error of OpenSSL has parts, with colons in the text before it. */
const MOST_PARTS = 30;
/** What Node adds to `self-signed certificate`; tenants read it too, and do not run Node. */
const ADVICE = '; if the root CA is installed locally, try running Node.js with --use-system-ca';

/** Returns the reason in an error of OpenSSL, which is `<thread>:error:<code>:SSL routines:<function>:<reason>:<file>:…`. */
function opensslReason(message: string): string | undefined {
  const parts = message.split(':', MOST_PARTS);
  const library = parts.indexOf('SSL routines');
  const [, reason, place] = parts.slice(library + 1);
  return parts[library - 2]?.endsWith('error') && place !== undefined ? reason?.trim() : undefined;
}

/** Returns the sentence of an error, or of what caused it first: one of OpenSSL's as its reason, such as `TLS: wrong version number`. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  let first = error;
  for (let causes = 0; causes < MOST_CAUSES && first.cause instanceof Error; causes += 1) first = first.cause;
  const reason = opensslReason(first.message);
  return reason ? `TLS: ${reason}` : first.message.replace(ADVICE, '');
}
