import type { Kysely } from 'kysely';
import type { ObjectRef } from '../core/context.ts';
import { isIn } from '../db/dialect.ts';
import type { Schema } from '../db/schema.ts';
import type { Message, MessageBody } from './message.ts';
import { PLACES, parseBody, toMessage } from './stored-message.ts';

/** Cursors from here on are places, below it milliseconds. */
const FIRST_PLACE = 1e14;

export async function findMessage(db: Kysely<Schema>, { tenantId, id }: ObjectRef): Promise<Message | undefined> {
  const row = await db.selectFrom('messages').selectAll().where('id', '=', id).where('tenant_id', '=', tenantId).executeTakeFirst();
  return row && toMessage(row);
}

export async function hasMessage(db: Kysely<Schema>, { tenantId, id }: ObjectRef): Promise<boolean> {
  const row = await db.selectFrom('messages').select('id').where('id', '=', id).where('tenant_id', '=', tenantId).executeTakeFirst();
  return row !== undefined;
}

export interface LogRequest {
  readonly limit: number;
  readonly cursor?: number | undefined;
  readonly tag?: { readonly key: string; readonly value?: string | undefined } | undefined;
}

/** Places of messages that have a tag, from the tag's own index. */
function placesOfTag(db: Kysely<Schema>, tenantId: string, { key, value }: NonNullable<LogRequest['tag']>) {
  const tagged = db.selectFrom('message_tags').select('position').where('tenant_id', '=', tenantId).where('key', '=', key);
  return value === undefined ? tagged : tagged.where('value', '=', value);
}

/** Messages of a tenant strictly older than the cursor, newest first, one more than the page. */
export async function listMessages(db: Kysely<Schema>, tenantId: string, { limit, cursor, tag }: LogRequest): Promise<Message[]> {
  const before = cursor === undefined || cursor >= FIRST_PLACE ? cursor : cursor * PLACES;
  const most = limit + 1;
  if (tag === undefined) {
    const log = db.selectFrom('messages').selectAll().where('tenant_id', '=', tenantId).orderBy('position', 'desc').limit(most);
    const rows = await (before === undefined ? log : log.where('position', '<', before)).execute();
    return rows.map(toMessage);
  }
  const tagged = placesOfTag(db, tenantId, tag).orderBy('position', 'desc').limit(most);
  const places = before === undefined ? tagged : tagged.where('position', '<', before);
  const rows = await db
    .selectFrom('messages')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('position', 'in', places)
    .orderBy('position', 'desc')
    .execute();
  return rows.map(toMessage);
}

export async function findBody(db: Kysely<Schema>, tenantId: string, id: string): Promise<MessageBody | undefined> {
  const row = await db.selectFrom('message_bodies').selectAll().where('id', '=', id).where('tenant_id', '=', tenantId).executeTakeFirst();
  return row === undefined ? undefined : parseBody(row);
}

export async function findBodies(db: Kysely<Schema>, ids: readonly string[]): Promise<Map<string, MessageBody>> {
  const query = db.selectFrom('message_bodies').selectAll();
  const rows = await query.where((eb) => isIn(db, eb.ref('id'), ids)).execute();
  return new Map(rows.map((row) => [row.id, parseBody(row)]));
}
