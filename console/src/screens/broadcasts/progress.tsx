import type { Broadcast, BroadcastStats } from '@posthorn/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTenancy } from '../../session/session.ts';
import { useFormat } from '../../text/format.ts';
import { useWords } from '../../text/words.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Section } from '../../ui/page.tsx';
import { Ledger } from './ledger.tsx';
import { FOLLOW_EVERY_MS, isMoving, LOOK_EVERY_MS } from './states.ts';

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

export function useBroadcastStats({ id, status }: Broadcast) {
  const { id: tenant, posthorn } = useTenancy();
  return useQuery({
    // With the status: what it ends with is asked for once it has ended.
    queryKey: ['broadcast-stats', tenant, id, status],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => posthorn.broadcasts.stats(id, {}, { signal }),
    // Mail that its receiver has put off goes out after the broadcast counts as sent.
    refetchInterval: ({ state }) => (isMoving(status) || (state.data?.ledger.queued ?? 0) > 0 ? FOLLOW_EVERY_MS : LOOK_EVERY_MS),
    enabled: status !== 'draft',
  });
}

export function Progress({ broadcast }: { readonly broadcast: Broadcast }) {
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
