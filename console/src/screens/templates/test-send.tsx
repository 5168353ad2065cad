import { useState } from 'react';
import { readJsonObject } from '../../code/json-object.ts';
import { useMe, useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { TextField } from '../../ui/forms/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { Dialog, SubmitActions } from '../../ui/overlays/dialog.tsx';
import { useToast } from '../../ui/overlays/toast.tsx';
import { useDomains } from '../domains/use-domains.ts';
import { bodiesOf, type Draft } from './draft.ts';

/** Returns the first address that a tenant may send from. */
function useSender(enabled: boolean): string | undefined {
  const { data: domains } = useDomains({ enabled });
  const first = domains?.find(({ status }) => status === 'verified');
  return first && `${first.default_from_local_part ?? 'hello'}@${first.name}`;
}

interface TestProps {
  readonly draft: Draft;
  readonly open: boolean;
  onClose(): void;
}

/** Sends what is on the screen, saved or not, with the model beside it. */
export function TestSend({ draft, open, onClose }: TestProps) {
  const words = useWords();
  const say = useToast();
  const { data: me } = useMe();
  const sender = useSender(open);
  // As typed, whenever the domains arrive.
  const [from, setFrom] = useState<string>();
  const { posthorn } = useTenancy();
  const send = useAction(async (fields: ReadonlyMap<string, string>) => {
    const to = (fields.get('to') ?? '').split(/[\s,;]+/).filter((part) => part !== '');
    const { subject, html_body, text_body } = await posthorn.templates.preview({
      ...bodiesOf(draft),
      template_model: readJsonObject(draft.model) ?? {},
    });
    const bodies = { ...(html_body === null ? {} : { html_body }), ...(text_body === null ? {} : { text_body }) };
    await posthorn.email.send({ from: fields.get('from') ?? '', to, subject: `[test] ${subject ?? ''}`.trim(), ...bodies });
    say(words.template.testSent(to.join(', ')));
    onClose();
  });
  return (
    <Dialog open={open} onClose={onClose} title={words.template.test} description={words.template.testText}>
      <Form failure={send.failure} onSubmit={(fields) => void send.run(fields)}>
        <TextField label={words.emails.to} name="to" required defaultValue={me?.email} spellCheck={false} />
        <TextField
          label={words.email.from}
          name="from"
          required
          value={from ?? sender ?? ''}
          onChange={(event) => setFrom(event.target.value)}
          spellCheck={false}
        />
        <SubmitActions busy={send.busy} onCancel={onClose}>
          {words.template.test}
        </SubmitActions>
      </Form>
    </Dialog>
  );
}
