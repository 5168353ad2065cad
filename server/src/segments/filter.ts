import type { SegmentFilter } from '@posthorn/contract';
import { type Conditional, toCondition } from './condition.ts';

/** A filter that was checked, as a tree of the same form. */
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly nodes: readonly Filter[] }
  | { readonly kind: 'not'; readonly node: Filter }
  | { readonly kind: 'all' }
  | Conditional;

/** Returns the meaning of a filter with a valid form. */
export function toFilter(filter: SegmentFilter): Filter {
  if ('and' in filter) return { kind: 'and', nodes: filter.and.map(toFilter) };
  if ('or' in filter) return { kind: 'or', nodes: filter.or.map(toFilter) };
  if ('not' in filter) return { kind: 'not', node: toFilter(filter.not) };
  return 'all' in filter ? { kind: 'all' } : toCondition(filter);
}
