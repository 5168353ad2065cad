import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/api-error.ts';
import type { Trx } from '../db/dialect.ts';
import type { BroadcastLedgerRow, BroadcastRow } from '../db/schema.ts';
import { type Broadcast, type BroadcastKey, type BroadcastStatus, statusOf } from './broadcast.ts';
import { setLedger } from './ledger-store.ts';
import { findBroadcast, lockBroadcast, moveBroadcast } from './store.ts';

type MoveCode = 'not_draft' | 'not_cancelable' | 'not_pausable' | 'not_resumable';

export interface Move<C extends MoveCode> {
  readonly from: readonly BroadcastStatus[];
  readonly set: Partial<BroadcastRow> & { readonly status: BroadcastStatus };
  readonly ledger?: Partial<BroadcastLedgerRow>;
  /** What else has to happen with it. */
  readonly after?: (trx: Trx) => Promise<unknown>;
  readonly code: C;
}

/** Of two moves that race, the loser is told what the broadcast has become: the state that it was refused for. */
export async function move<C extends MoveCode>(
  { db, clock }: AppContext,
  key: BroadcastKey,
  { from, set, ledger, after, code }: Move<C>,
): Promise<Broadcast | ApiError<C> | ApiError<'not_found'>> {
  return db.transact(async (trx) => {
    const before = await lockBroadcast(trx, key);
    if (before === undefined) return new ApiError('not_found');
    // Safe because each of the codes has this one field.
    const Refusal = ApiError as new (code: C, fields: { status: string }) => ApiError<C>;
    if (!from.includes(statusOf(before))) return new Refusal(code, { status: statusOf(before) });
    await moveBroadcast(trx, key, { from, set: { ...set, updated_at: clock.now() } });
    if (ledger !== undefined) await setLedger(trx, key.id, ledger);
    await after?.(trx);
    return (await findBroadcast(trx, key)) ?? new ApiError('not_found');
  });
}

/** A draft or a scheduled one; final. */
export const cancelBroadcast = (app: AppContext, key: BroadcastKey) =>
  move(app, key, {
    from: ['draft', 'scheduled'],
    set: { status: 'cancelled' },
    ledger: { walked: 1 },
    code: 'not_cancelable',
  });

/** One whose time has come and that cannot be sent; `last_error` says why. */
export const withdrawBroadcast = (app: AppContext, key: BroadcastKey, { code, detail }: ApiError) =>
  move(app, key, {
    from: ['scheduled'],
    set: { status: 'cancelled', last_error: `${code}: ${detail}` },
    ledger: { walked: 1 },
    code: 'not_cancelable',
  });

/** Holds the walk and the waiting mail alike. */
export const pauseBroadcast = (app: AppContext, key: BroadcastKey) =>
  move(app, key, { from: ['sending'], set: { status: 'paused' }, code: 'not_pausable' });
