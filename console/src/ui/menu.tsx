import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';
import { classes } from './classes.ts';

const itemClasses =
  'flex min-h-8 w-full cursor-default items-center gap-2 rounded-sm px-2 py-1 text-sm outline-none select-none data-highlighted:bg-chosen data-disabled:opacity-50';

interface MenuProps {
  readonly trigger: ReactElement<Record<string, unknown>>;
  readonly children: ReactNode;
  readonly align?: 'start' | 'end';
  readonly side?: 'top' | 'bottom';
  /** Whether the trigger has the focus again once the menu is closed. */
  returnsFocus?(): boolean;
}

export function Menu({ trigger, children, align = 'end', side = 'bottom', returnsFocus = () => true }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} side={side} sideOffset={4} className="z-50">
          <Base.Popup
            finalFocus={returnsFocus}
            className="appear from-below max-h-[min(26rem,var(--available-height))] min-w-44 overflow-y-auto rounded-md border border-line bg-paper p-1 shadow-pop outline-none"
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

interface ItemProps {
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

export function MenuTitle({ children }: { readonly children: ReactNode }) {
  return <div className="px-2 pt-1 pb-0.5 text-xs text-faint">{children}</div>;
}
