import type { KeysetCursor } from '@posthorn/contract';
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';

const NEWEST: KeysetCursor = { createdAt: Number.MAX_SAFE_INTEGER, id: '' };
/** The cursor before the oldest row. */
export const BEFORE_ALL: KeysetCursor = { createdAt: Number.MIN_SAFE_INTEGER, id: '' };

/** What a list is ordered by: of a row as it is stored, or as the feature knows it. */
type KeysetItem = { readonly id: string } & ({ readonly created_at: number } | { readonly createdAt: number });

const cursorAt = (item: KeysetItem) => `${'createdAt' in item ? item.createdAt : item.created_at}:${item.id}`;

/** Returns a page of the items, which are up to one more than it holds, with the cursor of the next page; null where there is none. */
export function toKeysetPage<I extends KeysetItem, T>(items: readonly I[], limit: number, present: (item: I) => T) {
  const page = items.slice(0, limit);
  const last = page.at(-1);
  return { data: page.map(present), next_cursor: items.length > limit && last !== undefined ? cursorAt(last) : null };
}

/** A page that is asked for: rows strictly after the cursor, of which a query returns one more than the limit. */
export interface KeysetRequest {
  readonly limit: number;
  readonly cursor?: KeysetCursor | undefined;
}

/** Rows older than the cursor, in the order of (created_at, id); all of them without one. */
const rowsBefore = ({ createdAt, id }: KeysetCursor = NEWEST): RawBuilder<SqlBool> =>
  sql<SqlBool>`(created_at, id) < (${createdAt}, ${id})`;

/** Returns the end of a list's query, for `$call`: the rows after the cursor, newest first, one more than the page. */
export const newestFirst =
  ({ limit, cursor }: KeysetRequest) =>
  <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): SelectQueryBuilder<DB, TB, O> =>
    query
      .where(rowsBefore(cursor))
      .orderBy(sql`created_at`, 'desc')
      .orderBy(sql`id`, 'desc')
      .limit(limit + 1);

/** Rows newer than the cursor, in the order of (created_at, id); all of them without one. */
const rowsAfter = ({ createdAt, id }: KeysetCursor = BEFORE_ALL): RawBuilder<SqlBool> =>
  sql<SqlBool>`(created_at, id) > (${createdAt}, ${id})`;

/** Returns the end of a list's query, as `newestFirst` does, for a list that begins with the oldest row. */
export const oldestFirst =
  ({ limit, cursor }: KeysetRequest) =>
  <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>): SelectQueryBuilder<DB, TB, O> =>
    query
      .where(rowsAfter(cursor))
      .orderBy(sql`created_at`)
      .orderBy(sql`id`)
      .limit(limit + 1);

/** Returns the condition that a row has at least `newest` newer ones in its table, in the order of (created_at, id). */
export const beyondNewest = (table: 'captured_mail' | 'postmaster_mails', newest: number): RawBuilder<SqlBool> =>
  sql<SqlBool>`(created_at, id) <= (select created_at, id from ${sql.table(table)} order by created_at desc, id desc limit 1 offset ${newest})`;
