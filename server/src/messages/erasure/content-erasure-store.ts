import { type Kysely, sql } from 'kysely';
import { eraseInText, eraseInValue, partOfJson } from '../../core/text/erased.ts';
import { holdsText, isIn, type Trx } from '../../db/dialect.ts';
import type { Schema } from '../../db/schema.ts';
import type { Message } from '../message.ts';

const inText = (text: string | null, email: string) => (text === null ? null : eraseInText(text, email));
const inJson = (json: string, email: string) => JSON.stringify(eraseInValue(JSON.parse(json), email));

/** Blanks an address in the subject and the tags of a locked message. */
export async function eraseInLabels(trx: Trx, { id, tenantId, position, subject, tags }: Message, email: string): Promise<void> {
  const before = { subject, tags: JSON.stringify(tags) };
  const erased = { subject: eraseInText(subject, email), tags: inJson(before.tags, email) };
  if (erased.subject === before.subject && erased.tags === before.tags) return;
  await trx.updateTable('messages').set(erased).where('id', '=', id).execute();
  const found = trx.selectFrom('message_tags').select(['key', 'value']).where('tenant_id', '=', tenantId).where('position', '=', position);
  for (const { key, value } of await found.execute()) {
    const tag = trx.updateTable('message_tags').set({ value: eraseInText(value, email) });
    await tag.where('tenant_id', '=', tenantId).where('key', '=', key).where('position', '=', position).execute();
  }
}

/** A body that a message has for itself; one that several share speaks of nobody. */
export interface OwnBody {
  readonly id: string;
  readonly messageId: string;
  /** Null for one from before that was counted. */
  readonly bytes: number | null;
}

/** Returns the bodies that messages have for themselves. */
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

/** Returns those of the bodies that quote an address. */
async function findQuoting(trx: Trx, { ids, email }: { ids: readonly string[]; email: string }): Promise<string[]> {
  const has = (column: string, part: string) => holdsText(trx, sql`lower(${sql.ref(column)})`, part);
  const json = partOfJson(email);
  const rows = await trx
    .selectFrom('message_bodies')
    .select('id')
    .where((eb) => isIn(trx, eb.ref('id'), ids))
    .where((eb) => eb.or([has('html', email), has('text', email), has('headers', json), has('reply_to', json)]))
    .execute();
  return rows.map(({ id }) => id);
}

/** One at a time, since a body has up to 2 MiB. */
async function eraseInBody(trx: Trx, id: string, email: string): Promise<void> {
  const query = trx.selectFrom('message_bodies').select(['html', 'text', 'headers', 'reply_to']).where('id', '=', id);
  const body = await query.executeTakeFirst();
  if (body === undefined) return;
  const { html, text, headers, reply_to } = body;
  const erased = {
    html: inText(html, email),
    text: inText(text, email),
    headers: inJson(headers, email),
    reply_to: inJson(reply_to, email),
  };
  await trx.updateTable('message_bodies').set(erased).where('id', '=', id).execute();
}

/** Blanks an address in bodies of locked messages. */
export async function eraseInBodies(trx: Trx, bodies: { ids: readonly string[]; email: string }): Promise<void> {
  for (const id of await findQuoting(trx, bodies)) await eraseInBody(trx, id, bodies.email);
}
