import { notification } from '../core/hooks.ts';
import type { Trx } from '../db/dialect.ts';
import type { Message } from './message.ts';

/** The stage of a message. */
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

/** Called with messages of broadcasts whose stage has changed, as the last step of the transaction that changed them. */
export const messagesMoved = notification<[trx: Trx, moves: readonly MessageMove[]]>('messages moved');

/** Returns the moves of those messages that belong to a broadcast and have a new stage. */
export function movesOf(messages: readonly Message[], stages: ReadonlyMap<string, MessageStage>): MessageMove[] {
  return messages.flatMap(({ id, broadcastId, status, sentAt }) => {
    const to = stages.get(id);
    return broadcastId === null || to === undefined ? [] : [{ broadcastId, from: { status, sentAt }, to }];
  });
}
