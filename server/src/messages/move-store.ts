import type { Trx } from '../db/dialect.ts';
import { keepBody } from './bodies/body-store.ts';
import type { Message } from './message.ts';
import { findMessage } from './store.ts';
import { type MessageOutcomes, movableBy, statusBy } from './transitions.ts';
import { momentInRow } from './write-store.ts';

interface MoveRequest {
  readonly tenantId: string;
  readonly id: string;
  readonly now: number;
}

/** The result of a conditional move. */
export interface MoveResult {
  /** Whether the message was moved. */
  readonly changed: boolean;
  /** The message afterwards. */
  readonly message: Message;
}

async function moveWaiting(
  trx: Trx,
  { tenantId, id, now, by }: MoveRequest & { by: MessageOutcomes['request'] },
  change: { scheduled_at?: number; due_at: number | null },
): Promise<MoveResult | undefined> {
  const changed = await trx
    .updateTable('messages')
    .set({ ...change, status: statusBy(by), updated_at: momentInRow(now) })
    .where('id', '=', id)
    .where('tenant_id', '=', tenantId)
    .where('status', 'in', movableBy(by))
    .returning('id')
    .executeTakeFirst();
  const message = await findMessage(trx, { tenantId, id });
  return message && { changed: changed !== undefined, message };
}

/** Moves a waiting message to another time. A single statement decides between this and a worker that claims it. Returns undefined where there is none. */
export async function rescheduleMessage(
  trx: Trx,
  { scheduledAt, ...request }: MoveRequest & { scheduledAt: number },
): Promise<MoveResult | undefined> {
  const moved = await moveWaiting(trx, { ...request, by: 'reschedule' }, { scheduled_at: scheduledAt, due_at: scheduledAt });
  // The body of a broadcast ages once that is sent, which may be before this mail.
  if (moved?.changed && moved.message.broadcastId !== null)
    await keepBody(trx, { tenantId: request.tenantId, id: moved.message.bodyId, until: scheduledAt });
  return moved;
}

/** Cancels a waiting message, as `rescheduleMessage` moves it. */
export const cancelMessage = (trx: Trx, request: MoveRequest) => moveWaiting(trx, { ...request, by: 'cancel' }, { due_at: null });
