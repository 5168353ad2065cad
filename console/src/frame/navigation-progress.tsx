import { useRouterState } from '@tanstack/react-router';
import { useWords } from '../text/words.ts';

/** A line above the page while the next screen is loading. */
export function NavigationProgress() {
  const words = useWords();
  const isLoading = useRouterState({ select: ({ isLoading }) => isLoading });
  if (!isLoading) return null;
  return <div role="status" aria-label={words.common.loading} className="late fixed inset-x-0 top-0 z-50 h-0.5 bg-accent" />;
}
