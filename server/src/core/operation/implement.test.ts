import { type Operation, op } from '@posthorn/contract';
import { callTRPCProcedure } from '@trpc/server';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ApiError } from '../errors/api-error.ts';
import type { Caller, TenantCaller } from '../request/caller.ts';
import type { Context } from '../request/context.ts';
import { guarded, type Handlers, reply } from '../request/handler.ts';
import { implement } from './implement.ts';
import type { RawInput } from './read-input.ts';
import { toApiError } from './to-api-error.ts';

const NO_OVERRIDES = {
  daily_quota: null,
  monthly_quota: null,
  rate_limit: null,
  contact_limit: null,
  webhook_limit: null,
  storage_limit: null,
};

const common = {
  method: 'POST',
  summary: 'A',
  tags: ['A'],
  responses: { 202: z.object({ seen: z.unknown() }) },
  answers: { 202: 'It is done.' },
  errors: ['not_found'],
} as const;
const body = z.object({ size: z.int() });
const idParam = z.object({ id: z.string() });

const table = {
  things: {
    read: op({ ...common, method: 'GET', path: '/things/{id}', scope: 'full', params: idParam, query: z.object({ limit: z.string() }) }),
    set: op({ ...common, path: '/things', scope: 'full', body }),
    find: op({ ...common, path: '/things/{id}/find', scope: 'full', params: idParam, body }),
    touch: op({ ...common, path: '/things/touch', scope: 'full', body: body.partial() }),
    send: op({ ...common, path: '/send', scope: 'sending', body, bodyFaults: 'handler', missing: 'validation_failed' }),
    check: op({ ...common, method: 'GET', path: '/check', scope: 'public' }),
    manage: op({ ...common, method: 'GET', path: '/manage', scope: 'operator' }),
    guarded: op({ ...common, path: '/guarded', scope: 'sending', body }),
    fail: op({ ...common, method: 'GET', path: '/fail', scope: 'public' }),
  },
};

const seen = (value: unknown) => reply(202, { seen: value });

const handlers: Handlers<typeof table> = {
  things: {
    read: async ({ params, query }) => seen({ ...params, ...query() }),
    set: async (input) => seen(input.body()),
    find: async (input) => (input.params.id === 'missing' ? new ApiError('not_found') : seen(input.body())),
    touch: async (input) => seen(input.body()),
    send: async (input) => {
      const given = input.body();
      return seen(given instanceof ApiError ? `fault: ${given.code}` : given);
    },
    check: async ({ ctx }) => seen(ctx.caller.kind),
    manage: async ({ ctx }) => seen(ctx.caller.kind),
    guarded: guarded(
      ({ caller }) => (caller.permission === 'sending_access' ? new ApiError('not_found') : undefined),
      async (input) => seen(input.body()),
    ),
    fail: async () => {
      throw new TypeError('a secret');
    },
  },
};

const { router, routes } = implement(table, handlers);

const tenant = (permission: TenantCaller['permission']): TenantCaller => ({
  kind: 'tenant',
  tenantId: 'ten_1',
  keyId: 'key_1',
  keyHash: '',
  permission,
  domainId: null,
  version: 1,
  plan: 'free',
  overrides: NO_OVERRIDES,
});
const callers = {
  full: tenant('full_access'),
  sending: tenant('sending_access'),
  operator: { kind: 'operator' },
  anonymous: { kind: 'anonymous' },
} satisfies Record<string, Caller>;

type Name = keyof typeof table.things;
type Way = (name: Name, ctx: Context, readInput: () => Promise<RawInput>) => Promise<unknown>;

/** As tRPC calls a procedure, and as every other interface runs a route. */
const WAYS: readonly Way[] = [
  (name, ctx, getRawInput) => {
    const type = table.things[name].method === 'GET' ? 'query' : 'mutation';
    return callTRPCProcedure({ router, path: `things.${name}`, getRawInput, ctx, type, signal: undefined, batchIndex: 0 });
  },
  async (name, ctx, readInput) => routes.find(({ key }) => key === `things.${name}`)?.run(ctx, readInput),
];

/** Calls an operation in both ways, which may not differ; returns what was seen, or the code. */
async function call(name: Name, raw: RawInput | (() => Promise<RawInput>) = {}, caller: keyof typeof callers = 'full') {
  const readInput = typeof raw === 'function' ? raw : async () => raw;
  async function callBy(way: Way) {
    const ctx: Context = { caller: callers[caller], requestId: 'r', baseUrl: 'http://service.test', headers: {}, status: 200 };
    try {
      const answer = (await way(name, ctx, readInput)) as { seen: unknown };
      return { status: ctx.status, seen: answer.seen };
    } catch (error) {
      return toApiError(error).toEnvelope();
    }
  }
  const [byProcedure, byRoute] = await Promise.all(WAYS.map(callBy));
  expect(byRoute).toEqual(byProcedure);
  return byRoute ?? {};
}

describe('implement', () => {
  it('answers the status and body of the handler', async () => {
    expect(await call('set', { body: { size: 1 } })).toEqual({ status: 202, seen: { size: 1 } });
  });

  it('lists the routes by their key', () => {
    expect(routes.map(({ key }) => key)).toEqual(Object.keys(table.things).map((name) => `things.${name}`));
  });

  it('refuses two operations on one place', () => {
    const twice: Operation = table.things.check;
    const refused = { a: { one: twice, two: twice } };
    expect(() => implement(refused, { a: { one: async () => seen(1), two: async () => seen(2) } })).toThrow('GET /check is declared twice');
  });

  it('hands on the codes that a handler returns', async () => {
    expect(await call('find', { params: { id: 'missing' }, body: { size: 1 } })).toEqual({ error: 'not_found' });
  });

  it('makes an internal error of what a handler throws, and keeps its words for the log', async () => {
    expect(await call('fail')).toEqual({ error: 'internal_error', detail: 'Something went wrong on our side.' });
  });
});

describe('a guard', () => {
  const input = async () => {
    asked += 1;
    return { body: { size: 1 } };
  };
  let asked = 0;

  it('refuses a call before its input is asked for, and after its scope', async () => {
    expect(await call('guarded', input, 'sending')).toEqual({ error: 'not_found' });
    expect(await call('guarded', input, 'operator')).toEqual({ error: 'unauthorized' });
    expect(asked).toBe(0);
  });

  it('lets the others through', async () => {
    expect(await call('guarded', input)).toEqual({ status: 202, seen: { size: 1 } });
    expect(asked).toBe(WAYS.length);
  });
});

describe('who may call', () => {
  const allowed = {
    check: ['full', 'sending', 'operator', 'anonymous'],
    send: ['full', 'sending'],
    touch: ['full'],
    manage: ['operator'],
  } as const;
  const everyone = Object.keys(callers) as (keyof typeof callers)[];

  it.each(Object.entries(allowed))('%s', async (name, those) => {
    const answers = await Promise.all(everyone.map((caller) => call(name as keyof typeof allowed, { body: {} }, caller)));
    expect(everyone.filter((_, index) => 'seen' in (answers[index] ?? {}))).toEqual(those);
  });

  it('tells a key that may only send from one that is not known here', async () => {
    expect(await call('touch', {}, 'sending')).toMatchObject({ error: 'insufficient_scope' });
    expect(await call('touch', {}, 'operator')).toEqual({ error: 'unauthorized' });
    expect(await call('manage', {}, 'full')).toEqual({ error: 'unauthorized' });
  });
});

describe('the order of checks', () => {
  it('is scope, then the request', async () => {
    const unread = () => Promise.reject(new Error('the request was read'));
    expect(await call('set', unread, 'sending')).toMatchObject({ error: 'insufficient_scope' });
  });

  it('is a body that cannot be read, then the handler', async () => {
    const unreadable = () => Promise.reject(new ApiError('invalid_json'));
    expect(await call('find', unreadable)).toMatchObject({ error: 'invalid_json' });
  });

  it('is the handler, then the fields of the body', async () => {
    expect(await call('find', { params: { id: 'missing' }, body: {} })).toEqual({ error: 'not_found' });
    expect(await call('find', { params: { id: 'there' }, body: {} })).toMatchObject({ error: 'missing_field', field: 'size' });
  });

  it("is the handler's own where it asks for the body's faults", async () => {
    expect(await call('send', { body: {} })).toMatchObject({ seen: 'fault: validation_failed' });
    expect(await call('send', { body: new ApiError('invalid_json') })).toMatchObject({ seen: 'fault: invalid_json' });
    expect(await call('send', { body: { size: 1 } })).toMatchObject({ seen: { size: 1 } });
  });
});

describe('input', () => {
  it('takes an absent body for an empty one', async () => {
    expect(await call('touch', {})).toMatchObject({ seen: {} });
    expect(await call('set', {})).toMatchObject({ error: 'missing_field', field: 'size' });
  });

  it('answers faults of path and query with validation_failed, which every such operation declares', async () => {
    expect(await call('read', { params: { id: 'a' } })).toMatchObject({ error: 'validation_failed', field: 'limit' });
  });

  it('reads text of path and query that no database takes as one that nothing is called', async () => {
    const seen = await call('read', { params: { id: 'a\u0000' }, query: { limit: '1', other: '\ud800' } });
    expect(seen).not.toHaveProperty('error');
    expect(JSON.stringify(seen)).not.toMatch(/\\u0000|\\ud800/);
  });

  it('survives input of another form', async () => {
    const odd = async () => 'text' as unknown as RawInput;
    expect(await call('set', odd)).toMatchObject({ error: 'missing_field' });
  });
});
