import type { ReactNode } from 'react';
import type { useList } from '../api/lists.ts';
import { SaveList } from './save-list.tsx';
import { Failed, Loading } from './states.tsx';
import { More } from './table.tsx';

type List<T> = Pick<ReturnType<typeof useList<T, string>>, 'rows' | 'pages'> & {
  readonly query: {
    readonly error: Error | null;
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    refetch(): unknown;
    fetchNextPage(): unknown;
  };
};

interface ListProps<T> {
  readonly list: List<T>;
  /** In place of a list without rows. */
  readonly empty: ReactNode;
  children(rows: readonly T[]): ReactNode;
}

/** A list in whatever state it is: coming, failed, empty or there. */
export function ListOf<T extends object>({ list: { rows, query, pages }, empty, children }: ListProps<T>) {
  if (rows === undefined) return query.error === null ? <Loading /> : <Failed error={query.error} again={() => query.refetch()} />;
  if (rows.length === 0) return empty;
  return (
    <>
      {children(rows)}
      <div className="mt-3 flex flex-wrap items-center justify-end gap-x-4 gap-y-2 *:first:not-last:mx-auto">
        <More has={query.hasNextPage} busy={query.isFetchingNextPage} load={() => query.fetchNextPage()} />
        <SaveList pages={pages} />
      </div>
    </>
  );
}
