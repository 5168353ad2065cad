import { readFileSync } from 'node:fs';
import { API_VERSION, contract, errors, media, type Operation, type OperationTable, op } from '@posthorn/contract';
import { buildOpenApiDocument, renderOpenApiDocument } from '@posthorn/contract/openapi';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { staleness } from '../../scripts/openapi-file.ts';

interface Schema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly format?: string;
}

interface Answer {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
}

interface DocumentedOperation {
  readonly operationId: string;
  readonly security: readonly unknown[];
  readonly parameters?: readonly { in: string; name: string; required?: boolean; schema: Schema }[];
  readonly requestBody?: { required: boolean; content: Answer['content'] };
  readonly responses: Readonly<Record<string, Answer>>;
}

interface Document {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: { readonly responses: Readonly<Record<string, Answer>>; readonly schemas: Readonly<Record<string, Schema>> };
}

/** Safe because the linter holds the document to the form, below. */
const build = (table?: OperationTable) => JSON.parse(JSON.stringify(buildOpenApiDocument(table))) as Document;

/** What an independent linter, at its strictest, has against a document. `/health` knows no 4xx, and tags need no sentence. */
async function lint(document: Document): Promise<string[]> {
  const rules = { 'operation-4xx-response': 'off', 'tag-description': 'off', 'no-unused-components': 'off' } as const;
  const config = await createConfig({ extends: ['recommended-strict'], rules });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

function operationAt(document: Document, { method, path }: Pick<Operation, 'method' | 'path'>): DocumentedOperation {
  const found = document.paths[path]?.[method.toLowerCase()];
  if (found === undefined) throw new Error(`${method} ${path} is not in the document`);
  return found;
}

function resolve(document: Document, answer: Answer): Answer {
  const found = answer.$ref === undefined ? answer : document.components.responses[answer.$ref.split('/').at(-1) ?? ''];
  if (found === undefined) throw new Error(`${answer.$ref} is not in the document`);
  return found;
}

/** The codes that the document gives for an operation, as `422 validation_failed`. */
function documentedCodes(document: Document, operation: Operation): string[] {
  return Object.entries(operationAt(document, operation).responses).flatMap(([status, answer]) => {
    const schema = resolve(document, answer).content['application/json']?.schema;
    const forms = schema === undefined ? [] : (schema.anyOf ?? [schema]);
    return forms.flatMap((form) => (form.properties?.error?.enum ?? []).map((code) => `${status} ${code}`));
  });
}

const declaredCode = (code: keyof typeof errors) => `${errors[code].status} ${code}`;

const operations: readonly Operation[] = Object.values<OperationTable[string]>(contract).flatMap((resource) => Object.values(resource));
const named = operations.map((operation) => ({ name: `${operation.method} ${operation.path}`, operation }));

describe('the interface document', () => {
  const document = build();

  it('is valid OpenAPI 3.1 by an independent linter', async () => {
    expect(await lint(document)).toEqual([]);
    expect(await lint({ ...document, openapi: '3.1.0', components: { responses: {}, schemas: {} } })).not.toEqual([]);
    expect(document.openapi).toBe('3.1.0');
    expect(document.info.version).toBe(API_VERSION);
  });

  it('has every operation of the table and no other', () => {
    const documented = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(documented.sort()).toEqual(named.map(({ name }) => name).sort());
  });

  it('gives every operation an id of its own', () => {
    const ids = operations.map((operation) => operationAt(document, operation).operationId);
    expect(ids).toContain('email_send');
    expect(ids).toContain('api_keys_create');
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(named)('gives $name every declared status and code', ({ operation }) => {
    const { responses } = operationAt(document, operation);
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(Object.keys(operation.responses)));
    const codes = documentedCodes(document, operation);
    expect(codes).toEqual(expect.arrayContaining(operation.errors.map(declaredCode)));
    expect(codes).toEqual(expect.arrayContaining(['500 internal_error', '503 service_unavailable']));
    expect(codes.includes('401 unauthorized')).toBe(operation.scope !== 'public');
    expect(codes.includes('403 insufficient_scope')).toBe(operation.scope === 'full');
    expect(codes.includes('400 invalid_json')).toBe(operation.body !== undefined);
  });

  it('asks for a key everywhere but on /health', () => {
    const open = operations.filter((operation) => operationAt(document, operation).security.length === 0);
    expect(open.map(({ path }) => path)).toEqual(['/health']);
  });

  it('gives every answer its request id and version', () => {
    const answers = operations.flatMap((operation) => Object.values(operationAt(document, operation).responses));
    for (const answer of answers)
      expect(Object.keys(resolve(document, answer).headers ?? {})).toEqual(expect.arrayContaining(['X-Request-Id', 'X-API-Version']));
  });

  it('gives 503 a Retry-After', () => {
    const answers = operations.map((operation) => operationAt(document, operation).responses[503]);
    for (const answer of answers) expect(Object.keys(resolve(document, answer ?? { content: {} }).headers ?? {})).toContain('Retry-After');
  });

  it('says of an envelope field that it is required where every code of the status carries it', () => {
    const codes = ['missing_field', 'validation_failed'];
    expect(document.components.responses.MissingFieldOrValidationFailed?.content['application/json']?.schema).toMatchObject({
      properties: { error: { enum: codes }, field: { type: 'string' }, max: { type: 'integer' } },
      required: ['error', 'detail'],
    });
    expect(document.components.responses.RequestTooLarge?.content['application/json']?.schema.required).toEqual([
      'error',
      'detail',
      'max_bytes',
    ]);
    expect(document.components.responses.NotFound?.content['application/json']?.schema.required).toEqual(['error']);
  });

  it('lists every error code in one schema', () => {
    expect(document.components.schemas.ErrorCode?.enum).toEqual(Object.keys(errors));
    expect(document.components.schemas.Error?.required).toEqual(['error']);
  });

  it('describes limit and cursor as what callers pass', () => {
    const { parameters } = operationAt(document, contract.email.listTestEvents);
    expect(parameters?.map(({ name, required, schema }) => ({ name, required, type: schema.type }))).toEqual([
      { name: 'limit', required: undefined, type: 'integer' },
      { name: 'cursor', required: undefined, type: 'integer' },
    ]);
  });

  it('holds nothing that only zod wants to say', () => {
    const text = renderOpenApiDocument();
    expect(text).not.toContain('"additionalProperties": false');
    expect(text).not.toContain(String(Number.MAX_SAFE_INTEGER));
  });

  it('comes out the same each time', () => {
    expect(renderOpenApiDocument()).toBe(renderOpenApiDocument());
  });
});

describe('a document of other forms of operation', () => {
  const common = { tags: ['T'], scope: 'full', errors: [] } as const;
  const table = {
    files: {
      put: op({
        ...common,
        method: 'POST',
        path: '/files',
        summary: 'Put',
        bodyType: 'multipart',
        maxBody: 10,
        responses: { 202: z.object({ at: z.iso.datetime() }) },
      }),
      get: op({
        ...common,
        method: 'GET',
        path: '/files/{id}',
        summary: 'Get',
        params: z.object({ id: z.string() }),
        responses: { 200: media('text/csv') },
        errors: ['not_found'],
      }),
      set: op({
        ...common,
        method: 'PATCH',
        path: '/files/{id}',
        summary: 'Set',
        params: z.object({ id: z.string() }),
        headers: z.object({ 'if-match': z.string().optional() }),
        body: z.object({ email: z.email().optional() }),
        responses: { 200: z.object({}) },
      }),
    },
  };
  const document = build(table);

  it('is valid too', async () => {
    expect(await lint(document)).toEqual([]);
  });

  it('has a form with one file for an upload', () => {
    const { requestBody } = operationAt(document, table.files.put);
    expect(requestBody).toEqual({
      required: true,
      content: { 'multipart/form-data': { schema: expect.objectContaining({ required: ['file'] }) } },
    });
    expect(documentedCodes(document, table.files.put)).toEqual(expect.arrayContaining(['400 missing_file', '413 file_too_large']));
  });

  it('has bytes for a stream', () => {
    expect(operationAt(document, table.files.get).responses[200]?.content).toEqual({
      'text/csv': { schema: { type: 'string', format: 'binary' } },
    });
  });

  it('has request headers, and a body that may be left out where every field may', () => {
    const { parameters, requestBody } = operationAt(document, table.files.set);
    expect(parameters?.map((parameter) => [parameter.in, parameter.name])).toEqual([
      ['path', 'id'],
      ['header', 'If-Match'],
    ]);
    expect(requestBody?.required).toBe(false);
  });

  it('keeps formats and drops the patterns that zod derives from them', () => {
    expect(operationAt(document, table.files.set).requestBody?.content['application/json']?.schema.properties?.email).toEqual({
      type: 'string',
      format: 'email',
    });
    expect(operationAt(document, table.files.put).responses[202]?.content['application/json']?.schema.properties?.at).toEqual({
      type: 'string',
      format: 'date-time',
    });
  });

  it('is refused where a path names a parameter that the operation does not declare', () => {
    const broken = {
      files: { get: op({ ...common, method: 'GET', path: '/files/{name}', summary: 'Get', responses: { 200: z.object({}) } }) },
    };
    expect(() => buildOpenApiDocument(broken)).toThrow('name');
  });
});

describe('the committed document', () => {
  const committed = readFileSync(new URL('../../contract/openapi.json', import.meta.url), 'utf8');

  it('is what the contract gives', () => {
    expect(staleness(committed, renderOpenApiDocument())).toBeUndefined();
  });

  it('is called stale in one line when an operation, a code or a word has changed', () => {
    const added = {
      ...contract,
      more: {
        get: op({
          method: 'GET',
          path: '/v1/more',
          summary: 'More',
          tags: ['More'],
          scope: 'full',
          responses: { 200: z.object({}) },
          errors: [],
        }),
      },
    };
    const changed = `${JSON.stringify(buildOpenApiDocument(added), null, 2)}\n`;
    expect(staleness(committed, changed)).toMatch(/^contract\/openapi\.json is stale from line \d+ on: run npm run generate$/);
    expect(staleness(committed, `${committed}\n`)).toContain('stale');
    expect(staleness(committed.replace('Posthorn', 'posthorn'), committed)).toContain('stale from line 4 ');
    expect(staleness(undefined, committed)).toContain('missing');
  });
});
