import type { KeysetCursor } from '@posthorn/contract';

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
