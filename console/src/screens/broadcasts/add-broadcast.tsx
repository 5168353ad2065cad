import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { Actions, Dialog } from '../../ui/overlays/dialog.tsx';
import { TemplateChoice } from './begin/template-choice.tsx';
import { useTemplateContent } from './begin/template-content.ts';

interface AddProps {
  /** The alias of the template to start from, in the address. */
  readonly template: string | undefined;
  onClose(): void;
}

function Fields({ template, onClose }: AddProps) {
  const words = useWords();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { id: tenant, posthorn } = useTenancy();
  const [alias, setAlias] = useState(template ?? '');
  const content = useTemplateContent(alias);
  const parts = alias === '' ? undefined : content.data?.parts;
  const add = useAction(async (name: string) => {
    const { body_html: html, body_text: text, ...rest } = parts ?? { body_html: null, body_text: null };
    const bodies = { ...(html === null ? {} : { body_html: html }), ...(text === null ? {} : { body_text: text }) };
    const { id } = await posthorn.broadcasts.create({ name, ...rest, ...bodies });
    await queries.invalidateQueries({ queryKey: ['broadcasts', tenant] });
    // Back then leads to the template, and does not ask for another broadcast.
    await navigate({ to: '/$tenant/broadcasts/$id', params: { tenant, id }, replace: template !== undefined });
  });
  return (
    <Form failure={add.failure} onSubmit={(fields) => void add.run(fields.get('name') ?? '')}>
      <TextField label={words.common.name} hint={words.broadcasts.nameHint} name="name" required maxLength={255} />
      <TemplateChoice alias={alias} choose={setAlias} content={content} />
      <Actions>
        <Button onClick={onClose}>{words.common.cancel}</Button>
        <Button type="submit" look="primary" busy={add.busy} disabled={alias !== '' && parts === undefined}>
          {words.broadcasts.add}
        </Button>
      </Actions>
    </Form>
  );
}

/** Names a new broadcast, which starts empty or from a template. */
export function AddBroadcast({ open, ...props }: AddProps & { readonly open: boolean }) {
  const words = useWords();
  return (
    <Dialog open={open} onClose={props.onClose} title={words.broadcasts.add}>
      <Fields {...props} />
    </Dialog>
  );
}
