import { Menu as Base } from '@base-ui/react/menu';
import type { ReactNode, RefObject } from 'react';
import { classes } from '../classes.ts';

const itemClasses =
  'flex min-h-8 w-full cursor-default items-center gap-2 rounded-sm px-2 py-1 text-sm outline-none select-none data-highlighted:bg-chosen data-disabled:opacity-50';

export interface PopupProps {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly align: 'start' | 'end';
  readonly side: 'top' | 'bottom';
  readonly children: ReactNode;
  /** Returns whether the button gets the focus back when the menu closes. */
  returnsFocus(): boolean;
  onClose(): void;
}

/** A menu beside the button that opened it. */
export function MenuPopup({ anchor, align, side, children, returnsFocus, onClose }: PopupProps) {
  return (
    <Base.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Base.Portal>
        <Base.Positioner anchor={anchor} align={align} side={side} sideOffset={4} className="z-50">
          <Base.Popup
            finalFocus={() => (returnsFocus() ? anchor.current : false)}
            className="appear from-below max-h-[min(26rem,var(--available-height))] min-w-44 overflow-y-auto rounded-md border border-line bg-paper p-1 shadow-pop outline-none"
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export interface ItemProps {
  readonly children: ReactNode;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  onSelect(): void;
}

export function MenuItem({ children, danger = false, disabled = false, onSelect }: ItemProps) {
  return (
    <Base.Item className={classes(itemClasses, danger && 'text-error')} disabled={disabled} onClick={onSelect}>
      {children}
    </Base.Item>
  );
}

export const MenuLine = () => <Base.Separator className="my-1 h-px bg-line" />;
