import { useFormat } from '../../text/format.ts';
import { useWords } from '../../text/words.ts';
import { Check, inputClasses, LAST_MINUTE, toLocalInput } from '../../ui/forms/field.tsx';
import { legible } from '../../ui/legible.ts';
import { useAudiences } from '../audiences/use-audiences.ts';
import { CONTACT_STATES } from '../contacts/states.ts';
import { Scalar, Several } from './attribute-value.tsx';
import { kindOf } from './conditions.ts';
import { inputStyle, listOf, numberOf, selectStyle, type ValueProps } from './value-field.ts';

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

/** The audiences of a condition, one of which is enough: each choice adds one, pressing one removes it. */
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

/** How often something must have happened, and since when. */
function Happening({ condition, change }: ValueProps) {
  const words = useWords();
  const set = (name: 'within_days' | 'min_count', text: string) => {
    const { [name]: _, ...rest } = condition;
    const value = numberOf(text);
    change(value === undefined ? rest : { ...rest, [name]: value });
  };
  const shared = { type: 'number', min: 1, className: `${inputClasses} h-control w-28!` } as const;
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

/** The value that a field is compared with. */
export function ConditionValue({ condition, change }: ValueProps) {
  const words = useWords();
  const format = useFormat();
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
          max={LAST_MINUTE}
          title={words.common.timeZone(format.zone)}
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
