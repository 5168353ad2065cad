import { CatchBoundary } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { createContext, type ReactNode, Suspense, useContext, useState } from 'react';
import { describeFailure } from '../api/failures.ts';
import { useWords } from '../text/words.ts';
import { Button, IconButton } from './button.tsx';

/** What takes the alert of a part away. */
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
  /** Takes it off the page: whoever wants it again is told again. Where it is not given, its place stays empty. */
  onGiveUp?(): void;
  readonly children: ReactNode;
}

/** What is loaded once it is wanted. Where it cannot be, the screen around it stays, with whatever somebody has written there. */
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

/** Loads what may be wanted soon. That it cannot be had is said once it is wanted. */
export function loadEarly(load: () => Promise<unknown>): void {
  load().catch(() => undefined);
}
