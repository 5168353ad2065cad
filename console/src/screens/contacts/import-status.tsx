import { useWords } from '../../text/words.ts';
import { SelectField } from '../../ui/forms/field.tsx';
import { legible } from '../../ui/legible.ts';
import type { ColumnPlan } from './mapping.ts';

/** The statuses without mail. */
const ENDED = ['unsubscribed', 'cleaned'] as const;

/** The status for all contacts of a file; undefined: new ones are subscribed, and existing ones keep theirs. */
export type StatusChoice = (typeof ENDED)[number] | undefined;

/** Beginnings of the names that Mailchimp gives its exports. Its non-subscribed contacts, such as customers, never asked for mail. */
const BEGINNINGS = [
  ['unsubscribed', 'unsubscribed'],
  ['nonsubscribed', 'unsubscribed'],
  ['cleaned', 'cleaned'],
] as const;

/** Proposes a status from the name of a file, such as `unsubscribed_….csv`. */
export function proposedStatus(fileName: string): StatusChoice {
  const name = fileName.toLowerCase();
  return BEGINNINGS.find(([word]) => name.startsWith(`${word}_`) || name.startsWith(`${word}.`))?.[1];
}

/** Names of columns that elsewhere say who gets no mail; here they decide nothing. */
const STATUS_COLUMN = /^(?:status|unsub.*|(?:is[ _])?subscribed|opt[ _-]?out|clean_time)$/i;

interface ImportStatusProps {
  readonly columns: readonly ColumnPlan[];
  readonly value: StatusChoice;
  change(choice: StatusChoice): void;
}

export function ImportStatus({ columns, value, change }: ImportStatusProps) {
  const words = useWords();
  const idle = columns.find(({ column, role }) => role !== 'email' && STATUS_COLUMN.test(column.trim()))?.column;
  const unset = idle === undefined ? words.imports.keepsStatus : words.imports.statusColumn(legible(idle));
  return (
    <div className="mb-4 grid gap-4 sm:grid-cols-2">
      <SelectField
        label={words.imports.statusOf}
        hint={value === undefined ? unset : words.imports.setsStatus}
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
