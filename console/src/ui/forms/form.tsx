import { type FormEvent, type ReactNode, useState } from 'react';
import { describeFailure } from '../../api/failures.ts';
import { useWords } from '../../text/words.ts';
import { Failure } from '../states.tsx';

interface FormProps {
  readonly label?: string;
  readonly failure?: unknown;
  onSubmit(fields: ReadonlyMap<string, string>): void;
  readonly children: ReactNode;
  readonly className?: string;
}

/** Returns what is in the fields of a form, by their names. */
export const fieldsOf = (form: HTMLFormElement): ReadonlyMap<string, string> =>
  new Map([...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : [])));

/** A form whose fields are handed over by name, with what went wrong below them. */
export function Form({ label, failure, onSubmit, children, className = 'flex flex-col gap-4' }: FormProps) {
  const words = useWords();
  // What failed before it was opened was said then.
  const [before] = useState(failure);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(fieldsOf(event.currentTarget));
  };
  return (
    <form aria-label={label} onSubmit={submit} className={className}>
      {children}
      {failure !== undefined && failure !== before && <Failure>{describeFailure(failure, words)}</Failure>}
    </form>
  );
}

/** The buttons of a form that is a screen: where its fields begin, and not at the far end of them as in a dialog. */
export function FormActions({ children }: { readonly children: ReactNode }) {
  return <div className="mt-2 flex flex-wrap gap-2">{children}</div>;
}
