import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

interface Page<T, C> {
  readonly data: readonly T[];
  readonly next_cursor: C | null;
  /** How far a search has got, in epoch milliseconds: everything newer has been searched; null once everything has been. */
  readonly searched_until?: number | null;
}

/** A list that can be fetched again page by page. */
export interface Pages<T> {
  /** What its rows are called. */
  readonly name: string;
  load(cursor: string | number | undefined, signal: AbortSignal): Promise<Page<T, string | number>>;
}

interface ListOptions<T, C> {
  readonly key: readonly unknown[];
  load(cursor: C | undefined, signal: AbortSignal): Promise<Page<T, C>>;
  /** Refresh interval while it is on the screen. */
  readonly everyMs?: number | undefined;
}

/** Rows per page. */
export const PAGE_ROWS = 50;

/** Safe because it is the cursor of the previous page, or nothing. */
const asCursor = <C>(given: string | number | undefined) => given as C | undefined;

/** Returns what the rows of a list are called: the start of its key, without the person who views it. */
const nameOf = (key: readonly unknown[]) => String(key.find((part) => part !== 'operator'));

/** Loads a list in pages, the next one on demand. */
export function useList<T, C extends string | number>({ key, load, everyMs }: ListOptions<T, C>) {
  const query = useInfiniteQuery<Page<T, C>, Error, InfiniteData<Page<T, C>>, readonly unknown[], string | number | undefined>({
    queryKey: key,
    initialPageParam: undefined,
    queryFn: ({ pageParam, signal }) => load(asCursor<C>(pageParam), signal),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: everyMs ?? false,
  });
  const rows = useMemo(() => query.data?.pages.flatMap(({ data }) => data), [query.data]);
  const pages: Pages<T> = { name: nameOf(key), load: (cursor, signal) => load(asCursor<C>(cursor), signal) };
  const last = query.data?.pages.at(-1);
  // The last row of a full page tells how far back it goes.
  const searchedUntil = last === undefined || last.data.length >= PAGE_ROWS ? undefined : (last.searched_until ?? undefined);
  return { query, rows, pages, searchedUntil };
}
