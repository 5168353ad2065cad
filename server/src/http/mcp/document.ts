import type { Operation } from '@posthorn/contract';
import document from '@posthorn/contract/openapi.json' with { type: 'json' };

export type Schema = Readonly<Record<string, unknown>>;

export interface Parameter {
  readonly in: 'path' | 'query' | 'header';
  readonly name: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

interface OperationDescription {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

const PLACE = '#/components/schemas/';

/** Safe because the document is generated from the same table, and a test finds every tool's operation in it. */
const paths = document.paths as unknown as Readonly<Record<string, Readonly<Record<string, OperationDescription>>>>;
const components = document.components.schemas as unknown as Readonly<Record<string, Schema>>;

/** What the interface document says of an operation. */
export function describedBy({ path, method }: Operation): OperationDescription {
  const described = paths[path]?.[method.toLowerCase()];
  if (described === undefined) throw new Error(`the document lacks ${method} ${path}`);
  return described;
}

/** The schema of JSON content; undefined where there is none. */
export const jsonOf = ({ content }: Content): Schema | undefined => content?.['application/json']?.schema;

/** A schema by its name, where it is one that the document names. */
export function named(schema: Schema): Schema {
  const { $ref } = schema;
  return (typeof $ref === 'string' && $ref.startsWith(PLACE) ? components[$ref.slice(PLACE.length)] : undefined) ?? schema;
}

const namesIn = (schema: unknown): string[] =>
  [...JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g)].flatMap(([, name]) => (name === undefined ? [] : [name]));

/** What a schema refers to, and what that refers to. */
function definitionsOf(schema: unknown, known: Record<string, Schema> = {}): Record<string, Schema> {
  for (const name of namesIn(schema)) {
    const found = components[name];
    if (found === undefined || name in known) continue;
    known[name] = found;
    definitionsOf(found, known);
  }
  return known;
}

/** Returns a schema that is whole in itself. */
export function withDefinitions<T extends Schema>(schema: T): T {
  const definitions = definitionsOf(schema);
  const whole = { ...schema, ...(Object.keys(definitions).length === 0 ? {} : { $defs: definitions }) };
  // Safe because only what references name is changed.
  return JSON.parse(JSON.stringify(whole).replaceAll(PLACE, '#/$defs/')) as T;
}
