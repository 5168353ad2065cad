import { CatchBoundary } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { createContext, type ReactNode, Suspense, useContext, useState } from 'react';
import { describeFailure } from '../api/failures.ts';
import { useWords } from '../text/words.ts';
import { Button, IconButton } from './button.tsx';

/** Removes the alert of a part. */
const PartContext = createContext<() => void>(() => undefined);

function NotLoaded({ error }: { readonly error: unknown }) {
  const words = useWords();
  const dismiss = useContext(PartContext);
  return (
    <div
      role="alert"
      className="fixed inset-x-4 bottom-4 z-60 mx-auto flex max-w-xl flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-paper p-4 shadow-pop"
    >
      <p className="min-w-0 flex-1 basis-64 text-sm">{describeFailure(error, words)}</p>
      <span className="flex items-center gap-2">
        <Button onClick={() => location.reload()}>{words.broken.reload}</Button>
        <IconButton icon={X} label={words.common.close} onClick={dismiss} />
      </span>
    </div>
  );
}

interface PartProps {
  readonly fallback?: ReactNode;
  /** Removes it from the page: the next attempt shows the failure again. If absent, its place stays empty. */
  onGiveUp?(): void;
  readonly children: ReactNode;
}

/** Loads a part on demand. If that fails, the screen around it stays, with any input in it. */
export function Part({ fallback, onGiveUp, children }: PartProps) {
  const [isGivenUp, setGivenUp] = useState(false);
  const [tries, setTries] = useState(0);
  const dismiss = () => {
    if (onGiveUp === undefined) return setGivenUp(true);
    onGiveUp();
    setTries(tries + 1);
  };
  if (isGivenUp) return null;
  return (
    <PartContext value={dismiss}>
      <CatchBoundary getResetKey={() => tries} errorComponent={NotLoaded}>
        <Suspense fallback={fallback}>{children}</Suspense>
      </CatchBoundary>
    </PartContext>
  );
}

/** Preloads a part. A failure is shown once the part is needed. */
export function loadEarly(load: () => Promise<unknown>): void {
  load().catch(() => undefined);
}
