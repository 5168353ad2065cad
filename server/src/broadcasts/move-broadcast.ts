import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/errors/api-error.ts';
import type { ObjectRef } from '../core/request/context.ts';
import type { Trx } from '../db/dialect.ts';
import type { Broadcast, BroadcastStatus } from './broadcast.ts';
import { type LedgerSettings, updateLedger } from './ledger/ledger-store.ts';
import { findBroadcast, lockBroadcast, type StateChange, updateState } from './store.ts';

type MoveCode = 'not_draft' | 'not_cancelable' | 'not_pausable' | 'not_resumable';

/** A move to another state: the states it starts from, the new state, and the code that refuses it elsewhere. */
export interface Move<C extends MoveCode> {
  readonly from: readonly BroadcastStatus[];
  readonly set: StateChange;
  readonly ledger?: LedgerSettings;
  /** Runs in the same transaction. */
  readonly after?: (trx: Trx) => Promise<unknown>;
  readonly code: C;
}

/**
 * Moves a broadcast to another state and returns it, or a refusal with its current state. Of two concurrent moves, the second one is
 * refused.
 */
export async function moveBroadcast<C extends MoveCode>(
  { db, clock }: AppContext,
  ref: ObjectRef,
  { from, set, ledger, after, code }: Move<C>,
): Promise<Broadcast | ApiError<C> | ApiError<'not_found'>> {
  return db.transact(async (trx) => {
    const before = await lockBroadcast(trx, ref);
    if (before === undefined) return new ApiError('not_found');
    // Safe because each of the codes has this one field.
    const Refusal = ApiError as new (code: C, fields: { status: string }) => ApiError<C>;
    if (!from.includes(before.status)) return new Refusal(code, { status: before.status });
    await updateState(trx, ref, { from, set, at: clock.now() });
    if (ledger !== undefined) await updateLedger(trx, ref.id, ledger);
    await after?.(trx);
    return (await findBroadcast(trx, ref)) ?? new ApiError('not_found');
  });
}

/** Cancels a draft or a scheduled broadcast for good. */
export const cancelBroadcast = (app: AppContext, ref: ObjectRef) =>
  moveBroadcast(app, ref, {
    from: ['draft', 'scheduled'],
    set: { status: 'cancelled' },
    ledger: { walked: true },
    code: 'not_cancelable',
  });

/** Cancels a broadcast that is due and cannot be sent; `last_error` says why. */
export const withdrawBroadcast = (app: AppContext, ref: ObjectRef, { code, detail }: ApiError) =>
  moveBroadcast(app, ref, {
    from: ['scheduled'],
    set: { status: 'cancelled', lastError: `${code}: ${detail}` },
    ledger: { walked: true },
    code: 'not_cancelable',
  });

/** Pauses a broadcast that is being sent: its fan-out, and its waiting mail. */
export const pauseBroadcast = (app: AppContext, ref: ObjectRef) =>
  moveBroadcast(app, ref, { from: ['sending'], set: { status: 'paused' }, code: 'not_pausable' });
