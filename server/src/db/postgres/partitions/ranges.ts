import { firstIdAt, type IdPrefix, timeOfId } from '../../../core/ids.ts';

/** Tables that are partitioned by their ids, which begin with a time, and the prefixes of these ids. */
export const PARTITIONED = { events: 'evt', delivery_attempts: 'att' } as const satisfies Record<string, IdPrefix>;

export type PartitionedTable = keyof typeof PARTITIONED;

/** Safe because our object has these keys and no others. */
export const PARTITIONED_TABLES = Object.keys(PARTITIONED) as PartitionedTable[];

/** A range of ids: `from` inclusive, `to` exclusive. */
export interface IdRange {
  readonly from: string;
  readonly to: string;
}

/** The length of a partition. */
export type Period = 'month' | 'year';
const LONGEST_BY_MONTH = 400;

/**
 * Returns the length of partitions by how long rows are kept: queries over all partitions should have few, and a month can be dropped
 * sooner than a year.
 */
export const periodFor = (keptDays: number): Period => (keptDays > 0 && keptDays <= LONGEST_BY_MONTH ? 'month' : 'year');

const MONTHS: Readonly<Record<Period, number>> = { month: 1, year: 12 };

/** Returns the start of a month in UTC, by its number. */
const monthStart = (month: number) => Date.UTC(Math.floor(month / 12), month % 12);

/** Returns the number of the month of a time in UTC. */
function monthOf(at: number): number {
  const date = new Date(at);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** Returns the range of ids of the period that `at` is in, or that the time `months` after it is in. */
export function periodOf(table: PartitionedTable, { at, period, months = 0 }: { at: number; period: Period; months?: number }): IdRange {
  const length = MONTHS[period];
  const first = Math.floor((monthOf(at) + months) / length) * length;
  const bound = (month: number) => firstIdAt(PARTITIONED[table], monthStart(month));
  return { from: bound(first), to: bound(first + length) };
}

/** Returns ranges without those that start like another one. */
export const distinct = (ranges: readonly IdRange[]): IdRange[] => [...new Map(ranges.map((range) => [range.from, range])).values()];

/** Returns the periods of ids, without duplicates; ids that do not begin with a time have none. */
export function periodsOf(table: PartitionedTable, ids: readonly string[], period: Period): IdRange[] {
  const periods = ids.flatMap((id) => {
    const at = timeOfId(id);
    return at === undefined ? [] : [periodOf(table, { at, period })];
  });
  return distinct(periods);
}

/** Returns the parts of a range that no other one covers. */
export function gapsIn({ from, to }: IdRange, others: readonly IdRange[]): IdRange[] {
  const gaps: IdRange[] = [];
  let reached = from;
  for (const other of others.toSorted((left, right) => (left.from < right.from ? -1 : 1))) {
    if (other.to <= reached || other.from >= to) continue;
    if (other.from > reached) gaps.push({ from: reached, to: other.from });
    reached = other.to;
  }
  if (reached < to) gaps.push({ from: reached, to });
  return gaps;
}

/** Returns the suffix of a partition's name: its year or month, and its start within that. */
export function suffixOf({ from, to }: IdRange): string {
  const [, place = ''] = from.split('_');
  const [first, last] = [monthOf(timeOfId(from) ?? 0), monthOf(timeOfId(to) ?? 0)];
  const year = String(Math.floor(first / 12));
  const month = `${year}_${String((first % 12) + 1).padStart(2, '0')}`;
  if (firstIdAt('evt', monthStart(first)) !== `evt_${place}`) return `${month}_${place}`;
  return first % 12 === 0 && last - first === 12 ? year : month;
}
