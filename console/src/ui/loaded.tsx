import type { ReactNode } from 'react';
import { Failed, Loading, Stale } from './states.tsx';

interface LoadedProps<T> {
  readonly query: { readonly data: T | undefined; readonly error: Error | null; refetch(): unknown };
  /** Lines that stand for it until it comes. */
  readonly rows?: number;
  /** What stands for it instead of lines. */
  readonly waiting?: ReactNode;
  children(data: T): ReactNode;
}

/** Something in whatever state it is: coming, failed or there. */
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
