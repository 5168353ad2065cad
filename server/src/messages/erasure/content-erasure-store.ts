import { type Kysely, sql } from 'kysely';
import { eraseInText, eraseInValue, tracesOf } from '../../core/text/erased.ts';
import { fromValues, holdsEach, isIn, type Trx, valuesTable } from '../../db/dialect.ts';
import type { Schema } from '../../db/schema.ts';
import type { Message } from '../message.ts';

const inText = (text: string | null, email: string) => (text === null ? null : eraseInText(text, email));
const inJson = (json: string, email: string) => JSON.stringify(eraseInValue(JSON.parse(json), email));

/** What a message contains outside its body. */
type Labels = Pick<Message, 'subject' | 'tags'>;

const eraseFrom = ({ subject, tags }: Labels, email: string): Labels => ({
  subject: eraseInText(subject, email),
  tags: Object.fromEntries(Object.entries(tags).map(([key, value]) => [key, eraseInText(value, email)])),
});

/** Erases an address in the subjects and tags of locked messages. */
export async function eraseInLabels(trx: Trx, messages: readonly Message[], email: string): Promise<void> {
  const changes = messages.flatMap((message) => {
    const { subject, tags } = eraseFrom(message, email);
    const same = subject === message.subject && Object.entries(tags).every(([key, value]) => value === message.tags[key]);
    return same ? [] : [{ id: message.id, tenant_id: message.tenantId, position: message.position, subject, tags }];
  });
  if (changes.length === 0) return;
  const labels = changes.map(({ id, subject, tags }) => ({ id, subject, tags: JSON.stringify(tags) }));
  await trx
    .updateTable('messages')
    .from(valuesTable(trx, { id: 'text', subject: 'text', tags: 'text' }, labels))
    .set(fromValues('subject', 'tags'))
    .whereRef('messages.id', '=', 'v.id')
    .execute();
  const rows = changes.flatMap(({ tenant_id, position, tags }) =>
    Object.entries(tags).map(([key, value]) => ({ tenant_id, key, position, value })),
  );
  if (rows.length === 0) return;
  await trx
    .updateTable('message_tags')
    .from(valuesTable(trx, { tenant_id: 'text', key: 'text', position: 'bigint', value: 'text' }, rows))
    .set(fromValues('value'))
    .whereRef('message_tags.tenant_id', '=', 'v.tenant_id')
    .whereRef('message_tags.key', '=', 'v.key')
    .whereRef('message_tags.position', '=', 'v.position')
    .execute();
}

/** A body that no other message shares; shared ones name no recipient. */
export interface OwnBody {
  readonly id: string;
  readonly messageId: string;
  /** Null for a body from before bytes were counted. */
  readonly bytes: number | null;
}

/** Returns those bodies of messages that are not shared. */
export async function listOwnBodies(db: Kysely<Schema>, messageIds: readonly string[]): Promise<OwnBody[]> {
  const rows = await db
    .selectFrom('messages as m')
    .innerJoin('message_bodies as b', (join) => join.onRef('b.id', '=', 'm.body_id').onRef('b.message_id', '=', 'm.id'))
    .select(['b.id', 'm.id as messageId', 'b.bytes'])
    .where((eb) => isIn(db, eb.ref('m.id'), messageIds))
    .orderBy('m.id')
    .execute();
  return rows;
}

const PERSONAL = ['html', 'text', 'headers', 'reply_to', 'attachments'] as const;

/** Returns the ids of those bodies that may contain an address. */
async function findQuoting(trx: Trx, { ids, email }: { ids: readonly string[]; email: string }): Promise<string[]> {
  const traces = tracesOf(email);
  const rows = await trx
    .selectFrom('message_bodies')
    .select('id')
    .where((eb) => isIn(trx, eb.ref('id'), ids))
    .where((eb) => eb.or(PERSONAL.map((column) => holdsEach(trx, sql`lower(${sql.ref(column)})`, traces))))
    .execute();
  return rows.map(({ id }) => id);
}

/** Erases an address in one body: they are read one at a time, since each has up to 2 MiB. */
async function eraseInBody(trx: Trx, id: string, email: string): Promise<void> {
  const query = trx.selectFrom('message_bodies').select(PERSONAL).where('id', '=', id);
  const body = await query.executeTakeFirst();
  if (body === undefined) return;
  const { html, text, headers, reply_to, attachments } = body;
  const erased = {
    html: inText(html, email),
    text: inText(text, email),
    headers: inJson(headers, email),
    reply_to: inJson(reply_to, email),
    // In the names of files; storage keys have no @.
    attachments: inJson(attachments, email),
  };
  if (PERSONAL.every((column) => erased[column] === body[column])) return;
  await trx.updateTable('message_bodies').set(erased).where('id', '=', id).execute();
}

/** Erases an address in bodies of locked messages. */
export async function eraseInBodies(trx: Trx, bodies: { ids: readonly string[]; email: string }): Promise<void> {
  for (const id of await findQuoting(trx, bodies)) await eraseInBody(trx, id, bodies.email);
}
