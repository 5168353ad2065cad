import { useQueryClient } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { describeFailure, isSignedOut, requestIdOf } from '../api/failures.ts';
import { useWords } from '../text/words.ts';
import { Button } from './button.tsx';
import { classes } from './classes.ts';

/** An error, shown in place. */
export function Failure({ children, className }: { readonly children: ReactNode; readonly className?: string }) {
  return (
    <p role="alert" className={classes('flex items-start gap-2 text-sm text-error', className)}>
      <CircleAlert size={15} className="mt-0.5 shrink-0" aria-hidden="true" />
      <span className="[overflow-wrap:anywhere]">{children}</span>
    </p>
  );
}

interface FailedProps {
  readonly error: unknown;
  again?(): void;
}

/** Replaces content that could not be loaded: why, and what to do. */
export function Failed({ error, again }: FailedProps) {
  const words = useWords();
  const requestId = requestIdOf(error);
  return (
    <div role="alert" className="flex flex-col items-start gap-3 rounded-lg border border-line bg-paper p-5">
      <p className="font-medium">{words.failures.title}</p>
      <p className="text-faint">{describeFailure(error, words)}</p>
      {requestId !== null && <p className="font-mono text-xs text-faint">{words.failures.request(requestId)}</p>}
      {again !== undefined && <Button onClick={again}>{words.common.tryAgain}</Button>}
    </div>
  );
}

/** Above content that was loaded before and could not be refreshed. The page as a whole reports a sign-in that has ended. */
export function Stale({ error }: { readonly error: unknown }) {
  const words = useWords();
  const queries = useQueryClient();
  if (error === null || isSignedOut(error)) return null;
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Failure>{words.failures.stale(describeFailure(error, words))}</Failure>
      <Button small onClick={() => void queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })}>
        {words.common.tryAgain}
      </Button>
    </div>
  );
}

interface EmptyProps {
  readonly title: string;
  readonly children?: ReactNode;
}

/** Replaces an empty list: what would be there, and how it gets there. */
export function Empty({ title, children }: EmptyProps) {
  return (
    <div className="flex flex-col items-start gap-3 rounded-lg border border-line bg-paper p-6">
      <h2 className="text-lg font-medium">{title}</h2>
      {children !== undefined && <div className="flex w-full max-w-2xl flex-col gap-3 text-faint">{children}</div>}
    </div>
  );
}

/** Placeholder lines for a list, so that nothing moves when it loads. */
export function Loading({ rows = 6 }: { readonly rows?: number }) {
  const words = useWords();
  return (
    <div role="status" aria-label={words.common.loading} className="flex flex-col">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same, and stay.
        <div key={row} className="flex h-11 items-center border-b border-line">
          <span className="h-2.5 rounded-sm bg-raised odd:w-1/3 even:w-1/2" />
        </div>
      ))}
    </div>
  );
}
