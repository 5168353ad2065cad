import type { Broadcast, BroadcastStats } from '@posthorn/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTenancy } from '../../session/session.ts';
import { useFormat } from '../../text/format.ts';
import { useWords } from '../../text/words.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Section } from '../../ui/page.tsx';
import { useVerifiedDomains } from '../domains/use-domains.ts';
import { Ledger } from './ledger.tsx';
import { FOLLOW_EVERY_MS, isMoving, LOOK_EVERY_MS } from './states.ts';

/** Returns the domain that a broadcast is sent from, if it is known. */
function useSendingDomain({ from, from_domain_id: id }: Broadcast) {
  const { domains } = useVerifiedDomains();
  if (id !== null) return domains.find((domain) => domain.id === id);
  if (from === null) return domains.length === 1 ? domains[0] : undefined;
  const [, host = ''] = /@([^@\s>]+)>?\s*$/.exec(from) ?? [];
  return domains.find(({ name }) => name === host.toLowerCase());
}

interface TotalsProps {
  readonly broadcast: Broadcast;
  readonly stats: BroadcastStats;
}

/** Opens and clicks, as a share of those who got the mail. */
function Totals({ broadcast, stats }: TotalsProps) {
  const words = useWords();
  const format = useFormat();
  const domain = useSendingDomain(broadcast);
  const { sent } = stats.ledger;
  const figures = [
    [words.broadcasts.opened, stats.unique_opens, domain?.open_tracking],
    [words.broadcasts.clicked, stats.unique_clicks, domain?.click_tracking],
    [words.broadcasts.bounced, stats.events.bounce, true],
    [words.broadcasts.complained, stats.events.complaint, true],
  ] as const;
  // A zero for something that is not counted would look as if nobody had opened the mail.
  const figureOf = (value: number, isCounted: boolean | undefined) =>
    isCounted === false && value === 0
      ? { shown: '–', beside: words.broadcasts.uncounted }
      : { shown: format.count(value), beside: sent > 0 ? format.share(value / sent) : '' };
  return (
    <dl className="mt-6 grid grid-cols-2 gap-x-8 gap-y-5 lg:grid-cols-4">
      {figures.map(([name, value, isCounted]) => {
        const { shown, beside } = figureOf(value, isCounted);
        return (
          <div key={name}>
            <dt className="text-sm text-faint">{name}</dt>
            <dd className="mt-0.5">
              <span className="text-xl font-semibold tracking-tight tabular-nums">{shown}</span>
              {/* Without it a screen reader reads 6 and 5 % as 65 %. */ ' '}
              <span className="ml-1.5 text-sm text-faint">{beside}</span>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

export function useBroadcastStats({ id, status }: Broadcast) {
  const { id: tenant, posthorn } = useTenancy();
  return useQuery({
    // With the status, so that the final figures are fetched once it has ended.
    queryKey: ['broadcast-stats', tenant, id, status],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => posthorn.broadcasts.stats(id, {}, { signal }),
    // Mail that its receiver deferred goes out after the broadcast counts as sent.
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
            <Totals broadcast={broadcast} stats={stats} />
          </>
        )}
      </Loaded>
    </Section>
  );
}
