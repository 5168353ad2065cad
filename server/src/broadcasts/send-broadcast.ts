import { ApiError } from '../core/api-error.ts';
import { findScheduleFault } from '../email/index.ts';
import { hasBody } from './body.ts';
import { type Broadcast, type BroadcastKey, statusOf } from './broadcast.ts';
import { setLedger } from './ledger-store.ts';
import { type BroadcastParts, makeReady, type SendFault, startBroadcast } from './start-broadcast.ts';
import { findBroadcast, moveBroadcast } from './store.ts';

/** A time that has passed is refused, while an email is then sent at once. */
function findTimeFault(at: number, now: number) {
  return findScheduleFault(at, now) ?? (at > now ? undefined : new ApiError('scheduled_at_must_be_in_the_future'));
}

type SendCode = 'not_found' | 'not_draft' | 'scheduled_at_must_be_in_the_future';

function findLack(row: Broadcast): ApiError<'missing_field'> | undefined {
  const lacks = (field: string) => new ApiError('missing_field', { field }, { detail: `${field} is required to send.` });
  if (row.subject.trim() === '') return lacks('subject');
  if (!hasBody(row)) return lacks('body_html');
  return row.target_id === null ? lacks('target_id') : undefined;
}

/** Validates a draft and sends it, now or at a time. */
export async function sendBroadcast(
  parts: BroadcastParts,
  key: BroadcastKey,
  scheduledAt: () => number | undefined,
): Promise<Broadcast | SendFault | ApiError<SendCode>> {
  const { db, clock } = parts.platform;
  const before = await findBroadcast(db.read, key);
  if (before === undefined) return new ApiError('not_found');
  if (before.status !== 'draft') return new ApiError('not_draft', { status: statusOf(before) });
  const at = scheduledAt();
  const lack = findLack(before) ?? (at === undefined ? undefined : findTimeFault(at, clock.now()));
  if (lack !== undefined) return lack;
  const ready = await makeReady(parts, before);
  if (ready instanceof ApiError) return ready;
  return db.transact(async (trx) => {
    // What was checked is what is sent: an edit in between makes it a draft to be checked again.
    const current = await findBroadcast(trx, key);
    if (current === undefined) return new ApiError('not_found');
    if (current.status !== 'draft' || current.updated_at !== before.updated_at)
      return new ApiError('not_draft', { status: statusOf(current) });
    const set = { status: 'scheduled', scheduled_at: at ?? null, updated_at: clock.now() };
    const moved =
      at === undefined
        ? await startBroadcast(parts, trx, { ready, from: 'draft' })
        : await moveBroadcast(trx, key, { from: ['draft'], set });
    if (moved && at !== undefined) await setLedger(trx, key.id, { total_recipients: ready.recipients });
    const now = await findBroadcast(trx, key);
    if (now === undefined) return new ApiError('not_found');
    return moved ? now : new ApiError('not_draft', { status: statusOf(now) });
  });
}
