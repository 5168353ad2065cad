import type { Automation } from '@posthorn/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { FlaskConical, Pause, Pencil, Play } from 'lucide-react';
import { useState } from 'react';
import { keepAnswer } from '../../api/keep-answer.ts';
import { useMay } from '../../session/rights.ts';
import { useTenancy } from '../../session/session.ts';
import { useFormat } from '../../text/format.ts';
import { useWords } from '../../text/words.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { legible } from '../../ui/legible.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Confirm } from '../../ui/overlays/confirm.tsx';
import { MenuItem, MenuLine } from '../../ui/overlays/menu.tsx';
import { MoreMenu } from '../../ui/overlays/more-menu.tsx';
import { useToast } from '../../ui/overlays/toast.tsx';
import { Facts, Page, Section } from '../../ui/page.tsx';
import { Status } from '../../ui/status.tsx';
import { useDeleted } from '../../ui/use-deleted.ts';
import { Enrollments } from './enrollments.tsx';
import { Refusal } from './refusal.tsx';
import { WithFigures } from './step-figures.tsx';
import { Tree, useAudienceName } from './tree.tsx';
import { TryAutomation } from './try.tsx';

type DialogName = 'try' | 'archive' | 'delete';
interface AutomationProps {
  readonly automation: Automation;
}

function useAutomationChange({ id }: Automation) {
  const queries = useQueryClient();
  const { id: tenant } = useTenancy();
  return async (change: () => Promise<Automation>) => {
    await keepAnswer(queries, ['automation', tenant, id], change);
    await queries.invalidateQueries({ queryKey: ['automations', tenant] });
    await queries.invalidateQueries({ queryKey: ['enrollments', tenant, id] });
  };
}

function Dialogs({ automation, openDialog, close }: AutomationProps & { readonly openDialog: DialogName | undefined; close(): void }) {
  const words = useWords();
  const say = useToast();
  const forget = useDeleted();
  const changed = useAutomationChange(automation);
  const { id: tenant, posthorn } = useTenancy();
  return (
    <>
      <TryAutomation automation={automation} open={openDialog === 'try'} onClose={close} />
      <Confirm
        open={openDialog === 'archive'}
        onClose={close}
        title={words.automations.archiveTitle}
        action={words.automations.archive}
        onConfirm={async () => {
          await changed(() => posthorn.automations.archive(automation.id));
          say(words.automations.archived);
        }}
      >
        {words.automations.archiveText}
      </Confirm>
      <Confirm
        open={openDialog === 'delete'}
        onClose={close}
        title={words.automations.deleteTitle}
        action={words.common.delete}
        onConfirm={async () => {
          await posthorn.automations.delete(automation.id);
          await forget({
            key: ['automation', tenant, automation.id],
            list: { key: ['automations', tenant], link: { to: '/$tenant/automations', params: { tenant } } },
            said: words.automations.deleted,
          });
        }}
      >
        {words.automations.deleteText}
      </Confirm>
    </>
  );
}

function AutomationActions({ automation }: AutomationProps) {
  const words = useWords();
  const say = useToast();
  const changed = useAutomationChange(automation);
  const { id: tenant, posthorn } = useTenancy();
  const [openDialog, setOpenDialog] = useState<DialogName>();
  const act = useAction(async (what: () => Promise<Automation>, said: string) => {
    await changed(what);
    say(said);
  });
  const activate = () => act.run(() => posthorn.automations.activate(automation.id), words.automations.activated);
  const pause = () => act.run(() => posthorn.automations.pause(automation.id), words.automations.paused);
  const { status } = automation;
  return (
    <>
      <Button icon={FlaskConical} onClick={() => setOpenDialog('try')}>
        {words.automations.simulate}
      </Button>
      {status === 'draft' ? (
        <Link to="/$tenant/automations/$id/edit" params={{ tenant, id: automation.id }} className={buttonClasses()}>
          <Pencil size={15} strokeWidth={1.75} aria-hidden="true" />
          {words.automations.editProgram}
        </Link>
      ) : (
        <Link to="/$tenant/automations/new" params={{ tenant }} search={{ like: automation.id }} className={buttonClasses()}>
          <Pencil size={15} strokeWidth={1.75} aria-hidden="true" />
          {words.automations.editCopy}
        </Link>
      )}
      <MoreMenu
        beside={
          <>
            {(status === 'draft' || status === 'paused') && (
              <Button look="primary" icon={Play} busy={act.busy} onClick={() => void activate()}>
                {status === 'draft' ? words.automations.activate : words.automations.resume}
              </Button>
            )}
            {status === 'active' && (
              <Button icon={Pause} busy={act.busy} onClick={() => void pause()}>
                {words.automations.pause}
              </Button>
            )}
          </>
        }
      >
        {(status === 'active' || status === 'paused') && (
          <>
            <MenuItem onSelect={() => setOpenDialog('archive')}>{words.automations.archive}</MenuItem>
            <MenuLine />
          </>
        )}
        <MenuItem danger onSelect={() => setOpenDialog('delete')}>
          {words.common.delete}
        </MenuItem>
      </MoreMenu>
      {act.failure !== undefined && <Refusal automation={automation} failure={act.failure} />}
      <Dialogs automation={automation} openDialog={openDialog} close={() => setOpenDialog(undefined)} />
    </>
  );
}

function Details({ automation }: AutomationProps) {
  const words = useWords();
  const format = useFormat();
  const audience = useAudienceName();
  const { status, trigger_kind: kind, trigger_config: config, enrollment_counts: counts } = automation;
  const where = config.audience_id === undefined ? '' : ` (${legible(audience(config.audience_id))})`;
  const figures = (['active', 'completed', 'cancelled', 'failed'] as const).map(
    (state) => `${words.enrollmentStates[state]}\u00a0${format.count(counts[state])}`,
  );
  return (
    <Facts
      facts={[
        [words.emails.status, <Status key="s" state={status} label={words.automationStates[status]} />],
        [words.automations.trigger, `${words.automations.triggers[kind]}${where}`],
        [
          words.automations.enrollments,
          <span key="c" className="tabular-nums">
            {figures.join(' · ')}
          </span>,
        ],
      ]}
    />
  );
}

export function AutomationScreen() {
  const words = useWords();
  const mayChange = useMay('Automations');
  const { id: tenant, posthorn } = useTenancy();
  const { id = '' } = useParams({ strict: false });
  const query = useQuery({ queryKey: ['automation', tenant, id], queryFn: ({ signal }) => posthorn.automations.get(id, { signal }) });
  const automation = query.data;
  return (
    <Page
      title={legible(automation?.name ?? words.automations.automation)}
      {...(automation?.description ? { intro: legible(automation.description) } : {})}
      back={{ link: { to: '/$tenant/automations', params: { tenant } }, label: words.places.automations }}
      actions={mayChange && automation !== undefined && <AutomationActions automation={automation} />}
    >
      <Loaded query={query}>
        {(found) => (
          <>
            <Details automation={found} />
            <Section title={words.automations.workflow}>
              <WithFigures automation={found}>
                <Tree steps={found.steps} />
              </WithFigures>
            </Section>
            <Enrollments automation={found} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
