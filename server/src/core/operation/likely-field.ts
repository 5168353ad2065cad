import type { z } from 'zod';
import type { ApiError } from '../api-error.ts';
import { type IgnoredField, ignoredFields, ignoredName } from './ignored-fields.ts';

/** Names that are longer are like none. */
const LONGEST_NAME = 40;
const MOST_FIELDS = 10;

const bare = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Changes of single letters between two short words (Levenshtein). */
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

/** Ways for a name to be like one that is known, the surest first. */
const LIKENESSES: readonly ((name: string, known: string) => boolean)[] = [
  (name, known) => bare(name) === bare(known),
  (name, known) => bare(name).length > 2 && isMisspelt(bare(name), bare(known)),
  (name, known) => known.split('_')[0] === name.toLowerCase(),
  (name, known) => known.split('_').includes(name.toLowerCase()),
  (name, known) => name.toLowerCase().split('_')[0] === known,
];

/** What contacts hold by names of the tenant's own. */
const OWN_NAMES = 'attributes';

/** The field that was probably meant: `text_body` for `text`, and `attributes.plan` for `plan`. */
function likelyField(field: IgnoredField): string | undefined {
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
      const likely = likelyField(field);
      return likely === undefined ? [] : [{ name: ignoredName(field), likely }];
    })
    .toArray();
}

/** A refusal that also names the field that was probably meant, where one that is ignored is near; of several the one that it is about. */
export function withLikelyField<E extends ApiError>(refusal: E, schema: z.core.$ZodType, value: unknown): E {
  const meant = findMeant(schema, value);
  const [first] = meant;
  const { name, likely } = meant.find((one) => one.likely === refusal.fields.field) ?? first ?? {};
  return name === undefined ? refusal : refusal.adding(`There is no field ${name} here; perhaps ${likely} is meant.`);
}
