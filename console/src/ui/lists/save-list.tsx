import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { describeFailure } from '../../api/failures.ts';
import type { Pages } from '../../api/lists.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../button.tsx';
import { useToast } from '../overlays/toast.tsx';
import { Failure } from '../states.tsx';
import { gatherCsv, MOST_ROWS } from './gather-csv.ts';
import { saveFile } from './save-file.ts';

/** Saves everything in a filtered list as a CSV file. */
export function SaveList<T extends object>({ pages }: { readonly pages: Pages<T> }) {
  const words = useWords();
  const say = useToast();
  const stop = useRef<AbortController>(undefined);
  const [rows, setRows] = useState<number>();
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => () => stop.current?.abort(), []);
  const save = async () => {
    stop.current = new AbortController();
    const { signal } = stop.current;
    setFailure(undefined);
    setRows(0);
    try {
      const { parts, rows: many, isCut } = await gatherCsv(pages, signal, setRows);
      saveFile(new Blob([...parts], { type: 'text/csv' }), `${pages.name}.csv`);
      say(isCut ? words.list.cut(many) : words.list.saved(many));
    } catch (error) {
      if (!signal.aborted) setFailure(error);
    } finally {
      setRows(undefined);
    }
  };
  if (rows !== undefined)
    return (
      <span className="flex items-center gap-2 text-sm text-faint tabular-nums">
        <span role="status">{words.list.gathered(rows)}</span>
        <Button small onClick={() => stop.current?.abort()}>
          {words.bulk.stop}
        </Button>
      </span>
    );
  return (
    <span className="flex flex-wrap items-center gap-2">
      {failure !== undefined && <Failure>{describeFailure(failure, words)}</Failure>}
      <Button small look="quiet" icon={Download} title={words.list.saveHint(MOST_ROWS)} onClick={() => void save()}>
        {words.list.save}
      </Button>
    </span>
  );
}

interface SaveRowsProps<T> {
  /** What its rows are called. */
  readonly name: string;
  readonly rows: readonly T[];
}

/** The same for a list that comes as one page. */
export function SaveRows<T extends object>({ name, rows }: SaveRowsProps<T>) {
  return (
    <div className="mt-3 flex justify-end">
      <SaveList pages={{ name, load: async () => ({ data: rows, next_cursor: null }) }} />
    </div>
  );
}
