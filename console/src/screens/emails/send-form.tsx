import type { Domain, SendRequest } from '@posthorn/sdk';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { readJsonObject } from '../../code/json-object.ts';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { Check, SelectField, TextArea, TextField, TimeField } from '../../ui/forms/field.tsx';
import { Form, FormActions } from '../../ui/forms/form.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { useLeave } from '../../ui/forms/use-leave.ts';
import { legibleDomain } from '../../ui/legible.ts';
import { useToast } from '../../ui/overlays/toast.tsx';
import { faultsOf, type SendFaults } from './send-faults.ts';
import { readRequest } from './send-request.ts';

/** The initial values of a form. */
export interface Draft {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The content of a mail, for each kind of body. */
interface Bodies {
  readonly text: string;
  readonly html: string;
  readonly template: string;
  readonly model: string;
}

interface ContentProps {
  readonly kind: string;
  /** The text written for each kind. */
  readonly written: Bodies;
  readonly faults: SendFaults;
  change(changes: Partial<Bodies>): void;
}

function Content({ kind, written, faults, change }: ContentProps) {
  const words = useWords();
  const field = (name: keyof Bodies) => ({
    name,
    value: written[name],
    error: faults[name],
    onChange: ({ target }: { readonly target: { readonly value: string } }) => change({ [name]: target.value }),
  });
  if (kind === 'template')
    return (
      <>
        <TextField {...field('template')} label={words.send.alias} required spellCheck={false} />
        <TextArea
          {...field('model')}
          label={words.send.model}
          hint={words.send.modelHint}
          rows={6}
          className="font-mono text-sm!"
          spellCheck={false}
        />
      </>
    );
  return kind === 'html' ? (
    <TextArea {...field('html')} label={words.send.html} rows={12} required className="font-mono text-sm!" spellCheck={false} />
  ) : (
    <TextArea {...field('text')} label={words.send.text} rows={10} required />
  );
}

/** Sends the mail and opens it; without an answer, returns the faults. */
function useSend(onSent: () => void) {
  const words = useWords();
  const say = useToast();
  const navigate = useNavigate();
  const { id: tenant, posthorn } = useTenancy();
  const [hasModelFault, setModelFault] = useState(false);
  const [sent, setSent] = useState<SendRequest>();
  const { run, busy, failure } = useAction(async (request: SendRequest) => {
    const { message_id, status } = await posthorn.email.send(request);
    onSent();
    say(status === 'suppressed' ? words.send.suppressed : words.send.done);
    await navigate({ to: '/$tenant/emails/$id', params: { tenant, id: message_id } });
  });
  const submit = (fields: ReadonlyMap<string, string>) => {
    const isFault = readJsonObject(fields.get('model') ?? '') === undefined;
    setModelFault(isFault);
    if (isFault) return;
    const request = readRequest(fields);
    setSent(request);
    void run(request);
  };
  const refused = sent === undefined ? {} : faultsOf(failure, { request: sent, words });
  const faults: SendFaults = hasModelFault ? { model: words.template.modelFault } : refused;
  useEffect(() => {
    if (failure !== undefined) document.querySelector<HTMLElement>('form [aria-invalid]')?.focus();
  }, [failure]);
  return { submit, busy, faults, failure: Object.keys(refused).length === 0 ? failure : undefined };
}

export interface SendFormProps {
  readonly draft: Draft;
  /** The domains that may be sent from. */
  readonly domains: readonly Domain[];
}

/** The form that composes and sends a mail. */
export function SendForm({ draft, domains }: SendFormProps) {
  const words = useWords();
  const { template } = useSearch({ strict: false });
  const [written, setWritten] = useState<Bodies>({ text: draft.text, html: draft.html, template: template ?? '', model: '' });
  const [kind, setKind] = useState(template !== undefined ? 'template' : draft.html !== '' ? 'html' : 'text');
  const isUnsent = useRef(false);
  useLeave(() => isUnsent.current);
  const { submit, busy, faults, failure } = useSend(() => {
    isUnsent.current = false;
  });
  const change = (changes: Partial<Bodies>) => {
    isUnsent.current = true;
    setWritten((before) => ({ ...before, ...changes }));
  };
  const first = domains[0];
  const from = draft.from !== '' || first === undefined ? draft.from : `${first.default_from_local_part ?? 'hello'}@${first.name}`;
  return (
    <div
      onInput={() => {
        isUnsent.current = true;
      }}
    >
      <Form label={words.send.title} failure={failure} onSubmit={submit}>
        <TextField
          label={words.email.from}
          hint={words.send.fromHint(domains.map(({ name }) => legibleDomain(name)).join(', '))}
          name="from"
          error={faults.from}
          required
          defaultValue={from}
        />
        <TextField
          label={words.emails.to}
          hint={words.send.toHint}
          error={faults.to}
          name="to"
          required
          defaultValue={draft.to}
          autoFocus
        />
        <TextField
          label={words.emails.subject}
          error={faults.subject}
          name="subject"
          required={kind !== 'template'}
          defaultValue={draft.subject}
          maxLength={998}
        />
        <SelectField label={words.send.kind} value={kind} onChange={(event) => setKind(event.target.value)}>
          <option value="text">{words.send.text}</option>
          <option value="html">{words.send.html}</option>
          <option value="template">{words.email.template}</option>
        </SelectField>
        <Content kind={kind} written={written} faults={faults} change={change} />
        <TimeField label={words.send.at} hint={words.send.atHint} error={faults.at} name="at" fieldClassName="sm:max-w-56" />
        <Check label={words.send.test} hint={words.send.testHint} name="test" />
        <FormActions>
          <Button type="submit" look="primary" busy={busy}>
            {words.send.submit}
          </Button>
        </FormActions>
      </Form>
    </div>
  );
}
