import { type SqlBool, sql } from 'kysely';

/** Returns the size of texts in UTF-8 bytes, as both engines count it. */
export const bytesOf = (...texts: readonly (string | null | undefined)[]): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 0);

/** Does the same for a row's columns; the engines know the size without reading the text. */
export const bytesIn = (...columns: readonly string[]) =>
  sql<number>`(${sql.join(
    columns.map((column) => sql`coalesce(octet_length(${sql.ref(column)}), 0)`),
    sql` + `,
  )})`;

/** Bytes that a row of `message_bodies` was counted with; an erasure within it does not change them. */
export const BODY_BYTES = sql<number>`coalesce(message_bodies.bytes, ${bytesIn('message_bodies.html', 'message_bodies.text', 'message_bodies.headers')})`;
/** Bytes that reading the same row loads into memory. */
export const STORED_BODY_BYTES = bytesIn(...['html', 'text', 'headers', 'reply_to', 'attachments'].map((name) => `message_bodies.${name}`));
/** Whether such a row is counted: it is once its message is accepted. */
export const isCounted = sql<SqlBool>`not exists (select 1 from staged_bodies where staged_bodies.id = message_bodies.id)`;
export const VERSION_BYTES = bytesIn('template_versions.subject', 'template_versions.html', 'template_versions.text');
export const FAILURE_BYTES = bytesIn('contact_import_failures.lines');
/** Bytes of listed rows in the columns that may be long. */
export const MESSAGE_BYTES = bytesIn('messages.recipients', 'messages.tags');
export const EVENT_BYTES = bytesIn('events.recipients', 'events.data');
export const INBOUND_BYTES = bytesIn(...['to_addrs', 'other_addrs', 'rcpt_addrs', 'attachments'].map((name) => `inbound_mails.${name}`));
export const AUTOMATION_BYTES = bytesIn('automations.steps', 'automations.description');
export const IMPORT_BYTES = bytesIn('contact_imports.errors', 'contact_imports.header');
export const DRAFT_BYTES = bytesIn('broadcasts.body_html', 'broadcasts.body_text');
