import { useSearch } from '@tanstack/react-router';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWords } from '../../text/words.ts';
import { classes } from '../classes.ts';
import { inputClasses } from '../forms/field.tsx';
import { useFilter } from './use-filter.ts';
import { useTyped } from './use-typed.ts';

/** Returns the value of a name in the address. */
function useSearched(name: string): string {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const value = search[name];
  return typeof value === 'string' ? value : '';
}

/** The filters above a list. */
export function Filters({ children }: { readonly children: ReactNode }) {
  return <div className="mb-4 flex flex-wrap gap-2">{children}</div>;
}

interface FilterProps {
  /** Its name in the address. */
  readonly name: string;
  readonly label: string;
}

/** A text filter that applies when it is entered; `/` moves the focus there. */
export function FilterText({ name, label }: FilterProps) {
  const filter = useFilter();
  const [typed, type] = useTyped(useSearched(name));
  return (
    <form
      className="min-w-0 flex-1 basis-full sm:max-w-xs sm:basis-52"
      onSubmit={(event) => {
        event.preventDefault();
        filter({ [name]: typed.trim() });
      }}
    >
      <input
        data-search
        name={name}
        type="search"
        value={typed}
        onChange={(event) => type(event.target.value)}
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        className={`${inputClasses} h-control`}
      />
    </form>
  );
}

interface FilterSelectProps extends FilterProps {
  /** The label of the choice without a filter. */
  readonly every: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly small?: boolean;
}

export function FilterSelect({ name, label, every, options, small = false }: FilterSelectProps) {
  const filter = useFilter();
  return (
    <select
      aria-label={label}
      value={useSearched(name)}
      onChange={(event) => filter({ [name]: event.target.value })}
      className={classes(inputClasses, 'select w-auto!', small ? 'h-7 text-sm!' : 'h-control')}
    >
      <option value="">{every}</option>
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
}

/** A filter in use, as it is displayed. */
export interface Chip {
  readonly label: string;
  /** Its names in the address. */
  readonly names: readonly string[];
}

/** Filters in use, each with a button that removes it. */
export function FilterChips({ chips }: { readonly chips: readonly Chip[] }) {
  const words = useWords();
  const filter = useFilter();
  const clear = (names: readonly string[]) => filter(Object.fromEntries(names.map((name) => [name, undefined])));
  if (chips.length === 0) return null;
  return (
    <ul className="mb-3 flex flex-wrap gap-1.5">
      {chips.map(({ label, names }) => (
        <li key={label} className="max-w-full">
          <button
            type="button"
            title={words.search.clear(label)}
            aria-label={words.search.clear(label)}
            onClick={() => clear(names)}
            className="inline-flex h-7 max-w-full items-center gap-1.5 rounded-md border border-line bg-raised px-2 text-sm hover:border-edge"
          >
            <span className="truncate">{label}</span>
            <X size={13} className="shrink-0 text-faint" aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}
