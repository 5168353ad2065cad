import { z } from 'zod';
import type {
  ZodOpenApiContentObject,
  ZodOpenApiMediaTypeObject,
  ZodOpenApiOperationObject,
  ZodOpenApiPathsObject,
  ZodOpenApiRequestBodyObject,
  ZodOpenApiResponseObject,
} from 'zod-openapi';
import { headersOf } from '../core/answer-headers.ts';
import type { Media, Operation, OperationTable } from '../core/operation.ts';
import type { ExampleTable, OperationExample } from '../examples/index.ts';
import { pathExample } from '../examples/path-parameters.ts';
import { codesByStatus, errorResponses } from './openapi-errors.ts';

/** Name of the security scheme. */
export const BEARER = 'bearer';

// `format` marks bytes for every generator in use; in JSON Schema it is an annotation.
const bytes = { type: 'string', format: 'binary' } as const;

const KEYS = {
  public: undefined,
  sending: 'Takes a `full_access` or `sending_access` key.',
  full: 'Takes a `full_access` key.',
  operator: 'Takes the operator token.',
  metrics: 'Takes the operator token, or that of METRICS_TOKEN.',
  person: 'Takes the cookie of somebody who is signed in.',
} as const;

/** Converts `email.send` to `email_send`, `apiKeys.create` to `api_keys_create`. */
export function operationId(resource: string, name: string): string {
  return `${resource}_${name}`.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

const shown = (example: unknown) => (example === undefined ? {} : { example });

function requestBody({ body, bodyType, maxBody }: Operation, example: unknown): ZodOpenApiRequestBodyObject | undefined {
  if (bodyType === 'multipart') {
    const description = maxBody === undefined ? 'The file.' : `The file, at most ${maxBody} bytes.`;
    const file = z.string().meta({ override: { ...bytes, description } });
    const fields = body instanceof z.ZodObject ? body.shape : {};
    return { required: true, content: { 'multipart/form-data': { schema: z.object({ file, ...fields }) } } };
  }
  if (body === undefined) return undefined;
  return { required: !body.safeParse({}).success, content: { 'application/json': { schema: body, ...shown(example) } } };
}

function contentOf(answer: z.ZodType | Media, example: unknown): ZodOpenApiContentObject {
  if ('media' in answer) return { [answer.media]: { schema: bytes } };
  return { 'application/json': { schema: answer, ...shown(example) } };
}

function jsonSchemas(content: ZodOpenApiContentObject | undefined): z.ZodType[] {
  const schema = content?.['application/json']?.schema;
  return schema instanceof z.ZodType ? [schema] : [];
}

type Examples = NonNullable<ZodOpenApiMediaTypeObject['examples']>;

/** Returns the examples of a JSON body by name; a single one gets the name given. */
function shownIn(content: ZodOpenApiContentObject | undefined, name: string): Examples {
  const { example, examples } = content?.['application/json'] ?? {};
  return examples ?? (example === undefined ? {} : { [name]: { value: example } });
}

/** A status that is both a declared response and an error: either body may be returned. */
function either(declared: ZodOpenApiContentObject, error: ZodOpenApiResponseObject): ZodOpenApiResponseObject {
  const { id: _, ...inline } = error;
  const schema = z.union([...jsonSchemas(declared), ...jsonSchemas(error.content)]);
  const examples = { ...shownIn(declared, 'answer'), ...shownIn(error.content, 'error') };
  return { ...inline, content: { ...declared, 'application/json': { schema, examples } } };
}

type ErrorResponse = ReturnType<typeof errorResponses>;

function responsesOf(
  operation: Operation,
  example: OperationExample,
  errorResponse: ErrorResponse,
): ZodOpenApiOperationObject['responses'] {
  const errors = new Map([...codesByStatus(operation)].map(([status, codes]) => [status, errorResponse(operation, status, codes)]));
  const responses = new Map<number, ZodOpenApiResponseObject>(errors);
  for (const [key, answer] of Object.entries(operation.responses)) {
    const status = Number(key);
    const content = contentOf(answer, example[status]);
    const error = errors.get(status);
    const success = {
      description: operation.answers[status] ?? '',
      headers: z.object(headersOf({ operation, status, codes: [] })),
      content,
    };
    responses.set(status, error === undefined ? success : either(content, error));
  }
  return Object.fromEntries([...responses].sort(([left], [right]) => left - right));
}

function withExamples(path: string, params: z.ZodObject): z.ZodObject {
  const shape = Object.entries<z.ZodType>(params.shape).map(([name, schema]) => {
    const example = pathExample(path, name);
    return [name, example === undefined ? schema : schema.meta({ ...schema.meta(), param: { example } })] as const;
  });
  return z.object(Object.fromEntries(shape));
}

/** Formats `idempotency-key` as people write it. */
const headerName = (name: string) => name.replaceAll(/(?:^|-)[a-z]/g, (initial) => initial.toUpperCase());

const withHeaderNames = ({ shape }: z.ZodObject) =>
  z.object(Object.fromEntries(Object.entries<z.ZodType>(shape).map(([name, schema]) => [headerName(name), schema])));

function parametersOf({ path, params, query, headers }: Operation): NonNullable<ZodOpenApiOperationObject['requestParams']> {
  return {
    ...(params === undefined ? {} : { path: withExamples(path, params) }),
    ...(query === undefined ? {} : { query }),
    ...(headers === undefined ? {} : { header: withHeaderNames(headers) }),
  };
}

/** Returns every operation of the table as a path item, with everything that a single tRPC output cannot express. */
export function pathsOf(table: OperationTable, examples: ExampleTable): ZodOpenApiPathsObject {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  const errorResponse = errorResponses();
  for (const [resource, operations] of Object.entries(table)) {
    for (const [name, operation] of Object.entries(operations)) {
      const example = examples[resource]?.[name] ?? {};
      const body = requestBody(operation, example.body);
      const item: ZodOpenApiOperationObject = {
        operationId: operationId(resource, name),
        summary: operation.summary,
        description: [operation.description, KEYS[operation.scope]].filter((text) => text !== undefined).join(' '),
        tags: [...operation.tags],
        security: operation.scope === 'public' ? [] : [{ [BEARER]: [] }],
        requestParams: parametersOf(operation),
        ...(body === undefined ? {} : { requestBody: body }),
        responses: responsesOf(operation, example, errorResponse),
      };
      paths[operation.path] = { ...paths[operation.path], [operation.method.toLowerCase()]: item };
    }
  }
  return paths;
}
