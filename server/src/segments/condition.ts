import { ATTRIBUTE, type ConditionOn, type ConditionSubject, type SegmentCondition, subjectOf } from '@posthorn/contract';
import { normalizeEmailPart } from '../core/email-address.ts';

/** The conditions on a text. */
export type TextTest =
  | { readonly op: 'eq' | 'contains' | 'starts_with' | 'ends_with'; readonly value: string }
  | { readonly op: 'in'; readonly value: readonly string[] };

/** The conditions on an instant: epoch milliseconds, or at most or more than so many days ago. */
export interface TimeTest {
  readonly op: 'gt' | 'gte' | 'lt' | 'lte' | 'within_days' | 'older_than_days';
  readonly value: number;
}

/** The conditions on an attribute. The type of the value determines how the attribute is compared. */
export type AttributeTest =
  | { readonly op: 'eq'; readonly value: string | number | boolean }
  | { readonly op: 'contains' | 'starts_with' | 'ends_with'; readonly value: string }
  | { readonly op: 'gt' | 'gte' | 'lt' | 'lte'; readonly value: number }
  | { readonly op: 'in'; readonly value: readonly string[] | readonly number[] }
  | { readonly op: 'exists' };

/** The conditions on events of mail to the contact. */
export interface Engagement {
  readonly type: string;
  readonly withinDays: number | undefined;
  readonly minCount: number;
  readonly broadcastId: string | undefined;
}

export type Condition =
  | { readonly kind: 'text'; readonly column: 'email' | 'status'; readonly test: TextTest }
  | { readonly kind: 'time'; readonly column: 'created_at' | 'updated_at'; readonly test: TimeTest }
  | { readonly kind: 'attribute'; readonly key: string; readonly test: AttributeTest }
  | { readonly kind: 'audience'; readonly ids: readonly string[] }
  | ({ readonly kind: 'engagement' } & Engagement);

/** A condition; a negative operator is its positive one, negated. */
export type Conditional = Condition & { readonly negated: boolean };

const POSITIVE = {
  neq: 'eq',
  not_in: 'in',
  not_contains: 'contains',
  not_exists: 'exists',
  not_member_of: 'member_of',
  not_happened: 'happened',
} as const;

type Negative = keyof typeof POSITIVE;

/** A condition with its positive operator. */
type PositiveCondition<C extends SegmentCondition> = C extends { op: infer O }
  ? Omit<C, 'op'> & { readonly op: O extends Negative ? (typeof POSITIVE)[O] : O }
  : never;

const isNegative = (op: string): op is Negative => Object.hasOwn(POSITIVE, op);

/** Safe because it is what `PositiveCondition` computes. */
const affirm = <C extends SegmentCondition>(condition: C) =>
  ({ ...condition, op: isNegative(condition.op) ? POSITIVE[condition.op] : condition.op }) as unknown as PositiveCondition<C>;

type Meanings = { readonly [S in ConditionSubject]: (condition: PositiveCondition<ConditionOn<S>>) => Condition };

const meanings: Meanings = {
  email: (condition) => {
    const test: TextTest =
      condition.op === 'in'
        ? { op: condition.op, value: condition.value.map(normalizeEmailPart) }
        : { op: condition.op, value: normalizeEmailPart(condition.value) };
    return { kind: 'text', column: 'email', test };
  },
  status: ({ field: column, ...test }) => ({ kind: 'text', column, test }),
  time: ({ field: column, ...test }) => ({ kind: 'time', column, test }),
  attribute: ({ field, ...test }) => ({ kind: 'attribute', key: field.slice(ATTRIBUTE.length), test }),
  audience: ({ value }) => ({ kind: 'audience', ids: [value].flat() }),
  event: ({ field, within_days: withinDays, min_count: minCount = 1, broadcast_id: broadcastId }) => ({
    kind: 'engagement',
    type: field.slice('events.'.length),
    withinDays,
    minCount,
    broadcastId,
  }),
};

/** Returns the meaning of a condition; safe because the field of a condition determines its subject. */
function meaningOf(condition: PositiveCondition<SegmentCondition>): Condition {
  const subject = subjectOf(condition.field);
  if (subject === undefined) throw new Error(`${condition.field} is about nothing`);
  const meaning = meanings[subject] as (condition: PositiveCondition<SegmentCondition>) => Condition;
  return meaning(condition);
}

/** Returns the meaning of a condition, with its operator made positive. */
export const toCondition = (condition: SegmentCondition): Conditional => ({
  ...meaningOf(affirm(condition)),
  negated: isNegative(condition.op),
});
