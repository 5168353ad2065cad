import { X } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { describeFailedChange } from '../../api/failures.ts';
import { useWords } from '../../text/words.ts';
import { Button, IconButton } from '../button.tsx';
import { Form } from '../forms/form.tsx';
import { Actions, Dialog } from '../overlays/dialog.tsx';
import { useToast } from '../overlays/toast.tsx';
import { Failure } from '../states.tsx';
import { type BulkResult, type BulkWork, runBulk } from './bulk-run.ts';

/** An action on many rows. */
export interface BulkAction<T> {
  readonly name: string;
  /** Its effect. */
  readonly text: ReactNode;
  readonly harmless?: boolean;
  /** Fields to fill in first. */
  readonly fields?: ReactNode;
  /** All rows unless given. */
  applies?(row: T): boolean;
  readonly work: BulkWork<T>;
  /** Refetches what has changed. */
  refresh(): Promise<unknown>;
}

/** The bulk actions of a list; there is no selection if it has none. */
export interface Bulk<T> {
  readonly actions: readonly BulkAction<T>[];
  /** Returns the name of a row. */
  nameOf(row: T): string;
}

interface DialogProps<T> {
  readonly action: BulkAction<T>;
  readonly rows: readonly T[];
  readonly open: boolean;
  nameOf(row: T): string;
  onClose(): void;
  /** `left`: rows that were not processed. */
  onDone(left: readonly T[]): void;
}

/** Which rows were refused, and why. */
function Refusals<T>({ result, nameOf }: { readonly result: BulkResult<T>; nameOf(row: T): string }) {
  const words = useWords();
  return (
    <>
      <Failure>{words.bulk.result(result.done, result.refused.length, result.left.length)}</Failure>
      <ul className="mt-3 border-t border-line text-sm">
        {result.refused.map(({ row, why }) => (
          <li key={nameOf(row)} className="border-b border-line py-2 [overflow-wrap:anywhere]">
            <span className="font-medium">{nameOf(row)}</span> <span className="text-faint">{describeFailedChange(why, words)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Processes the rows, reports progress, and can be stopped. */
function useRun<T>({ action, rows, onDone, onClose }: Pick<DialogProps<T>, 'action' | 'rows' | 'onDone' | 'onClose'>) {
  const words = useWords();
  const say = useToast();
  const stop = useRef<AbortController>(undefined);
  const [handled, setHandled] = useState<number>();
  const [result, setResult] = useState<BulkResult<T>>();
  return {
    handled,
    result,
    stop: () => stop.current?.abort(),
    async run(fields: ReadonlyMap<string, string>) {
      stop.current = new AbortController();
      setHandled(0);
      const after = await runBulk(action.work, rows, { fields, signal: stop.current.signal, onProgress: setHandled });
      await action.refresh();
      setHandled(undefined);
      onDone([...after.refused.map(({ row }) => row), ...after.left]);
      if (after.refused.length > 0 || after.left.length > 0) return setResult(after);
      say(words.bulk.done(action.name, after.done));
      onClose();
    },
  };
}

function Body<T>(props: Omit<DialogProps<T>, 'open'> & { readonly passedOver: number }) {
  const words = useWords();
  const { action, rows, nameOf, onClose, passedOver } = props;
  const { handled, result, run, stop } = useRun(props);
  if (result !== undefined)
    return (
      <>
        <Refusals result={result} nameOf={nameOf} />
        <Actions>
          <Button look="primary" onClick={onClose}>
            {words.common.close}
          </Button>
        </Actions>
      </>
    );
  const isRunning = handled !== undefined;
  return (
    <Form onSubmit={(fields) => void run(fields)}>
      <div className="text-base text-faint">{action.text}</div>
      {passedOver > 0 && <p className="text-sm text-faint">{words.bulk.passedOver(passedOver)}</p>}
      {action.fields}
      <p role="status" className="text-sm text-faint tabular-nums empty:-mt-4">
        {isRunning && words.bulk.progress(handled, rows.length)}
      </p>
      <Actions>
        <Button onClick={isRunning ? stop : onClose}>{isRunning ? words.bulk.stop : words.common.cancel}</Button>
        <Button type="submit" look={action.harmless === true ? 'primary' : 'danger'} busy={isRunning}>
          {action.name}
        </Button>
      </Actions>
    </Form>
  );
}

/** Asks for confirmation, and stays open with what was refused. */
function BulkDialog<T>({ open, ...props }: DialogProps<T>) {
  const words = useWords();
  // The rows selected at the start: rows leave the list while they are processed.
  const [given] = useState(props.rows);
  const fitting = given.filter((row) => props.action.applies?.(row) !== false);
  return (
    <Dialog open={open} onClose={props.onClose} title={words.bulk.title(props.action.name, fitting.length)}>
      <Body {...props} rows={fitting} passedOver={given.length - fitting.length} />
    </Dialog>
  );
}

interface BulkBarProps<T> {
  readonly rows: readonly T[];
  readonly actions: readonly BulkAction<T>[];
  nameOf(row: T): string;
  choose(rows: readonly T[]): void;
}

/** The actions on the selected rows; `a` moves the focus there. */
export function BulkBar<T>({ rows, actions, nameOf, choose }: BulkBarProps<T>) {
  const words = useWords();
  const [asked, setAsked] = useState<{ readonly name: string; readonly time: number }>();
  const [open, setOpen] = useState(false);
  const action = actions.find(({ name }) => name === asked?.name);
  return (
    <>
      {rows.length > 0 && (
        <section
          data-bulk
          aria-label={words.bulk.label}
          className="appear sticky bottom-4 z-20 mx-auto mt-3 flex w-fit max-w-full flex-wrap items-center gap-2 rounded-lg border border-line bg-paper py-1.5 pr-1.5 pl-3 shadow-pop"
        >
          <span role="status" className="text-sm font-medium tabular-nums">
            {words.bulk.chosen(rows.length)}
          </span>
          {actions
            .filter(({ applies }) => applies === undefined || rows.some(applies))
            .map(({ name, harmless }) => (
              <Button
                key={name}
                look={harmless === true ? 'secondary' : 'danger'}
                onClick={() => {
                  setAsked({ name, time: (asked?.time ?? 0) + 1 });
                  setOpen(true);
                }}
              >
                {name}
              </Button>
            ))}
          <IconButton data-clear icon={X} label={words.bulk.clear} onClick={() => choose([])} />
        </section>
      )}
      {action !== undefined && (
        <BulkDialog
          key={asked?.time}
          action={action}
          rows={rows}
          open={open}
          nameOf={nameOf}
          onClose={() => setOpen(false)}
          onDone={choose}
        />
      )}
    </>
  );
}
