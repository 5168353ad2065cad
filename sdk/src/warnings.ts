/** Whether the process has warned already: the fields come from the program's code, which sends them every time. */
let warned = false;

/** Warns about fields that the service does not know and has ignored. */
export function warnOfIgnored({ headers }: Response, asked: string): void {
  const names = headers.get('x-ignored-fields');
  if (names === null || warned) return;
  warned = true;
  console.warn(`posthorn: the service does not know these fields and has ignored them: ${names} (${asked})`);
}

/**
 * Warns about a key that was used for another request, whose result this is: nothing was sent. Warns every time, since each is a mail that
 * was not sent.
 */
export function warnOfMismatch({ headers }: Response, asked: string): void {
  if (headers.get('idempotent-mismatch') !== 'true') return;
  console.warn(`posthorn: nothing was sent: an earlier request with this idempotency key had another body (${asked})`);
}
