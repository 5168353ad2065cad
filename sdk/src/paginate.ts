import type { CallOptions } from './call.ts';
import { unexpectedPage } from './errors.ts';

/** Which page of a list. */
export interface ListQuery<C> {
  /** Rows a page, 1 to 100, 25 unless given. */
  readonly limit?: number | undefined;
  /** `next_cursor` of the page before, unchanged. */
  readonly cursor?: C | undefined;
}

/** A page of a list. */
export interface Page<T, C> {
  readonly data: readonly T[];
  /** Where the next page begins; null on the last one. */
  readonly next_cursor: C | null;
}

/** A page of a search, which may have few rows and still go on. */
export interface SearchPage<T, C> extends Page<T, C> {
  /** Whatever is newer has been looked at, epoch milliseconds; null once all has been. */
  readonly searched_until: number | null;
}

/** What a list may be asked for, as the interface says it. */
export type QueryOf<O extends (given: never) => unknown> = Readonly<Omit<NonNullable<Parameters<O>[0]>, 'id'>>;

type List<T, C, Q extends ListQuery<C>> = (query: Q, options?: CallOptions) => Promise<Page<T, C>>;

/** Returns where the next page begins. Throws for a page that leads to itself, as a cache may answer it: the list would never end. */
export function nextCursor<C>({ data, next_cursor: next }: Page<unknown, C>, cursor: C | undefined): C | undefined {
  if (!Array.isArray(data)) throw unexpectedPage('not a list of this interface');
  if (next !== null && next === cursor) throw unexpectedPage('the list goes on where this page began');
  return next ?? undefined;
}

/** Yields every row of a list from the query's cursor on. A page is fetched when its first row is asked for. */
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
