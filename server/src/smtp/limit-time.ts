import type { Readable } from 'node:stream';

const MAIL_MS = 600_000;

/** Breaks a mail off after ten minutes: a client that sends a byte now and then would hold its place for ever. Returns what calls that off. */
export function limitTime(mail: Readable): () => void {
  const late = setTimeout(() => mail.destroy(new Error('the mail took too long')), MAIL_MS);
  return () => clearTimeout(late);
}
