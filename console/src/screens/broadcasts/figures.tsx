import type { Broadcast, BroadcastStats } from '@posthorn/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Bar, Bars } from '../../charts/bars.tsx';
import { useTenancy } from '../../session/session.ts';
import { useFormat } from '../../text/format.ts';
import { useWords } from '../../text/words.ts';
import { inputClasses } from '../../ui/forms/field.tsx';
import { legible } from '../../ui/legible.ts';
import { Table } from '../../ui/lists/table.tsx';
import { Section } from '../../ui/page.tsx';
import { overTime, type Unit } from './over-time.ts';
import { LOOK_EVERY_MS } from './states.ts';

const TWO_DAYS_MS = 2 * 86_400_000;

type Links = NonNullable<BroadcastStats['links']>;

/** Opens and clicks since it was sent. */
function OverTime({ bars, unit, onUnit }: { readonly bars: readonly Bar[]; readonly unit: Unit; onUnit(unit: Unit): void }) {
  const words = useWords();
  const format = useFormat();
  const choice = (
    <select
      aria-label={words.activity.range}
      value={unit}
      onChange={({ target }) => onUnit(target.value === 'hour' ? 'hour' : 'day')}
      className={`${inputClasses} select h-7 w-auto! text-sm!`}
    >
      <option value="hour">{words.charts.unit.hour}</option>
      <option value="day">{words.charts.unit.day}</option>
    </select>
  );
  const nameOf = unit === 'hour' ? { short: format.clock, whole: format.hour } : { short: format.day, whole: format.weekday };
  return (
    <Section title={words.broadcasts.overTime} actions={choice}>
      <Bars
        label={words.broadcasts.overTime}
        series={[
          { name: words.activity.measures.opened, tone: 'plain' },
          { name: words.activity.measures.clicked, tone: 'accent' },
        ]}
        bars={bars}
        nameOf={nameOf}
      />
    </Section>
  );
}

function ByLink({ links }: { readonly links: Links }) {
  const words = useWords();
  const { count } = useFormat();
  return (
    <Section title={words.broadcasts.links}>
      <Table
        label={words.broadcasts.links}
        rows={links}
        keyOf={({ url }) => url}
        columns={[
          {
            name: words.broadcasts.link,
            cell: ({ url }) => (
              <span title={legible(url)} className="font-mono text-xs">
                {legible(url)}
              </span>
            ),
          },
          { name: words.activity.measures.clicked, width: 'w-20', end: true, cell: ({ clicks }) => count(clicks) },
          { name: words.broadcasts.clickers, width: 'w-24', end: true, cell: ({ unique_clicks }) => count(unique_clicks) },
        ]}
      />
    </Section>
  );
}

/** When a broadcast was opened, and which of its links were clicked. */
export function Figures({ broadcast }: { readonly broadcast: Broadcast }) {
  const { id: tenant, posthorn } = useTenancy();
  const { id, status, sent_at: sentAt } = broadcast;
  const { data } = useQuery({
    queryKey: ['broadcast-stats', tenant, id, status, 'figures'],
    queryFn: ({ signal }) => posthorn.broadcasts.stats(id, { interval: 'hour', links: true }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_EVERY_MS,
  });
  const [unit, setUnit] = useState<Unit>(sentAt !== null && Date.now() - sentAt > TWO_DAYS_MS ? 'day' : 'hour');
  const bars = overTime(data?.timeline ?? [], unit);
  const links = data?.links ?? [];
  return (
    <>
      {bars.length > 0 && <OverTime bars={bars} unit={unit} onUnit={setUnit} />}
      {links.length > 0 && <ByLink links={links} />}
    </>
  );
}
