import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWords } from '../text/words.ts';
import { IconButton } from '../ui/button.tsx';

interface DrawerProps {
  onClose(): void;
  readonly children: ReactNode;
}

/** The navigation on a phone, which slides in from the side. */
export function Drawer({ onClose, children }: DrawerProps) {
  const words = useWords();
  return (
    <Dialog.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="appear fixed inset-0 z-30 bg-veil" />
        <Dialog.Popup className="appear fixed inset-y-0 left-0 z-40 flex w-72 max-w-[calc(100vw-3rem)] flex-col bg-ground shadow-pop outline-none">
          <Dialog.Title className="sr-only">{words.frame.navigation}</Dialog.Title>
          <Dialog.Close render={<IconButton icon={X} label={words.common.close} className="absolute top-4 -right-10 bg-paper" />} />
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
