import type { Broadcast, BroadcastStats } from '@posthorn/sdk';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { CircleX, EllipsisVertical, Pause, Play, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { describeFailure } from '../../api/failures.ts';
import { useMay } from '../../session/rights.ts';
import { useTenancy } from '../../session/session.ts';
import { useFormat } from '../../text/format.ts';
import { useWords } from '../../text/words.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { legible } from '../../ui/legible.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Menu, MenuItem, MenuLine } from '../../ui/menu.tsx';
import { Facts, Page, Section } from '../../ui/page.tsx';
import { Failure } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { Moment } from '../../ui/time.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useAction } from '../../ui/use-action.ts';
import { Draft } from './draft.tsx';
import { Figures } from './figures.tsx';
import { Ledger } from './ledger.tsx';
import { People } from './people.tsx';
import { broadcastKey, isMoving, MAY } from './states.ts';
import { useTargetName } from './target.tsx';
import { TestBroadcast } from './test.tsx';

const FOLLOW_EVERY_MS = 2000;

type Asked = 'cancel' | 'delete' | 'test';

interface BroadcastProps {
  readonly broadcast: Broadcast;
}

/** Opens its mail and follows its links, in a share of those who got it. */
function Totals({ stats }: { readonly stats: BroadcastStats }) {
  const words = useWords();
  const format = useFormat();
  const { sent } = stats.ledger;
  const figures = [
    [words.broadcasts.opened, stats.unique_opens],
    [words.broadcasts.clicked, stats.unique_clicks],
    [words.broadcasts.bounced, stats.events.bounce],
    [words.broadcasts.complained, stats.events.complaint],
  ] as const;
  return (
    <dl className="mt-6 grid grid-cols-2 gap-x-8 gap-y-5 lg:grid-cols-4">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt className="text-sm text-faint">{name}</dt>
          <dd className="mt-0.5">
            <span className="text-xl font-semibold tracking-tight tabular-nums">{format.count(value)}</span>
            {sent > 0 && <span className="ml-1.5 text-sm text-faint">{format.share(value / sent)}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function useBroadcastStats({ id, status }: Broadcast) {
  const { id: tenant, posthorn } = useTenancy();
  return useQuery({
    // With the status: what it ends with is asked for once it has ended.
    queryKey: ['broadcast-stats', tenant, id, status],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => posthorn.broadcasts.stats(id, {}, { signal }),
    // Mail that its receiver has put off goes out after the broadcast counts as sent.
    refetchInterval: ({ state }) => (isMoving(status) || (state.data?.ledger.queued ?? 0) > 0 ? FOLLOW_EVERY_MS : false),
    enabled: status !== 'draft',
  });
}

function Progress({ broadcast }: BroadcastProps) {
  const words = useWords();
  const query = useBroadcastStats(broadcast);
  return (
    <Section title={words.broadcasts.progress}>
      <Loaded query={query} rows={3}>
        {(stats) => (
          <>
            {stats.ledger.total > 0 && <Ledger ledger={stats.ledger} />}
            <Totals stats={stats} />
          </>
        )}
      </Loaded>
    </Section>
  );
}

function Details({ broadcast }: BroadcastProps) {
  const words = useWords();
  const { id: tenant } = useTenancy();
  const { status, target_kind: kind, target_id: id } = broadcast;
  const nameOf = useTargetName();
  const target =
    kind === null || id === null ? (
      words.broadcasts.noTarget
    ) : (
      <Link
        to={kind === 'audience' ? '/$tenant/audiences/$id' : '/$tenant/segments/$id'}
        params={{ tenant, id }}
        className="underline underline-offset-2"
      >
        {legible(nameOf(kind, id))}
      </Link>
    );
  return (
    <Facts
      facts={[
        [words.emails.status, <Status key="s" state={status} label={words.broadcastStates[status]} />],
        [words.broadcasts.subject, legible(broadcast.subject)],
        [words.broadcasts.to, target],
        ...(broadcast.from === null ? [] : [[words.broadcasts.from, legible(broadcast.from)] as const]),
        ...(status === 'scheduled' && broadcast.scheduled_at !== null
          ? [[words.email.scheduledFor, <Moment key="a" at={broadcast.scheduled_at} />] as const]
          : []),
        ...(broadcast.sent_at === null ? [] : [[words.broadcasts.sentAt, <Moment key="t" at={broadcast.sent_at} />] as const]),
        ...(broadcast.last_error === null ? [] : [[words.broadcasts.stopped, legible(broadcast.last_error)] as const]),
      ]}
    />
  );
}

/** Everything of a broadcast is asked for again. */
function useBroadcastChanged({ id }: Broadcast) {
  const queries = useQueryClient();
  const { id: tenant } = useTenancy();
  return () =>
    Promise.all(
      [broadcastKey(tenant, id), ['broadcast-stats', tenant, id], ['recipients', tenant, id], ['broadcasts', tenant]].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    );
}

function Questions({ broadcast, asked, close }: BroadcastProps & { readonly asked: Asked | undefined; close(): void }) {
  const words = useWords();
  const say = useToast();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const changed = useBroadcastChanged(broadcast);
  const { id: tenant, posthorn } = useTenancy();
  return (
    <>
      <TestBroadcast broadcast={broadcast} open={asked === 'test'} onClose={close} />
      <Confirm
        open={asked === 'cancel'}
        onClose={close}
        title={words.broadcasts.cancelTitle}
        action={words.broadcasts.cancel}
        onConfirm={async () => {
          await posthorn.broadcasts.cancel(broadcast.id);
          await changed();
          say(words.broadcasts.cancelled);
        }}
      >
        {words.broadcasts.cancelText}
      </Confirm>
      <Confirm
        open={asked === 'delete'}
        onClose={close}
        title={words.broadcasts.deleteTitle}
        action={words.common.delete}
        onConfirm={async () => {
          await posthorn.broadcasts.delete(broadcast.id);
          await queries.invalidateQueries({ queryKey: ['broadcasts', tenant] });
          say(words.broadcasts.deleted);
          await navigate({ to: '/$tenant/broadcasts', params: { tenant }, ignoreBlocker: true });
        }}
      >
        {words.broadcasts.deleteText}
      </Confirm>
    </>
  );
}

function BroadcastActions({ broadcast }: BroadcastProps) {
  const words = useWords();
  const say = useToast();
  const changed = useBroadcastChanged(broadcast);
  const { posthorn } = useTenancy();
  const [asked, setAsked] = useState<Asked>();
  const failed = useBroadcastStats(broadcast).data?.ledger.failed ?? 0;
  const may = (what: keyof typeof MAY) => MAY[what].includes(broadcast.status);
  const act = useAction(async (what: () => Promise<unknown>) => {
    await what();
    await changed();
  });
  const retry = async () => say(words.broadcasts.retried((await posthorn.broadcasts.retry(broadcast.id)).retried));
  return (
    <>
      {may('pause') && (
        <Button icon={Pause} busy={act.busy} onClick={() => void act.run(() => posthorn.broadcasts.pause(broadcast.id))}>
          {words.broadcasts.pause}
        </Button>
      )}
      {may('resume') && (
        <Button icon={Play} busy={act.busy} onClick={() => void act.run(() => posthorn.broadcasts.resume(broadcast.id))}>
          {words.broadcasts.resume}
        </Button>
      )}
      {may('retry') && failed > 0 && (
        <Button icon={RotateCw} busy={act.busy} onClick={() => void act.run(retry)}>
          {words.broadcasts.retry}
        </Button>
      )}
      {broadcast.status === 'scheduled' && (
        <Button icon={CircleX} look="danger" onClick={() => setAsked('cancel')}>
          {words.broadcasts.cancel}
        </Button>
      )}
      <Menu trigger={<IconButton icon={EllipsisVertical} label={words.common.moreActions} />}>
        <MenuItem onSelect={() => setAsked('test')}>{words.broadcasts.test}</MenuItem>
        {may('cancel') && <MenuItem onSelect={() => setAsked('cancel')}>{words.broadcasts.cancel}</MenuItem>}
        <MenuLine />
        <MenuItem danger onSelect={() => setAsked('delete')}>
          {words.common.delete}
        </MenuItem>
      </Menu>
      {act.failure !== undefined && <Failure className="w-full">{describeFailure(act.failure, words)}</Failure>}
      <Questions broadcast={broadcast} asked={asked} close={() => setAsked(undefined)} />
    </>
  );
}

export function BroadcastScreen() {
  const words = useWords();
  const mayChange = useMay('Broadcasts');
  const { id: tenant, posthorn } = useTenancy();
  const { id = '' } = useParams({ strict: false });
  const query = useQuery({
    queryKey: broadcastKey(tenant, id),
    queryFn: ({ signal }) => posthorn.broadcasts.get(id, { signal }),
    refetchInterval: ({ state }) => (state.data !== undefined && isMoving(state.data.status) ? FOLLOW_EVERY_MS : false),
  });
  const broadcast = query.data;
  return (
    <Page
      title={legible(broadcast?.name ?? words.broadcasts.broadcast)}
      back={{ link: { to: '/$tenant/broadcasts', params: { tenant } }, label: words.places.broadcasts }}
      actions={mayChange && broadcast !== undefined && <BroadcastActions broadcast={broadcast} />}
    >
      <Loaded query={query}>
        {(found) =>
          found.status === 'draft' ? (
            <Draft key={found.id} broadcast={found} mayChange={mayChange} />
          ) : (
            <>
              <Details broadcast={found} />
              <Progress broadcast={found} />
              <Figures broadcast={found} />
              {found.status !== 'scheduled' && <People broadcast={found} everyMs={isMoving(found.status) ? FOLLOW_EVERY_MS : undefined} />}
            </>
          )
        }
      </Loaded>
    </Page>
  );
}
