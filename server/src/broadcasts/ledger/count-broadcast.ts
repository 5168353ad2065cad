import { messageEventTypes } from '@posthorn/contract';
import type { Kysely } from 'kysely';
import type { AppContext } from '../../app-context.ts';
import { DAY_MS, HOUR_MS } from '../../core/durations.ts';
import type { ObjectRef } from '../../core/request/context.ts';
import type { Schema } from '../../db/schema.ts';
import { findBroadcast } from '../store.ts';
import { presentLedger } from './ledger.ts';
import { countClicksByLink, countEvents, countEventsOverTime } from './report-store.ts';

type EventCounts = Record<(typeof messageEventTypes)[number], number>;

const WIDTHS_MS = { hour: HOUR_MS, day: DAY_MS } as const;
const MOST_INTERVALS = 1000;
const MOST_LINKS = 100;

/** Safe because each of the names has an entry. */
const toCounts = (byType: ReadonlyMap<string, { readonly count: number }>) =>
  Object.fromEntries(messageEventTypes.map((type) => [type, byType.get(type)?.count ?? 0])) as EventCounts;

async function readTimeline(scan: Kysely<Schema>, ref: ObjectRef, interval: keyof typeof WIDTHS_MS) {
  const rows = await countEventsOverTime(scan, ref, WIDTHS_MS[interval]);
  const byTime = [...Map.groupBy(rows, ({ at }) => at)].sort(([left], [right]) => left - right).slice(-MOST_INTERVALS);
  return byTime.map(([at, counts]) => ({ at, events: toCounts(new Map(counts.map((count) => [count.type, count]))) }));
}

interface StatsQuery {
  readonly interval?: keyof typeof WIDTHS_MS | undefined;
  readonly links?: boolean | undefined;
}

/** Returns the figures of a broadcast; undefined if it no longer exists. */
export async function countBroadcast({ db }: AppContext, ref: ObjectRef, query: () => StatsQuery) {
  const broadcast = await findBroadcast(db.read, ref);
  if (broadcast === undefined) return undefined;
  const { interval, links } = query();
  const scan = db.scan(ref.tenantId);
  const counts = broadcast.status === 'draft' ? [] : await countEvents(scan, ref);
  const byType = new Map(counts.map((count) => [count.type, count]));
  return {
    broadcast_id: broadcast.id,
    ledger: presentLedger(broadcast.ledger),
    events: toCounts(byType),
    unique_opens: byType.get('open')?.contacts ?? 0,
    unique_clicks: byType.get('click')?.contacts ?? 0,
    timeline: interval === undefined ? null : await readTimeline(scan, ref, interval),
    links: links ? await countClicksByLink(scan, ref, MOST_LINKS) : null,
  };
}
