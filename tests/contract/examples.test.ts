import { contract, type ErrorCode, errors, type Media, type Operation, type OperationTable } from '@posthorn/contract';
import { buildOpenApiDocument } from '@posthorn/contract/openapi';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

interface Body {
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface Schema {
  readonly properties?: { readonly error?: { readonly enum?: readonly ErrorCode[] } };
  readonly anyOf?: readonly Schema[];
}

interface Shown {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, Body>>;
}

interface DocumentedOperation {
  readonly description: string;
  readonly parameters?: readonly {
    readonly in: string;
    readonly name: string;
    readonly description?: string;
    readonly example?: unknown;
  }[];
  readonly requestBody?: Shown;
  readonly responses: Readonly<Record<string, Shown>>;
}

/** Safe because the linter holds the document to the form, in openapi.test.ts. */
const { paths, components } = JSON.parse(JSON.stringify(buildOpenApiDocument())) as {
  paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  components: { responses: Readonly<Record<string, Shown>> };
};

const operations: readonly Operation[] = Object.values<OperationTable[string]>(contract).flatMap((resource) => Object.values(resource));
const named = operations.map((operation) => ({ name: `${operation.method} ${operation.path}`, operation }));

function documented({ method, path }: Operation): DocumentedOperation {
  const found = paths[path]?.[method.toLowerCase()];
  if (found === undefined) throw new Error(`${method} ${path} is not in the document`);
  return found;
}

const resolve = (shown: Shown | undefined) =>
  shown?.$ref === undefined ? shown : components.responses[shown.$ref.slice(shown.$ref.lastIndexOf('/') + 1)];

/** Everything that is shown of a JSON body. */
function examplesOf(shown: Shown | undefined): unknown[] {
  const { example, examples = {} } = resolve(shown)?.content?.['application/json'] ?? {};
  return [...(example === undefined ? [] : [example]), ...Object.values(examples).map(({ value }) => value)];
}

const exampleOf = (shown: Shown | undefined) => examplesOf(shown)[0];

/** The codes that a status can come with. */
function codesOf(shown: Shown | undefined): readonly ErrorCode[] {
  const schema = resolve(shown)?.content?.['application/json']?.schema;
  return [schema, ...(schema?.anyOf ?? [])].flatMap((form) => form?.properties?.error?.enum ?? []);
}

/** The envelope of one code, with nothing beside its own fields. */
function envelopeOf(code: ErrorCode): z.ZodType {
  const { detail, fields } = errors[code];
  return z.strictObject({ error: z.literal(code), ...(detail === null ? {} : { detail: z.literal(detail) }), ...fields });
}

const refusalsOf = (operation: Operation) =>
  Object.entries(documented(operation).responses).flatMap(([status, shown]) => codesOf(shown).map((code) => ({ status, code })));
const isSchema = (answer: z.ZodType | Media): answer is z.ZodType => answer instanceof z.ZodType;

/** Declared answers in JSON, by status. */
const answersOf = ({ responses }: Operation) =>
  Object.entries(responses).flatMap(([status, answer]) => (isSchema(answer) ? [{ status, schema: answer }] : []));

/** Every path parameter, with what it takes. */
const pathParametersOf = ({ params }: Operation) =>
  Object.entries<z.ZodType>(params?.shape ?? {}).map(([name, schema]) => ({ name, schema }));

/** What is sent as JSON. */
const bodiesOf = ({ body, bodyType = 'json' }: Operation) => (body === undefined || bodyType !== 'json' ? [] : [body]);

describe.each(named)('$name', ({ operation }) => {
  it('says in a summary and in sentences what it does', () => {
    expect(operation.summary).toMatch(/^[A-Z][^.]+$/);
    expect(operation.description ?? '').toMatch(/^[A-Z].+\.$/s);
    expect(documented(operation).description).toContain(operation.description);
  });

  it.each(bodiesOf(operation))('shows a body that it takes', (body) => {
    const example = exampleOf(documented(operation).requestBody);
    expect(example).toBeDefined();
    expect(body.parse(example)).toEqual(example);
  });

  it.each(answersOf(operation))('shows an answer that it gives with $status', ({ status, schema }) => {
    const example = exampleOf(documented(operation).responses[status]);
    expect(example).toBeDefined();
    expect(schema.parse(example)).toEqual(example);
  });

  it('shows something of every answer in JSON', () => {
    const silent = Object.entries(documented(operation).responses).filter(([, shown]) => {
      const isJson = resolve(shown)?.content?.['application/json'] !== undefined;
      return isJson && examplesOf(shown).length === 0;
    });
    expect(silent).toEqual([]);
  });

  it.each(refusalsOf(operation))('shows how it refuses with $status $code', ({ status, code }) => {
    const shown = examplesOf(documented(operation).responses[status]);
    expect(errors[code].status).toBe(Number(status));
    expect(shown.filter((example) => envelopeOf(code).safeParse(example).success)).toHaveLength(1);
  });

  it('says of every parameter what it is', () => {
    const omitted = documented(operation).parameters?.filter(({ description = '' }) => !/^[A-Z`].+\.$/s.test(description)) ?? [];
    expect(omitted).toEqual([]);
  });

  it.each(pathParametersOf(operation))('shows a $name that it takes', ({ name, schema }) => {
    const example = documented(operation).parameters?.find((parameter) => parameter.in === 'path' && parameter.name === name)?.example;
    expect(example).toBeTypeOf('string');
    expect(schema.safeParse(example).success).toBe(true);
  });
});
