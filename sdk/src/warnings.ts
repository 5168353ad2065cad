/** Once a process: it is the program that says what nobody hears, and it says so each time. */
let warned = false;

/** Warns of fields that the service does not know and has ignored. */
export function warnOfIgnored({ headers }: Response, asked: string): void {
  const names = headers.get('x-ignored-fields');
  if (names === null || warned) return;
  warned = true;
  console.warn(`posthorn: the service does not know these fields and has ignored them: ${names} (${asked})`);
}
