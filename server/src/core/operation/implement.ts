import { type Operation, type OperationTable, writes } from '@posthorn/contract';
import type { TRPCBuiltRouter, TRPCMutationProcedure, TRPCQueryProcedure, TRPCRouterRecord } from '@trpc/server';
import { initTRPC } from '@trpc/server';
import type { z } from 'zod';
import { createYieldPoint } from '../concurrency/event-loop.ts';
import { type ApiError, orThrow } from '../errors/api-error.ts';
import { personOf } from '../request/caller.ts';
import type { Context } from '../request/context.ts';
import type { Handler, Handlers, Reply } from '../request/handler.ts';
import { assertAllowed, assertRole } from './access.ts';
import { ignoredHeader } from './ignored-fields.ts';
import { type RawInput, readInput } from './read-input.ts';
import { toApiError } from './to-api-error.ts';

/** Most milliseconds per turn of the event loop that reading the input of several requests may take. */
const MOST_HELD_MS = 5;

type InputOf<S> = S extends z.ZodType ? z.input<S> : never;

/** An operation with its place in the router, such as `email.send`. */
export interface Route {
  readonly key: string;
  readonly operation: Operation;
  /** Whether the handler verifies the caller's key in its own transaction, so that a cached one suffices before that. */
  readonly provesCaller: boolean;
  /**
   * Runs the operation, by {@link toRun}: checks the scope, then reads the input, and returns the body of the response; refusals are
   * thrown.
   */
  run(ctx: Context, readInput: () => Promise<RawInput>): Promise<unknown>;
}

const { procedure, router: buildRouter } = initTRPC.context<Context>().create({
  errorFormatter: ({ shape, error }) => {
    const fault = toApiError(error);
    return {
      ...shape,
      message: fault.code,
      data: { ...shape.data, httpStatus: fault.status, stack: undefined, envelope: fault.toEnvelope() },
    };
  },
});

/** A change that a person is about to make. */
export interface PersonalWrite {
  readonly key: string;
  readonly ctx: Context;
  readonly params: unknown;
}

/** Records what a person changes, before and after the change. */
export type Audit = <A extends { readonly status: number; readonly body: unknown }>(
  write: PersonalWrite,
  change: () => Promise<A>,
) => Promise<A>;

const asRawInput = (raw: unknown): RawInput => (typeof raw === 'object' && raw !== null ? raw : {});

/** Safe because it is called only after the scope check has established the caller. */
const guardOf = ({ guard }: Handler<Operation>) =>
  guard as ((ctx: Context) => ApiError | undefined | Promise<ApiError | undefined>) | undefined;

/** The steps of an operation, which every interface runs in the same order. */
interface Steps {
  /** Refuses a caller without access before the input is read. */
  admit(ctx: Context): Promise<void>;
  /** Reads the input, runs the handler and returns the body of its answer; refusals are thrown. */
  answer(ctx: Context, called: RawInput): Promise<unknown>;
}

interface StepParts {
  readonly audit: Audit | undefined;
  readonly yieldIfBusy: () => Promise<void>;
}

function toSteps(
  { key, operation }: Pick<Route, 'key' | 'operation'>,
  handler: Handler<Operation>,
  { audit, yieldIfBusy }: StepParts,
): Steps {
  const guard = guardOf(handler);
  return {
    async admit(ctx) {
      assertAllowed(operation.scope, ctx);
      assertRole(operation, ctx);
      if (guard !== undefined) orThrow(await guard(ctx));
    },
    async answer(ctx, called) {
      const input = ctx.given === undefined ? called : asRawInput(ctx.given);
      const ignored = ignoredHeader(operation, input);
      if (ignored !== undefined) ctx.headers['X-Ignored-Fields'] = ignored;
      const run = async () => orThrow(await handler(readInput(operation, ctx, input)));
      const isAudited = audit !== undefined && writes(operation) && personOf(ctx.caller) !== undefined;
      // A page may take a while to read and to write, and SQLite answers synchronously: many of them would block as one.
      if (!writes(operation)) await yieldIfBusy();
      const answer = isAudited ? await audit({ key, ctx, params: input.params }, run) : await run();
      ctx.status = answer.status;
      return answer.body;
    },
  };
}

const toRun =
  ({ admit, answer }: Steps): Route['run'] =>
  async (ctx, readInput) => {
    await admit(ctx);
    return answer(ctx, asRawInput(await readInput()));
  };

function toProcedure({ method }: Operation, { admit, answer }: Steps) {
  const scoped = procedure
    .use(async ({ ctx, next }) => {
      await admit(ctx);
      return next();
    })
    .input(asRawInput);
  const resolve = ({ ctx, input }: { ctx: Context; input: RawInput }) => answer(ctx, input);
  return method === 'GET' ? scoped.query(resolve) : scoped.mutation(resolve);
}

/** The parts of its input that an operation needs: a query of optional fields may be absent. */
type Needed<O extends Operation, P extends 'params' | 'query' | 'body'> = O[P] extends z.ZodType
  ? P extends 'query'
    ? object extends InputOf<O[P]>
      ? never
      : P
    : P
  : never;

type Wire<O extends Operation> = {
  meta: object;
  input: { [P in 'params' | 'query' | 'body' as Needed<O, P>]: InputOf<O[P]> } & {
    [P in 'query' | 'headers' as O[P] extends z.ZodType ? P : never]?: InputOf<O[P]>;
  };
  output: Reply<O>['body'];
};

type ProcedureOf<O extends Operation> = O['method'] extends 'GET' ? TRPCQueryProcedure<Wire<O>> : TRPCMutationProcedure<Wire<O>>;

/** The router's type, for tRPC clients: one procedure for each operation. */
export type RouterOf<T extends OperationTable> = TRPCBuiltRouter<
  {
    ctx: Context;
    meta: object;
    errorShape: { message: string; code: number; data: { httpStatus: number; envelope: Record<string, unknown> } };
    transformer: false;
  },
  { [R in keyof T]: { [N in keyof T[R]]: ProcedureOf<T[R][N]> } }
>;

export interface Implementation<T extends OperationTable> {
  readonly router: RouterOf<T>;
  readonly routes: readonly Route[];
}

/**
 * Joins a table of operations with its handlers: returns the routes, by their position in the table, and the tRPC router of the same
 * operations. `audit` records what people change.
 */
export function implement<T extends OperationTable>(table: T, handlers: Handlers<T>, audit?: Audit): Implementation<T> {
  const record: TRPCRouterRecord = {};
  const routes: Route[] = [];
  const places = new Set<string>();
  const yieldIfBusy = createYieldPoint(MOST_HELD_MS);
  for (const [resource, operations] of Object.entries(table)) {
    const procedures: TRPCRouterRecord = {};
    for (const [name, operation] of Object.entries(operations)) {
      const place = `${operation.method} ${operation.path}`;
      if (places.has(place)) throw new Error(`${place} is declared twice`);
      places.add(place);
      // Safe because Handlers<T> has a handler of this operation's type under these keys.
      const handler = handlers[resource]?.[name] as unknown as Handler<Operation>;
      const key = `${resource}.${name}`;
      const steps = toSteps({ key, operation }, handler, { audit, yieldIfBusy });
      procedures[name] = toProcedure(operation, steps);
      routes.push({ key, operation, provesCaller: handler.provesCaller === true, run: toRun(steps) });
    }
    record[resource] = procedures;
  }
  // Safe because the record was built from the table that RouterOf<T> is computed from.
  return { router: buildRouter(record) as unknown as RouterOf<T>, routes };
}
