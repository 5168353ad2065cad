import type { contract, Operation } from '@posthorn/contract';
import type { AnyTRPCRouter } from '@trpc/server';
import type { Reply, Route } from '../core/implement.ts';
import { callRoute, type RouteCall } from './call-route.ts';

type Contract = typeof contract;

/** A place in the contract, such as `email.send`. */
export type OperationKey = {
  [R in keyof Contract]: { [N in keyof Contract[R] & string]: `${R}.${N}` }[keyof Contract[R] & string];
}[keyof Contract];

/** The operation at a place. */
export type OperationAt<K extends OperationKey> = K extends `${infer R extends keyof Contract}.${infer N}`
  ? N extends keyof Contract[R]
    ? Contract[R][N]
    : never
  : never;

export type AnswerOf<K extends OperationKey> = OperationAt<K> extends infer O extends Operation ? Reply<O>['body'] : never;

/** Calls an operation by its place, for doors that speak another interface than `/v1`. */
export type CallOperation = <K extends OperationKey>(key: K, call: RouteCall) => Promise<AnswerOf<K>>;

/** A service as `implement` made it. */
export interface Service {
  readonly router: AnyTRPCRouter;
  readonly routes: readonly Route[];
}

export function routeFinder(routes: readonly Route[]): (key: OperationKey) => Route {
  const byKey = new Map(routes.map((route) => [route.key, route]));
  return (key) => {
    const route = byKey.get(key);
    if (route === undefined) throw new Error(`no operation ${key}`);
    return route;
  };
}

/** Safe because `Handlers` has the procedure of an operation answer what the operation declares. */
export function operationCaller({ router, routes }: Service): CallOperation {
  const routeOf = routeFinder(routes);
  return async <K extends OperationKey>(key: K, call: RouteCall) => (await callRoute(router, routeOf(key), call)) as AnswerOf<K>;
}
