import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isUnanswered } from '../../api/failures.ts';

interface Action<A extends readonly unknown[]> {
  readonly busy: boolean;
  /** The failure of the last run. */
  readonly failure: unknown;
  /** Resolves with whether it succeeded. */
  run(...given: A): Promise<boolean>;
  forget(): void;
}

/** Runs an action, one run at a time, and keeps its failure. */
export function useAction<A extends readonly unknown[]>(act: (...given: A) => Promise<unknown>): Action<A> {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  return {
    busy,
    failure,
    forget: () => setFailure(undefined),
    async run(...given) {
      setBusy(true);
      setFailure(undefined);
      try {
        await act(...given);
        return true;
      } catch (error) {
        setFailure(error);
        // What is shown tells whether it was done.
        if (isUnanswered(error)) void queries.invalidateQueries();
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}
