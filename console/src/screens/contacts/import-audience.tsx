import { useWords } from '../../text/words.ts';
import { SelectField } from '../../ui/forms/field.tsx';
import { legible } from '../../ui/legible.ts';
import { useAudiences } from '../audiences/use-audiences.ts';

interface ImportAudienceProps {
  readonly value: string | undefined;
  change(id: string | undefined): void;
}

/** Into which audience the contacts of a file go: none unless one is chosen, and no question where there is none. */
export function ImportAudience({ value, change }: ImportAudienceProps) {
  const words = useWords();
  const { data = [] } = useAudiences();
  if (data.length === 0) return null;
  return (
    <SelectField
      label={words.contacts.toAudience}
      value={value ?? ''}
      onChange={({ target }) => change(target.value === '' ? undefined : target.value)}
      fieldClassName="mt-6 mb-4 max-w-md"
    >
      <option value="">{words.imports.noAudience}</option>
      {data.map(({ id, name }) => (
        <option key={id} value={id}>
          {legible(name)}
        </option>
      ))}
    </SelectField>
  );
}
