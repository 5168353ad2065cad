import { readFileSync } from 'node:fs';
import { type ImportOptions, Posthorn } from '@posthorn/sdk';
import { describe, expect, it } from 'vitest';
import { startService } from './service.ts';

interface Parameter {
  readonly in: 'path' | 'query' | 'header';
  readonly name: string;
  readonly schema: { readonly type?: string };
}

interface Operation {
  readonly operationId: string;
  readonly security: readonly unknown[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, object>> };
}

type Method = (...args: unknown[]) => Promise<unknown>;

/** Safe because the linter holds the document to this form, in tests/contract. */
const { paths } = JSON.parse(readFileSync(new URL('../../contract/openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
};

const operations = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation, id: operation.operationId })),
);

const camelCase = (id: string) => id.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The client's functions as `apiKeysCreate`; safe because each is called with what the document says it takes. */
function methodsOf(client: Posthorn): Map<string, Method> {
  const functions = Object.entries(client).flatMap(([resource, methods]) =>
    Object.entries(methods as Record<string, Method>).map(
      ([name, method]) => [camelCase(`${resource}_${name}`), method] as [string, Method],
    ),
  );
  return new Map(functions);
}

const argumentFor = ({ name, schema }: Parameter) => (schema.type === 'integer' ? name.length : `a ${name}`);

const isForm = ({ requestBody }: Operation) => requestBody !== undefined && 'multipart/form-data' in requestBody.content;

function argumentsOf(operation: Operation): unknown[] {
  const { operationId, parameters, requestBody } = operation;
  const within = (place: Parameter['in']) => parameters.filter((parameter) => parameter.in === place);
  const query = Object.fromEntries(within('query').map((parameter) => [parameter.name, argumentFor(parameter)]));
  const path = within('path').map(argumentFor);
  return [
    // A storage key is handed out and taken whole.
    ...(operationId === 'attachments_download' ? [path.join('/')] : path),
    ...(requestBody === undefined ? [] : [isForm(operation) ? new Blob(['given']) : { given: 'body' }]),
    ...(within('query').length === 0 ? [] : [query]),
  ];
}

/** Not by `instanceof`: a server in this process puts a Response of its own in the place of the global one. */
const isResponse = (answer: unknown): answer is Response => Object.prototype.toString.call(answer) === '[object Response]';

describe('the client', () => {
  const names = [...methodsOf(new Posthorn({ apiKey: 'key', baseUrl: 'http://service.test' })).keys()];
  const isIterator = (name: string) => /Iterate[A-Z]?/.test(name);
  /** Beside the operations: what goes on with one of them for ever. */
  const FOLLOWING = ['eventsFollow'];

  it('has every operation of the document and no other', () => {
    const rest = names.filter((name) => !isIterator(name));
    expect(rest.sort()).toEqual([...operations.map(({ id }) => camelCase(id)), ...FOLLOWING].sort());
  });

  it('reads every list and search to its end', () => {
    const lists = operations.filter(({ id }) => /_(?:list|search)(?:_|$)/.test(id));
    const expected = lists.map(({ id }) => camelCase(id).replace('List', 'Iterate').replace('Search', 'IterateSearch'));
    expect(names.filter(isIterator).sort()).toEqual(expected.sort());
    expect(expected).toContain('messagesIterate');
    expect(expected).toContain('templatesIterate');
  });

  it.each(operations)('asks for $method $path', async ({ path, method, operation, id }) => {
    const service = await startService({ body: { done: true } });
    const call = methodsOf(service.client()).get(camelCase(id));
    const answer = await call?.(...argumentsOf(operation));
    expect(isResponse(answer) ? await answer.json() : answer).toEqual({ done: true });

    const [received] = service.received;
    const url = new URL(received?.url ?? '', service.baseUrl);
    const query = operation.parameters.filter((parameter) => parameter.in === 'query');
    expect(received?.method).toBe(method);
    expect(url.pathname).toBe(path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(`a ${name}`)));
    expect(Object.fromEntries(url.searchParams)).toEqual(
      Object.fromEntries(query.map((parameter) => [parameter.name, String(argumentFor(parameter))])),
    );
    if (isForm(operation)) {
      expect(received?.headers['content-type']).toMatch(/^multipart\/form-data; ?boundary=/);
      expect(received?.body).toMatch(/name="file"; filename="[\s\S]*\r\n\r\ngiven\r\n/);
    } else expect(received?.body).toBe(operation.requestBody === undefined ? '' : '{"given":"body"}');
    expect(received?.headers.authorization).toBe(operation.security.length === 0 ? undefined : 'Bearer key');
  });
});

describe('an import into an audience', () => {
  const formFor = async (options?: ImportOptions) => {
    const service = await startService({ body: { done: true } });
    await service.client().contacts.import(new Blob(['email\n']), options);
    return [...(service.received[0]?.body ?? '').matchAll(/data; name="(\w+)"/g)].map(([, name]) => name);
  };

  it('sends the audience beside the file, and nothing where none is named', async () => {
    expect(await formFor({ audience_id: 'aud_1' })).toEqual(['file', 'audience_id']);
    expect(await formFor({ audience_id: undefined })).toEqual(['file']);
    expect(await formFor()).toEqual(['file']);
  });
});
