import { useWords } from '../../text/words.ts';
import { SelectField, TextField } from '../../ui/forms/field.tsx';
import { legible } from '../../ui/legible.ts';
import { useAudiences } from '../audiences/use-audiences.ts';

/** The audience for the contacts of a file: an existing one, a new one by name, or none. */
export type AudienceChoice =
  | { readonly id: string; readonly name: string }
  | { readonly id?: undefined; readonly name: string }
  | undefined;

const NEW = 'new';

interface ImportAudienceProps {
  readonly value: AudienceChoice;
  change(choice: AudienceChoice): void;
}

export function ImportAudience({ value, change }: ImportAudienceProps) {
  const words = useWords();
  const { data = [] } = useAudiences();
  // The choice stays, even if it is no longer listed, or not yet.
  const isUnlisted = value?.id !== undefined && data.every(({ id }) => id !== value.id);
  const audiences = isUnlisted ? [value, ...data] : data;
  const choose = (chosen: string) => {
    if (chosen === NEW) change({ name: '' });
    else change(audiences.find(({ id }) => id === chosen));
  };
  return (
    <div className="mt-6 mb-4 grid gap-4 sm:grid-cols-2">
      <SelectField
        label={words.contacts.toAudience}
        value={value === undefined ? '' : (value.id ?? NEW)}
        onChange={({ target }) => choose(target.value)}
      >
        <option value="">{words.imports.noAudience}</option>
        <option value={NEW}>{words.imports.newAudience}</option>
        {audiences.map(({ id, name }) => (
          <option key={id} value={id}>
            {legible(name)}
          </option>
        ))}
      </SelectField>
      {value !== undefined && value.id === undefined && (
        <TextField
          label={words.imports.audienceName}
          required
          maxLength={255}
          value={value.name}
          onChange={({ target }) => change({ name: target.value })}
        />
      )}
    </div>
  );
}
