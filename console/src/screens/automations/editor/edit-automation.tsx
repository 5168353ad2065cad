import type { Automation, CreateAutomationRequest, UpdateAutomationRequest } from '@posthorn/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { describeFailedChange } from '../../../api/failures.ts';
import { useTenancy } from '../../../session/session.ts';
import { useEditorWords } from '../../../text/automation-editor.ts';
import { useWords } from '../../../text/words.ts';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { changesOf } from '../../../ui/forms/changes.ts';
import { useAction } from '../../../ui/forms/use-action.ts';
import { useLeave } from '../../../ui/forms/use-leave.ts';
import { legible } from '../../../ui/legible.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { useToast } from '../../../ui/overlays/toast.tsx';
import { Page, Section } from '../../../ui/page.tsx';
import { Empty, Failure } from '../../../ui/states.tsx';
import { useVerifiedDomains } from '../../domains/use-domains.ts';
import { fromSteps, toSteps } from './program.ts';
import { type BrokenJson, ProgramFields } from './program-fields.tsx';
import { requestOf, SettingsFields, settingsOf, withDomain } from './settings.tsx';
import { findStepFault } from './step-fault.tsx';
import { useProgramEditor } from './use-editor.ts';

/** Tracks unsaved changes and asks before they are left. */
function useUnsaved(request: CreateAutomationRequest) {
  const now = JSON.stringify(request);
  const saved = useRef(now);
  useLeave(() => saved.current !== now);
  return (given: CreateAutomationRequest) => {
    saved.current = JSON.stringify(given);
  };
}

/** Returns what was changed. The trigger and its audience belong together. */
function changesTo(begun: CreateAutomationRequest, request: CreateAutomationRequest): UpdateAutomationRequest {
  const { trigger_kind, trigger_config } = request;
  const changes = changesOf(request, begun);
  return 'trigger_kind' in changes || 'trigger_config' in changes ? { ...changes, trigger_kind, trigger_config } : changes;
}

interface EditProps {
  readonly given?: Automation;
  readonly action: string;
  /** Saves the automation, of which something was changed. */
  save(request: CreateAutomationRequest, changes: UpdateAutomationRequest): Promise<Automation>;
}

function EditProgram({ given, action, save }: EditProps) {
  const words = useWords();
  const said = useEditorWords();
  const say = useToast();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { id: tenant } = useTenancy();
  const { domains, isPending, error } = useVerifiedDomains();
  const editor = useProgramEditor(() => fromSteps(given?.steps ?? []));
  const [written, setWritten] = useState(() => settingsOf(given));
  const [broken, setBroken] = useState<BrokenJson>();
  const steps = toSteps(editor.program);
  const settings = withDomain(written, domains);
  const request = { ...requestOf(settings), steps };
  const asWritten = { ...requestOf(written), steps };
  const [begun] = useState(asWritten);
  const noteSaved = useUnsaved(asWritten);
  const submit = useAction(async () => {
    try {
      const after = await save(request, changesTo(begun, request));
      noteSaved(asWritten);
      const queryKey = ['automation', tenant, after.id];
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, after);
      await queries.invalidateQueries({ queryKey: ['automations', tenant] });
      say(words.automations.saved);
      await navigate({ to: '/$tenant/automations/$id', params: { tenant, id: after.id } });
    } catch (failure) {
      editor.tell(findStepFault(editor.program, failure));
      throw failure;
    }
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    void submit.run();
  };
  const isOfStep = editor.fault !== undefined || findStepFault(editor.program, submit.failure) !== undefined;
  return (
    <>
      <form id="automation" onSubmit={send}>
        <SettingsFields
          settings={settings}
          domains={domains}
          domainsFailure={error}
          change={(changes) => setWritten((before) => ({ ...before, ...changes }))}
        />
      </form>
      <Section title={words.automations.workflow}>
        <ProgramFields editor={editor} broken={broken} setBroken={setBroken} />
      </Section>
      <div className="mt-8 flex flex-wrap items-center gap-3 border-t border-line pt-4">
        <Button type="submit" form="automation" look="primary" busy={submit.busy} disabled={broken !== undefined || isPending}>
          {action}
        </Button>
        {submit.failure !== undefined && <Failure>{isOfStep ? said.seeStep : describeFailedChange(submit.failure, words)}</Failure>}
      </div>
    </>
  );
}

/** A new automation, or a copy of one that has begun. */
export function NewAutomation() {
  const words = useWords();
  const { id: tenant, posthorn } = useTenancy();
  const { like } = useSearch({ strict: false });
  const query = useQuery({
    queryKey: ['automation-like', tenant, like],
    queryFn: ({ signal }) => (like === undefined ? null : posthorn.automations.get(like, { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Page
      width="form"
      title={words.automations.add}
      back={{ link: { to: '/$tenant/automations', params: { tenant } }, label: words.places.automations }}
    >
      <Loaded query={query}>
        {(found) => (
          <EditProgram
            key={found?.id}
            {...(found === null ? {} : { given: { ...found, name: words.automations.copyOf(found.name) } })}
            action={words.automations.add}
            save={(request) => posthorn.automations.create(request)}
          />
        )}
      </Loaded>
    </Page>
  );
}

export function EditAutomation() {
  const words = useWords();
  const said = useEditorWords();
  const { id: tenant, posthorn } = useTenancy();
  const { id = '' } = useParams({ strict: false });
  const query = useQuery({
    queryKey: ['automation', tenant, id],
    queryFn: ({ signal }) => posthorn.automations.get(id, { signal }),
    // The text must not change while somebody is editing it.
    refetchOnWindowFocus: false,
  });
  return (
    <Page
      width="form"
      title={words.automations.editProgram}
      intro={query.data === undefined ? undefined : legible(query.data.name)}
      back={{
        link: { to: '/$tenant/automations/$id', params: { tenant, id } },
        label: legible(query.data?.name ?? words.automations.automation),
      }}
    >
      <Loaded query={query}>
        {(found) =>
          found.status === 'draft' ? (
            <EditProgram
              key={found.id}
              given={found}
              action={words.common.save}
              save={(_, changes) => posthorn.automations.update(found.id, changes)}
            />
          ) : (
            <Empty title={said.noDraft}>
              <p>{said.copyText}</p>
              <Link
                to="/$tenant/automations/new"
                params={{ tenant }}
                search={{ like: found.id }}
                className={`${buttonClasses('primary')} self-start`}
              >
                {words.automations.editCopy}
              </Link>
            </Empty>
          )
        }
      </Loaded>
    </Page>
  );
}
