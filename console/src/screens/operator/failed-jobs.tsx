import type { FailedJob } from '@posthorn/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { describeFailedChange } from '../../api/failures.ts';
import { PAGE_ROWS, useList } from '../../api/lists.ts';
import { useClients } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock, Copyable } from '../../ui/copy.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { legible } from '../../ui/legible.ts';
import { ListOf } from '../../ui/lists/list.tsx';
import { Table } from '../../ui/lists/table.tsx';
import { Actions, Dialog } from '../../ui/overlays/dialog.tsx';
import { useToast } from '../../ui/overlays/toast.tsx';
import { Facts, Page } from '../../ui/page.tsx';
import { Empty, Failure } from '../../ui/states.tsx';
import { Moment } from '../../ui/time.tsx';
import { TenantChip } from './tenant-chip.tsx';

const KEY = ['operator', 'failed-jobs'] as const;
const LOOK_EVERY_MS = 60_000;

/** Returns a function that describes the work of a job, if its queue is known. */
function useQueueName(): (queue: string) => string {
  const names: Readonly<Record<string, string>> = useWords().failedJobs.queues;
  return (queue) => names[queue] ?? queue;
}

function Owners({ tenants }: Pick<FailedJob, 'tenants'>) {
  const words = useWords();
  if (tenants.length === 0) return words.failedJobs.noTenant;
  return (
    <span className="flex flex-wrap gap-x-3">
      {tenants.map(({ id, name }) => (
        <Link key={id} to="/operator/tenants/$id" params={{ id }} className="underline underline-offset-2">
          {legible(name)}
        </Link>
      ))}
    </span>
  );
}

function Named({ name, code }: { readonly name: string; readonly code: string }) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <p className="text-sm text-faint">{name}</p>
      <CodeBlock code={code} label={name} />
    </div>
  );
}

function Details({ job }: { readonly job: FailedJob }) {
  const words = useWords();
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Facts
        facts={[
          [words.operator.tenant, <Owners key="t" tenants={job.tenants} />],
          [words.failedJobs.failedAt, <Moment key="f" at={job.failed_at} />],
          [words.failedJobs.attempts, String(job.attempts)],
          [
            words.operator.queue,
            <code key="q" className="font-mono text-xs">
              {legible(job.queue)}
            </code>,
          ],
          [words.email.id, <Copyable key="i" text={job.id} label={words.email.id} />],
        ]}
      />
      <Named name={words.operator.reason} code={legible(job.error ?? words.failedJobs.noError)} />
      <Named name={words.failedJobs.objects} code={job.objects.map(legible).join('\n')} />
      <p className="text-sm text-faint">{words.failedJobs.help(legible(job.sweep))}</p>
    </div>
  );
}

/** Jobs that were given up, with their tenant and the reason; each can be retried at once. */
export function FailedJobs() {
  const words = useWords();
  const say = useToast();
  const queries = useQueryClient();
  const queueName = useQueueName();
  const { admin } = useClients();
  const { tenant } = useSearch({ strict: false });
  const [shown, setShown] = useState<FailedJob>();
  const list = useList<FailedJob, string>({
    key: [...KEY, tenant],
    load: (cursor, signal) => admin('GET /admin/failed-jobs', { query: { tenant_id: tenant, limit: PAGE_ROWS, cursor }, signal }),
    everyMs: LOOK_EVERY_MS,
  });
  const sweep = useAction(async (name: string) => {
    const { ran } = await admin('POST /admin/jobs/{name}/run', { params: { name } });
    await queries.invalidateQueries({ queryKey: KEY });
    say(words.operator.ran(name, ran));
    setShown(undefined);
  });
  const empty = (
    <Empty title={words.failedJobs.emptyTitle}>
      <p>{tenant === undefined ? words.failedJobs.emptyText : words.failedJobs.noneOfTenant}</p>
    </Empty>
  );
  return (
    <Page title={words.places.failedJobs} intro={words.failedJobs.intro}>
      <TenantChip />
      <ListOf list={list} empty={empty}>
        {(rows) => (
          <Table
            label={words.places.failedJobs}
            rows={rows}
            keyOf={({ id }) => id}
            onOpen={(job) => {
              // The failure belonged to another job.
              sweep.forget();
              setShown(job);
            }}
            columns={[
              { name: words.failedJobs.what, width: 'md:w-72', cell: ({ queue }) => queueName(queue) },
              { name: words.operator.tenant, width: 'w-44', wide: true, cell: ({ tenants }) => <Owners tenants={tenants} /> },
              {
                name: words.operator.reason,
                wide: true,
                cell: ({ error }) => <span className="text-faint">{legible(error ?? words.failedJobs.noError)}</span>,
              },
              { name: words.common.time, width: 'w-24 max-sm:w-20', time: ({ failed_at }) => failed_at },
            ]}
            below={({ tenants, error }) =>
              [tenants.map(({ name }) => legible(name)).join(', '), legible(error ?? words.failedJobs.noError)].filter(Boolean).join(' · ')
            }
          />
        )}
      </ListOf>
      <Dialog open={shown !== undefined} onClose={() => setShown(undefined)} title={shown === undefined ? '' : queueName(shown.queue)} wide>
        {shown !== undefined && (
          <>
            <Details job={shown} />
            {sweep.failure !== undefined && <Failure className="mt-3">{describeFailedChange(sweep.failure, words)}</Failure>}
            {/* Webhook deliveries come back by themselves within an hour, and not before. */}
            {shown.queue !== 'webhook' && (
              <Actions>
                <Button icon={RotateCw} busy={sweep.busy} onClick={() => void sweep.run(shown.sweep)}>
                  {words.operator.runNamed(legible(shown.sweep))}
                </Button>
              </Actions>
            )}
          </>
        )}
      </Dialog>
    </Page>
  );
}
