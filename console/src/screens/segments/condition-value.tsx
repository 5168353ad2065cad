import { useState } from 'react';
import { useWords } from '../../text/words.ts';
import { Check, inputClasses } from '../../ui/field.tsx';
import { legible } from '../../ui/legible.ts';
import { useAudiences } from '../audiences/use-audiences.ts';
import { CONTACT_STATES } from '../contacts/states.ts';
import { toLocalInput } from '../emails/email.tsx';
import { type Condition, kindOf } from './conditions.ts';

interface ValueProps {
  readonly condition: Condition;
  change(condition: Condition): void;
}

const inputStyle = `${inputClasses} h-control w-44!`;
const selectStyle = `${inputClasses} select h-control w-auto!`;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const numberOf = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text));

/** A text, a number, or yes or no; its kind says how the attribute is read. */
function Scalar({ condition, change }: ValueProps) {
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

/** Several values between commas; numbers stay numbers. */
function Several({ condition, change, mayBeNumbers }: ValueProps & { readonly mayBeNumbers: boolean }) {
  const words = useWords();
  const values = listOf(condition.value);
  // What is typed is kept beside what it means, since a comma at the end means nothing yet.
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

function Statuses({ condition, change }: ValueProps) {
  const words = useWords();
  const chosen = listOf(condition.value);
  return (
    <span className="flex flex-wrap gap-3">
      {CONTACT_STATES.map((state) => (
        <Check
          key={state}
          label={words.contactStates[state]}
          checked={chosen.includes(state)}
          onChange={(event) =>
            change({
              ...condition,
              value: CONTACT_STATES.filter((each) => (each === state ? event.target.checked : chosen.includes(each))),
            })
          }
        />
      ))}
    </span>
  );
}

/** Audiences of which one will do; more than one is chosen by choosing again. */
function AudienceChoice({ condition, change }: ValueProps) {
  const words = useWords();
  const { data = [] } = useAudiences();
  const ids = typeof condition.value === 'string' ? [condition.value] : listOf(condition.value).map(String);
  const nameOf = (id: string) => legible(data.find((audience) => audience.id === id)?.name ?? id);
  const set = (value: readonly string[]) => change({ ...condition, value });
  return (
    <>
      {ids.map((id) => (
        <button
          key={id}
          type="button"
          aria-label={words.audiences.removeNamed(nameOf(id))}
          className="max-w-48 justify-self-start truncate rounded-sm border border-line bg-raised px-2 py-0.5 text-sm hover:border-edge"
          onClick={() => set(ids.filter((each) => each !== id))}
        >
          {nameOf(id)} ×
        </button>
      ))}
      <select aria-label={words.segments.value} className={selectStyle} value="" onChange={(event) => set([...ids, event.target.value])}>
        <option value="">{words.segments.choose}</option>
        {data
          .filter(({ id }) => !ids.includes(id))
          .map(({ id }) => (
            <option key={id} value={id}>
              {nameOf(id)}
            </option>
          ))}
      </select>
    </>
  );
}

/** How often, and since when. */
function Happening({ condition, change }: ValueProps) {
  const words = useWords();
  const set = (name: 'within_days' | 'min_count', text: string) => {
    const { [name]: _, ...rest } = condition;
    const value = numberOf(text);
    change(value === undefined ? rest : { ...rest, [name]: value });
  };
  const shared = { type: 'number', min: 1, className: `${inputClasses} h-control w-24!` } as const;
  return (
    <>
      <label className="flex items-center gap-2 text-sm text-faint">
        {words.segments.minCount}
        <input
          {...shared}
          max={1000}
          placeholder={words.segments.once}
          value={condition.min_count ?? ''}
          onChange={(event) => set('min_count', event.target.value)}
        />
      </label>
      <label className="flex items-center gap-2 text-sm text-faint">
        {words.segments.withinDays}
        <input
          {...shared}
          max={3650}
          placeholder={words.segments.everDays}
          value={condition.within_days ?? ''}
          onChange={(event) => set('within_days', event.target.value)}
        />
      </label>
    </>
  );
}

/** With what a field is compared. */
export function ConditionValue({ condition, change }: ValueProps) {
  const words = useWords();
  const { value } = condition;
  const named = { 'aria-label': words.segments.value, className: inputStyle } as const;
  const setNumber = (text: string) => {
    const { value: _, ...rest } = condition;
    const number = numberOf(text);
    change(number === undefined ? rest : { ...rest, value: number });
  };
  switch (kindOf(condition)) {
    case 'text':
      return (
        <input
          {...named}
          value={String(value ?? '')}
          maxLength={1024}
          onChange={(event) => change({ ...condition, value: event.target.value })}
        />
      );
    case 'number':
      return <input {...named} type="number" step="any" value={String(value ?? '')} onChange={(event) => setNumber(event.target.value)} />;
    case 'days':
      return (
        <label className="flex items-center gap-2 text-sm text-faint">
          <input
            {...named}
            className={`${inputClasses} h-control w-24!`}
            type="number"
            min={1}
            max={3650}
            value={String(value ?? '')}
            onChange={(event) => setNumber(event.target.value)}
          />
          {words.segments.days}
        </label>
      );
    case 'instant':
      return (
        <input
          {...named}
          className={`${inputClasses} h-control w-56!`}
          type="datetime-local"
          value={typeof value === 'number' ? toLocalInput(value) : ''}
          onChange={(event) => setNumber(event.target.value === '' ? '' : String(new Date(event.target.value).getTime()))}
        />
      );
    case 'status':
      return (
        <select
          {...named}
          className={selectStyle}
          value={String(value)}
          onChange={(event) => change({ ...condition, value: event.target.value })}
        >
          {CONTACT_STATES.map((state) => (
            <option key={state} value={state}>
              {words.contactStates[state]}
            </option>
          ))}
        </select>
      );
    case 'statuses':
      return <Statuses condition={condition} change={change} />;
    case 'scalar':
      return <Scalar condition={condition} change={change} />;
    case 'texts':
      return <Several condition={condition} change={change} mayBeNumbers={false} />;
    case 'scalars':
      return <Several condition={condition} change={change} mayBeNumbers />;
    case 'audiences':
      return <AudienceChoice condition={condition} change={change} />;
    case 'events':
      return <Happening condition={condition} change={change} />;
    case 'none':
      return null;
  }
}
