import { limits } from '@posthorn/contract';
import { z } from 'zod';
import type { Condition } from './filter.ts';

type Conditional = Condition & { readonly negated: boolean };

const NEGATIVE = {
  neq: 'eq',
  not_in: 'in',
  not_contains: 'contains',
  not_exists: 'exists',
  not_member_of: 'member_of',
  not_happened: 'happened',
} as const;

type Negative = keyof typeof NEGATIVE;
type Affirmed<O extends string> = O extends Negative ? (typeof NEGATIVE)[O] : O;

const isNegative = (op: string): op is Negative => Object.hasOwn(NEGATIVE, op);

/** Safe because it is what `Affirmed` computes. */
const affirm = <O extends string>(op: O) => (isNegative(op) ? NEGATIVE[op] : op) as Affirmed<O>;

const text = z.string().max(limits.filterTextLength);
const loweredText = text.transform((given) => given.toLowerCase());
const status = z.enum(['subscribed', 'unsubscribed', 'cleaned']);
const days = z.int().min(1).max(limits.filterDays);
const listOf = <T extends z.ZodType>(item: T, most: number = limits.filterValues) => z.array(item).min(1).max(most);

/** Conditions with one of these operators and a value of this form. */
const form = <const O extends readonly [string, ...string[]], V extends z.ZodType>(ops: O, value: V) =>
  z.strictObject({ field: text, op: z.enum(ops), value }).transform((given) => {
    // Safe because the object has a value, which the type of a generic form hides.
    const { field, op, value } = given as { field: string; op: O[number]; value: z.output<V> };
    return { field, test: { op: affirm(op), value }, negated: isNegative(op) };
  });

const textOps = ['eq', 'neq', 'contains', 'not_contains', 'starts_with', 'ends_with'] as const;

const email = z
  .discriminatedUnion('op', [form(textOps, loweredText), form(['in', 'not_in'], listOf(loweredText))])
  .transform(({ test, negated }): Conditional => ({ kind: 'text', column: 'email', test, negated }));

const statusCondition = z
  .discriminatedUnion('op', [form(['eq', 'neq'], status), form(['in', 'not_in'], listOf(status))])
  .transform(({ test, negated }): Conditional => ({ kind: 'text', column: 'status', test, negated }));

const time = (column: 'created_at' | 'updated_at') =>
  z
    .discriminatedUnion('op', [form(['gt', 'gte', 'lt', 'lte'], z.int()), form(['within_days', 'older_than_days'], days)])
    .transform(({ test, negated }): Conditional => ({ kind: 'time', column, test, negated }));

const scalar = z.union([text, z.number(), z.boolean()], { error: 'A string, a number or a boolean.' });
const scalars = z.union([listOf(text), listOf(z.number())], { error: 'A list of strings, or a list of numbers.' });

const ATTRIBUTE = 'attributes.';

const attribute = z
  .discriminatedUnion('op', [
    form(['eq', 'neq'], scalar),
    form(['contains', 'not_contains', 'starts_with', 'ends_with'], text),
    form(['gt', 'gte', 'lt', 'lte'], z.number()),
    form(['in', 'not_in'], scalars),
    z
      .strictObject({ field: text, op: z.enum(['exists', 'not_exists']) })
      .transform(({ field, op }) => ({ field, test: { op: affirm(op) }, negated: isNegative(op) })),
  ])
  .transform(({ field, test, negated }): Conditional => ({ kind: 'attribute', key: field.slice(ATTRIBUTE.length), test, negated }));

const audience = z
  .strictObject({
    field: text,
    op: z.enum(['member_of', 'not_member_of']),
    value: z.union([text, listOf(text, limits.filterAudiences)], { error: 'The id of an audience, or a list of them.' }),
  })
  .transform(({ op, value }): Conditional => ({ kind: 'audience', ids: [value].flat(), negated: isNegative(op) }));

const EVENT = /^events\.(sent|delivery|bounce|complaint|open|click)$/;

const engagement = (type: string) =>
  z
    .strictObject({
      field: text,
      op: z.enum(['happened', 'not_happened']),
      within_days: days.optional(),
      min_count: z.int().min(1).max(limits.filterMinCount).optional(),
      broadcast_id: text.optional(),
    })
    .transform(
      ({ op, within_days, min_count = 1, broadcast_id }): Conditional => ({
        kind: 'engagement',
        type,
        withinDays: within_days,
        minCount: min_count,
        broadcastId: broadcast_id,
        negated: isNegative(op),
      }),
    );

const conditions: Readonly<Record<string, z.ZodType<Conditional>>> = {
  email,
  status: statusCondition,
  created_at: time('created_at'),
  updated_at: time('updated_at'),
  audience,
};

/** The form that a condition on a field must have; undefined where there is no such field. */
export function conditionOn(field: unknown): z.ZodType<Conditional> | undefined {
  if (typeof field !== 'string') return undefined;
  if (Object.hasOwn(conditions, field)) return conditions[field];
  if (field.startsWith(ATTRIBUTE) && field.length > ATTRIBUTE.length) return attribute;
  const [, type] = EVENT.exec(field) ?? [];
  return type === undefined ? undefined : engagement(type);
}
