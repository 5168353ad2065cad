import type { Operation } from '@posthorn/contract';
import { ApiError } from '../../core/errors/api-error.ts';
import type { RawInput } from '../../core/operation/read-input.ts';
import { toApiError } from '../../core/operation/to-api-error.ts';
import type { Context } from '../../core/request/context.ts';
import type { BodySource } from '../bodies/read-body.ts';
import type { BodyParts } from '../bodies/read-operation-body.ts';
import { type AnswerOf, callOperation, type OperationKey, type Operations } from '../call-operation.ts';
import type { AskList, ListPart } from './lists.ts';

/** A request of a Resend client, with what is needed to answer it. */
export interface Exchange extends BodyParts {
  readonly operations: Operations;
  readonly source: BodySource;
  readonly request: Request;
  readonly ctx: Context;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Epoch ms. */
  readonly now: number;
}

export interface ResendCall {
  readonly method: Operation['method'];
  readonly path: `/resend/${string}`;
  readonly serve: (exchange: Exchange) => Promise<object>;
}

/** Calls an operation of `/v1` for the request. */
export function call<K extends OperationKey>(
  { operations, ctx }: Exchange,
  key: K,
  readInput: () => Promise<RawInput>,
): Promise<AnswerOf<K>> {
  return callOperation(operations, key, { ctx, readInput });
}

/** Returns how a list of `/v1` is asked for a page. */
export const askOf =
  (exchange: Exchange): AskList =>
  (key, query) =>
    call(exchange, key, async () => ({ query }));

function orNothing(error: unknown): undefined {
  if (toApiError(error).code !== 'not_found') throw error;
}

/** Returns what is looked up; undefined if it does not exist. */
export const ifFound = <T>(lookedUp: Promise<T>): Promise<T | undefined> => lookedUp.catch(orNothing);

/** Presents a page; throws its fault, as an operation does. */
export function presentList<T>(listed: ListPart<T> | ApiError, present: (item: T) => object) {
  if (listed instanceof ApiError) throw listed;
  return { object: 'list', has_more: listed.hasMore, data: listed.items.map(present) };
}
