import type { Broadcast } from '@posthorn/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useMay } from '../../session/rights.ts';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Cut } from '../../ui/cut.tsx';
import { legible } from '../../ui/legible.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Facts, Page } from '../../ui/page.tsx';
import { Status } from '../../ui/status.tsx';
import { Moment } from '../../ui/time.tsx';
import { BroadcastActions } from './broadcast-actions.tsx';
import { Draft } from './draft.tsx';
import { Figures } from './figures.tsx';
import { People } from './people.tsx';
import { Progress } from './progress.tsx';
import { broadcastKey, FOLLOW_EVERY_MS, isMoving } from './states.ts';
import { useTargetName } from './target.tsx';

function Details({ broadcast }: { readonly broadcast: Broadcast }) {
  const words = useWords();
  const { id: tenant } = useTenancy();
  const { status, target_kind: kind, target_id: id } = broadcast;
  const nameOf = useTargetName();
  const target =
    kind === null || id === null ? (
      words.broadcasts.noTarget
    ) : (
      <Cut>
        <Link
          to={kind === 'audience' ? '/$tenant/audiences/$id' : '/$tenant/segments/$id'}
          params={{ tenant, id }}
          className="underline underline-offset-2"
        >
          {legible(nameOf(kind, id))}
        </Link>
      </Cut>
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
