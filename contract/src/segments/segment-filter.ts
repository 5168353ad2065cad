import { z } from 'zod';
import { type Choose, chosenUnion } from '../core/chosen-union.ts';
import { isRecord } from '../core/is-record.ts';
import { limits } from '../core/limits.ts';
import { type ConditionOn, type ConditionSubject, conditions, subjectOf } from './segment-conditions.ts';

/** One test of a contact. */
export type SegmentCondition = ConditionOn<ConditionSubject>;

/** A tree of conditions. */
export type SegmentFilter = { and: SegmentFilter[] } | { or: SegmentFilter[] } | { not: SegmentFilter } | { all: true } | SegmentCondition;

type Form = z.ZodType<SegmentFilter, SegmentFilter>;

const listed = (): z.ZodArray<Form> => z.array(segmentFilter).min(1).describe('Filters, at least one.');

// Getters, since a filter is made of filters.
const groups = {
  and: z
    .strictObject({
      get and() {
        return listed();
      },
    })
    .meta({ id: 'AndFilter', description: 'Matches what all of its filters match.' }),
  or: z
    .strictObject({
      get or() {
        return listed();
      },
    })
    .meta({ id: 'OrFilter', description: 'Matches what any of its filters matches.' }),
  not: z
    .strictObject({
      get not(): Form {
        return segmentFilter;
      },
    })
    .meta({ id: 'NotFilter', description: 'Matches what its filter does not match.' }),
  all: z
    .strictObject({ all: z.literal(true).describe('Always true: there is nothing to test.') })
    .meta({ id: 'AllFilter', description: 'Matches every contact.' }),
};

const FORMS = ['and', 'or', 'not', 'all', 'field'] as const;

const choose: Choose = (given) => {
  if (!isRecord(given)) return { path: [], message: 'A node is an object.' };
  const [form, another] = FORMS.filter((name) => Object.hasOwn(given, name));
  if (form === undefined || another !== undefined) return { path: [], message: 'A node has one of and, or, not, all and field.' };
  if (form !== 'field') return groups[form];
  const subject = subjectOf(given.field);
  return subject === undefined ? { path: ['field'], message: 'There is no such field.' } : conditions[subject];
};

const DESCRIPTION = `Which contacts: conditions, joined by \`and\`, \`or\` and \`not\`, or \`{"all": true}\`. A negative operator matches exactly what its \
positive one does not, so \`neq\` also matches contacts without the attribute; null counts as no value. A field that a form does not \
have is refused. At most ${limits.filterDepth} levels, ${limits.filterConditions} conditions and ${limits.filterBytes} bytes of JSON.`;

/** The form of a filter. Its size and depth are checked before it is parsed. */
export const segmentFilter: Form = chosenUnion(
  [...Object.values(groups), ...Object.values(conditions).flatMap(({ options }): readonly Form[] => options)],
  choose,
).meta({ id: 'SegmentFilter', description: DESCRIPTION });

/** Any value: errors of a filter are reported by their place in it when it is parsed. The type and the document declare the valid form. */
export const givenFilter = z
  .custom<SegmentFilter>((given) => given !== undefined, 'missing_field')
  .meta({ override: { $ref: '#/components/schemas/SegmentFilter' } });
