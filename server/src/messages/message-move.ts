import { hook } from '../core/hooks.ts';
import type { Trx } from '../db/dialect.ts';
import type { MessageRow } from '../db/schema.ts';

/** The part of a message that tells how far it got. */
export type MessageStage = Pick<MessageRow, 'status' | 'sent_at'>;

/** A message of a broadcast whose state has changed. */
export interface MessageMove {
  readonly broadcastId: string;
  readonly from: MessageStage;
  readonly to: MessageStage;
}

/** Called with messages of broadcasts that have moved, last in the transaction that moved them. */
export const messagesMoved = hook<[trx: Trx, moves: readonly MessageMove[]]>('messages moved');

/** The moves of those of the rows that belong to broadcasts and have a new stage. */
export function movesOf(rows: readonly MessageRow[], stages: ReadonlyMap<string, MessageStage>): MessageMove[] {
  return rows.flatMap((row) => {
    const to = stages.get(row.id);
    if (row.broadcast_id === null || to === undefined) return [];
    return [{ broadcastId: row.broadcast_id, from: { status: row.status, sent_at: row.sent_at }, to }];
  });
}
