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

/** The part of the OpenAPI document about an operation. */
export function describedBy({ path, method }: Operation): OperationDescription {
  const described = paths[path]?.[method.toLowerCase()];
  if (described === undefined) throw new Error(`the document lacks ${method} ${path}`);
  return described;
}

/** Returns the schema of JSON content; undefined if there is none. */
export const jsonOf = ({ content }: Content): Schema | undefined => content?.['application/json']?.schema;

/** Returns the referenced component of a schema, if it is a reference. */
export function named(schema: Schema): Schema {
  const { $ref } = schema;
  return (typeof $ref === 'string' && $ref.startsWith(PLACE) ? components[$ref.slice(PLACE.length)] : undefined) ?? schema;
}

const namesIn = (schema: unknown): string[] =>
  [...JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g)].flatMap(([, name]) => (name === undefined ? [] : [name]));

/** Returns the components that a schema references, directly or indirectly. */
function definitionsOf(schema: unknown, known: Record<string, Schema> = {}): Record<string, Schema> {
  for (const name of namesIn(schema)) {
    const found = components[name];
    if (found === undefined || name in known) continue;
    known[name] = found;
    definitionsOf(found, known);
  }
  return known;
}

/** Returns a schema with all components it references. */
export function withDefinitions<T extends Schema>(schema: T): T {
  const definitions = definitionsOf(schema);
  const whole = { ...schema, ...(Object.keys(definitions).length === 0 ? {} : { $defs: definitions }) };
  // Safe because only the targets of references change.
  return JSON.parse(JSON.stringify(whole).replaceAll(PLACE, '#/$defs/')) as T;
}
