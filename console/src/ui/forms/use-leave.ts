import { useBlocker } from '@tanstack/react-router';
import { createContext, useContext, useEffect, useRef } from 'react';
import { useWords } from '../../text/words.ts';

/** What is written on the page, each saying whether it is unsaved. */
export type UnsavedChecks = Set<() => boolean>;

export const UnsavedContext = createContext<UnsavedChecks | undefined>(undefined);

export const hasUnsaved = (unsaved: UnsavedChecks): boolean => [...unsaved].some((isUnsaved) => isUnsaved());

/** Asks who leaves what is not saved. */
export function useLeave(isUnsaved: () => boolean): void {
  const words = useWords();
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
  useBlocker({ shouldBlockFn: () => isUnsaved() && !window.confirm(words.common.leave), enableBeforeUnload: isUnsaved });
}
