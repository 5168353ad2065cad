import { z } from 'zod';
import { contactStatuses } from '../contacts/contact-fields.ts';
import { limits } from '../core/limits.ts';

const text = z.string().max(limits.filterTextLength);
const days = z.int().min(1).max(limits.filterDays);
const listOf = <T extends z.ZodType>(item: T, most: number = limits.filterValues) => z.array(item).min(1).max(most);

const IN = '`in`: the field is one of the values; `not_in`: it is not.';
const WORDS = 'What the text is, holds, begins or ends with; each `not_` and `neq` matches exactly what its opposite does not.';

const textOps = z.enum(['eq', 'neq', 'contains', 'not_contains', 'starts_with', 'ends_with']).describe(WORDS);
const listOps = z.enum(['in', 'not_in']).describe(IN);
const sameOps = z.enum(['eq', 'neq']).describe('`eq`: the field is the value; `neq`: it is not.');
const orderOps = z.enum(['gt', 'gte', 'lt', 'lte']).describe('Greater than the value, at least, less than, or at most the value.');

const aText = text.describe(`At most ${limits.filterTextLength} characters.`);
const texts = listOf(text).describe(`1 to ${limits.filterValues} strings, each of at most ${limits.filterTextLength} characters.`);

const email = z
  .literal('email')
  .describe(
    "The contact's address, in lower case and its domain in ASCII (`xn--bcher-kva.example`); what it is compared with is put so too, each label of a domain as a whole.",
  );

const emailText = z
  .strictObject({ field: email, op: textOps, value: aText })
  .meta({ id: 'EmailCondition', description: "A test of the contact's address." });
const emailList = z
  .strictObject({ field: email, op: listOps, value: texts })
  .meta({ id: 'EmailListCondition', description: "A test of the contact's address against a list." });

const status = z.literal('status').describe("The contact's status.");
const aStatus = z.enum(contactStatuses);

const oneStatus = z
  .strictObject({ field: status, op: sameOps, value: aStatus.describe('Status to compare it with.') })
  .meta({ id: 'StatusCondition', description: "A test of the contact's status." });
const statuses = z
  .strictObject({ field: status, op: listOps, value: listOf(aStatus).describe('Statuses, at least one.') })
  .meta({ id: 'StatusListCondition', description: "A test of the contact's status against a list." });

const time = z.enum(['created_at', 'updated_at']).describe('When the contact was created, or last changed.');
const AGE = '`within_days`: so many days ago or later; `older_than_days`: longer ago.';

const instant = z
  .strictObject({
    field: time,
    op: orderOps,
    value: z.int().describe('Milliseconds since 1970-01-01T00:00:00Z; a value in seconds is refused.'),
  })
  .meta({ id: 'TimeCondition', description: 'A test of a time of the contact against an instant.' });
const age = z
  .strictObject({
    field: time,
    op: z.enum(['within_days', 'older_than_days']).describe(AGE),
    value: days.describe(`Days, 1 to ${limits.filterDays}.`),
  })
  .meta({ id: 'AgeCondition', description: 'A test of how long ago a time of the contact is.' });

export const ATTRIBUTE = 'attributes.';

const key = z
  .templateLiteral(
    [
      ATTRIBUTE,
      z
        .string()
        .min(1)
        .max(limits.filterTextLength - ATTRIBUTE.length),
    ],
    `Must have at most ${limits.filterTextLength} characters.`,
  )
  .describe('`attributes.` and the name of an attribute, dots included.');
const scalar = z.union([text, z.number(), z.boolean()], { error: 'A string, a number or a boolean.' });
const scalars = z.union([listOf(text), listOf(z.number())], { error: 'A list of strings, or a list of numbers.' });
const READ_AS =
  'Its type says how the attribute is read: as a string, case and all; as a number, or a string that is a decimal number; or as a boolean.';

const attribute = z
  .strictObject({ field: key, op: sameOps, value: scalar.describe(READ_AS) })
  .meta({ id: 'AttributeCondition', description: 'A test of an attribute; `neq` also matches contacts without it.' });
const attributeText = z
  .strictObject({ field: key, op: textOps.exclude(['eq', 'neq']).describe(WORDS), value: aText })
  .meta({ id: 'AttributeTextCondition', description: 'A test of an attribute as a string, case-sensitive.' });
const attributeNumber = z
  .strictObject({ field: key, op: orderOps, value: z.number().describe('Number to compare it with.') })
  .meta({ id: 'AttributeNumberCondition', description: 'A test of an attribute as a number, or a string that is a decimal number.' });
const attributeList = z
  .strictObject({ field: key, op: listOps, value: scalars.describe(`1 to ${limits.filterValues} strings, or as many numbers.`) })
  .meta({ id: 'AttributeListCondition', description: 'A test of an attribute against a list.' });
const attributePresence = z
  .strictObject({ field: key, op: z.enum(['exists', 'not_exists']).describe('Whether there is a value; null counts as none.') })
  .meta({ id: 'AttributePresenceCondition', description: 'A test of whether the contact has an attribute.' });

const audience = z
  .strictObject({
    field: z.literal('audience').describe('The audiences that the contact is in.'),
    op: z.enum(['member_of', 'not_member_of']).describe('Whether it is in the audience, or in any of several.'),
    value: z
      .union([text, listOf(text, limits.filterAudiences)], { error: 'The id of an audience, or a list of them.' })
      .describe(`The id of an audience, or 1 to ${limits.filterAudiences} any of which may match.`),
  })
  .meta({ id: 'AudienceCondition', description: 'A test of membership.' });

const mailEvents = ['events.sent', 'events.delivery', 'events.bounce', 'events.complaint', 'events.open', 'events.click'] as const;

const event = z
  .strictObject({
    field: z
      .enum(mailEvents)
      .describe(
        '`events.` and the type of an event. Only mail of broadcasts and automations to the contact counts, not other mail to its address.',
      ),
    op: z.enum(['happened', 'not_happened']).describe('Whether it happened at least `min_count` times.'),
    within_days: days.optional().describe(`Only events of the last so many days, 1 to ${limits.filterDays}; without limit by default.`),
    min_count: z.int().min(1).max(limits.filterMinCount).optional().describe(`How often, 1 to ${limits.filterMinCount}; once by default.`),
    broadcast_id: text.optional().describe('Only events of mail of this broadcast.'),
  })
  .meta({ id: 'EventCondition', description: 'A test of what happened to mail to the contact.' });

/** The forms of a condition, by subject; the operator distinguishes the forms of one subject. */
export const conditions = {
  email: z.discriminatedUnion('op', [emailText, emailList]),
  status: z.discriminatedUnion('op', [oneStatus, statuses]),
  time: z.discriminatedUnion('op', [instant, age]),
  attribute: z.discriminatedUnion('op', [attribute, attributeText, attributeNumber, attributeList, attributePresence]),
  audience: z.discriminatedUnion('op', [audience]),
  event: z.discriminatedUnion('op', [event]),
};

export type ConditionSubject = keyof typeof conditions;

/** A test of a contact, by subject. */
export type ConditionOn<S extends ConditionSubject> = z.output<(typeof conditions)[S]>;

const subjects: Readonly<Record<string, ConditionSubject>> = {
  email: 'email',
  status: 'status',
  created_at: 'time',
  updated_at: 'time',
  audience: 'audience',
  ...Object.fromEntries(mailEvents.map((field) => [field, 'event'] as const)),
};

/** Returns the subject of a condition on a field; undefined for an unknown field. */
export function subjectOf(field: unknown): ConditionSubject | undefined {
  if (typeof field !== 'string') return undefined;
  if (Object.hasOwn(subjects, field)) return subjects[field];
  return field.startsWith(ATTRIBUTE) && field.length > ATTRIBUTE.length ? 'attribute' : undefined;
}
