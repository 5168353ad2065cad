import { useRouterState } from '@tanstack/react-router';
import { useWords } from '../text/words.ts';

/** Whoever has gone to a screen that is not there yet sees that it comes. */
export function Coming() {
  const words = useWords();
  const isComing = useRouterState({ select: ({ isLoading }) => isLoading });
  if (!isComing) return null;
  return <div role="status" aria-label={words.common.loading} className="late fixed inset-x-0 top-0 z-50 h-0.5 bg-accent" />;
}
