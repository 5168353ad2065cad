import { limits } from '@posthorn/contract';
import { z } from 'zod';
import { ApiError } from '../core/api-error.ts';
import { faultWords } from '../core/fault-words.ts';
import { formatPath, withinUnion } from '../core/validate.ts';
import { conditionOn } from './condition.ts';
import type { Filter } from './filter.ts';

type Node = z.ZodType<Filter>;

const FORMS = ['and', 'or', 'not', 'all', 'field'] as const;

function groupsOver(node: Node) {
  const nodes = z.array(node).min(1);
  return {
    and: z.strictObject({ and: nodes }).transform(({ and }): Filter => ({ kind: 'and', nodes: and })),
    or: z.strictObject({ or: nodes }).transform(({ or }): Filter => ({ kind: 'or', nodes: or })),
    not: z.strictObject({ not: node }).transform(({ not }): Filter => ({ kind: 'not', node: not })),
    all: z.strictObject({ all: z.literal(true) }).transform((): Filter => ({ kind: 'all' })),
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A field that is null counts as absent, here as in a body. */
const withoutNulls = (given: Record<string, unknown>) => Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));

/** Where the fault is and what it is: of a key that nobody knows, the key; of a value of several types, that of the type given. */
function toFault(issue: z.core.$ZodIssue) {
  const { path, message, ...fault } = withinUnion(issue);
  return fault.code === 'unrecognized_keys' ? { path: [...path, ...fault.keys.slice(0, 1)], message } : { path, message };
}

/** Nodes whose children are of the form given: one level of a tree. */
function nodeOver(child: Node): Node {
  const groups = groupsOver(child);
  return z.unknown().transform((given, context): Filter => {
    const refuse = (message: string, path: PropertyKey[] = []) => {
      context.addIssue({ code: 'custom', message, path });
      return z.NEVER;
    };
    if (!isRecord(given)) return refuse('A node is an object.');
    const node = withoutNulls(given);
    const [name, another] = FORMS.filter((form) => Object.hasOwn(node, form));
    if (name === undefined || another !== undefined) return refuse('A node has one of and, or, not, all and field.');
    const form = name === 'field' ? conditionOn(node.field) : groups[name];
    if (form === undefined) return refuse('There is no such field.', ['field']);
    const parsed = form.safeParse(node, { error: faultWords });
    if (parsed.success) return parsed.data;
    for (const { path, message } of parsed.error.issues.map(toFault)) refuse(message, [...path]);
    return z.NEVER;
  });
}

const tooDeep: Node = z.never({ error: `At most ${limits.filterDepth} levels.` });
const root = Array.from({ length: limits.filterDepth }).reduce<Node>(nodeOver, tooDeep);

function countConditions(filter: Filter): number {
  if (filter.kind === 'and' || filter.kind === 'or') return filter.nodes.reduce((sum, node) => sum + countConditions(node), 0);
  if (filter.kind === 'not') return countConditions(filter.node);
  return filter.kind === 'all' ? 0 : 1;
}

/** A fault at a place within a filter. */
export const invalidFilter = (path: string, detail: string) =>
  new ApiError('invalid_filter', { path }, { detail: path === '' ? detail : `${path}: ${detail}` });

/** Reads a filter as it was submitted; the first fault becomes the error that the caller sees. */
export function parseFilter(given: unknown): Filter | ApiError<'invalid_filter'> {
  if (Buffer.byteLength(JSON.stringify(given ?? null)) > limits.filterBytes)
    return invalidFilter('', `At most ${limits.filterBytes} bytes of JSON.`);
  const parsed = root.safeParse(given, { error: faultWords });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return invalidFilter(formatPath(issue?.path ?? []), issue?.message ?? 'Not a filter.');
  }
  const conditions = countConditions(parsed.data);
  return conditions > limits.filterConditions ? invalidFilter('', `At most ${limits.filterConditions} conditions.`) : parsed.data;
}
