import { X } from 'lucide-react';
import { useWords } from '../../text/words.ts';
import { IconButton } from '../../ui/button.tsx';
import { inputClasses } from '../../ui/forms/field.tsx';
import { ConditionValue } from './condition-value.tsx';
import {
  attributeField,
  attributeOf,
  type Condition,
  conditionOn,
  FIELDS,
  fieldOf,
  kindOf,
  OPERATORS,
  withOperator,
} from './conditions.ts';

interface ConditionRowProps {
  readonly condition: Condition;
  change(condition: Condition): void;
  remove?: (() => void) | undefined;
}

/** One rule: the field, the operator, and the value. */
export function ConditionRow({ condition, change, remove }: ConditionRowProps) {
  const words = useWords();
  const field = fieldOf(condition);
  const isTime = kindOf(condition) === 'instant' || kindOf(condition) === 'days';
  const times: Readonly<Record<string, string>> = words.segments.times;
  return (
    <div className="flex items-start gap-2 py-1.5">
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2 max-sm:*:w-full!">
        <select
          aria-label={words.segments.field}
          className={`${inputClasses} select h-control w-auto!`}
          value={field}
          onChange={(event) => {
            const chosen = FIELDS.find((name) => name === event.target.value);
            if (chosen !== undefined) change(conditionOn(chosen));
          }}
        >
          {FIELDS.map((name) => (
            <option key={name} value={name}>
              {words.segments.fields[name]}
            </option>
          ))}
        </select>
        {field === 'attribute' && (
          <input
            aria-label={words.segments.attribute}
            placeholder={words.segments.attribute}
            className={`${inputClasses} h-control w-44!`}
            value={attributeOf(condition.field)}
            maxLength={1000}
            spellCheck={false}
            onChange={(event) => change({ ...condition, field: attributeField(event.target.value) })}
          />
        )}
        <select
          aria-label={words.segments.operator}
          className={`${inputClasses} select h-control w-auto!`}
          value={condition.op}
          onChange={(event) => change(withOperator(condition, event.target.value))}
        >
          {OPERATORS[field].map(([operator]) => (
            <option key={operator} value={operator}>
              {(isTime ? times[operator] : undefined) ?? words.segments.operators[operator]}
            </option>
          ))}
        </select>
        <ConditionValue condition={condition} change={change} />
      </div>
      {remove !== undefined && <IconButton icon={X} label={words.segments.removeRule} onClick={remove} />}
    </div>
  );
}
