import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router';
import { createContext, useCallback, useContext, useEffect, useRef } from 'react';
import { useWords } from '../../text/words.ts';

type Move = Parameters<ShouldBlockFn>[0];

/** Returns whether something is unsaved; given a move, whether the move would lose it. */
type UnsavedCheck = (move?: Move) => boolean;

/** Checks for unsaved input on the page. */
export type UnsavedChecks = Set<UnsavedCheck>;

export const UnsavedContext = createContext<UnsavedChecks | undefined>(undefined);

export function useUnsavedChecks(): UnsavedChecks {
  const checks = useContext(UnsavedContext);
  if (checks === undefined) throw new Error('no unsaved checks above');
  return checks;
}

export const hasUnsaved = (checks: UnsavedChecks): boolean => [...checks].some((isUnsaved) => isUnsaved());

/**
 * Asks before something is lost, and keeps the page when the sign-in ends. If one move would lose several things, a single question is
 * asked.
 */
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

/** Asks before unsaved changes are left. Choices within a form change its address and leave nothing. */
export function useLeave(isUnsaved: () => boolean): void {
  useLeaveQuestion((move) => isUnsaved() && !(move?.action === 'REPLACE' && move.current.pathname === move.next.pathname));
}

/** Asks before the browser's buttons leave a dialog with input in it. Leaving through the dialog itself needs no question. */
export function useLeaveDialog(isWritten: () => boolean): void {
  useLeaveQuestion((move) => isWritten() && move?.action !== 'PUSH' && move?.action !== 'REPLACE');
}
