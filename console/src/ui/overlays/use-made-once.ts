import { useState } from 'react';

interface OpenDialog {
  readonly open: boolean;
  onClose(): void;
}

/**
 * Holds what a dialog has created and shows once: the dialog stays open for it even if it was closed meanwhile, and drops it when it
 * closes.
 */
export function useMadeOnce<T>({ open, onClose }: OpenDialog) {
  const [made, setMade] = useState<T>();
  const close = () => {
    setMade(undefined);
    onClose();
  };
  return { made, setMade, isOpen: open || made !== undefined, close };
}
