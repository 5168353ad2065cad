import type { Stats } from '@posthorn/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { Bars, type Series } from '../../charts/bars.tsx';
import { Meter } from '../../charts/meter.tsx';
import { useTenancy } from '../../session/session.ts';
import { DAY_MS } from '../../text/durations.ts';
import { useFormat } from '../../text/format.ts';
import { browserTimeZone } from '../../text/locale.ts';
import { useWords } from '../../text/words.ts';
import { FilterSelect } from '../../ui/lists/filters.tsx';
import { useFilter } from '../../ui/lists/use-filter.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Section } from '../../ui/page.tsx';
import { Status } from '../../ui/status.tsx';
import { useDomains } from '../domains/use-domains.ts';
import { type Rate, RULES, ratesOf } from './rates.ts';

const LOOK_EVERY_MS = 30_000;

const RANGES = ['7', '30', '90'] as const;
type Range = (typeof RANGES)[number];
const rangeOf = (value: unknown): Range => RANGES.find((range) => range === value) ?? '30';

type Totals = Stats['totals'];

/** The measures, shown as numbers, and as bars when selected. */
const MEASURES = {
  sent: { tone: 'plain', of: ({ sent }) => sent },
  delivered: { tone: 'good', of: ({ delivered }) => delivered },
  opened: { tone: 'plain', of: ({ opened }) => opened },
  clicked: { tone: 'plain', of: ({ clicked }) => clicked },
  bounced: { tone: 'error', of: ({ bounced_hard, bounced_soft, bounced_policy }) => bounced_hard + bounced_soft + bounced_policy },
  complained: { tone: 'error', of: ({ complained }) => complained },
} as const satisfies Record<string, { readonly tone: Series['tone']; of(totals: Totals): number }>;

type MeasureName = keyof typeof MEASURES;
/** Safe because the table has only these keys. */
const MEASURE_NAMES = Object.keys(MEASURES) as MeasureName[];
const measureOf = (value: unknown): MeasureName => MEASURE_NAMES.find((name) => name === value) ?? 'sent';

/** Loads the outcomes of mail in the range of the address, by the reader's days. */
export function useActivity() {
  const { id: tenant, posthorn } = useTenancy();
  const { days } = useSearch({ strict: false });
  const range = rangeOf(days);
  return useQuery({
    queryKey: ['stats', tenant, range],
    queryFn: ({ signal }) =>
      posthorn.stats.get({ from: Date.now() - (Number(range) - 1) * DAY_MS, interval: 'day', timezone: browserTimeZone() }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_EVERY_MS,
  });
}

interface StatsProps {
  readonly stats: Stats;
}

/** Returns whether no verified domain counts a measure, if that is known. */
function useUncounted(): (name: MeasureName) => boolean {
  const { data: domains, error } = useDomains();
  const verified = domains?.filter(({ status }) => status === 'verified');
  return (name) =>
    verified !== undefined &&
    error === null &&
    ((name === 'opened' && !verified.some(({ open_tracking: isCounted }) => isCounted)) ||
      (name === 'clicked' && !verified.some(({ click_tracking: isCounted }) => isCounted)));
}

/** A measure's total, and its share of the mail sent. */
function Figure({ name, totals }: { readonly name: MeasureName; readonly totals: Totals }) {
  const words = useWords();
  const format = useFormat();
  const value = MEASURES[name].of(totals);
  // Most SMTP servers never report deliveries: a zero would look like mail that did not arrive.
  const isUnreported = name === 'delivered' && value === 0 && totals.sent > 0;
  // Likewise, a zero is not unopened mail if opens are not counted.
  const isUncounted = useUncounted()(name) && value === 0;
  const isShare = name !== 'sent' && name !== 'opened' && name !== 'clicked' && totals.sent > 0;
  return (
    <>
      <span className="text-xl font-semibold tracking-tight tabular-nums">{isUnreported || isUncounted ? '–' : format.count(value)}</span>
      {/* Without it a screen reader reads 6 and 5 % as 65 %. */ ' '}
      {isUncounted && <span className="ml-1.5 text-sm text-faint">{words.broadcasts.uncounted}</span>}
      {isShare && (
        <span className="ml-1.5 text-sm text-faint tabular-nums">
          {isUnreported ? words.activity.unreported : format.share(value / totals.sent)}
        </span>
      )}
    </>
  );
}

/** Numbers; pressing one shows its bars. */
function Figures({ stats: { totals }, shown }: StatsProps & { readonly shown: MeasureName }) {
  const words = useWords();
  const filter = useFilter();
  return (
    <fieldset aria-label={words.activity.figures} className="-mx-2 mb-4 grid grid-cols-2 gap-1 sm:grid-cols-3 lg:grid-cols-6">
      {MEASURE_NAMES.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === shown}
          onClick={() => filter({ show: name === 'sent' ? undefined : name })}
          className="min-w-0 rounded-md px-2 py-1.5 text-left hover:bg-raised aria-pressed:bg-chosen"
        >
          <span className="block truncate text-sm text-faint">{words.activity.measures[name]}</span>
          <Figure name={name} totals={totals} />
        </button>
      ))}
    </fieldset>
  );
}

function Watch({ rate: { name, share, judgement } }: { readonly rate: Rate }) {
  const words = useWords();
  const format = useFormat();
  const { watch, act } = RULES[name];
  const rules = name === 'bounces' ? words.activity.bounceRules : words.activity.complaintRules;
  const says = judgement === 'idle' ? words.activity.tooFew : rules[judgement](format.share(watch), format.share(act));
  return (
    <div className="min-w-0">
      <dt className="flex justify-between gap-4 text-sm">
        <span>{words.activity.rateNames[name]}</span>
        <span className="font-medium tabular-nums">
          <Status state="" tone={judgement} label={format.share(share)} />
        </span>
      </dt>
      <dd className="mt-1.5">
        <Meter value={share} marks={[watch, act]} tone={judgement} />
        <p className="mt-1.5 text-xs text-faint">{says}</p>
      </dd>
    </div>
  );
}

function Content({ stats }: StatsProps) {
  const words = useWords();
  const format = useFormat();
  const { show } = useSearch({ strict: false });
  const shown = measureOf(show);
  const { tone, of } = MEASURES[shown];
  return (
    <>
      <Figures stats={stats} shown={shown} />
      <Bars
        label={words.activity.measures[shown]}
        series={[{ name: words.activity.measures[shown], tone }]}
        bars={stats.data.map((entry) => ({ at: entry.at, values: [of(entry)] }))}
        nameOf={{ short: format.day, whole: format.weekday }}
      />
      {!stats.complete && <p className="mt-2 text-sm text-faint">{words.charts.notAll}</p>}
    </>
  );
}

/** The outcomes of mail by day. */
export function Activity({ query }: { readonly query: ReturnType<typeof useActivity> }) {
  const words = useWords();
  const range = (
    <FilterSelect
      small
      name="days"
      label={words.activity.range}
      every={words.activity.ranges['30']}
      options={RANGES.filter((days) => days !== '30').map((days) => [days, words.activity.ranges[days]])}
    />
  );
  return (
    <Section title={words.activity.title} actions={range} className="mt-0!">
      <Loaded query={query} rows={5}>
        {(stats) => <Content stats={stats} />}
      </Loaded>
    </Section>
  );
}

/** Rates that receivers hold against a sender, beside their limits. */
export function Rates({ stats }: StatsProps) {
  const words = useWords();
  return (
    <Section title={words.activity.rates}>
      <dl className="grid gap-x-12 gap-y-6 md:grid-cols-2">
        {ratesOf(stats.totals).map((rate) => (
          <Watch key={rate.name} rate={rate} />
        ))}
      </dl>
    </Section>
  );
}
