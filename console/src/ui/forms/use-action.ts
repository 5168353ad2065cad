import { useState } from 'react';

interface Action<A extends readonly unknown[]> {
  readonly busy: boolean;
  /** What it failed with, the last time. */
  readonly failure: unknown;
  /** Resolves whether it was done. */
  run(...given: A): Promise<boolean>;
  forget(): void;
}

/** Does something once at a time, and keeps what it failed with. */
export function useAction<A extends readonly unknown[]>(act: (...given: A) => Promise<unknown>): Action<A> {
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
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}
