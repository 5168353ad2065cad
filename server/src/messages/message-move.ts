import { notification } from '../core/hooks.ts';
import type { Trx } from '../db/dialect.ts';
import type { Message } from './message.ts';

/** The part of a message that tells how far it got. */
export interface MessageStage {
  readonly status: string;
  readonly sentAt: number | null;
}

/** A message of a broadcast whose state has changed. */
export interface MessageMove {
  readonly broadcastId: string;
  readonly from: MessageStage;
  readonly to: MessageStage;
}

/** Called with messages of broadcasts that have moved, last in the transaction that moved them. */
export const messagesMoved = notification<[trx: Trx, moves: readonly MessageMove[]]>('messages moved');

/** The moves of those of the messages that belong to broadcasts and have a new stage. */
export function movesOf(messages: readonly Message[], stages: ReadonlyMap<string, MessageStage>): MessageMove[] {
  return messages.flatMap(({ id, broadcastId, status, sentAt }) => {
    const to = stages.get(id);
    return broadcastId === null || to === undefined ? [] : [{ broadcastId, from: { status, sentAt }, to }];
  });
}
