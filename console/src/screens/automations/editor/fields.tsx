import { type ReactNode, useId, useState } from 'react';
import { type JsonObject, readJsonObject } from '../../../code/json-object.ts';
import { useEditorWords } from '../../../text/automation-editor.ts';
import { inputClasses, TextArea, TextField } from '../../../ui/forms/field.tsx';

/** Props of the form of a step. */
export interface FieldsProps<S> {
  readonly step: S;
  /** Ids of mails that the step may refer to. */
  readonly mails: readonly string[];
  change(step: S): void;
}

const UNITS = { minute: 60, hour: 3600, day: 86_400 } as const;
type Unit = keyof typeof UNITS;
const UNIT_NAMES = ['day', 'hour', 'minute'] as const satisfies readonly Unit[];

const unitOf = (seconds: number): Unit => UNIT_NAMES.find((unit) => seconds >= UNITS[unit] && seconds % UNITS[unit] === 0) ?? 'minute';

interface DurationProps {
  readonly label: string;
  readonly seconds: number;
  change(seconds: number): void;
}

/** A length of time in the units that people use. */
export function DurationField({ label, seconds, change }: DurationProps) {
  const said = useEditorWords();
  const id = useId();
  const [unit, setUnit] = useState<Unit>(() => unitOf(seconds));
  const [typed, setTyped] = useState(() => String(seconds / UNITS[unitOf(seconds)]));
  const tell = (amount: string, by: Unit) => change(Math.round((Number(amount) || 0) * UNITS[by]));
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          type="number"
          min={0}
          step="any"
          className={`${inputClasses} h-control w-24!`}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            tell(event.target.value, unit);
          }}
        />
        <select
          aria-label={said.unit}
          className={`${inputClasses} select h-control w-auto!`}
          value={unit}
          onChange={(event) => {
            const chosen = UNIT_NAMES.find((name) => name === event.target.value) ?? 'day';
            setUnit(chosen);
            tell(typed, chosen);
          }}
        >
          {UNIT_NAMES.map((name) => (
            <option key={name} value={name}>
              {said.units[name]}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}

interface JsonProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: JsonObject | undefined;
  /** Undefined if it is empty. */
  change(value: JsonObject | undefined): void;
}

/** Values by name, as JSON. Invalid JSON is reported and not passed on. */
export function JsonField({ label, hint, value, change }: JsonProps) {
  const said = useEditorWords();
  const [typed, setTyped] = useState(() => (value === undefined ? '' : JSON.stringify(value, undefined, 2)));
  const broken = readJsonObject(typed) === undefined;
  return (
    <TextArea
      label={label}
      hint={hint}
      error={broken ? said.noObject : undefined}
      rows={3}
      spellCheck={false}
      className="font-mono text-sm!"
      value={typed}
      onChange={(event) => {
        setTyped(event.target.value);
        const read = readJsonObject(event.target.value);
        if (read !== undefined) change(Object.keys(read).length === 0 ? undefined : read);
      }}
    />
  );
}

interface OptionalTextProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly value: string | undefined;
  readonly maxLength?: number;
  /** Undefined if it is empty. */
  change(value: string | undefined): void;
}

export function OptionalText({ value, change, ...rest }: OptionalTextProps) {
  return (
    <TextField {...rest} value={value ?? ''} onChange={(event) => change(event.target.value === '' ? undefined : event.target.value)} />
  );
}

/** Returns a step without a field, or with another value for it. */
export function withField<S extends object, F extends keyof S>(step: S, name: F, value: S[F] | undefined): S {
  const { [name]: _, ...rest } = step;
  // Safe because only optional fields are removed.
  return (value === undefined ? rest : { ...rest, [name]: value }) as S;
}
