import type { TemplateDetail } from '@posthorn/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { EllipsisVertical, Send } from 'lucide-react';
import { useState } from 'react';
import { describeFailure } from '../../api/failures.ts';
import { Editor } from '../../code/editor.tsx';
import { useMay } from '../../session/rights.ts';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button, buttonClasses, IconButton } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { inputClasses, TextField } from '../../ui/field.tsx';
import { legible } from '../../ui/legible.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { Page } from '../../ui/page.tsx';
import { Preview } from '../../ui/preview.tsx';
import { Failure } from '../../ui/states.tsx';
import { Tag } from '../../ui/status.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useAction } from '../../ui/use-action.ts';
import { type Draft, faultOf, partsOf, readModel, useRendered } from './draft.ts';

const BEGUN: Draft = {
  subject: 'Welcome, {{ name }}',
  html: '<h1>Welcome, {{ name }}</h1>\n<p>It is good to have you here.</p>\n',
  text: 'Welcome, {{ name }}.\n\nIt is good to have you here.\n',
  model: '{\n  "name": "Ada"\n}\n',
};

const keyOf = (tenant: string, alias: string) => ['template', tenant, alias] as const;

/** The draft as it will look, and what the model lacks. */
function Rendered({ draft }: { readonly draft: Draft }) {
  const words = useWords();
  const { data, error } = useRendered(draft);
  if (readModel(draft.model) === undefined) return <Failure>{words.template.modelFault}</Failure>;
  const fault = faultOf(error);
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {error !== null && (
        <Failure>
          {fault === undefined ? describeFailure(error, words) : words.template.fault(fault.field, fault.line, fault.detail)}
        </Failure>
      )}
      {data !== undefined && data.missing.length > 0 && (
        <p className="flex flex-wrap items-center gap-1 text-sm text-warn" role="status">
          {words.template.missing}
          {data.missing.map((path) => (
            <Tag key={path}>{legible(path)}</Tag>
          ))}
        </p>
      )}
      {data !== undefined && (
        <>
          <p className="font-medium [overflow-wrap:anywhere]">{legible(data.subject ?? words.template.noSubject)}</p>
          <Tabs
            label={words.email.preview}
            tabs={[
              ...(data.html_body === null
                ? []
                : [{ value: 'html', label: words.email.preview, content: <Preview html={data.html_body} title={words.email.preview} /> }]),
              ...(data.text_body === null
                ? []
                : [
                    {
                      value: 'text',
                      label: words.email.text,
                      content: <pre className="font-sans whitespace-pre-wrap [overflow-wrap:anywhere]">{legible(data.text_body)}</pre>,
                    },
                  ]),
            ]}
          />
        </>
      )}
    </div>
  );
}

interface CodeProps {
  readonly draft: Draft;
  change(changes: Partial<Draft>): void;
}

/** The parts of a template, each in an editor of its own. */
function Code({ draft, change }: CodeProps) {
  const words = useWords();
  const { error } = useRendered(draft);
  const fault = faultOf(error);
  const of = (field: string) => (fault?.field === field ? fault : undefined);
  const box = 'h-[28rem] max-lg:h-80';
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <TextField
        label={words.emails.subject}
        value={draft.subject}
        onChange={(event) => change({ subject: event.target.value })}
        spellCheck={false}
      />
      <Tabs
        label={words.template.parts}
        tabs={[
          {
            value: 'html',
            label: 'HTML',
            content: (
              <div className={box}>
                <Editor value={draft.html} language="html" label="HTML" fault={of('html_body')} onChange={(html) => change({ html })} />
              </div>
            ),
          },
          {
            value: 'text',
            label: words.email.text,
            content: (
              <div className={box}>
                <Editor
                  value={draft.text}
                  language="text"
                  label={words.email.text}
                  fault={of('text_body')}
                  onChange={(text) => change({ text })}
                />
              </div>
            ),
          },
          {
            value: 'model',
            label: words.send.model,
            content: (
              <div className={box}>
                <Editor value={draft.model} language="json" label={words.send.model} onChange={(model) => change({ model })} />
              </div>
            ),
          },
        ]}
      />
    </div>
  );
}

interface DeskProps {
  readonly template: TemplateDetail;
  readonly begun: Draft;
}

/** Code beside what comes of it. */
function Desk({ template, begun }: DeskProps) {
  const words = useWords();
  const say = useToast();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const mayChange = useMay('Templates');
  const { id: tenant, posthorn } = useTenancy();
  const { alias } = template;
  const [draft, setDraft] = useState(begun);
  const save = useAction(async () => {
    const { version } = await posthorn.templates.createVersion(alias, partsOf(draft));
    await queries.invalidateQueries({ queryKey: ['templates', tenant] });
    await queries.invalidateQueries({ queryKey: keyOf(tenant, alias) });
    say(words.template.saved(version));
    await navigate({ to: '/$tenant/templates/$alias', params: { tenant, alias }, replace: true });
  });
  return (
    <>
      <div className="grid gap-8 lg:grid-cols-2">
        <Code draft={draft} change={(changes) => setDraft((before) => ({ ...before, ...changes }))} />
        <section aria-label={words.email.preview} className="min-w-0">
          <Rendered draft={draft} />
        </section>
      </div>
      {mayChange && (
        <div className="mt-6 flex flex-wrap items-center gap-3 border-t border-line pt-4">
          <Button look="primary" busy={save.busy} onClick={() => void save.run()}>
            {words.template.save}
          </Button>
          <span className="text-sm text-faint">{words.template.saveHint}</span>
          {save.failure !== undefined && <Failure className="w-full">{describeFailure(save.failure, words)}</Failure>}
        </div>
      )}
    </>
  );
}

/** Which version is shown, and which is sent. */
function Versions({ template, shown }: { readonly template: TemplateDetail; readonly shown: number | undefined }) {
  const words = useWords();
  const say = useToast();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const mayChange = useMay('Templates');
  const { id: tenant, posthorn } = useTenancy();
  const { alias, versions, active_version: active } = template;
  const activate = useAction(async (version: number) => {
    await posthorn.templates.activateVersion(alias, version);
    await queries.invalidateQueries({ queryKey: ['templates', tenant] });
    await queries.invalidateQueries({ queryKey: keyOf(tenant, alias) });
    say(words.template.activated(version));
  });
  if (versions.length === 0 || shown === undefined) return null;
  return (
    <>
      <select
        aria-label={words.template.versions}
        className={`${inputClasses} select h-8 w-auto! pr-7! text-sm!`}
        value={shown}
        onChange={(event) =>
          void navigate({ to: '/$tenant/templates/$alias', params: { tenant, alias }, search: { version: event.target.value } })
        }
      >
        {versions.map(({ version }) => (
          <option key={version} value={version}>
            {version === active ? words.template.active(version) : words.template.version(version)}
          </option>
        ))}
      </select>
      {mayChange && shown !== active && (
        <Button busy={activate.busy} onClick={() => void activate.run(shown)}>
          {words.template.activate}
        </Button>
      )}
    </>
  );
}

function TemplateActions({ template, shown }: { readonly template: TemplateDetail; readonly shown: number | undefined }) {
  const words = useWords();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [mayChange, maySend] = [useMay('Templates'), useMay('Email')];
  const { id: tenant, posthorn } = useTenancy();
  const [deleting, setDeleting] = useState(false);
  const { alias } = template;
  const remove = async () => {
    await posthorn.templates.delete(alias);
    await queries.invalidateQueries({ queryKey: ['templates', tenant] });
    await navigate({ to: '/$tenant/templates', params: { tenant } });
  };
  return (
    <>
      <Versions template={template} shown={shown} />
      {maySend && template.active_version !== null && (
        <Link to="/$tenant/send" params={{ tenant }} search={{ template: alias }} className={buttonClasses()}>
          <Send size={15} strokeWidth={1.75} aria-hidden="true" />
          {words.template.test}
        </Link>
      )}
      {mayChange && (
        <Menu trigger={<IconButton icon={EllipsisVertical} label={words.common.moreActions} />}>
          <MenuItem danger onSelect={() => setDeleting(true)}>
            {words.common.delete}
          </MenuItem>
        </Menu>
      )}
      <Confirm
        open={deleting}
        onClose={() => setDeleting(false)}
        title={words.template.deleteTitle(alias)}
        action={words.common.delete}
        onConfirm={remove}
      >
        {words.template.deleteText}
      </Confirm>
    </>
  );
}

export function TemplateScreen() {
  const words = useWords();
  const { id: tenant, posthorn } = useTenancy();
  const { alias = '' } = useParams({ strict: false });
  const { version: asked } = useSearch({ strict: false });
  const query = useQuery({ queryKey: keyOf(tenant, alias), queryFn: ({ signal }) => posthorn.templates.get(alias, { signal }) });
  const template = query.data;
  const shown = asked === undefined ? (template?.active_version ?? template?.versions[0]?.version) : Number(asked);
  const begun = useQuery({
    queryKey: ['template-version', tenant, alias, shown ?? 0],
    enabled: template !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<Draft> => {
      if (shown === undefined) return BEGUN;
      const { subject, html_body, text_body } = await posthorn.templates.getVersion(alias, shown, { signal });
      return { subject: subject ?? '', html: html_body ?? '', text: text_body ?? '', model: '{}\n' };
    },
  });
  return (
    <Page
      title={legible(alias)}
      intro={template?.name === null || template === undefined ? undefined : legible(template.name)}
      back={{ link: { to: '/$tenant/templates', params: { tenant } }, label: words.places.templates }}
      actions={template !== undefined && <TemplateActions template={template} shown={shown} />}
    >
      <Loaded query={query}>
        {(found) => <Loaded query={begun}>{(draft) => <Desk key={`${alias} ${shown}`} template={found} begun={draft} />}</Loaded>}
      </Loaded>
    </Page>
  );
}
