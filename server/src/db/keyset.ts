import type { KeysetCursor } from '@posthorn/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

const NEWEST: KeysetCursor = { createdAt: Number.MAX_SAFE_INTEGER, id: '' };

/** Cuts a page out of one row more than it holds. */
export function toKeysetPage<R extends { id: string; created_at: number }, T>(rows: readonly R[], limit: number, present: (row: R) => T) {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    data: page.map(present),
    next_cursor: rows.length > limit && last !== undefined ? `${last.created_at}:${last.id}` : null,
  };
}

/** What a keyset query needs: rows strictly after the cursor, one more than the page. */
export interface KeysetRequest {
  readonly limit: number;
  readonly cursor?: KeysetCursor | undefined;
}

/** Rows older than the cursor, in the order of (created_at, id); all of them without one. */
export const rowsBefore = ({ createdAt, id }: KeysetCursor = NEWEST): RawBuilder<SqlBool> =>
  sql<SqlBool>`(created_at, id) < (${createdAt}, ${id})`;
