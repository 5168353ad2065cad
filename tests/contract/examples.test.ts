import { contract, type Media, type Operation, type OperationTable } from '@posthorn/contract';
import { buildOpenApiDocument } from '@posthorn/contract/openapi';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

interface Shown {
  readonly content?: Readonly<Record<string, { readonly example?: unknown }>>;
}

interface DocumentedOperation {
  readonly description: string;
  readonly requestBody?: Shown;
  readonly responses: Readonly<Record<string, Shown>>;
}

/** Safe because the linter holds the document to the form, in openapi.test.ts. */
const { paths } = JSON.parse(JSON.stringify(buildOpenApiDocument())) as {
  paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
};

const operations: readonly Operation[] = Object.values<OperationTable[string]>(contract).flatMap((resource) => Object.values(resource));
const named = operations.map((operation) => ({ name: `${operation.method} ${operation.path}`, operation }));

function documented({ method, path }: Operation): DocumentedOperation {
  const found = paths[path]?.[method.toLowerCase()];
  if (found === undefined) throw new Error(`${method} ${path} is not in the document`);
  return found;
}

const exampleOf = (shown: Shown | undefined) => shown?.content?.['application/json']?.example;
const isSchema = (answer: z.ZodType | Media): answer is z.ZodType => answer instanceof z.ZodType;

/** Successful answers in JSON, by status. */
const answersOf = ({ responses }: Operation) =>
  Object.entries(responses).flatMap(([status, answer]) => (status.startsWith('2') && isSchema(answer) ? [{ status, schema: answer }] : []));

const bodiesOf = ({ body }: Operation) => (body === undefined ? [] : [body]);

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
});
