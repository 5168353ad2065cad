import { type Measure, measures } from '@posthorn/contract';
import { HOUR_MS } from '../core/durations.ts';
import { isOfProgram } from '../events/index.ts';
import type { LogEntry, LogEvent } from '../messages/follow/index.ts';

/** What a count belongs to: whose mail, and in which hour. */
export interface StatPlace {
  readonly tenantId: string;
  /** Its beginning in epoch milliseconds. */
  readonly hour: number;
  readonly domainId: string;
  readonly stream: string;
  readonly testMode: boolean;
  readonly broadcastId: string | null;
}

export interface StatCount extends StatPlace {
  readonly measure: Measure;
  readonly count: number;
}

export const hourOf = (at: number): number => at - (at % HOUR_MS);

const BOUNCES: Readonly<Record<string, Measure>> = { hard: 'bounced_hard', policy: 'bounced_policy' };

const MEASURES: Readonly<Record<LogEvent['type'], Measure | 'bounced' | null>> = {
  scheduled: null,
  cancelled: null,
  sent: 'sent',
  delivery: 'delivered',
  delivery_delayed: 'delayed',
  bounce: 'bounced',
  complaint: 'complained',
  open: 'opened',
  click: 'clicked',
  failed: 'failed',
  suppressed: 'suppressed',
};

function measureOf(event: LogEvent): Measure | null {
  if (isOfProgram(event)) return null;
  const { type, data } = event;
  const measure = MEASURES[type];
  return measure === 'bounced' ? (BOUNCES[String(data.class)] ?? 'bounced_soft') : measure;
}

/** Returns the count of one email. */
export const acceptedOf = ({ createdAt, position: _, recipients: __, ...entry }: LogEntry): StatCount => ({
  ...entry,
  hour: hourOf(createdAt),
  measure: 'accepted',
  count: 1,
});

/** Returns the counts of events; those without a measure are left out. */
export function countsOf(events: readonly LogEvent[]): StatCount[] {
  return events.flatMap((event) => {
    const measure = measureOf(event);
    const { tenantId, at, domainId, stream, testMode, broadcastId, recipients } = event;
    const place = { tenantId, hour: hourOf(at), domainId, stream, testMode, broadcastId };
    return measure === null ? [] : [{ ...place, measure, count: Math.max(recipients.length, 1) }];
  });
}

const placeKey = ({ tenantId, hour, domainId, stream, testMode, broadcastId }: StatPlace) =>
  [tenantId, broadcastId, hour, domainId, stream, testMode].join(' ');

/** Returns counts with those of the same place and measure added up. */
export function sumUp(counts: readonly StatCount[]): StatCount[] {
  const groups = Map.groupBy(counts, (count) => `${placeKey(count)} ${count.measure}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [{ ...first, count: group.reduce((sum, { count }) => sum + count, 0) }];
  });
}

export type Figures = Readonly<Record<Measure, number>>;

// Safe because each of the names has an entry.
export const toFigures = (figureOf: (measure: Measure) => number): Figures =>
  Object.fromEntries(measures.map((measure) => [measure, figureOf(measure)])) as Figures;

/** Returns the places of counts, each with all its figures. */
export function pivotCounts(counts: readonly StatCount[]): (StatPlace & { readonly figures: Figures })[] {
  return [...Map.groupBy(counts, placeKey).values()].flatMap((group) => {
    const [first] = group;
    const figureOf = (measure: Measure) => group.reduce((sum, one) => sum + (one.measure === measure ? one.count : 0), 0);
    return first === undefined ? [] : [{ ...first, figures: toFigures(figureOf) }];
  });
}
