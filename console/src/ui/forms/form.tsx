import { type FormEvent, type ReactNode, useState } from 'react';
import { describeFailedChange } from '../../api/failures.ts';
import { useWords } from '../../text/words.ts';
import { Failure } from '../states.tsx';

interface FormProps {
  readonly label?: string;
  readonly failure?: unknown;
  /** Puts a failure into words; the default suits what should not be done twice. */
  readonly describe?: typeof describeFailedChange;
  onSubmit(fields: ReadonlyMap<string, string>): void;
  readonly children: ReactNode;
  readonly className?: string;
}

/** Returns the values of a form's fields, by name. */
export const fieldsOf = (form: HTMLFormElement): ReadonlyMap<string, string> =>
  new Map([...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : [])));

/** A form that passes its fields on by name, and shows a failure below them. */
export function Form({
  label,
  failure,
  describe = describeFailedChange,
  onSubmit,
  children,
  className = 'flex flex-col gap-4',
}: FormProps) {
  const words = useWords();
  // A failure from before it was opened has been shown already.
  const [before] = useState(failure);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(fieldsOf(event.currentTarget));
  };
  return (
    <form aria-label={label} onSubmit={submit} className={className}>
      {children}
      {failure !== undefined && failure !== before && <Failure>{describe(failure, words)}</Failure>}
    </form>
  );
}

/** The buttons of a form that is a screen: aligned with the start of its fields, not with their end as in a dialog. */
export function FormActions({ children }: { readonly children: ReactNode }) {
  return <div className="mt-2 flex flex-wrap gap-2">{children}</div>;
}
