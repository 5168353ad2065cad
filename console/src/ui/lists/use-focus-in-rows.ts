import { type FocusEvent, useEffect, useRef } from 'react';
import { catchFocus } from '../catch-focus.ts';

/** Keeps the focus in a list: when the focused row goes, the row in its place gets the focus. */
export function useFocusInRows(rows: readonly unknown[]) {
  const body = useRef<HTMLTableSectionElement>(null);
  const held = useRef<{ readonly element: HTMLElement; readonly row: number }>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever other rows have come.
  useEffect(() => {
    if (held.current === undefined || held.current.element.isConnected) return;
    const row = body.current?.rows[Math.min(held.current.row, body.current.rows.length - 1)];
    held.current = undefined;
    catchFocus(row?.querySelector<HTMLElement>('[data-row]') ?? row?.querySelector<HTMLElement>('a, button, input, select'));
  }, [rows]);
  return {
    ref: body,
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const row = target.closest('tr');
      held.current = row === null ? undefined : { element: target, row: row.sectionRowIndex };
    },
    // Moving the focus elsewhere leaves the list, except when a button is disabled while its row is processed.
    onBlur: ({ relatedTarget, target }: FocusEvent<HTMLElement>) => {
      if (relatedTarget !== null || (target.isConnected && !target.matches(':disabled'))) held.current = undefined;
    },
  };
}
