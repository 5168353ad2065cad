import type { SegmentFilter } from '@posthorn/sdk';
import type { Words } from '../../text/words.ts';
import { attributeOf, type Condition, fieldOf, OPERATORS } from './conditions.ts';

function describeCondition(condition: Condition, words: Words): string {
  const field = fieldOf(condition);
  const name = field === 'attribute' ? attributeOf(condition.field) : words.segments.fields[field];
  const operator = OPERATORS[field].find(([each]) => each === condition.op)?.[0];
  const value = Array.isArray(condition.value) ? condition.value.join(', ') : (condition.value ?? '');
  return `${name} ${operator === undefined ? condition.op : words.segments.operators[operator]} ${value}`.trim();
}

/** Describes a filter in a line of words. */
export function describeFilter(filter: SegmentFilter, words: Words): string {
  const list = (filters: readonly SegmentFilter[]) => filters.map((each) => describeFilter(each, words)).join('; ');
  if ('and' in filter) return filter.and.length === 1 ? list(filter.and) : `${words.segments.groups.and} (${list(filter.and)})`;
  if ('or' in filter) return filter.or.length === 1 ? list(filter.or) : `${words.segments.groups.or} (${list(filter.or)})`;
  if ('not' in filter) return `${words.segments.not} (${describeFilter(filter.not, words)})`;
  return 'all' in filter ? words.segments.everyone : describeCondition(filter, words);
}
