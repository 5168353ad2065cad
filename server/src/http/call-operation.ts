import type { contract, Operation } from '@posthorn/contract';
import type { AnyTRPCRouter } from '@trpc/server';
import type { Route } from '../core/operation/implement.ts';
import type { RawInput } from '../core/operation/read-input.ts';
import type { Context } from '../core/request/context.ts';
import type { Reply } from '../core/request/handler.ts';

type Contract = typeof contract;

/** The key of an operation in the contract, such as `email.send`. */
export type OperationKey = {
  [R in keyof Contract]: { [N in keyof Contract[R] & string]: `${R}.${N}` }[keyof Contract[R] & string];
}[keyof Contract];

/** The operation of a key. */
export type OperationAt<K extends OperationKey> = K extends `${infer R extends keyof Contract}.${infer N}`
  ? N extends keyof Contract[R]
    ? Contract[R][N]
    : never
  : never;

export type AnswerOf<K extends OperationKey> = OperationAt<K> extends infer O extends Operation ? Reply<O>['body'] : never;

/** The operations of one interface (of tenants, the operator, or accounts) with their handlers, as `implement` returns them. */
export interface Operations {
  readonly router: AnyTRPCRouter;
  readonly routes: readonly Route[];
}

export interface RouteCall {
  readonly ctx: Context;
  /** Called once the scope is checked and the handler's guard has passed. */
  readonly readInput: () => Promise<RawInput>;
}

/** Returns the route of an operation; throws for a key that the surface does not have. */
export function routeOf({ routes }: Operations, key: OperationKey): Route {
  const route = routes.find((one) => one.key === key);
  if (route === undefined) throw new Error(`no operation ${key}`);
  return route;
}

/** Runs an operation by its key, and returns the body of its answer; throws ApiError. Safe because `Handlers` ties the answer to the operation. */
export async function callOperation<K extends OperationKey>(
  operations: Operations,
  key: K,
  { ctx, readInput }: RouteCall,
): Promise<AnswerOf<K>> {
  return (await routeOf(operations, key).run(ctx, readInput)) as AnswerOf<K>;
}
