import type { ReactNode } from 'react';
import type { useList } from '../../api/lists.ts';
import { useFormat } from '../../text/format.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../button.tsx';
import { Failed, Loading } from '../states.tsx';
import { SaveList } from './save-list.tsx';
import { More } from './table.tsx';

type List<T> = Pick<ReturnType<typeof useList<T, string>>, 'rows' | 'pages' | 'searchedUntil'> & {
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
  /** Whether it can be saved as a file; unless it says so, it can. */
  readonly isSaved?: boolean;
  /** In place of a list without rows. */
  readonly empty: ReactNode;
  children(rows: readonly T[]): ReactNode;
}

/** How far back a search has looked that may look further. */
function SearchedUntil({ at, busy, goOn }: { readonly at: number; readonly busy: boolean; goOn(): void }) {
  const words = useWords();
  const format = useFormat();
  return (
    <div className="mt-4 flex flex-wrap items-center justify-center gap-3 text-sm text-faint" role="status">
      {words.search.until(format.moment(at))}
      <Button busy={busy} onClick={goOn}>
        {words.search.goOn}
      </Button>
    </div>
  );
}

/** A list in whatever state it is: coming, failed, empty or there. */
export function ListOf<T extends object>({ list: { rows, query, pages, searchedUntil }, isSaved = true, empty, children }: ListProps<T>) {
  if (rows === undefined) return query.error === null ? <Loading /> : <Failed error={query.error} again={() => query.refetch()} />;
  const goOn = () => query.fetchNextPage();
  if (searchedUntil !== undefined && query.hasNextPage)
    return (
      <>
        {rows.length > 0 && children(rows)}
        <SearchedUntil at={searchedUntil} busy={query.isFetchingNextPage} goOn={goOn} />
      </>
    );
  if (rows.length === 0) return empty;
  return (
    <>
      {children(rows)}
      <div className="mt-3 flex flex-wrap items-center justify-end gap-x-4 gap-y-2 empty:hidden *:first:not-last:mx-auto">
        <More has={query.hasNextPage} busy={query.isFetchingNextPage} load={goOn} />
        {isSaved && <SaveList pages={pages} />}
      </div>
    </>
  );
}
