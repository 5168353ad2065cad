import { useWords } from '../../text/words.ts';
import { SelectField } from '../../ui/forms/field.tsx';

/** Who must get no mail, by status. */
const ENDED = ['unsubscribed', 'cleaned'] as const;

/** The status that all contacts of a file are to have; undefined: new ones are subscribed, and known ones keep theirs. */
export type StatusChoice = (typeof ENDED)[number] | undefined;

/** Returns what the name of a file says of its contacts: whoever leaves Mailchimp has `unsubscribed_….csv` and `cleaned_….csv`. */
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
