import type { Audience } from '@posthorn/sdk';
import { useWords } from '../../text/words.ts';
import { TextArea, TextField } from '../../ui/forms/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { SubmitActions } from '../../ui/overlays/dialog.tsx';

interface AudienceFormProps {
  readonly given?: Audience;
  readonly action: string;
  onSubmit(request: { readonly name: string; readonly description: string }): Promise<unknown>;
  onClose(): void;
}

export function AudienceForm({ given, action, onSubmit, onClose }: AudienceFormProps) {
  const words = useWords();
  const submit = useAction((fields: ReadonlyMap<string, string>) =>
    onSubmit({ name: fields.get('name') ?? '', description: fields.get('description') ?? '' }),
  );
  return (
    <Form failure={submit.failure} onSubmit={(fields) => void submit.run(fields)}>
      <TextField label={words.common.name} name="name" required maxLength={255} defaultValue={given?.name} />
      <TextArea label={words.audiences.description} name="description" rows={2} maxLength={1000} defaultValue={given?.description} />
      <SubmitActions busy={submit.busy} onCancel={onClose}>
        {action}
      </SubmitActions>
    </Form>
  );
}
