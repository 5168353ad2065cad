import type { CallOptions } from './call.ts';
import { unexpectedPage } from './errors.ts';

/** The page of a list to return. */
export interface ListQuery<C> {
  /** Rows per page, 1 to 100; 25 by default. */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page, unchanged. */
  readonly cursor?: C | undefined;
}

/** A page of a list. */
export interface Page<T, C> {
  readonly data: readonly T[];
  /** Cursor of the next page; null on the last one. */
  readonly next_cursor: C | null;
}

/** A page of a search, which may have few rows although more follow. */
export interface SearchPage<T, C> extends Page<T, C> {
  /** Everything newer was searched, epoch milliseconds; null once everything was. */
  readonly searched_until: number | null;
}

/** The query of a list. */
export type QueryOf<O extends (given: never) => unknown> = Readonly<Omit<NonNullable<Parameters<O>[0]>, 'id'>>;

type List<T, C, Q extends ListQuery<C>> = (query: Q, options?: CallOptions) => Promise<Page<T, C>>;

/** Returns the cursor of the next page. Throws for a page that points to itself, as a cache may return it: the list would never end. */
export function nextCursor<C>({ data, next_cursor: next }: Page<unknown, C>, cursor: C | undefined): C | undefined {
  if (!Array.isArray(data)) throw unexpectedPage('not a list of this interface');
  if (next !== null && next === cursor) throw unexpectedPage('the list goes on where this page began');
  return next ?? undefined;
}

/** Yields every row of a list, starting at the query's cursor. A page is fetched when its first row is needed. */
export async function* iterate<T, C, Q extends ListQuery<C>>(
  list: List<T, C, Q>,
  query: Q,
  options?: CallOptions,
): AsyncGenerator<T, void, undefined> {
  let cursor = query.cursor;
  do {
    const page = await list({ ...query, cursor }, options);
    const next = nextCursor(page, cursor);
    yield* page.data;
    cursor = next;
  } while (cursor !== undefined);
}
