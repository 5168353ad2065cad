import type { Domain, SendRequest } from '@posthorn/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { readJsonObject } from '../../code/json-object.ts';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { Check, SelectField, TextArea, TextField } from '../../ui/forms/field.tsx';
import { Form, FormActions } from '../../ui/forms/form.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { useLeave } from '../../ui/forms/use-leave.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { useToast } from '../../ui/overlays/toast.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { useDomains } from '../domains/use-domains.ts';
import { faultsOf, type SendFaults } from './send-faults.ts';

/** What a form begins with. */
interface Draft {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** What a mail says, by each way to say it. */
interface Bodies {
  readonly text: string;
  readonly html: string;
  readonly template: string;
  readonly model: string;
}

const splitAddresses = (text: string): string[] =>
  text
    .split(/[\n,;]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '');

function readRequest(fields: ReadonlyMap<string, string>): SendRequest {
  const field = (name: string) => fields.get(name)?.trim() || undefined;
  const at = field('at');
  const model = field('model') === undefined ? undefined : readJsonObject(fields.get('model') ?? '');
  return {
    from: field('from') ?? '',
    to: splitAddresses(fields.get('to') ?? ''),
    ...(field('subject') === undefined ? {} : { subject: field('subject') }),
    ...(field('text') === undefined ? {} : { text_body: fields.get('text') }),
    ...(field('html') === undefined ? {} : { html_body: fields.get('html') }),
    ...(field('template') === undefined ? {} : { template_alias: field('template') }),
    ...(model === undefined ? {} : { template_model: model }),
    ...(at === undefined ? {} : { scheduled_at: new Date(at).getTime() }),
    ...(fields.has('test') ? { test_mode: true } : {}),
  };
}

interface ContentProps {
  readonly kind: string;
  /** What was written, of each kind. */
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

interface SendFormProps {
  readonly draft: Draft;
  /** That may be sent from. */
  readonly domains: readonly Domain[];
}

function SendForm({ draft, domains }: SendFormProps) {
  const words = useWords();
  const say = useToast();
  const navigate = useNavigate();
  const { template } = useSearch({ strict: false });
  const { id: tenant, posthorn } = useTenancy();
  const [written, setWritten] = useState<Bodies>({ text: draft.text, html: draft.html, template: template ?? '', model: '' });
  const [hasModelFault, setModelFault] = useState(false);
  const [sent, setSent] = useState<SendRequest>();
  const isUnsent = useRef(false);
  useLeave(() => isUnsent.current);
  const [kind, setKind] = useState(template !== undefined ? 'template' : draft.html !== '' ? 'html' : 'text');
  const send = useAction(async (request: SendRequest) => {
    const { message_id, status } = await posthorn.email.send(request);
    isUnsent.current = false;
    say(status === 'suppressed' ? words.send.suppressed : words.send.done);
    await navigate({ to: '/$tenant/emails/$id', params: { tenant, id: message_id } });
  });
  const submit = (fields: ReadonlyMap<string, string>) => {
    const isFault = readJsonObject(fields.get('model') ?? '') === undefined;
    setModelFault(isFault);
    if (isFault) return;
    const request = readRequest(fields);
    setSent(request);
    void send.run(request);
  };
  const refused = sent === undefined ? {} : faultsOf(send.failure, { request: sent, words });
  const faults = hasModelFault ? { model: words.template.modelFault } : refused;
  useEffect(() => {
    if (send.failure !== undefined) document.querySelector<HTMLElement>('form [aria-invalid]')?.focus();
  }, [send.failure]);
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
      <Form label={words.send.title} failure={Object.keys(refused).length === 0 ? send.failure : undefined} onSubmit={submit}>
        <TextField
          label={words.email.from}
          hint={words.send.fromHint(domains.map(({ name }) => name).join(', '))}
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
        <TextField
          label={words.send.at}
          hint={words.send.atHint}
          error={faults.at}
          name="at"
          type="datetime-local"
          fieldClassName="sm:max-w-56"
        />
        <Check label={words.send.test} hint={words.send.testHint} name="test" />
        <FormActions>
          <Button type="submit" look="primary" busy={send.busy}>
            {words.send.submit}
          </Button>
        </FormActions>
      </Form>
    </div>
  );
}

/** The form, where there is a domain to send from. */
function Written({ draft, domains }: SendFormProps) {
  const words = useWords();
  const { id: tenant } = useTenancy();
  if (domains.length > 0) return <SendForm draft={draft} domains={domains} />;
  return (
    <Empty title={words.send.noDomain}>
      <p>{words.send.noDomainText}</p>
      <Link to="/$tenant/domains" params={{ tenant }} className="text-ink underline underline-offset-2">
        {words.places.domains}
      </Link>
    </Empty>
  );
}

const NOTHING: Draft = { from: '', to: '', subject: '', text: '', html: '' };

/** Writes a mail, or one like another. */
export function Send() {
  const words = useWords();
  const { id: tenant, posthorn } = useTenancy();
  const { like } = useSearch({ strict: false });
  const domains = useDomains();
  const draft = useQuery({
    queryKey: ['draft', tenant, like],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<Draft> => {
      if (like === undefined) return NOTHING;
      const { from, to, subject, text_body, html_body } = await posthorn.messages.get(like, { signal });
      return { from, to: to.join(', '), subject, text: html_body === null ? (text_body ?? '') : '', html: html_body ?? '' };
    },
  });
  return (
    <Page title={words.send.title} width="form" back={{ link: { to: '/$tenant/emails', params: { tenant } }, label: words.places.emails }}>
      <Loaded query={domains}>
        {(data) => (
          <Loaded query={draft}>
            {(found) => <Written key={like} draft={found} domains={data.filter(({ status }) => status === 'verified')} />}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}
