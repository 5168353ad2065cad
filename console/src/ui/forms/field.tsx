import { type ComponentProps, type ReactNode, useId } from 'react';
import { useFormat } from '../../text/format.ts';
import { useWords } from '../../text/words.ts';
import { classes } from '../classes.ts';

export const inputClasses =
  'w-full rounded-md border border-edge bg-paper px-2.5 text-base text-ink disabled:opacity-60 aria-invalid:border-error max-sm:text-lg';

interface InputAttributes {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

interface FieldProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly className?: string;
  children(attributes: InputAttributes): ReactNode;
}

/** A label above its control, and a hint or an error below. */
export function Field({ label, hint, error, className, children }: FieldProps) {
  const id = useId();
  const says = error ?? hint;
  return (
    <div className={classes('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': says === undefined ? undefined : `${id}-says`,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {says !== undefined && (
        <p id={`${id}-says`} className={classes('text-xs', error === undefined ? 'text-faint' : 'text-error')}>
          {says}
        </p>
      )}
    </div>
  );
}

type Common = Pick<FieldProps, 'label' | 'hint' | 'error'> & { readonly fieldClassName?: string };

const without = <T extends Common>({ label: _, hint: __, error: ___, fieldClassName: ____, ...rest }: T) => rest;
const commonOf = ({ label, hint, error, fieldClassName }: Common) => ({
  label,
  hint,
  error,
  ...(fieldClassName === undefined ? {} : { className: fieldClassName }),
});

export function TextField(props: Common & ComponentProps<'input'>) {
  return (
    <Field {...commonOf(props)}>
      {(attributes) => <input {...without(props)} {...attributes} className={classes(inputClasses, 'h-control', props.className)} />}
    </Field>
  );
}

/** The end of years with four digits. Without it a browser takes a digit too many as part of the year, and `Date` reads no time in that. */
export const LAST_DAY = '9999-12-31';
export const LAST_MINUTE = `${LAST_DAY}T23:59`;

/** A day and time in the reader's time zone, which its hint names. */
export function TimeField({ hint, ...rest }: Common & Omit<ComponentProps<'input'>, 'type' | 'max'>) {
  const words = useWords();
  const { zone } = useFormat();
  const inZone = words.common.timeZone(zone);
  return <TextField {...rest} type="datetime-local" max={LAST_MINUTE} hint={hint === undefined ? inZone : `${hint} ${inZone}`} />;
}

export function TextArea(props: Common & ComponentProps<'textarea'>) {
  return (
    <Field {...commonOf(props)}>
      {(attributes) => <textarea {...without(props)} {...attributes} className={classes(inputClasses, 'py-1.5', props.className)} />}
    </Field>
  );
}

export function SelectField(props: Common & ComponentProps<'select'>) {
  return (
    <Field {...commonOf(props)}>
      {(attributes) => (
        <select {...without(props)} {...attributes} className={classes(inputClasses, 'select h-control', props.className)} />
      )}
    </Field>
  );
}

interface CheckProps extends ComponentProps<'input'> {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
}

export function Check({ label, hint, className, ...rest }: CheckProps) {
  const id = useId();
  return (
    <div className={classes('flex items-start gap-2', className)}>
      <input
        id={id}
        type="checkbox"
        aria-describedby={hint === undefined ? undefined : `${id}-says`}
        className="mt-0.5 size-4 accent-accent"
        {...rest}
      />
      <span className="flex flex-col">
        <label htmlFor={id} className="text-sm">
          {label}
        </label>
        {hint !== undefined && (
          <span id={`${id}-says`} className="text-xs text-faint">
            {hint}
          </span>
        )}
      </span>
    </div>
  );
}

/** Returns the value for a date and time field, in the reader's own time. */
export const toLocalInput = (at: number): string => new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
