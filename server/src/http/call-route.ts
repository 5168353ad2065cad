import { type AnyTRPCRouter, callTRPCProcedure } from '@trpc/server';
import type { Context } from '../core/context.ts';
import type { RawInput, Route } from '../core/implement.ts';

export interface RouteCall {
  readonly ctx: Context;
  /** Asked once the scope has been checked and the handler's guard has let the call pass. */
  readonly readInput: () => Promise<RawInput>;
  readonly signal: AbortSignal;
}

/** Calls an operation's procedure: the one way in for every door. */
export function callRoute(router: AnyTRPCRouter, { key, operation }: Route, { ctx, readInput, signal }: RouteCall): Promise<unknown> {
  const type = operation.method === 'GET' ? 'query' : 'mutation';
  return callTRPCProcedure({ router, path: key, getRawInput: readInput, ctx, type, signal, batchIndex: 0 });
}
