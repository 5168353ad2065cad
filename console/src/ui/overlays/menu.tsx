import { cloneElement, lazy, type ReactElement, type ReactNode, type RefObject, useRef, useState } from 'react';
import { loadEarly, Part } from '../part.tsx';

/** Loaded when a menu is opened, so that the first screen does not need the code. */
const parts = () => import('./menu-parts.tsx');
const MenuPopup = lazy(async () => ({ default: (await parts()).MenuPopup }));

/** Parts that only menus need, loaded with the first one. */
export const MenuItem = lazy(async () => ({ default: (await parts()).MenuItem }));
export const MenuLine = lazy(async () => ({ default: (await parts()).MenuLine }));

interface TriggerProps {
  readonly ref?: RefObject<HTMLButtonElement | null>;
  readonly 'aria-haspopup'?: 'menu';
  readonly 'aria-expanded'?: boolean;
  onClick?(): void;
  onPointerEnter?(): void;
}

interface MenuProps {
  /** A button. */
  readonly trigger: ReactElement<TriggerProps>;
  readonly children: ReactNode;
  readonly align?: 'start' | 'end';
  readonly side?: 'top' | 'bottom';
  /** Returns whether the trigger gets the focus back when the menu closes. */
  returnsFocus?(): boolean;
}

export function Menu({ trigger, children, align = 'end', side = 'bottom', returnsFocus = () => true }: MenuProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const opener = cloneElement(trigger, {
    ref: button,
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    onClick: () => setOpen(true),
    onPointerEnter: () => loadEarly(parts),
  });
  return (
    <>
      {opener}
      <Part onGiveUp={() => setOpen(false)}>
        {open && (
          <MenuPopup anchor={button} align={align} side={side} returnsFocus={returnsFocus} onClose={() => setOpen(false)}>
            {children}
          </MenuPopup>
        )}
      </Part>
    </>
  );
}

export function MenuTitle({ children }: { readonly children: ReactNode }) {
  return <div className="px-2 pt-1 pb-0.5 text-xs text-faint">{children}</div>;
}
