import { createContext, lazy, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { usePreferences } from '../session/preferences.ts';
import { Part } from '../ui/part.tsx';

/** Loaded on demand, like the dialogs of the screens. */
const ShortcutHelp = lazy(async () => ({ default: (await import('./shortcut-help.tsx')).ShortcutHelp }));

const SEQUENCE_MS = 1200;

/** Destinations of `g` and a letter. */
export type Destinations = Readonly<Record<string, () => void>>;

interface Shortcuts {
  setDestinations(destinations: Destinations): void;
  openPalette(): void;
  openHelp(): void;
  readonly paletteOpen: boolean;
  closePalette(): void;
}

const ShortcutContext = createContext<Shortcuts | undefined>(undefined);

/** The checkbox of a row takes clicks but no letters: a person who selected with it can continue with keys. */
const isWriting = (target: EventTarget | undefined): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  !target.matches('tr input[type="checkbox"]');

const isDialogOpen = () => document.querySelector('dialog[open], [role="dialog"], [role="alertdialog"], [role="menu"]') !== null;

/** Moves the focus through the rows of a list. */
function moveFocus(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  const at = rows.findIndex((row) => row.matches(':focus') || row.closest('tr')?.matches(':focus-within'));
  const next = at === -1 ? rows[by === 1 ? 0 : rows.length - 1] : rows[at + by];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

const press = (selector: string) => document.querySelector<HTMLElement>(selector)?.click();

function focusSearch(): void {
  const search = document.querySelector<HTMLInputElement>('[data-search]');
  search?.focus();
  search?.select();
}

/** Selects the focused row; with Shift all rows since the last one. */
function choose(shiftKey: boolean): void {
  const box = document.activeElement?.closest('tr')?.querySelector('input[type="checkbox"]');
  box?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey }));
}

/** Actions of single keys, wherever nobody is typing. */
const SINGLE: Readonly<Record<string, () => void>> = {
  '/': focusSearch,
  j: () => moveFocus(1),
  k: () => moveFocus(-1),
  n: () => press('[data-new]'),
  x: () => choose(false),
  X: () => choose(true),
  a: () => document.querySelector<HTMLElement>('[data-bulk] button')?.focus(),
  Escape: () => press(document.querySelector('[data-clear]') === null ? '[data-back]' : '[data-clear]'),
};

interface KeyTable {
  readonly destinations: Destinations;
  readonly singleKeys: boolean;
  openPalette(): void;
  openHelp(): void;
}

/** Returns the action of a key; undefined if it has none here. `begun`: whether `g` came just before. */
function actionOf(
  event: KeyboardEvent,
  begun: boolean,
  { destinations, singleKeys, openPalette, openHelp }: KeyTable,
): (() => void) | undefined {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') return openPalette;
  if (event.ctrlKey || event.metaKey || event.altKey || isDialogOpen()) return undefined;
  const target = event.composedPath()[0];
  if (isWriting(target)) return event.key === 'Escape' && target instanceof HTMLElement ? () => target.blur() : undefined;
  if (!singleKeys && event.key !== 'Escape') return undefined;
  if (begun) return destinations[event.key];
  return event.key === '?' ? openHelp : SINGLE[event.key];
}

/** Listens for keys, and shows the palette and the help. */
export function ShortcutProvider({ children }: { readonly children: ReactNode }) {
  const { preferences } = usePreferences();
  const [paletteOpen, setPaletteOpen] = useState(false);
  const [helpOpen, setHelpOpen] = useState(false);
  const destinations = useRef<Destinations>({});
  const shortcuts = useMemo<Shortcuts>(
    () => ({
      setDestinations: (given) => {
        destinations.current = given;
      },
      openPalette: () => setPaletteOpen(true),
      openHelp: () => setHelpOpen(true),
      closePalette: () => setPaletteOpen(false),
      paletteOpen,
    }),
    [paletteOpen],
  );
  useEffect(() => {
    let begunAt = Number.NEGATIVE_INFINITY;
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const begun = event.timeStamp - begunAt < SEQUENCE_MS;
      begunAt = Number.NEGATIVE_INFINITY;
      const table = {
        destinations: destinations.current,
        singleKeys: preferences.singleKeys,
        openPalette: () => setPaletteOpen((open) => !open),
        openHelp: () => setHelpOpen(true),
      };
      const action = actionOf(event, begun, table);
      if (action !== undefined) {
        event.preventDefault();
        action();
      } else if (event.key === 'g' && !begun && !isWriting(event.composedPath()[0])) begunAt = event.timeStamp;
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [preferences.singleKeys]);
  return (
    <ShortcutContext value={shortcuts}>
      {children}
      <Part onGiveUp={() => setHelpOpen(false)}>{helpOpen && <ShortcutHelp open onClose={() => setHelpOpen(false)} />}</Part>
    </ShortcutContext>
  );
}

export function useShortcuts(): Shortcuts {
  const shortcuts = useContext(ShortcutContext);
  if (shortcuts === undefined) throw new Error('no shortcuts above');
  return shortcuts;
}
