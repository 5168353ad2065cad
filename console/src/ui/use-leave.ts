import { useBlocker } from '@tanstack/react-router';
import { useWords } from '../text/words.ts';

/** Asks who leaves what is not saved. */
export function useLeave(isUnsaved: () => boolean): void {
  const words = useWords();
  useBlocker({ shouldBlockFn: () => isUnsaved() && !window.confirm(words.common.leave), enableBeforeUnload: isUnsaved });
}
