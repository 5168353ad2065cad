import type { z } from 'zod';

type Fault = z.core.$ZodRawIssue;

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};
const FORMATS: Readonly<Record<string, string>> = { email: 'an email address', url: 'a URL', datetime: 'a time by ISO 8601' };
const UNITS: Readonly<Record<string, string>> = { string: 'character', array: 'item' };

const choices = new Intl.ListFormat('en-GB', { type: 'disjunction' });
const wordFor = (type: string) => TYPES[type] ?? `of type ${type}`;

function givenType(input: unknown): string {
  if (input === null || typeof input === 'number') return String(input);
  return wordFor(Array.isArray(input) ? 'array' : typeof input);
}

function boundWords(origin: string, bound: 'most' | 'least', limit: number): string {
  const unit = UNITS[origin];
  if (unit === undefined) return `Must be at ${bound} ${limit}.`;
  return bound === 'least' && limit === 1 ? 'Must not be empty.' : `Must have at ${bound} ${limit} ${unit}${limit === 1 ? '' : 's'}.`;
}

/** Returns the message for a value that matches no member of a union. */
function unionWords({ errors, options, input }: Extract<Fault, { code: 'invalid_union' }>): string {
  if (Array.isArray(options)) return oneOf(options);
  const firsts = errors.map(([first]) => (first?.code === 'invalid_type' && first.path.length === 0 ? first.expected : undefined));
  const types = firsts.filter((type) => type !== undefined);
  if (types.length === 0 || types.length < firsts.length) return 'Has none of the forms that it may have.';
  return `Must be ${choices.format(new Set(types.map(wordFor)))}, not ${givenType(input)}.`;
}

/** Returns a sentence that lists the allowed values. */
export const oneOf = (values: readonly unknown[]) =>
  `Must be ${values.length === 1 ? '' : 'one of '}${choices.format(values.map(String))}.`;

/** Returns the message of a Zod issue for callers who know nothing of Zod (an error map). A schema's own messages take precedence. */
export function issueMessage(fault: Fault): string {
  if (fault.input === undefined) return 'Required.';
  switch (fault.code) {
    case 'invalid_type':
      return `Must be ${wordFor(fault.expected)}, not ${givenType(fault.input)}.`;
    case 'invalid_value':
      return oneOf(fault.values);
    case 'too_big':
      return boundWords(fault.origin, 'most', Number(fault.maximum));
    case 'too_small':
      return boundWords(fault.origin, 'least', Number(fault.minimum));
    case 'invalid_format':
      return `Must be ${FORMATS[fault.format] ?? 'of another form'}.`;
    case 'unrecognized_keys':
      return `There is no field ${choices.format(fault.keys)} here.`;
    case 'invalid_union':
      return unionWords(fault);
    case 'invalid_key':
      return fault.issues[0]?.message ?? 'Has a name that it must not have.';
    default:
      return 'Is not valid.';
  }
}
