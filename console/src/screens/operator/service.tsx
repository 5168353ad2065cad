import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import type { AdminCall } from '../../api/call.ts';
import { describeFailedChange } from '../../api/failures.ts';
import { useClients } from '../../session/session.ts';
import { useFormat } from '../../text/format.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { legible } from '../../ui/legible.ts';
import { Table } from '../../ui/lists/table.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { useToast } from '../../ui/overlays/toast.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { Failure } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';

const LOOK_EVERY_MS = 5000;

const readStats = (admin: AdminCall, signal: AbortSignal) => admin('GET /admin/stats', { signal });
type Stats = Awaited<ReturnType<typeof readStats>>;

interface StatsProps {
  readonly stats: Stats;
}

/** How long something has been waiting. */
function Age({ ms }: { readonly ms: number | null }) {
  return ms === null ? '–' : <Time at={Date.now() - ms} ago />;
}

function Findings({ stats: { findings } }: StatsProps) {
  const words = useWords();
  if (findings.length === 0) return <p className="text-faint">{words.operator.fine}</p>;
  return (
    <ul className="border-t border-line">
      {findings.map(({ subject, detail, mend }) => (
        <li key={`${subject} ${detail}`} className="flex items-start gap-3 border-b border-line py-3">
          <TriangleAlert size={16} className="mt-0.5 shrink-0 text-warn" aria-hidden="true" />
          <div className="min-w-0 [overflow-wrap:anywhere]">
            <p>
              <span className="font-medium">{legible(subject)}</span> {legible(detail)}
            </p>
            <p className="text-sm text-faint">{legible(mend)}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

function Provider({ stats: { provider } }: StatsProps) {
  const words = useWords();
  if (provider === null) return <p className="text-faint">{words.operator.noProvider}</p>;
  const faults: Readonly<Record<string, string>> = words.operator.faults;
  return (
    <p className="flex flex-wrap items-baseline gap-x-4">
      <Status state="" tone={provider.up ? 'good' : 'error'} label={provider.up ? words.operator.up : words.operator.down} />
      <code className="font-mono text-xs [overflow-wrap:anywhere]">{legible(provider.name)}</code>
      {provider.fault !== null && <span className="text-error">{faults[provider.fault] ?? provider.fault}</span>}
    </p>
  );
}

function WaitingMail({ stats: { waiting } }: StatsProps) {
  const words = useWords();
  const format = useFormat();
  const states: Readonly<Record<string, string>> = words.messageStates;
  if (waiting.length === 0) return <p className="text-faint">{words.operator.noneWaits}</p>;
  return (
    <Table
      label={words.operator.waitingMail}
      rows={waiting}
      keyOf={({ state, reason }) => `${state} ${reason}`}
      columns={[
        { name: words.emails.status, width: 'md:w-36', cell: ({ state }) => <Status state={state} label={states[state] ?? state} /> },
        { name: words.operator.reason, wide: true, cell: ({ reason }) => words.operator.reasons[reason] },
        {
          name: words.operator.many,
          width: 'w-28 max-sm:w-20',
          end: true,
          cell: ({ count }) => <span className="tabular-nums">{format.count(count)}</span>,
        },
        { name: words.operator.oldest, width: 'w-28 max-sm:w-24', end: true, cell: ({ oldest_ms: ms }) => <Age ms={ms} /> },
      ]}
      below={({ reason }) => words.operator.reasons[reason]}
    />
  );
}

function Queues({ stats: { queues } }: StatsProps) {
  const words = useWords();
  const format = useFormat();
  return (
    <Table
      label={words.operator.queues}
      rows={Object.entries(queues)}
      keyOf={([name]) => name}
      columns={[
        { name: words.operator.queue, cell: ([name]) => <code className="font-mono text-xs">{name}</code> },
        { name: words.operator.waits, width: 'w-20 max-sm:w-16', end: true, cell: ([, { waiting }]) => format.count(waiting) },
        { name: words.operator.active, width: 'w-24 max-sm:w-20', end: true, cell: ([, { active }]) => format.count(active) },
        { name: words.operator.oldest, width: 'w-28 max-sm:w-20', end: true, cell: ([, { oldest_waiting_ms: ms }]) => <Age ms={ms} /> },
      ]}
    />
  );
}

function Jobs({ stats: { jobs }, again }: StatsProps & { again(): Promise<unknown> }) {
  const words = useWords();
  const say = useToast();
  const format = useFormat();
  const { admin } = useClients();
  const lastSuccess = (at: number | null) => (at === null ? words.common.never : <Time at={at} ago />);
  const run = useAction(async (name: string) => {
    const { ran } = await admin('POST /admin/jobs/{name}/run', { params: { name } });
    await again();
    say(words.operator.ran(name, ran));
  });
  return (
    <>
      {run.failure !== undefined && <Failure className="mb-3">{describeFailedChange(run.failure, words)}</Failure>}
      <Table
        label={words.operator.jobs}
        rows={Object.entries(jobs)}
        keyOf={([name]) => name}
        columns={[
          { name: words.operator.job, cell: ([name]) => <code className="font-mono text-xs">{name}</code> },
          { name: words.operator.runs, width: 'w-20', wide: true, end: true, cell: ([, { runs }]) => format.count(runs) },
          {
            name: words.operator.failures,
            width: 'w-20 max-sm:w-16',
            end: true,
            cell: ([, { failures }]) => <span className={failures > 0 ? 'text-error' : undefined}>{format.count(failures)}</span>,
          },
          {
            name: words.operator.lastSuccess,
            width: 'w-36',
            wide: true,
            end: true,
            cell: ([, { last_success_at: at }]) => lastSuccess(at),
          },
          {
            name: words.common.actions,
            width: 'w-28',
            end: true,
            cell: ([name]) => (
              <Button small look="quiet" busy={run.busy} aria-label={words.operator.runNamed(name)} onClick={() => void run.run(name)}>
                {words.operator.run}
              </Button>
            ),
          },
        ]}
        below={([, { last_success_at: at }]) => (
          <>
            {words.operator.lastSuccess}: {lastSuccess(at)}
          </>
        )}
      />
    </>
  );
}

/** What waits and why, what runs, and what is stuck. */
export function Service() {
  const words = useWords();
  const { admin } = useClients();
  const query = useQuery({
    queryKey: ['operator', 'stats'],
    queryFn: ({ signal }) => readStats(admin, signal),
    refetchInterval: LOOK_EVERY_MS,
  });
  return (
    <Page title={words.places.service} intro={words.operator.intro}>
      <Loaded query={query}>
        {(stats) => (
          <>
            <Section title={words.operator.findings} className="mt-0!">
              <Findings stats={stats} />
            </Section>
            <Section title={words.operator.provider}>
              <Provider stats={stats} />
            </Section>
            <Section title={words.operator.waitingMail}>
              <WaitingMail stats={stats} />
            </Section>
            <Section title={words.operator.queues}>
              <Queues stats={stats} />
            </Section>
            <Section title={words.operator.jobs}>
              <Jobs stats={stats} again={query.refetch} />
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  );
}
