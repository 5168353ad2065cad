import type { ReactNode } from 'react';
import { Failed, Loading } from './states.tsx';

interface LoadedProps<T> {
  readonly query: { readonly data: T | undefined; readonly error: Error | null; refetch(): unknown };
  readonly rows?: number;
  children(data: T): ReactNode;
}

/** Something in whatever state it is: coming, failed or there. */
export function Loaded<T>({ query: { data, error, refetch }, rows, children }: LoadedProps<T>) {
  if (data !== undefined) return children(data);
  return error === null ? <Loading {...(rows === undefined ? {} : { rows })} /> : <Failed error={error} again={() => refetch()} />;
}
