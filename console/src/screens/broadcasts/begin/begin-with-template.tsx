import { useState } from 'react';
import { useWords } from '../../../text/words.ts';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { Actions, Dialog } from '../../../ui/overlays/dialog.tsx';
import { TemplateChoice } from './template-choice.tsx';
import { type TemplateParts, useTemplateContent } from './template-content.ts';

const NAMES = ['subject', 'body_html', 'body_text'] as const;

interface BeginProps {
  /** The current fields of the draft; undefined while the dialog is closed. */
  readonly fields: ReadonlyMap<string, string> | undefined;
  onClose(): void;
  begin(parts: TemplateParts): void;
}

function Choose({ fields, onClose, begin }: Omit<BeginProps, 'fields'> & { readonly fields: ReadonlyMap<string, string> }) {
  const words = useWords();
  const [alias, setAlias] = useState('');
  const content = useTemplateContent(alias);
  const parts = content.data?.parts;
  const names = { subject: words.broadcasts.subject, body_html: words.broadcasts.html, body_text: words.broadcasts.text };
  const isLost = (name: (typeof NAMES)[number]) => {
    const [before = '', after] = [fields.get(name), parts?.[name]];
    return before.trim() !== '' && after !== undefined && before !== (after ?? '');
  };
  const lost = parts === undefined ? [] : NAMES.filter(isLost).map((name) => names[name]);
  return (
    <Form
      onSubmit={() => {
        if (parts === undefined) return;
        begin(parts);
        onClose();
      }}
    >
      <TemplateChoice alias={alias} choose={setAlias} content={content} required />
      {lost.length > 0 && <p className="text-sm">{words.broadcasts.replaces(lost.join(', '))}</p>}
      <Actions>
        <Button onClick={onClose}>{words.common.cancel}</Button>
        <Button type="submit" look={lost.length > 0 ? 'danger' : 'primary'} disabled={parts === undefined}>
          {lost.length > 0 ? words.broadcasts.replace : words.broadcasts.begin}
        </Button>
      </Actions>
    </Form>
  );
}

/** Copies a template into the fields of a draft; warns about what would be overwritten. */
export function BeginWithTemplate({ fields, onClose, begin }: BeginProps) {
  const words = useWords();
  return (
    <Dialog open={fields !== undefined} onClose={onClose} title={words.broadcasts.beginWith}>
      {fields !== undefined && <Choose fields={fields} onClose={onClose} begin={begin} />}
    </Dialog>
  );
}
