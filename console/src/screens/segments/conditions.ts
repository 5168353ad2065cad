import type { SegmentFilter } from '@posthorn/sdk';
import type { Words } from '../../text/words.ts';

export type Field = keyof Words['segments']['fields'];
export type Operator = keyof Words['segments']['operators'];

/** The kind of value of a condition, which decides its input. */
export type ValueKind =
  | 'text'
  | 'texts'
  | 'status'
  | 'statuses'
  | 'instant'
  | 'days'
  | 'scalar'
  | 'number'
  | 'scalars'
  | 'none'
  | 'audiences'
  | 'events';

type Operators = readonly (readonly [Operator, ValueKind])[];

const TEXTS: Operators = [
  ['contains', 'text'],
  ['not_contains', 'text'],
  ['starts_with', 'text'],
  ['ends_with', 'text'],
];
const TIMES: Operators = [
  ['within_days', 'days'],
  ['older_than_days', 'days'],
  ['gt', 'instant'],
  ['gte', 'instant'],
  ['lt', 'instant'],
  ['lte', 'instant'],
];
const EVENTS: Operators = [
  ['happened', 'events'],
  ['not_happened', 'events'],
];

/** The operators of each field: the forms of the contract's conditions. */
export const OPERATORS: Readonly<Record<Field, Operators>> = {
  email: [['eq', 'text'], ['neq', 'text'], ...TEXTS, ['in', 'texts'], ['not_in', 'texts']],
  status: [
    ['eq', 'status'],
    ['neq', 'status'],
    ['in', 'statuses'],
    ['not_in', 'statuses'],
  ],
  attribute: [
    ['eq', 'scalar'],
    ['neq', 'scalar'],
    ...TEXTS,
    ['gt', 'number'],
    ['gte', 'number'],
    ['lt', 'number'],
    ['lte', 'number'],
    ['in', 'scalars'],
    ['not_in', 'scalars'],
    ['exists', 'none'],
    ['not_exists', 'none'],
  ],
  audience: [
    ['member_of', 'audiences'],
    ['not_member_of', 'audiences'],
  ],
  created_at: TIMES,
  updated_at: TIMES,
  'events.open': EVENTS,
  'events.click': EVENTS,
  'events.sent': EVENTS,
  'events.delivery': EVENTS,
  'events.bounce': EVENTS,
  'events.complaint': EVENTS,
};

export const FIELDS = Object.keys(OPERATORS).filter((name): name is Field => Object.hasOwn(OPERATORS, name));

/** A condition, in any form of the contract. */
export interface Condition {
  readonly field: string;
  readonly op: string;
  readonly value?: unknown;
  readonly within_days?: number | undefined;
  readonly min_count?: number | undefined;
  readonly broadcast_id?: string | undefined;
}

const ATTRIBUTE = 'attributes.';

export const attributeOf = (field: string): string => (field.startsWith(ATTRIBUTE) ? field.slice(ATTRIBUTE.length) : '');
export const attributeField = (name: string): string => `${ATTRIBUTE}${name}`;

export const fieldOf = (condition: Condition): Field => FIELDS.find((field) => field === condition.field) ?? 'attribute';

export const kindOf = (condition: Condition): ValueKind =>
  OPERATORS[fieldOf(condition)].find(([operator]) => operator === condition.op)?.[1] ?? 'none';

const FIRST_VALUE: Readonly<Record<ValueKind, unknown>> = {
  text: '',
  texts: [],
  status: 'subscribed',
  statuses: ['subscribed'],
  instant: undefined,
  days: 30,
  scalar: '',
  number: undefined,
  scalars: [],
  none: undefined,
  audiences: [],
  events: undefined,
};

/** Returns the condition with another operator; its value stays if both take the same. */
export function withOperator(condition: Condition, op: string): Condition {
  const [before, after] = [kindOf(condition), kindOf({ ...condition, op })];
  if (before === after) return { ...condition, op };
  const value = FIRST_VALUE[after];
  return { field: condition.field, op, ...(value === undefined ? {} : { value }) };
}

/** Returns the initial condition on a field. */
export function conditionOn(field: Field): Condition {
  const name = field === 'attribute' ? attributeField('') : field;
  return withOperator({ field: name, op: '' }, OPERATORS[field][0]?.[0] ?? '');
}

/** Converts to the form of the service. Safe because the table has the contract's forms, and incomplete conditions are not sent. */
export const toFilter = (condition: Condition): SegmentFilter => condition as unknown as SegmentFilter;

const isFilled = (value: unknown): boolean =>
  value !== undefined &&
  value !== '' &&
  !(Array.isArray(value) && value.length === 0) &&
  !(typeof value === 'number' && Number.isNaN(value));

function isConditionComplete(condition: Condition): boolean {
  if (fieldOf(condition) === 'attribute' && attributeOf(condition.field) === '') return false;
  const kind = kindOf(condition);
  return kind === 'none' || kind === 'events' || isFilled(condition.value);
}

/** Returns whether a filter is completely filled in. */
export function isComplete(filter: SegmentFilter): boolean {
  if ('and' in filter) return filter.and.every(isComplete);
  if ('or' in filter) return filter.or.every(isComplete);
  if ('not' in filter) return isComplete(filter.not);
  return 'all' in filter || isConditionComplete(filter);
}
