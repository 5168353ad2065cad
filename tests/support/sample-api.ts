import { tmpdir } from 'node:os';
import { media, type OperationTable, op } from '@posthorn/contract';
import { Hono } from 'hono';
import { z } from 'zod';
import { createFairShare } from '../../server/src/core/concurrency/fair-share.ts';
import type { MinDataRate } from '../../server/src/core/concurrency/min-data-rate.ts';
import { sha256 } from '../../server/src/core/crypto/hash.ts';
import { createSystemRandom } from '../../server/src/core/crypto/random.ts';
import { ApiError } from '../../server/src/core/errors/api-error.ts';
import { createTemporaryFiles, type TemporaryFile } from '../../server/src/core/incoming/temporary-file.ts';
import { implement } from '../../server/src/core/operation/implement.ts';
import { type Handlers, reply } from '../../server/src/core/request/handler.ts';
import { createLargeJsonParser } from '../../server/src/http/bodies/large-json-parser.ts';
import { createLargeRequestLimiter } from '../../server/src/http/bodies/large-request-limiter.ts';
import { MIN_BODY_RATE } from '../../server/src/http/bodies/min-body-rate.ts';
import { createFaultLog } from '../../server/src/http/fault-log.ts';
import { mount, mountFallback } from '../../server/src/http/mount.ts';
import { createTenantSemaphores } from '../../server/src/http/request-resources.ts';
import { createLog } from '../../server/src/log.ts';
import { serveHttp } from '../../server/src/serve-http.ts';

const NO_OVERRIDES = {
  daily_quota: null,
  monthly_quota: null,
  rate_limit: null,
  contact_limit: null,
  webhook_limit: null,
  storage_limit: null,
};

export const MAX_BODY = 1000;
export const MAX_FILE = 5000;
export const LARGE = 1_000_000;
export const ROWS = 1000;
const BUDGET = 1_500_000;

const table = {
  things: {
    create: op({
      method: 'POST',
      path: '/v1/things',
      summary: 'Create a thing',
      tags: ['Things'],
      scope: 'full',
      body: z.object({ name: z.string(), note: z.string().optional() }),
      maxBody: MAX_BODY,
      responses: { 201: z.object({ name: z.string() }) },
      answers: { 201: 'It is done.' },
      errors: [],
    }),
    large: op({
      method: 'POST',
      path: '/v1/large',
      summary: 'Take a large body',
      tags: ['Things'],
      scope: 'full',
      body: z.object({ name: z.string() }),
      maxBody: LARGE,
      responses: { 201: z.object({ size: z.int() }) },
      answers: { 201: 'It is done.' },
      errors: [],
    }),
    raw: op({
      method: 'POST',
      path: '/v1/raw',
      summary: 'Take bytes',
      tags: ['Things'],
      scope: 'full',
      bodyType: 'raw',
      maxBody: LARGE,
      responses: { 201: z.object({ size: z.int(), text: z.string() }) },
      answers: { 201: 'It is done.' },
      errors: [],
    }),
    touch: op({
      method: 'POST',
      path: '/v1/things/touch',
      summary: 'All fields are optional',
      tags: ['Things'],
      scope: 'full',
      body: z.object({ note: z.string().optional() }),
      responses: { 200: z.object({ note: z.string().nullable() }) },
      answers: { 200: 'It is done.' },
      errors: [],
    }),
    update: op({
      method: 'PATCH',
      path: '/v1/things/{id}',
      summary: 'Change a thing',
      tags: ['Things'],
      scope: 'full',
      params: z.object({ id: z.string() }),
      body: z.object({ name: z.string() }),
      responses: { 200: z.object({ id: z.string() }) },
      answers: { 200: 'It is done.' },
      errors: ['not_found'],
    }),
    upload: op({
      method: 'POST',
      path: '/v1/things/upload',
      summary: 'Upload a file',
      tags: ['Things'],
      scope: 'full',
      bodyType: 'multipart',
      maxBody: MAX_FILE,
      body: z.object({ label: z.string().optional() }),
      responses: { 200: z.object({ filename: z.string(), content_type: z.string(), size: z.int(), label: z.string().nullable() }) },
      answers: { 200: 'It is done.' },
      errors: [],
    }),
    download: op({
      method: 'GET',
      path: '/v1/things/download',
      summary: 'Stream',
      tags: ['Things'],
      scope: 'full',
      responses: { 200: media('text/csv') },
      answers: { 200: 'It is done.' },
      errors: [],
    }),
    send: op({
      method: 'POST',
      path: '/v1/send',
      summary: 'Both levels may',
      tags: ['Things'],
      scope: 'sending',
      body: z.object({ to: z.string() }),
      bodyFaults: 'handler',
      maxBody: MAX_BODY,
      responses: { 202: z.object({ verdict: z.string() }) },
      answers: { 202: 'It is done.' },
      errors: [],
    }),
    fail: op({
      method: 'GET',
      path: '/v1/fail',
      summary: 'Throws',
      tags: ['Things'],
      scope: 'full',
      responses: { 200: z.object({}) },
      answers: { 200: 'It is done.' },
      errors: [],
    }),
  },
} as const satisfies OperationTable;

const handlersOf = (rows: () => AsyncIterable<Uint8Array>, { onLarge }: Pick<SampleOptions, 'onLarge'>): Handlers<typeof table> => ({
  things: {
    create: async ({ body }) => reply(201, { name: body().name }),
    large: async ({ ctx, body }) => {
      await onLarge?.(ctx.caller.tenantId);
      return reply(201, { size: body().name.length });
    },
    raw: async ({ ctx, body }) => {
      await onLarge?.(ctx.caller.tenantId);
      const { size, pieces } = body();
      return reply(201, { size, text: Buffer.concat(await Array.fromAsync(pieces())).toString() });
    },
    touch: async ({ body }) => reply(200, { note: body().note ?? null }),
    update: async ({ params, body }) => {
      if (params.id === 'missing') return new ApiError('not_found');
      body();
      return reply(200, { id: params.id });
    },
    upload: async ({ body }) => {
      const { filename, contentType, content, fields } = body();
      let size = 0;
      for await (const chunk of content) size += chunk.byteLength;
      return reply(200, { filename, content_type: contentType, size, label: (await fields()).label ?? null });
    },
    download: async ({ ctx }) => {
      ctx.headers['Content-Disposition'] = 'attachment';
      return reply(200, rows());
    },
    send: async ({ body }) => {
      const request = body();
      return reply(202, { verdict: request instanceof ApiError ? request.code : request.to });
    },
    fail: async () => {
      throw new Error('secret internals');
    },
  },
});

const tenant = (permission: 'full_access' | 'sending_access', tenantId = 'ten_1') =>
  ({
    kind: 'tenant',
    tenantId,
    keyId: 'key_1',
    keyHash: '',
    permission,
    domainId: null,
    version: 1,
    plan: 'free',
    overrides: NO_OVERRIDES,
  }) as const;

/** Creates a share that records how much is taken. */
function countedShare() {
  const share = createFairShare(BUDGET);
  let taken = 0;
  return {
    take: (peer: string, amount: number) => {
      const isTaken = share.take(peer, amount);
      if (isTaken) taken += amount;
      return isTaken;
    },
    give: (peer: string, amount: number) => {
      taken -= amount;
      share.give(peer, amount);
    },
    taken: () => taken,
  };
}

export interface SampleOptions {
  readonly minRate?: Partial<MinDataRate>;
  /** Processes a large body of a tenant. */
  readonly onLarge?: (tenantId: string) => Promise<void>;
  /** Concurrent requests of a tenant. */
  readonly turns?: number;
  /** Bytes of large bodies processed at once. */
  readonly largeBytes?: number;
  readonly openFile?: () => Promise<TemporaryFile>;
}

/** Starts the adapter with sample operations, the keys `full` and `sending` of one tenant, and `other` of another. */
export async function startSampleApi({ minRate, onLarge, turns = 32, largeBytes, openFile }: SampleOptions = {}) {
  const logged: string[] = [];
  let pulled = 0;
  async function* rows(): AsyncIterable<Uint8Array> {
    for (let index = 0; index < ROWS; index += 1) {
      pulled += 1;
      yield Buffer.from(`row ${index}\n`);
    }
  }
  const known = new Map([
    [sha256('full'), tenant('full_access')],
    [sha256('sending'), tenant('sending_access')],
    [sha256('other'), tenant('full_access', 'ten_2')],
  ]);
  const app = new Hono();
  const { routes } = implement(table, handlersOf(rows, onLarge === undefined ? {} : { onLarge }));
  const [memory, disk] = [countedShare(), countedShare()];
  const space = {
    memory,
    disk,
    openFile: openFile ?? createTemporaryFiles({ directory: tmpdir(), random: createSystemRandom() }).open,
    awaitTurn: async () => undefined,
  };
  const largeRequests = createLargeRequestLimiter(largeBytes === undefined ? {} : { most: largeBytes });
  const log = createLog('info', { write: (line: string) => void logged.push(line) });
  const options = {
    keys: { find: async (hash: string) => known.get(hash), recall: async (hash: string) => known.get(hash) },
    findByBearer: async () => undefined,
    findSignedIn: async () => undefined,
    operatorToken: undefined,
    random: createSystemRandom(),
    log,
    logFault: createFaultLog(log),
    spaces: { callers: space, strangers: space },
    minRate: { ...MIN_BODY_RATE, ...minRate },
    tenantSemaphores: createTenantSemaphores(turns),
    largeJson: createLargeJsonParser(largeRequests),
    largeRequests,
  };
  mount(app, { routes }, options);
  mountFallback(app, { paths: ['/v1', '/v1/*'], scope: 'full', routes }, options);
  const listener = await serveHttp(app.fetch, { host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${listener.port}`;
  const call = (method: string, path: string, { key = 'full', ...init }: RequestInit & { key?: string } = {}) =>
    fetch(`${url}${path}`, { method, ...init, headers: { Authorization: `Bearer ${key}`, ...init.headers } });
  return {
    url,
    port: listener.port,
    /** Lines of the log. */
    logged,
    /** Returns how many rows of the stream were read. */
    pulled: () => pulled,
    call,
    /** Bytes of bodies that wait on disk, and those in memory. */
    filed: disk.taken,
    inMemory: memory.taken,
    post: (path: string, body: unknown, key = 'full') => call('POST', path, { body: JSON.stringify(body), key }),
    async close() {
      await listener.close();
      await options.largeJson.stop();
    },
  };
}

export type SampleApi = Awaited<ReturnType<typeof startSampleApi>>;
