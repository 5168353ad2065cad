import { useBlocker } from '@tanstack/react-router';
import { createContext, useContext, useEffect, useRef } from 'react';
import { useWords } from '../../text/words.ts';

/** What is written on the page, each saying whether it is unsaved. */
export type UnsavedChecks = Set<() => boolean>;

export const UnsavedContext = createContext<UnsavedChecks | undefined>(undefined);

export const hasUnsaved = (unsaved: UnsavedChecks): boolean => [...unsaved].some((isUnsaved) => isUnsaved());

/** Keeps the page where something is not saved when the sign-in ends. */
function useUnsaved(isUnsaved: () => boolean): void {
  const unsaved = useContext(UnsavedContext);
  const latest = useRef(isUnsaved);
  useEffect(() => {
    latest.current = isUnsaved;
  });
  useEffect(() => {
    const look = () => latest.current();
    unsaved?.add(look);
    return () => void unsaved?.delete(look);
  }, [unsaved]);
}

/** Asks who leaves what is not saved. What is chosen within a form stands in its address, and leaves nothing. */
export function useLeave(isUnsaved: () => boolean): void {
  const words = useWords();
  useUnsaved(isUnsaved);
  useBlocker({
    shouldBlockFn: ({ action, current, next }) =>
      !(action === 'REPLACE' && current.pathname === next.pathname) && isUnsaved() && !window.confirm(words.common.leave),
    enableBeforeUnload: isUnsaved,
  });
}

/** Asks who leaves a dialog behind in which something was written, by the browser's buttons. What it leads to itself needs no question. */
export function useLeaveDialog(isWritten: () => boolean): void {
  const words = useWords();
  useUnsaved(isWritten);
  useBlocker({
    shouldBlockFn: ({ action }) => action !== 'PUSH' && action !== 'REPLACE' && isWritten() && !window.confirm(words.common.leave),
    enableBeforeUnload: isWritten,
  });
}
