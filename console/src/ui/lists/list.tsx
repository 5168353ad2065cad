import type { ReactNode } from 'react';
import { describeFailure } from '../../api/failures.ts';
import type { useList } from '../../api/lists.ts';
import { useFormat } from '../../text/format.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../button.tsx';
import { classes } from '../classes.ts';
import { Failed, Failure, Loading, Stale } from '../states.tsx';
import { SaveList } from './save-list.tsx';
import { More } from './table.tsx';

type List<T> = Pick<ReturnType<typeof useList<T, string>>, 'rows' | 'pages' | 'searchedUntil'> & {
  readonly query: {
    readonly error: Error | null;
    readonly hasNextPage: boolean;
    readonly isPlaceholderData: boolean;
    readonly isFetchNextPageError: boolean;
    readonly isFetchingNextPage: boolean;
    refetch(): unknown;
    fetchNextPage(): unknown;
  };
};

interface ListProps<T> {
  readonly list: List<T>;
  /** Whether it can be saved as a file; true by default. */
  readonly isSaved?: boolean;
  /** Shown instead of a list without rows. */
  readonly empty: ReactNode;
  children(rows: readonly T[]): ReactNode;
}

/** How far back a search has got that can continue. */
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

interface AsBeforeProps {
  readonly isOld: boolean;
  readonly children: ReactNode;
}

/** Rows, dimmed while their replacements are loading. */
function AsBefore({ isOld, children }: AsBeforeProps) {
  const words = useWords();
  return (
    <>
      {isOld && <span role="status" aria-label={words.common.loading} />}
      <div aria-busy={isOld} className={classes('transition-opacity', isOld && 'opacity-50 delay-300')}>
        {children}
      </div>
    </>
  );
}

/** A list in any state: loading, failed, empty or loaded. */
export function ListOf<T extends object>({ list: { rows, query, pages, searchedUntil }, isSaved = true, empty, children }: ListProps<T>) {
  const words = useWords();
  const { error, isPlaceholderData: isOld, isFetchNextPageError: isCutShort } = query;
  if (rows === undefined) return error === null ? <Loading /> : <Failed error={error} again={() => query.refetch()} />;
  const goOn = () => query.fetchNextPage();
  const stale = <Stale error={isCutShort ? null : error} />;
  const cutShort = isCutShort && <Failure className="w-full">{describeFailure(error, words)}</Failure>;
  if (searchedUntil !== undefined && query.hasNextPage)
    return (
      <>
        {stale}
        {rows.length > 0 && <AsBefore isOld={isOld}>{children(rows)}</AsBefore>}
        {cutShort}
        <SearchedUntil at={searchedUntil} busy={query.isFetchingNextPage} goOn={goOn} />
      </>
    );
  if (rows.length === 0)
    return (
      <>
        {stale}
        <AsBefore isOld={isOld}>{empty}</AsBefore>
      </>
    );
  return (
    <>
      {stale}
      <AsBefore isOld={isOld}>{children(rows)}</AsBefore>
      <div className="mt-3 flex flex-wrap items-center justify-end gap-x-4 gap-y-2 empty:hidden *:first:not-last:mx-auto">
        {cutShort}
        <More has={query.hasNextPage} busy={query.isFetchingNextPage} load={goOn} />
        {isSaved && <SaveList pages={pages} />}
      </div>
    </>
  );
}
