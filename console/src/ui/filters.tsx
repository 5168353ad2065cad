import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { inputClasses } from './field.tsx';
import { useFilter } from './use-filter.ts';

/** What stands in the address by a name. */
function useSearched(name: string): string {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const value = search[name];
  return typeof value === 'string' ? value : '';
}

/** The filters above a list. */
export function Filters({ children }: { readonly children: ReactNode }) {
  return <div className="mb-3 flex flex-wrap gap-2">{children}</div>;
}

interface FilterProps {
  /** Its name in the address. */
  readonly name: string;
  readonly label: string;
}

/** A text that is looked for once it is entered; `/` goes to it. */
export function FilterText({ name, label }: FilterProps) {
  const filter = useFilter();
  const value = useSearched(name);
  return (
    <form
      key={value}
      className="w-full max-w-xs"
      onSubmit={(event) => {
        event.preventDefault();
        filter({ [name]: String(new FormData(event.currentTarget).get(name) ?? '').trim() });
      }}
    >
      <input
        data-search
        name={name}
        type="search"
        defaultValue={value}
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        className={`${inputClasses} h-8`}
      />
    </form>
  );
}

interface FilterSelectProps extends FilterProps {
  /** What is chosen where nothing is asked for. */
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
      className={classes(inputClasses, 'select w-auto! pr-7!', small ? 'h-7 text-sm!' : 'h-8')}
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
