import { z } from 'zod';
import { limits } from './limits.ts';

const operators = [
  'eq',
  'neq',
  'contains',
  'not_contains',
  'starts_with',
  'ends_with',
  'in',
  'not_in',
  'gt',
  'gte',
  'lt',
  'lte',
  'exists',
  'not_exists',
  'within_days',
  'older_than_days',
  'member_of',
  'not_member_of',
  'happened',
  'not_happened',
] as const;

/** One test of a contact. */
export interface SegmentCondition {
  field: string;
  op: (typeof operators)[number];
  value?: string | number | boolean | string[] | number[] | undefined;
  within_days?: number | undefined;
  min_count?: number | undefined;
  broadcast_id?: string | undefined;
}

/** A tree of conditions. */
export type SegmentFilter = { and: SegmentFilter[] } | { or: SegmentFilter[] } | { not: SegmentFilter } | { all: true } | SegmentCondition;

const DESCRIPTION = `A tree of conditions: \`{"and": [node, …]}\`, \`{"or": [node, …]}\`, \`{"not": node}\`, \`{"all": true}\` or a condition:

- \`email\` (in lower case) with \`eq\`, \`neq\`, \`contains\`, \`not_contains\`, \`starts_with\`, \`ends_with\`, \`in\`, \`not_in\`
- \`status\` with \`eq\`, \`neq\`, \`in\`, \`not_in\`
- \`created_at\`, \`updated_at\` with \`gt\`, \`gte\`, \`lt\`, \`lte\` (milliseconds since 1970-01-01T00:00:00Z), \`within_days\`, \`older_than_days\` (1 to ${limits.filterDays})
- \`attributes.KEY\` as a string, case and all, with what \`email\` takes; as a number, or a string that is a decimal number, with \`eq\`, \
\`neq\`, \`gt\`, \`gte\`, \`lt\`, \`lte\`, \`in\`, \`not_in\`; as a boolean with \`eq\`, \`neq\`; without a value with \`exists\`, \`not_exists\`
- \`audience\` with \`member_of\`, \`not_member_of\` and the id of an audience, or up to ${limits.filterAudiences} of which one will do
- \`events.TYPE\`, mail to the contact, of the type \`sent\`, \`delivery\`, \`bounce\`, \`complaint\`, \`open\` or \`click\`, with \`happened\`, \
\`not_happened\`, and perhaps \`within_days\`, \`min_count\` (1 to ${limits.filterMinCount}) and \`broadcast_id\`

The type of \`value\` says how an attribute is read. A negative operator matches exactly what its positive one does not, so \`neq\` also \
matches contacts without the attribute; null counts as no value. At most ${limits.filterDepth} levels, ${limits.filterConditions} \
conditions, ${limits.filterValues} values of a list, ${limits.filterTextLength} characters of a string and ${limits.filterBytes} bytes of JSON.`;

const reference = { $ref: '#/components/schemas/SegmentFilter' } as const;
const nodes = { type: 'array', items: reference, minItems: 1 } as const;
const group = <S>(name: string, schema: S) => ({ type: 'object' as const, properties: { [name]: schema }, required: [name] });
const scalars = [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }] as const;
const lists = [
  { type: 'array', items: { type: 'string' } },
  { type: 'array', items: { type: 'number' } },
] as const;

const text = { type: 'string' as const };
const integer = { type: 'integer' as const };
const condition = {
  type: 'object' as const,
  properties: {
    field: text,
    op: { ...text, enum: [...operators] },
    value: { anyOf: [...scalars, ...lists] },
    within_days: integer,
    min_count: integer,
    broadcast_id: text,
  },
  required: ['field', 'op'],
};

/** Any value here: a filter's faults are told by their place within it, when it is read. The type and the document say what it should be. */
export const segmentFilter = z
  .custom<SegmentFilter>((given) => given !== undefined, 'missing_field')
  .meta({
    id: 'SegmentFilter',
    description: DESCRIPTION,
    override: {
      anyOf: [group('and', nodes), group('or', nodes), group('not', reference), group('all', { type: 'boolean', enum: [true] }), condition],
    },
  });
