import { useQuery } from '@tanstack/react-query';
import { Bars, BarsLoading } from '../../charts/bars.tsx';
import { useTenancy } from '../../session/session.ts';
import { DAY_MS } from '../../text/durations.ts';
import { useFormat } from '../../text/format.ts';
import { browserTimeZone } from '../../text/locale.ts';
import { useWords } from '../../text/words.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Section } from '../../ui/page.tsx';

const DAYS = 30;

/** Accepted emails by day, with both streams stacked. */
export function ByDay() {
  const words = useWords();
  const format = useFormat();
  const { id: tenant, posthorn } = useTenancy();
  const query = useQuery({
    queryKey: ['stats', tenant, 'usage'],
    async queryFn({ signal }) {
      const asked = { from: Date.now() - (DAYS - 1) * DAY_MS, to: Date.now(), interval: 'day', timezone: browserTimeZone() } as const;
      const [transactional, marketing] = await Promise.all([
        posthorn.stats.get({ ...asked, stream: 'transactional' }, { signal }),
        posthorn.stats.get({ ...asked, stream: 'marketing' }, { signal }),
      ]);
      const byDay = new Map(marketing.data.map(({ at, accepted }) => [at, accepted]));
      return transactional.data.map(({ at, accepted }) => ({ at, values: [accepted, byDay.get(at) ?? 0] }));
    },
  });
  return (
    <Section title={words.usage.byDay}>
      <Loaded query={query} waiting={<BarsLoading />}>
        {(bars) => (
          <Bars
            label={words.usage.byDay}
            series={[
              { name: words.streams.transactional, tone: 'plain' },
              { name: words.streams.marketing, tone: 'accent' },
            ]}
            bars={bars}
            nameOf={{ short: format.day, whole: format.weekday }}
          />
        )}
      </Loaded>
    </Section>
  );
}
