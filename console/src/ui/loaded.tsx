import type { ReactNode } from 'react';
import { Failed, Loading, Stale } from './states.tsx';

interface LoadedProps<T> {
  readonly query: { readonly data: T | undefined; readonly error: Error | null; refetch(): unknown };
  /** Number of placeholder lines while it loads. */
  readonly rows?: number;
  /** Shown instead of placeholder lines. */
  readonly waiting?: ReactNode;
  children(data: T): ReactNode;
}

/** Content in any state: loading, failed or loaded. */
export function Loaded<T>({ query: { data, error, refetch }, rows, waiting, children }: LoadedProps<T>) {
  if (data !== undefined)
    return (
      <>
        <Stale error={error} />
        {children(data)}
      </>
    );
  if (error !== null) return <Failed error={error} again={() => refetch()} />;
  return waiting ?? <Loading {...(rows === undefined ? {} : { rows })} />;
}
