import { useState } from 'react';
import { useWords } from '../../text/words.ts';
import { inputClasses } from '../../ui/forms/field.tsx';
import { inputStyle, listOf, numberOf, selectStyle, type ValueProps } from './value-field.ts';

/** A text, a number, or a boolean; its type decides how the attribute is read. */
export function Scalar({ condition, change }: ValueProps) {
  const words = useWords();
  const { value } = condition;
  const kind = typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'text';
  const turn = (to: string) =>
    change({ ...condition, value: to === 'boolean' ? true : to === 'number' ? Number(value) || 0 : String(value ?? '') });
  return (
    <>
      <select aria-label={words.segments.kindOfValue} className={selectStyle} value={kind} onChange={(event) => turn(event.target.value)}>
        {(['text', 'number', 'boolean'] as const).map((each) => (
          <option key={each} value={each}>
            {words.contacts.kinds[each]}
          </option>
        ))}
      </select>
      {kind === 'boolean' ? (
        <select
          aria-label={words.segments.value}
          className={selectStyle}
          value={String(value)}
          onChange={(event) => change({ ...condition, value: event.target.value === 'true' })}
        >
          <option value="true">{words.contacts.yes}</option>
          <option value="false">{words.contacts.no}</option>
        </select>
      ) : (
        <input
          aria-label={words.segments.value}
          className={inputStyle}
          type={kind}
          step="any"
          value={String(value ?? '')}
          onChange={(event) =>
            change({ ...condition, value: kind === 'number' ? (numberOf(event.target.value) ?? 0) : event.target.value })
          }
        />
      )}
    </>
  );
}

/** Several values separated by commas; numbers stay numbers. */
export function Several({ condition, change, mayBeNumbers }: ValueProps & { readonly mayBeNumbers: boolean }) {
  const words = useWords();
  const values = listOf(condition.value);
  // The typed text is kept beside its meaning, since a trailing comma means nothing yet.
  const [typed, setTyped] = useState(values.join(', '));
  const [numbers, setNumbers] = useState(mayBeNumbers && values.length > 0 && values.every((value) => typeof value === 'number'));
  const read = (text: string, asNumbers: boolean) => {
    const parts = text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
    change({ ...condition, value: asNumbers ? parts.map(Number).filter(Number.isFinite) : parts });
  };
  return (
    <>
      {mayBeNumbers && (
        <select
          aria-label={words.segments.kindOfValue}
          className={selectStyle}
          value={numbers ? 'number' : 'text'}
          onChange={(event) => {
            setNumbers(event.target.value === 'number');
            read(typed, event.target.value === 'number');
          }}
        >
          <option value="text">{words.contacts.kinds.text}</option>
          <option value="number">{words.contacts.kinds.number}</option>
        </select>
      )}
      <input
        aria-label={words.segments.value}
        placeholder={words.segments.commas}
        className={`${inputClasses} h-control w-64!`}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          read(event.target.value, numbers);
        }}
      />
    </>
  );
}
