import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useWords } from '../text/words.ts';
import { Button } from './button.tsx';
import { classes } from './classes.ts';

export interface Column<T> {
  readonly name: string;
  readonly cell: (row: T) => ReactNode;
  /** Left out where there is no room for it. */
  readonly wide?: boolean;
  /** A class of its width; what has none shares what is left. */
  readonly width?: string;
  readonly end?: boolean;
}

interface TableProps<T> {
  readonly label: string;
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string;
  readonly columns: readonly Column<T>[];
  /** Where a row leads: its first cell is the link, and a press anywhere on the row follows it. */
  readonly linkOf?: (row: T) => LinkProps;
  /** Below the first cell where there is no room for the other columns. */
  readonly below?: (row: T) => ReactNode;
}

/** A list as a table. `j` and `k` go through what is marked `data-row`. */
export function Table<T>({ label, rows, keyOf, columns, linkOf, below }: TableProps<T>) {
  return (
    <table aria-label={label} className="w-full table-fixed border-collapse text-left">
      <thead>
        <tr className="border-b border-line">
          {columns.map(({ name, wide, width, end }) => (
            <th
              key={name}
              scope="col"
              className={classes('h-9 text-xs font-medium text-faint', wide && 'max-md:hidden', width, end ? 'text-right' : 'pr-4')}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            className={classes(
              'relative border-b border-line',
              linkOf !== undefined && 'hover:bg-raised has-[a[data-row]:focus-visible]:bg-raised',
            )}
          >
            {columns.map(({ name, cell, wide, end }, place) => (
              <td key={name} className={classes('h-11 truncate py-2', wide && 'max-md:hidden', end ? 'text-right' : 'pr-4')}>
                {place === 0 && linkOf !== undefined ? (
                  <Link {...linkOf(row)} data-row className="font-medium outline-offset-4 after:absolute after:inset-0">
                    {cell(row)}
                  </Link>
                ) : (
                  cell(row)
                )}
                {place === 0 && below !== undefined && <span className="block truncate text-sm text-faint md:hidden">{below(row)}</span>}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
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
    <div className="mt-4 flex justify-center">
      <Button busy={busy} onClick={load}>
        {words.common.more}
      </Button>
    </div>
  );
}
