import { ApiError } from '../core/api-error.ts';
import type { Trx } from '../db/dialect.ts';
import type { BroadcastLedgerRow, BroadcastRow } from '../db/schema.ts';
import type { Platform } from '../platform.ts';
import { type Broadcast, type BroadcastKey, type BroadcastStatus, statusOf } from './broadcast.ts';
import { setLedger } from './ledger-store.ts';
import { findBroadcast, moveBroadcast } from './store.ts';

type MoveCode = 'not_draft' | 'not_cancelable' | 'not_pausable' | 'not_resumable';

export interface Move<C extends MoveCode> {
  readonly from: readonly BroadcastStatus[];
  readonly set: Partial<BroadcastRow> & { readonly status: BroadcastStatus };
  readonly ledger?: Partial<BroadcastLedgerRow>;
  /** What else has to happen with it. */
  readonly after?: (trx: Trx) => Promise<unknown>;
  readonly code: C;
}

/** One conditional update: of two that race, the loser is told what the broadcast has become. */
export async function move<C extends MoveCode>(
  { db, clock }: Platform,
  key: BroadcastKey,
  { from, set, ledger, after, code }: Move<C>,
): Promise<Broadcast | ApiError<C> | ApiError<'not_found'>> {
  return db.transact(async (trx) => {
    const moved = await moveBroadcast(trx, key, { from, set: { ...set, updated_at: clock.now() } });
    if (moved && ledger !== undefined) await setLedger(trx, key.id, ledger);
    if (moved) await after?.(trx);
    const now = await findBroadcast(trx, key);
    if (now === undefined) return new ApiError('not_found');
    if (moved) return now;
    // Safe because each of the codes has this one field.
    const Refusal = ApiError as new (code: C, fields: { status: string }) => ApiError<C>;
    return new Refusal(code, { status: statusOf(now) });
  });
}

/** A draft or a scheduled one; final. */
export const cancelBroadcast = (platform: Platform, key: BroadcastKey) =>
  move(platform, key, {
    from: ['draft', 'scheduled'],
    set: { status: 'cancelled' },
    ledger: { walked: 1 },
    code: 'not_cancelable',
  });

/** Holds the walk and the waiting mail alike. */
export const pauseBroadcast = (platform: Platform, key: BroadcastKey) =>
  move(platform, key, { from: ['sending'], set: { status: 'paused' }, code: 'not_pausable' });
