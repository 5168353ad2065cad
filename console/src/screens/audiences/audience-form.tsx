import type { Audience } from '@posthorn/sdk';
import { useState } from 'react';
import { useWords } from '../../text/words.ts';
import { changesOf } from '../../ui/forms/changes.ts';
import { TextArea, TextField } from '../../ui/forms/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { SubmitActions } from '../../ui/overlays/dialog.tsx';

type AudienceFields = Pick<Audience, 'name' | 'description'>;

const NEW: AudienceFields = { name: '', description: '' };

interface AudienceFormProps {
  readonly given?: AudienceFields;
  readonly action: string;
  /** Saves the fields, of which some were changed. */
  onSubmit(fields: AudienceFields, changes: Partial<AudienceFields>): Promise<unknown>;
  onClose(): void;
}

export function AudienceForm({ given = NEW, action, onSubmit, onClose }: AudienceFormProps) {
  const words = useWords();
  const [{ name, description }] = useState<AudienceFields>(given);
  const submit = useAction((fields: ReadonlyMap<string, string>) => {
    const written = { name: fields.get('name') ?? '', description: fields.get('description') ?? '' };
    return onSubmit(written, changesOf(written, { name, description }));
  });
  return (
    <Form failure={submit.failure} onSubmit={(fields) => void submit.run(fields)}>
      <TextField label={words.common.name} name="name" required maxLength={255} defaultValue={name} />
      <TextArea label={words.audiences.description} name="description" rows={2} maxLength={1000} defaultValue={description} />
      <SubmitActions busy={submit.busy} onCancel={onClose}>
        {action}
      </SubmitActions>
    </Form>
  );
}
