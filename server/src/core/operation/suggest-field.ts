import type { z } from 'zod';
import type { ApiError } from '../errors/api-error.ts';
import { type IgnoredField, ignoredFields, ignoredName } from './ignored-fields.ts';

/** Longest name for which a suggestion is made. */
const LONGEST_NAME = 40;
const MOST_FIELDS = 10;

const bare = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Returns the Levenshtein distance between two short words. */
function distance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...left].entries()) {
    const next = [at + 1];
    for (const [index, other] of [...right].entries()) {
      const replaced = (row[index] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

const lettersOf = (name: string) => [...name].sort().join('');

const isMisspelt = (name: string, known: string) =>
  lettersOf(name) === lettersOf(known) || distance(name, known) <= (Math.min(name.length, known.length) < 6 ? 1 : 2);

/** Ways in which a name can resemble a known one, the most reliable first. */
const LIKENESSES: readonly ((name: string, known: string) => boolean)[] = [
  (name, known) => bare(name) === bare(known),
  (name, known) => bare(name).length > 2 && isMisspelt(bare(name), bare(known)),
  (name, known) => known.split('_')[0] === name.toLowerCase(),
  (name, known) => known.split('_').includes(name.toLowerCase()),
  (name, known) => name.toLowerCase().split('_')[0] === known,
];

/** The contact field with names chosen by the tenant. */
const OWN_NAMES = 'attributes';

/** Returns the field that was probably meant: `text_body` for `text`, `attributes.plan` for `plan`; undefined where none or several are likely. */
function suggestField(field: IgnoredField): string | undefined {
  const { name, prefix, given, known } = field;
  if (name.length > LONGEST_NAME) return undefined;
  const open = Object.keys(known).filter((one) => !Object.hasOwn(given, one));
  for (const isLike of LIKENESSES) {
    const [found, ...others] = open.filter((one) => isLike(name, one));
    if (found !== undefined && others.length === 0) return `${prefix}${found}`;
  }
  return Object.hasOwn(known, OWN_NAMES) ? ignoredName({ ...field, prefix: `${prefix}${OWN_NAMES}.` }) : undefined;
}

interface Meant {
  readonly name: string;
  readonly likely: string;
}

function findMeant(schema: z.core.$ZodType, value: unknown): Meant[] {
  return ignoredFields(schema, value)
    .take(MOST_FIELDS)
    .flatMap((field): Meant[] => {
      const likely = suggestField(field);
      return likely === undefined ? [] : [{ name: ignoredName(field), likely }];
    })
    .toArray();
}

/** Returns a sentence that suggests the field probably meant by an unknown one; of several, the one related to the fault. */
export function suggestion(schema: z.core.$ZodType, value: unknown, faulty: unknown): string | undefined {
  const meant = findMeant(schema, value);
  const [first] = meant;
  const { name, likely } = meant.find((one) => one.likely === faulty) ?? first ?? {};
  return name === undefined ? undefined : `There is no field ${name} here; perhaps ${likely} is meant.`;
}

/** Returns an error whose detail also suggests the field probably meant by an unknown one. */
export function withSuggestedField<E extends ApiError>(refusal: E, schema: z.core.$ZodType, value: unknown): E {
  const sentence = suggestion(schema, value, refusal.fields.field);
  return sentence === undefined ? refusal : refusal.adding(sentence);
}
