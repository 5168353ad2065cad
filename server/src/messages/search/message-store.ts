import { type Expression, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { wholeInJson } from '../../core/text/erased.ts';
import { holdsText, valuesTable } from '../../db/dialect.ts';
import type { Schema } from '../../db/schema.ts';
import { bytesIn } from '../../storage/size-store.ts';
import type { PositionRange } from '../follow/cursor-store.ts';
import type { Message } from '../message.ts';
import { toMessage } from '../store.ts';

export interface Tag {
  readonly key: string;
  readonly value?: string | undefined;
}

/** What to search for; all that is given must match. */
export interface MessageFilter {
  readonly status?: string | undefined;
  /** Part of the sender as shown. */
  readonly from?: string | undefined;
  readonly subject?: string | undefined;
  readonly domainId?: string | undefined;
  readonly stream?: string | undefined;
  readonly templateAlias?: string | undefined;
  readonly broadcastId?: string | undefined;
  readonly tag?: Tag | undefined;
}

const has = (db: Kysely<Schema>, column: string, part: string) =>
  holdsText(db, sql`lower(${sql.ref(column)})`, sql<string>`lower(${part})`);

function hasTag({ key, value }: Tag): RawBuilder<SqlBool> {
  const isValue = value === undefined ? sql`` : sql` and t.value = ${value}`;
  return sql<SqlBool>`exists (select 1 from message_tags t where t.tenant_id = r.tenant_id and t.key = ${key} and t.position = r.position${isValue})`;
}

const EQUAL = {
  status: 'r.status',
  domainId: 'r.domain_id',
  stream: 'r.stream',
  templateAlias: 'r.template_alias',
  broadcastId: 'r.broadcast_id',
} as const satisfies Partial<Record<keyof MessageFilter, string>>;

function conditionsOf(db: Kysely<Schema>, filter: MessageFilter): Expression<SqlBool>[] {
  const { from, subject, tag } = filter;
  // Safe because these are the names of the table.
  const equal = (Object.keys(EQUAL) as (keyof typeof EQUAL)[]).flatMap((name) => {
    const value = filter[name];
    return value === undefined ? [] : [sql<SqlBool>`${sql.ref(EQUAL[name])} = ${value}`];
  });
  return [
    ...equal,
    ...(from === undefined ? [] : [has(db, 'r.from_address', from)]),
    ...(subject === undefined ? [] : [has(db, 'r.subject', subject)]),
    ...(tag === undefined ? [] : [hasTag(tag)]),
  ];
}

const allOf = (conditions: readonly Expression<SqlBool>[]) => sql.join([sql`1 = 1`, ...conditions], sql` and `);

/** Part of a tenant's log whose newest messages are looked at, at most `rows` of them. */
export interface LogPart extends PositionRange {
  readonly tenantId: string;
  readonly rows: number;
}

const inPart = ({ tenantId, from, below, rows }: LogPart) =>
  sql`from messages where tenant_id = ${tenantId} and position >= ${from} and position < ${below} order by position desc limit ${rows}`;

/** A message that was found, with the bytes of its recipients and tags. */
export interface FoundMessage {
  readonly position: number;
  readonly bytes: number;
}

const FOUND = sql`r.position, ${bytesIn('r.recipients', 'r.tags')} as bytes`;

/** Returns the first messages of a part of a log that match, newest first. `email`: a recipient that they must have. */
export async function scanLog(
  db: Kysely<Schema>,
  part: LogPart,
  { filter, email, limit }: { filter: MessageFilter; email: string | null; limit: number },
): Promise<FoundMessage[]> {
  const toEmail = email === null ? [] : [holdsText(db, sql`r.recipients`, wholeInJson(email, '"email":'))];
  const { rows } = await sql<FoundMessage>`select ${FOUND} from (select * ${inPart(part)}) r
    where ${allOf([...conditionsOf(db, filter), ...toEmail])} order by r.position desc limit ${limit}`.execute(db);
  return rows;
}

/** Returns how many messages a part of a log has, and the lowest of their positions. */
export async function measurePart(db: Kysely<Schema>, part: LogPart): Promise<{ count: number; last: number | null }> {
  const { rows } = await sql<{ count: number; last: number | null }>`
    select count(*) as count, min(r.position) as last from (select position ${inPart(part)}) r`.execute(db);
  return rows[0] ?? { count: 0, last: null };
}

/** Returns a query of the messages at some positions, newest first. */
function atPositions(db: Kysely<Schema>, tenantId: string, positions: readonly number[]) {
  const values = valuesTable(
    db,
    { position: 'bigint' },
    positions.map((position) => ({ position })),
  );
  return (
    db
      .selectFrom('messages as r')
      .where('r.tenant_id', '=', tenantId)
      // Not a join, for which SQLite would go through the whole log, since that is in order.
      .where('r.position', 'in', (eb) => eb.selectFrom(values).select('v.position'))
      .orderBy('r.position', 'desc')
  );
}

/** Returns the first of the messages at some positions that match, newest first. */
export async function findAtPositions(
  db: Kysely<Schema>,
  tenantId: string,
  { positions, filter, limit }: { positions: readonly number[]; filter: MessageFilter; limit: number },
): Promise<FoundMessage[]> {
  return atPositions(db, tenantId, positions)
    .select(['r.position', bytesIn('r.recipients', 'r.tags').as('bytes')])
    .where(allOf(conditionsOf(db, filter)) as RawBuilder<SqlBool>)
    .limit(limit)
    .execute();
}

/** Returns the messages at some positions, newest first. */
export async function listAtPositions(db: Kysely<Schema>, tenantId: string, positions: readonly number[]): Promise<Message[]> {
  return (await atPositions(db, tenantId, positions).selectAll('r').execute()).map(toMessage);
}

/** Returns positions of messages with a tag, newest first. */
export async function listTagged(
  db: Kysely<Schema>,
  { tenantId, key, value }: Tag & { readonly tenantId: string },
  { from, below, limit }: PositionRange & { readonly limit: number },
): Promise<number[]> {
  const tagged = db.selectFrom('message_tags').select('position').where('tenant_id', '=', tenantId).where('key', '=', key);
  const ofValue = value === undefined ? tagged : tagged.where('value', '=', value);
  const rows = await ofValue.where('position', '>=', from).where('position', '<', below).orderBy('position', 'desc').limit(limit).execute();
  return rows.map(({ position }) => position);
}
