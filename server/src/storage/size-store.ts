import { sql } from 'kysely';

/** Returns the bytes of a text in UTF-8, as both engines count them. */
export const bytesOf = (...texts: readonly (string | null | undefined)[]): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 0);

/** The same of a row's columns; the engines know it without reading the text. */
export const bytesIn = (...columns: readonly string[]) =>
  sql<number>`(${sql.join(
    columns.map((column) => sql`coalesce(octet_length(${sql.ref(column)}), 0)`),
    sql` + `,
  )})`;

/** Of a row of `message_bodies`: what it was counted with, which an erasure within it does not change. */
export const BODY_BYTES = sql<number>`coalesce(message_bodies.bytes, ${bytesIn('message_bodies.html', 'message_bodies.text', 'message_bodies.headers')})`;
export const VERSION_BYTES = bytesIn('template_versions.subject', 'template_versions.html', 'template_versions.text');
export const FAILURE_BYTES = bytesIn('contact_import_failures.lines');
export const DRAFT_BYTES = bytesIn('broadcasts.body_html', 'broadcasts.body_text');
