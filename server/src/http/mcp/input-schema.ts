import type { Operation } from '@posthorn/contract';
import document from '@posthorn/contract/openapi.json' with { type: 'json' };

type Schema = Readonly<Record<string, unknown>>;

interface Parameter {
  readonly in: 'path' | 'query' | 'header';
  readonly name: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

interface Described {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

interface ObjectSchema {
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
}

/** Request headers that are arguments of tools. */
export const headerArguments: Readonly<Record<string, string>> = {
  idempotency_key: 'idempotency-key',
  batch_validation: 'x-batch-validation',
};

const PLACE = '#/components/schemas/';

/** Safe because the document is generated from the same table, and a test finds every tool's operation in it. */
const paths = document.paths as unknown as Readonly<Record<string, Readonly<Record<string, Described>>>>;
const components = document.components.schemas as unknown as Readonly<Record<string, Schema>>;

function describedBy({ path, method }: Operation): Described {
  const described = paths[path]?.[method.toLowerCase()];
  if (described === undefined) throw new Error(`the document lacks ${method} ${path}`);
  return described;
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

const named = ({ $ref }: Schema): Schema | undefined =>
  typeof $ref === 'string' && $ref.startsWith(PLACE) ? components[$ref.slice(PLACE.length)] : undefined;

/** Safe because bodies of the tools' operations are objects, as their document says. */
const asObject = (schema: Schema) => ({ properties: {}, required: [], ...(named(schema) ?? schema) }) as ObjectSchema;

const argumentOf = ({ in: place, name }: Parameter): string | undefined =>
  place === 'header' ? Object.keys(headerArguments).find((argument) => headerArguments[argument] === name.toLowerCase()) : name;

function ofParameters(parameters: readonly Parameter[]): ObjectSchema {
  const taken = parameters.flatMap((parameter) => {
    const name = argumentOf(parameter);
    return name === undefined ? [] : [{ ...parameter, name }];
  });
  return {
    properties: Object.fromEntries(taken.map(({ name, schema }) => [name, schema])),
    required: taken.filter(({ required }) => required === true).map(({ name }) => name),
  };
}

/** The path, query, body and headers of an operation as the arguments of a tool, in JSON Schema. */
export function inputSchemaOf(operation: Operation) {
  const { parameters = [], requestBody } = describedBy(operation);
  const outside = ofParameters(parameters);
  const body = asObject(requestBody?.content['application/json']?.schema ?? {});
  const twice = Object.keys(body.properties).find((name) => name in outside.properties);
  if (twice !== undefined) throw new Error(`${operation.path} takes ${twice} in two places`);
  const properties = { ...outside.properties, ...body.properties };
  const definitions = definitionsOf(properties);
  const schema = {
    type: 'object' as const,
    properties,
    required: [...outside.required, ...body.required],
    ...(Object.keys(definitions).length === 0 ? {} : { $defs: definitions }),
  };
  return JSON.parse(JSON.stringify(schema).replaceAll(PLACE, '#/$defs/')) as typeof schema;
}
