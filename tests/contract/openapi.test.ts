import { readFileSync } from 'node:fs';
import { API_VERSION, contract, errors, type Operation, type OperationTable, op, takesJson } from '@posthorn/contract';
import { buildOpenApiDocument, renderOpenApiDocument } from '@posthorn/contract/openapi';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { staleness } from '../../scripts/openapi-file.ts';
import { build, documentedCodes, lint, operationAt, resolve } from './document.ts';

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
    expect(codes.includes('403 insufficient_scope')).toBe(['full', 'sending'].includes(operation.scope));
    expect(codes.includes('400 invalid_json')).toBe(takesJson(operation));
  });

  it('promises no refusal of a path, which names an object or none', () => {
    const byPath = operations.filter(({ query, headers, body }) => (query ?? headers ?? body) === undefined);
    expect(byPath.length).toBeGreaterThan(40);
    // It looks at an automation again, whose sender may no longer fit.
    const promised = byPath.filter((operation) => documentedCodes(document, operation).includes('422 validation_failed'));
    expect(promised).toEqual([contract.automations.activate]);
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

  it('gives what is sent what is left of the minute, and what is repeated that it is', () => {
    const headersOf = (operation: Operation, status: number) =>
      Object.keys(resolve(document, operationAt(document, operation).responses[status] ?? { content: {} }).headers ?? {});
    const rate = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
    for (const operation of [contract.email.send, contract.email.sendBatch]) {
      expect(headersOf(operation, 200)).toEqual(expect.arrayContaining([...rate, 'Idempotent-Replayed', 'Idempotent-Mismatch']));
      for (const status of [400, 402, 409, 413, 422, 429]) expect(headersOf(operation, status)).toEqual(expect.arrayContaining(rate));
      for (const status of [409, 429]) expect(headersOf(operation, status)).toContain('Retry-After');
      expect(headersOf(operation, 401)).not.toContain('X-RateLimit-Limit');
    }
    expect(headersOf(contract.messages.list, 200)).not.toContain('X-RateLimit-Limit');
  });

  it('says of every answer but 401 and 403 that it may name what was ignored', () => {
    for (const operation of operations)
      for (const [status, answer] of Object.entries(operationAt(document, operation).responses))
        expect('X-Ignored-Fields' in (resolve(document, answer).headers ?? {})).toBe(!['401', '403'].includes(status));
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
  });

  it('names the repository that the packages are published from', () => {
    const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
    expect(manifest).toContain(`"git+${document.info.contact.url}.git"`);
  });

  it('says of a download whose type the file says that it may be any', () => {
    for (const operation of [contract.attachments.download, contract.inbound.getAttachment])
      expect(Object.keys(operationAt(document, operation).responses[200]?.content ?? {})).toEqual(['*/*']);
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
          answers: { 200: 'It is done.' },
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
