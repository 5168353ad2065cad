import { useMay } from '../../session/rights.ts';
import { useWords } from '../../text/words.ts';
import { SelectField, TextField } from '../../ui/forms/field.tsx';
import { legible } from '../../ui/legible.ts';
import { useAudiences } from '../audiences/use-audiences.ts';

/** Into which audience the contacts of a file go: one that is there, one that is made for them by its name, or none. */
export type AudienceChoice = { readonly id: string } | { readonly name: string } | undefined;

const NEW = 'new';

interface ImportAudienceProps {
  readonly value: AudienceChoice;
  change(choice: AudienceChoice): void;
}

function choiceOf(value: string): AudienceChoice {
  if (value === NEW) return { name: '' };
  return value === '' ? undefined : { id: value };
}

function chosenOf(choice: AudienceChoice): string {
  if (choice === undefined) return '';
  return 'id' in choice ? choice.id : NEW;
}

export function ImportAudience({ value, change }: ImportAudienceProps) {
  const words = useWords();
  const mayCreate = useMay('Audiences');
  const { data = [] } = useAudiences();
  return (
    <div className="mt-6 mb-4 grid gap-4 sm:grid-cols-2">
      <SelectField label={words.contacts.toAudience} value={chosenOf(value)} onChange={({ target }) => change(choiceOf(target.value))}>
        <option value="">{words.imports.noAudience}</option>
        {mayCreate && <option value={NEW}>{words.imports.newAudience}</option>}
        {data.map(({ id, name }) => (
          <option key={id} value={id}>
            {legible(name)}
          </option>
        ))}
      </SelectField>
      {value !== undefined && 'name' in value && (
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
