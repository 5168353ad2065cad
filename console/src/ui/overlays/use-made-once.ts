import { useState } from 'react';

interface OpenDialog {
  readonly open: boolean;
  onClose(): void;
}

/** Returns what a dialog has made and shows this once: it is open for that whatever was closed before it came, and forgets it when it closes. */
export function useMadeOnce<T>({ open, onClose }: OpenDialog) {
  const [made, setMade] = useState<T>();
  const close = () => {
    setMade(undefined);
    onClose();
  };
  return { made, setMade, isOpen: open || made !== undefined, close };
}
