import type { Domain, SendRequest } from '@posthorn/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { Check, SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { Form, FormActions } from '../../ui/form.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty, Loading } from '../../ui/states.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useAction } from '../../ui/use-action.ts';

/** What a form begins with. */
interface Draft {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const splitAddresses = (text: string): string[] =>
  text
    .split(/[\n,;]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** A model as typed; an empty one is none. Throws where it is no JSON. */
const readModel = (text: string): Record<string, unknown> | undefined => (text.trim() === '' ? undefined : Object(JSON.parse(text)));

function readRequest(fields: ReadonlyMap<string, string>): SendRequest {
  const field = (name: string) => fields.get(name)?.trim() || undefined;
  const at = field('at');
  const model = readModel(fields.get('model') ?? '');
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

function Content({ draft, kind }: { readonly draft: Draft; readonly kind: string }) {
  const words = useWords();
  const { template } = useSearch({ strict: false });
  if (kind === 'template')
    return (
      <>
        <TextField label={words.send.alias} name="template" required defaultValue={template} spellCheck={false} />
        <TextArea
          label={words.send.model}
          hint={words.send.modelHint}
          name="model"
          rows={6}
          className="font-mono text-sm!"
          spellCheck={false}
        />
      </>
    );
  return kind === 'html' ? (
    <TextArea
      label={words.send.html}
      name="html"
      rows={12}
      required
      defaultValue={draft.html}
      className="font-mono text-sm!"
      spellCheck={false}
    />
  ) : (
    <TextArea label={words.send.text} name="text" rows={10} required defaultValue={draft.text} />
  );
}

function SendForm({ draft, domains }: { readonly draft: Draft; readonly domains: readonly Domain[] }) {
  const words = useWords();
  const say = useToast();
  const navigate = useNavigate();
  const { template } = useSearch({ strict: false });
  const { id: tenant, posthorn } = useTenancy();
  const [kind, setKind] = useState(template !== undefined ? 'template' : draft.html !== '' ? 'html' : 'text');
  const send = useAction(async (fields: ReadonlyMap<string, string>) => {
    const { message_id, status } = await posthorn.email.send(readRequest(fields));
    say(status === 'suppressed' ? words.send.suppressed : words.send.done);
    await navigate({ to: '/$tenant/emails/$id', params: { tenant, id: message_id } });
  });
  const first = domains[0];
  const from = draft.from !== '' || first === undefined ? draft.from : `${first.default_from_local_part ?? 'hello'}@${first.name}`;
  return (
    <Form label={words.send.title} failure={send.failure} onSubmit={(fields) => void send.run(fields)}>
      <TextField
        label={words.email.from}
        hint={words.send.fromHint(domains.map(({ name }) => name).join(', '))}
        name="from"
        required
        defaultValue={from}
      />
      <TextField label={words.emails.to} hint={words.send.toHint} name="to" required defaultValue={draft.to} autoFocus />
      <TextField label={words.emails.subject} name="subject" required={kind !== 'template'} defaultValue={draft.subject} maxLength={998} />
      <SelectField label={words.send.kind} value={kind} onChange={(event) => setKind(event.target.value)}>
        <option value="text">{words.send.text}</option>
        <option value="html">{words.send.html}</option>
        <option value="template">{words.email.template}</option>
      </SelectField>
      <Content draft={draft} kind={kind} />
      <TextField label={words.send.at} hint={words.send.atHint} name="at" type="datetime-local" fieldClassName="max-w-56" />
      <Check label={words.send.test} hint={words.send.testHint} name="test" />
      <FormActions>
        <Button type="submit" look="primary" busy={send.busy}>
          {words.send.submit}
        </Button>
      </FormActions>
    </Form>
  );
}

const NOTHING: Draft = { from: '', to: '', subject: '', text: '', html: '' };

/** Writes a mail, or one like another. */
export function Send() {
  const words = useWords();
  const { id: tenant, posthorn } = useTenancy();
  const { like } = useSearch({ strict: false });
  const domains = useQuery({
    queryKey: ['domains', tenant, 'all'],
    queryFn: ({ signal }) => posthorn.domains.list({ limit: 100 }, { signal }),
  });
  const draft = useQuery({
    queryKey: ['draft', tenant, like],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<Draft> => {
      if (like === undefined) return NOTHING;
      const { from, to, subject, text_body, html_body } = await posthorn.messages.get(like, { signal });
      return { from, to: to.join(', '), subject, text: html_body === null ? (text_body ?? '') : '', html: html_body ?? '' };
    },
  });
  const verified = domains.data?.data.filter(({ status }) => status === 'verified');
  return (
    <Page title={words.send.title} width="form" back={{ link: { to: '/$tenant/emails', params: { tenant } }, label: words.places.emails }}>
      {verified === undefined || draft.data === undefined ? (
        <Loading />
      ) : verified.length === 0 ? (
        <Empty title={words.send.noDomain}>
          <p>{words.send.noDomainText}</p>
          <Link to="/$tenant/domains" params={{ tenant }} className="text-ink underline underline-offset-2">
            {words.places.domains}
          </Link>
        </Empty>
      ) : (
        <SendForm draft={draft.data} domains={verified} />
      )}
    </Page>
  );
}
