import { Search } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { useWords } from '../text/words.ts';
import { classes } from '../ui/classes.ts';
import { Key } from './key.tsx';
import { useShortcuts } from './shortcuts.tsx';

/** A command or a destination that is available everywhere. */
export interface Command {
  readonly name: string;
  readonly group: string;
  readonly keys?: readonly string[];
  run(): void;
}

/** Returns whether every typed word is the beginning of a word in the name. */
const matches = (name: string, typed: string): boolean => {
  const inName = name.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => inName.includes(word));
};

interface PaletteProps {
  readonly commands: readonly Command[];
  /** Returns further matches for the typed text, such as the mail with this id. */
  find(typed: string): readonly Command[];
}

function Body({ commands, find, close }: PaletteProps & { close(): void }) {
  const words = useWords();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const found = [...(typed.trim() === '' ? [] : find(typed.trim())), ...commands.filter(({ name }) => matches(name, typed.trim()))];
  const chosen = Math.min(at, found.length - 1);
  const run = (command: Command | undefined) => {
    if (command === undefined) return;
    close();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined && found.length > 0) {
      event.preventDefault();
      setAt((chosen + by + found.length) % found.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(found[chosen]);
    }
  };
  return (
    <>
      <div className="flex items-center gap-2.5 border-b border-line px-4">
        <Search size={16} className="text-faint" aria-hidden="true" />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={found.length === 0 ? undefined : `${id}-${chosen}`}
          aria-label={words.palette.label}
          placeholder={words.palette.placeholder}
          autoComplete="off"
          spellCheck={false}
          className="h-12 w-full bg-transparent text-base outline-none max-sm:text-lg"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id={`${id}-list`} role="listbox" tabIndex={-1} aria-label={words.palette.label} className="min-h-0 flex-1 overflow-y-auto p-1.5">
        {found.map((command, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's.
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field.
          <div
            key={`${command.group} ${command.name}`}
            id={`${id}-${place}`}
            role="option"
            aria-selected={place === chosen}
            ref={place === chosen ? (element) => element?.scrollIntoView({ block: 'nearest' }) : undefined}
            className={classes('flex min-h-9 cursor-default items-center gap-3 rounded-md px-2.5 text-sm', place === chosen && 'bg-chosen')}
            onMouseMove={() => setAt(place)}
            onClick={() => run(command)}
          >
            <span className="min-w-0 flex-1 truncate">{command.name}</span>
            <span className="text-xs text-faint">{command.group}</span>
            {command.keys !== undefined && (
              <span className="flex gap-1 max-sm:hidden">
                {command.keys.map((key) => (
                  <Key key={key}>{key}</Key>
                ))}
              </span>
            )}
          </div>
        ))}
        {found.length === 0 && <p className="px-2.5 py-4 text-sm text-faint">{words.palette.nothing}</p>}
      </div>
    </>
  );
}

/** Shows a dialog above the page as long as it is there. */
const showModal = (dialog: HTMLDialogElement | null) => dialog?.showModal();

/** Ctrl/⌘K: finds everything by its name. Uses the browser's own dialog, so that it appears at once even on the first screen. */
export function Palette({ commands, find }: PaletteProps) {
  const words = useWords();
  const { paletteOpen, closePalette } = useShortcuts();
  if (!paletteOpen) return null;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the dialog's own key.
    <dialog
      ref={showModal}
      aria-label={words.palette.label}
      onClose={closePalette}
      onClick={(event) => event.target === event.currentTarget && closePalette()}
      className="palette mx-auto mt-[min(14vh,8rem)] flex max-h-[min(26rem,70dvh)] w-[calc(100vw-2rem)] max-w-xl flex-col overflow-hidden rounded-lg border border-line bg-paper p-0 shadow-pop outline-none backdrop:bg-veil"
    >
      <Body commands={commands} find={find} close={closePalette} />
    </dialog>
  );
}
