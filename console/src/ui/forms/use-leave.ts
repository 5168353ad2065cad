import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router';
import { createContext, useCallback, useContext, useEffect, useRef } from 'react';
import { useWords } from '../../text/words.ts';

type Move = Parameters<ShouldBlockFn>[0];

/** Returns whether something is unsaved; of a move, whether that would be lost by it. */
type UnsavedCheck = (move?: Move) => boolean;

/** What is written on the page. */
export type UnsavedChecks = Set<UnsavedCheck>;

export const UnsavedContext = createContext<UnsavedChecks | undefined>(undefined);

export function useUnsavedChecks(): UnsavedChecks {
  const checks = useContext(UnsavedContext);
  if (checks === undefined) throw new Error('no unsaved checks above');
  return checks;
}

export const hasUnsaved = (checks: UnsavedChecks): boolean => [...checks].some((isUnsaved) => isUnsaved());

/** Asks before something is lost, and keeps the page when the sign-in ends. Of several that one move would lose, one question is asked. */
function useLeaveQuestion(isLost: UnsavedCheck): void {
  const words = useWords();
  const checks = useUnsavedChecks();
  const latest = useRef(isLost);
  useEffect(() => {
    latest.current = isLost;
  });
  const check = useCallback<UnsavedCheck>((move) => latest.current(move), []);
  useEffect(() => {
    checks.add(check);
    return () => void checks.delete(check);
  }, [checks, check]);
  useBlocker({
    shouldBlockFn: (move) => [...checks].find((other) => other(move)) === check && !window.confirm(words.common.leave),
    enableBeforeUnload: () => checks.has(check) && check(),
  });
}

/** Asks who leaves what is not saved. What is chosen within a form stands in its address, and leaves nothing. */
export function useLeave(isUnsaved: () => boolean): void {
  useLeaveQuestion((move) => isUnsaved() && !(move?.action === 'REPLACE' && move.current.pathname === move.next.pathname));
}

/** Asks who leaves a dialog behind in which something was written, by the browser's buttons. What it leads to itself needs no question. */
export function useLeaveDialog(isWritten: () => boolean): void {
  useLeaveQuestion((move) => isWritten() && move?.action !== 'PUSH' && move?.action !== 'REPLACE');
}
