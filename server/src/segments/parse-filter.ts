import { findSecondsFault, isInexactNumber, isRecord, limits, segmentFilter, subjectOf } from '@posthorn/contract';
import { ApiError } from '../core/errors/api-error.ts';
import { issueMessage } from '../core/operation/issue-message.ts';
import { formatPath, withinUnion } from '../core/operation/validate.ts';
import { type Filter, toFilter } from './filter.ts';

type Place = readonly PropertyKey[];

/** Returns the direct children of a node, with their places in it. */
function childrenOf(node: Record<string, unknown>): { readonly at: Place; readonly child: unknown }[] {
  const listed = (['and', 'or'] as const).flatMap((name) => {
    const list = node[name];
    return Array.isArray(list) ? list.map((child: unknown, index) => ({ at: [name, index], child })) : [];
  });
  return node.not === undefined || node.not === null ? listed : [...listed, { at: ['not'], child: node.not }];
}

/** Returns the place of a node that is nested too deeply. Looks no deeper than that. */
function findTooDeep(given: unknown, level = 1): Place | undefined {
  if (level > limits.filterDepth) return [];
  if (!isRecord(given)) return undefined;
  for (const { at, child } of childrenOf(given)) {
    const within = findTooDeep(child, level + 1);
    if (within !== undefined) return [...at, ...within];
  }
  return undefined;
}

/** Returns a tree, not too deep, without the fields that are null: they count as absent, here as in a body. */
export function withoutNulls(given: unknown): unknown {
  if (!isRecord(given)) return given;
  const node = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  const inList = (name: 'and' | 'or') => (Array.isArray(node[name]) ? { [name]: node[name].map(withoutNulls) } : {});
  return { ...node, ...inList('and'), ...inList('or'), ...('not' in node ? { not: withoutNulls(node.not) } : {}) };
}

function countConditions(filter: Filter): number {
  if (filter.kind === 'and' || filter.kind === 'or') return filter.nodes.reduce((sum, node) => sum + countConditions(node), 0);
  if (filter.kind === 'not') return countConditions(filter.node);
  // `all` included: a thousand of them side by side are deeper than SQLite can parse.
  return 1;
}

/** A fault at a place within a filter. */
export const invalidFilter = (path: string, detail: string) =>
  new ApiError('invalid_filter', { path }, { detail: path === '' ? detail : `${path}: ${detail}` });

function readForm(given: unknown): Filter | ApiError<'invalid_filter'> {
  const parsed = segmentFilter.safeParse(withoutNulls(given), { error: issueMessage });
  if (parsed.success) return toFilter(parsed.data);
  const [first] = parsed.error.issues;
  if (first === undefined) throw parsed.error;
  const { path, message, ...fault } = withinUnion(first);
  // For an unknown key, the path is the key.
  const place = fault.code === 'unrecognized_keys' ? [...path, ...fault.keys.slice(0, 1)] : path;
  return invalidFilter(formatPath(place), message);
}

const INEXACT_VALUE = 'A whole number beyond 9007199254740991 is not kept exactly: keep it as a string, and compare it with a string.';

interface ValueFault {
  readonly at: Place;
  readonly detail: string;
}

/** Returns what is wrong with the value of a condition beyond its form. */
function findFaultOfValue({ field, value }: Record<string, unknown>, at: Place): ValueFault | undefined {
  if (isInexactNumber(value)) return { at: [...at, 'value'], detail: INEXACT_VALUE };
  const index = Array.isArray(value) ? value.findIndex(isInexactNumber) : -1;
  if (index >= 0) return { at: [...at, 'value', index], detail: INEXACT_VALUE };
  // The other time tests count days, which are far smaller numbers.
  const seconds = subjectOf(field) === 'time' && typeof value === 'number' ? findSecondsFault(value) : undefined;
  return seconds === undefined ? undefined : { at: [...at, 'value'], detail: seconds };
}

function findValueFaultAt(given: unknown, at: Place): ValueFault | undefined {
  if (!isRecord(given)) return undefined;
  const fault = findFaultOfValue(given, at);
  if (fault !== undefined) return fault;
  for (const { at: below, child } of childrenOf(given)) {
    const found = findValueFaultAt(child, [...at, ...below]);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Looks in a filter with a valid form for a value that is refused except in a saved filter: an integer that cannot be represented exactly,
 * or a time in seconds.
 */
export function findValueFault(given: unknown): ApiError<'invalid_filter'> | undefined {
  const fault = findValueFaultAt(given, []);
  return fault && invalidFilter(formatPath(fault.at), fault.detail);
}

/** Returns how a filter exceeds the limits of size or depth, before anything else processes it. */
export function findExcess(given: unknown): { readonly path: string; readonly detail: string } | undefined {
  if (Buffer.byteLength(JSON.stringify(given ?? null)) > limits.filterBytes)
    return { path: '', detail: `At most ${limits.filterBytes} bytes of JSON.` };
  const tooDeep = findTooDeep(given);
  return tooDeep && { path: formatPath(tooDeep), detail: `At most ${limits.filterDepth} levels.` };
}

/** Parses a submitted filter; the first fault becomes the error that the caller sees. */
export function parseFilter(given: unknown): Filter | ApiError<'invalid_filter'> {
  const excess = findExcess(given);
  if (excess !== undefined) return invalidFilter(excess.path, excess.detail);
  const filter = readForm(given);
  if (filter instanceof ApiError) return filter;
  return countConditions(filter) > limits.filterConditions ? invalidFilter('', `At most ${limits.filterConditions} conditions.`) : filter;
}
