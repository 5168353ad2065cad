import { useWords } from '../../text/words.ts';
import { SelectField } from '../../ui/forms/field.tsx';

/** The statuses without mail. */
const ENDED = ['unsubscribed', 'cleaned'] as const;

/** The status for all contacts of a file; undefined: new ones are subscribed, and existing ones keep theirs. */
export type StatusChoice = (typeof ENDED)[number] | undefined;

/** Proposes a status from the name of a file: exports from Mailchimp are named `unsubscribed_….csv` and `cleaned_….csv`. */
export const proposedStatus = (fileName: string): StatusChoice =>
  ENDED.find((status) => [`${status}_`, `${status}.`].some((beginning) => fileName.toLowerCase().startsWith(beginning)));

interface ImportStatusProps {
  readonly value: StatusChoice;
  change(choice: StatusChoice): void;
}

export function ImportStatus({ value, change }: ImportStatusProps) {
  const words = useWords();
  return (
    <div className="mb-4 grid gap-4 sm:grid-cols-2">
      <SelectField
        label={words.imports.statusOf}
        hint={value === undefined ? words.imports.keepsStatus : words.imports.setsStatus}
        value={value ?? ''}
        onChange={({ target }) => change(ENDED.find((status) => status === target.value))}
      >
        <option value="">{words.contactStates.subscribed}</option>
        {ENDED.map((status) => (
          <option key={status} value={status}>
            {words.contactStates[status]}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
