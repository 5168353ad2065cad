// What `implement` refuses to compile. The compiler reports each expected error that no longer occurs.
import { media, op } from '@posthorn/contract';
import { z } from 'zod';
import { ApiError } from '../errors/api-error.ts';
import type { TenantCaller } from '../request/caller.ts';
import { type Handlers, reply, type UploadedFile } from '../request/handler.ts';
import { implement } from './implement.ts';

const thing = z.object({ id: z.string(), size: z.int() });

const table = {
  things: {
    get: op({
      method: 'GET',
      path: '/things/{id}',
      summary: 'Get',
      tags: ['Things'],
      scope: 'full',
      params: z.object({ id: z.string() }),
      responses: { 200: thing, 202: z.object({ later: z.literal(true) }) },
      answers: { 200: 'It is done.', 202: 'It is done.' },
      errors: ['not_found', 'request_too_large'],
    }),
    set: op({
      method: 'POST',
      path: '/things',
      summary: 'Set',
      tags: ['Things'],
      scope: 'sending',
      body: z.object({ size: z.int() }),
      bodyFaults: 'handler',
      responses: { 200: thing },
      answers: { 200: 'It is done.' },
      errors: [],
    }),
  },
  files: {
    put: op({
      method: 'POST',
      path: '/files',
      summary: 'Put',
      tags: ['Files'],
      scope: 'operator',
      bodyType: 'multipart',
      responses: { 200: media('text/csv') },
      answers: { 200: 'It is done.' },
      errors: [],
    }),
  },
};

type Table = typeof table;

async function* noBytes(): AsyncIterable<Uint8Array> {}

const get: Handlers<Table>['things']['get'] = async ({ params }) => reply(200, { id: params.id, size: 1 });
const set: Handlers<Table>['things']['set'] = async () => reply(200, { id: 'a', size: 1 });
const put: Handlers<Table>['files']['put'] = async () => reply(200, noBytes());

implement(table, { things: { get, set }, files: { put } });

// @ts-expect-error: a handler is missing
implement(table, { things: { get }, files: { put } });

// @ts-expect-error: a resource is missing
implement(table, { things: { get, set } });

// @ts-expect-error: a handler of no operation
implement(table, { things: { get, set, remove: get }, files: { put } });

// @ts-expect-error: the handler of another operation
implement(table, { things: { get, set: get }, files: { put } });

type Get = Handlers<Table>['things']['get'];

(async () => reply(202, { later: true } as const)) satisfies Get;

// @ts-expect-error: an undeclared status
(async () => reply(201, { id: 'a', size: 1 })) satisfies Get;

// @ts-expect-error: the body of another status
(async () => reply(202, { id: 'a', size: 1 })) satisfies Get;

// @ts-expect-error: a field is missing
(async () => reply(200, { id: 'a' })) satisfies Get;

// @ts-expect-error: a field has another type
(async () => reply(200, { id: 'a', size: '1' })) satisfies Get;

// @ts-expect-error: no answer
(async () => undefined) satisfies Get;

(async () => new ApiError('not_found')) satisfies Get;
(async () => new ApiError('insufficient_scope')) satisfies Get;
(async () => new ApiError('request_too_large', { max_bytes: 1 })) satisfies Get;

// @ts-expect-error: an undeclared code
(async () => new ApiError('domain_taken')) satisfies Get;

// @ts-expect-error: a code that only operations with a body imply
(async () => new ApiError('invalid_json')) satisfies Get;

// @ts-expect-error: any code at all
(async () => new ApiError('not_found') as ApiError) satisfies Get;

// @ts-expect-error: no such code
new ApiError('gone_fishing');

// @ts-expect-error: an error without its fields
new ApiError('request_too_large');

// @ts-expect-error: an error whose field has another type
new ApiError('request_too_large', { max_bytes: 'many' });

(async ({ body }) => {
  const given = body();
  // @ts-expect-error: faults of the body come here too, and are to be told apart
  given.size;
  if (given instanceof ApiError) return given;
  const size: number = given.size;
  return reply(200, { id: 'a', size });
}) satisfies Handlers<Table>['things']['set'];

(async ({ ctx }) => {
  const caller: TenantCaller = ctx.caller;
  return reply(200, { id: caller.tenantId, size: 1 });
}) satisfies Get;

(async ({ ctx, body }) => {
  const file: UploadedFile = body();
  // @ts-expect-error: the operator is no tenant
  ctx.caller.tenantId;
  return reply(200, file.content);
}) satisfies Handlers<Table>['files']['put'];

// @ts-expect-error: a stream is not text
(async () => reply(200, 'id,size')) satisfies Handlers<Table>['files']['put'];
