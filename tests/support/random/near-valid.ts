import { type Dice, pick } from './dice.ts';

export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

const ODD: readonly unknown[] = [
  null,
  '',
  ' ',
  'a\u0000b',
  '\ud800',
  '\u202e‮ü😀',
  'x'.repeat(3000),
  "'; drop table contacts; --",
  '%_\\',
  '{{ x | oops }}',
  '{% for i in (1..9) %}{{ i }}{% endfor %}',
  '__proto__',
  0,
  -1,
  1.5,
  1e300,
  Number.MAX_SAFE_INTEGER + 1,
  true,
  [],
  {},
  [[[[[]]]]],
  { constructor: { prototype: 1 } },
];

const NUMBERS = [0, 1, 2, 60, 3600, 86_400, 1_790_000_000_000];
const DEPTH = 6;

export interface NearValidParts {
  /** Schemas by the last part of their `$ref`. */
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  readonly dice: Dice;
  /** Returns a possible string for a name, such as an existing id. */
  string(name: string): string;
}

/** Generates values for a schema of the document; about one part in twenty is missing, extra or of another kind. */
export function nearValid({ schemas, dice, string }: NearValidParts): (schema: JsonSchema) => unknown {
  function object(schema: JsonSchema, depth: number): object {
    const entries = Object.entries(schema.properties ?? {})
      .filter(([name]) => (schema.required?.includes(name) === true ? dice(25) > 0 : dice(2) > 0))
      .map(([name, property]) => [name, value(property, name, depth + 1)]);
    const free = schema.additionalProperties;
    if (typeof free === 'object') entries.push([string('key'), value(free, 'value', depth + 1)]);
    if (dice(30) === 0) entries.push(['unknown', pick(dice, ODD)]);
    return Object.fromEntries(entries);
  }

  function list({ items = {}, minItems = 0, maxItems = 3 }: JsonSchema, name: string, depth: number): unknown[] {
    const length = dice(40) === 0 ? Math.min(maxItems, 1000) + 1 : minItems + dice(Math.min(3, maxItems - minItems + 1));
    return Array.from({ length }, () => value(items, name.replace(/s$/, ''), depth + 1));
  }

  function integer({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: JsonSchema): number {
    if (dice(20) === 0) return pick(dice, [minimum - 1, maximum + 1]);
    return Math.min(Math.max(pick(dice, NUMBERS), minimum), maximum);
  }

  const ofType: Readonly<Record<string, (schema: JsonSchema, name: string, depth: number) => unknown>> = {
    object: (schema, _, depth) => object(schema, depth),
    array: list,
    integer: (schema) => integer(schema),
    number: (schema) => integer(schema),
    boolean: () => dice(2) === 0,
    string: (_, name) => string(name),
  };

  function value(schema: JsonSchema, name: string, depth: number): unknown {
    const { $ref, oneOf, anyOf = oneOf, enum: values = 'const' in schema ? [schema.const] : undefined, type = '' } = schema;
    if (dice(20) === 0 || depth > DEPTH) return pick(dice, ODD);
    if ($ref !== undefined) return value(schemas[$ref.split('/').at(-1) ?? ''] ?? {}, name, depth);
    if (anyOf !== undefined) return value(pick(dice, anyOf), name, depth);
    if (values !== undefined) return pick(dice, values);
    return ofType[type]?.(schema, name, depth) ?? pick(dice, ODD);
  }

  return (schema) => value(schema, '', 0);
}
