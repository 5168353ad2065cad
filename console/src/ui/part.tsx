import { CatchBoundary } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { describeFailure } from '../api/failures.ts';
import { useWords } from '../text/words.ts';
import { Button } from './button.tsx';

function NotLoaded({ error }: { readonly error: unknown }) {
  const words = useWords();
  return (
    <div
      role="alert"
      className="fixed inset-x-4 bottom-4 z-60 mx-auto flex max-w-xl flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-paper p-4 shadow-pop"
    >
      <p className="min-w-0 flex-1 basis-64 text-sm">{describeFailure(error, words)}</p>
      <Button onClick={() => location.reload()}>{words.broken.reload}</Button>
    </div>
  );
}

interface PartProps {
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}

/** What is loaded once it is wanted. Where it cannot be, the screen around it stays, with whatever somebody has written there. */
export function Part({ fallback, children }: PartProps) {
  return (
    <CatchBoundary getResetKey={() => 0} errorComponent={NotLoaded}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </CatchBoundary>
  );
}

/** Loads what may be wanted soon. That it cannot be had is said once it is wanted. */
export function loadEarly(load: () => Promise<unknown>): void {
  load().catch(() => undefined);
}
