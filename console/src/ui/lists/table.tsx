import { Link, type LinkProps } from '@tanstack/react-router';
import { lazy, type ReactNode, useEffect, useMemo, useState } from 'react';
import { useWords } from '../../text/words.ts';
import { Button } from '../button.tsx';
import { classes } from '../classes.ts';
import { loadEarly, Part } from '../part.tsx';
import { Time } from '../time.tsx';
import type { BulkBar as Bar, Bulk } from './bulk.tsx';
import { type Selection, useSelection } from './selection.ts';
import { useFocusInRows } from './use-focus-in-rows.ts';

/** Loaded for lists with bulk actions: the first screen has none. */
const loadBulk = () => import('./bulk.tsx');
/** Safe because it takes the same props; `lazy` loses the type parameter. */
const BulkBar = lazy(async () => ({ default: (await loadBulk()).BulkBar })) as unknown as typeof Bar;

interface ColumnFrame {
  readonly name: string;
  /** Hidden if there is no room for it. */
  readonly wide?: boolean;
  /** A class for its width; columns without one share the rest. */
  readonly width?: string;
  readonly end?: boolean;
}

/** A column of any content, or of a time, which is at the end. */
export type Column<T> = ColumnFrame &
  (
    | { readonly cell: (row: T) => ReactNode; readonly time?: undefined }
    | { readonly time: (row: T) => number; readonly cell?: undefined; readonly end?: true }
  );

const isAtEnd = <T,>({ end, time }: Column<T>) => end ?? time !== undefined;

function Cell<T>({ column, row }: { readonly column: Column<T>; readonly row: T }) {
  if (column.time === undefined) return column.cell(row);
  return (
    <span className="text-faint">
      <Time at={column.time(row)} />
    </span>
  );
}

interface TableProps<T> {
  readonly label: string;
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string;
  readonly columns: readonly Column<T>[];
  /** Where a row leads: its first cell is the link, and a press anywhere on the row follows it. */
  readonly linkOf?: (row: T) => LinkProps | undefined;
  /** Opens a row in place; otherwise works like a link. */
  readonly onOpen?: (row: T) => void;
  /** Shown below the first cell if there is no room for the other columns. */
  readonly below?: (row: T) => ReactNode;
  /** Bulk actions; rows can be selected if there are any. */
  readonly bulk?: Bulk<T>;
}

/** The whole row is the link, and shows the focus. */
const rowClasses =
  'font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent';

/** The first cell, which opens the row if something does. */
function Opener<T>({ row, linkOf, onOpen, children }: Pick<TableProps<T>, 'linkOf' | 'onOpen'> & { row: T; children: ReactNode }) {
  const link = linkOf?.(row);
  if (link !== undefined)
    return (
      <Link {...link} data-row className={rowClasses}>
        {children}
      </Link>
    );
  if (onOpen === undefined) return children;
  return (
    <button type="button" data-row className={classes(rowClasses, 'max-w-full truncate text-left')} onClick={() => onOpen(row)}>
      {children}
    </button>
  );
}

interface ChooserProps {
  readonly label: string;
  readonly checked: boolean;
  readonly isMixed?: boolean;
  onChange(isRange: boolean): void;
}

/** A checkbox large enough for touch; with Shift it selects a range. */
function Chooser({ label, checked, isMixed = false, onChange }: ChooserProps) {
  return (
    // With Shift a press would also select the text between two rows.
    <label
      className="relative z-10 -ml-1.5 flex size-7 items-center justify-center select-none"
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
    >
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        ref={(box) => {
          if (box !== null) box.indeterminate = isMixed;
        }}
        onChange={({ nativeEvent }) => onChange(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
        className="size-4 accent-accent"
      />
    </label>
  );
}

function Heads<T>({ columns, selection }: Pick<TableProps<T>, 'columns'> & { readonly selection: Selection | undefined }) {
  const words = useWords();
  return (
    <thead>
      <tr className="border-b border-line">
        {selection !== undefined && (
          <th scope="col" className="w-8">
            <Chooser
              label={words.bulk.all}
              checked={selection.isAll}
              isMixed={selection.chosen.size > 0 && !selection.isAll}
              onChange={selection.toggleAll}
            />
          </th>
        )}
        {columns.map((column) => (
          <th
            key={column.name}
            scope="col"
            className={classes(
              'h-9 text-xs font-medium text-faint',
              column.wide && 'max-md:hidden',
              column.width,
              isAtEnd(column) ? 'text-right' : 'pr-4',
            )}
          >
            {column.name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

type RowProps<T> = TableProps<T> & { readonly row: T; readonly selection: Selection | undefined };

function Row<T>({ row, keyOf, columns, linkOf, onOpen, below, bulk, selection }: RowProps<T>) {
  const words = useWords();
  const key = keyOf(row);
  const opens = onOpen !== undefined || linkOf?.(row) !== undefined;
  const isChosen = selection?.chosen.has(key) ?? false;
  return (
    <tr
      {...(opens ? {} : { 'data-row': true, tabIndex: -1 })}
      className={classes(
        'relative border-b border-line [&_:is(a,button):not([data-row])]:relative [&_:is(a,button):not([data-row])]:z-10',
        opens && 'hover:bg-raised has-[[data-row]:focus-visible]:bg-raised',
        isChosen && 'bg-raised',
      )}
    >
      {selection !== undefined && bulk !== undefined && (
        <td className="w-8">
          <Chooser label={words.bulk.one(bulk.nameOf(row))} checked={isChosen} onChange={(isRange) => selection.toggle(key, isRange)} />
        </td>
      )}
      {columns.map((column, place) => (
        <td
          key={column.name}
          className={classes(
            'h-11 truncate py-2',
            place > 0 && 'max-sm:text-sm',
            column.wide && 'max-md:hidden',
            isAtEnd(column) ? 'text-right tabular-nums' : 'pr-4',
          )}
        >
          {place === 0 ? (
            <Opener row={row} {...(linkOf === undefined ? {} : { linkOf })} {...(onOpen === undefined ? {} : { onOpen })}>
              <Cell column={column} row={row} />
            </Opener>
          ) : (
            <Cell column={column} row={row} />
          )}
          {place === 0 && below !== undefined && <span className="block truncate text-sm text-faint md:hidden">{below(row)}</span>}
        </td>
      ))}
    </tr>
  );
}

/** A list as a table. `j` and `k` move through elements marked `data-row`, `x` selects. */
export function Table<T>(props: TableProps<T>) {
  const { label, rows, keyOf, columns, bulk } = props;
  const kept = useSelection(useMemo(() => rows.map(keyOf), [rows, keyOf]));
  const selection = bulk === undefined || bulk.actions.length === 0 ? undefined : kept;
  const mayChoose = selection !== undefined;
  useEffect(() => {
    if (mayChoose) loadEarly(loadBulk);
  }, [mayChoose]);
  // Kept from the first selection on: the result of an action is announced when no row is selected any more.
  const [isChosen, setChosen] = useState(false);
  if (!isChosen && kept.chosen.size > 0) setChosen(true);
  return (
    <>
      <table aria-label={label} className="w-full table-fixed border-collapse text-left">
        <Heads columns={columns} selection={selection} />
        <tbody {...useFocusInRows(rows)}>
          {rows.map((row) => (
            <Row key={keyOf(row)} {...props} row={row} selection={selection} />
          ))}
        </tbody>
      </table>
      <Part>
        {isChosen && selection !== undefined && bulk !== undefined && (
          <BulkBar
            rows={rows.filter((row) => selection.chosen.has(keyOf(row)))}
            actions={bulk.actions}
            nameOf={bulk.nameOf}
            choose={(chosen) => selection.choose(chosen.map(keyOf))}
          />
        )}
      </Part>
    </>
  );
}

interface MoreProps {
  readonly has: boolean;
  readonly busy: boolean;
  load(): void;
}

/** The end of a page of a list. */
export function More({ has, busy, load }: MoreProps) {
  const words = useWords();
  if (!has) return null;
  return (
    <Button busy={busy} onClick={load}>
      {words.common.more}
    </Button>
  );
}
