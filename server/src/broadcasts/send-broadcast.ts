import { ApiError } from '../core/api-error.ts';
import { Unavailable } from '../core/unavailable.ts';
import type { Trx } from '../db/dialect.ts';
import { findScheduleFault } from '../email/index.ts';
import { hasBody } from './body.ts';
import { type Broadcast, type BroadcastKey, statusOf } from './broadcast.ts';
import { setLedger } from './ledger-store.ts';
import { type BroadcastParts, makeReady, type SendFault, startBroadcast } from './start-broadcast.ts';
import { findBroadcast, lockBroadcast, moveBroadcast } from './store.ts';

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

async function scheduleBroadcast(
  trx: Trx,
  key: BroadcastKey,
  { at, now, recipients }: { at: number; now: number; recipients: number },
): Promise<void> {
  await moveBroadcast(trx, key, { from: ['draft'], set: { status: 'scheduled', scheduled_at: at, updated_at: now } });
  await setLedger(trx, key.id, { total_recipients: recipients });
}

async function checkAndSend(
  parts: BroadcastParts,
  key: BroadcastKey,
  scheduledAt: () => number | undefined,
): Promise<Broadcast | SendFault | ApiError<SendCode> | 'edited'> {
  const { db, clock } = parts.app;
  const before = await findBroadcast(db.read, key);
  if (before === undefined) return new ApiError('not_found');
  if (before.status !== 'draft') return new ApiError('not_draft', { status: statusOf(before) });
  const at = scheduledAt();
  const lack = findLack(before) ?? (at === undefined ? undefined : findTimeFault(at, clock.now()));
  if (lack !== undefined) return lack;
  const ready = await makeReady(parts, before);
  if (ready instanceof ApiError) return ready;
  return db.transact(async (trx) => {
    const current = await lockBroadcast(trx, key);
    if (current === undefined) return new ApiError('not_found');
    if (current.status !== 'draft') return new ApiError('not_draft', { status: statusOf(current) });
    if (current.updated_at !== before.updated_at) return 'edited';
    if (at === undefined) await startBroadcast(parts, trx, { ready, from: 'draft' });
    else await scheduleBroadcast(trx, key, { at, now: clock.now(), recipients: ready.recipients });
    return (await findBroadcast(trx, key)) ?? new ApiError('not_found');
  });
}

const TRIES = 10;

/** Validates a draft and sends it, now or at a time. */
export async function sendBroadcast(
  parts: BroadcastParts,
  key: BroadcastKey,
  scheduledAt: () => number | undefined,
): Promise<Broadcast | SendFault | ApiError<SendCode>> {
  // What was checked is what is sent: a draft that was edited in between is checked again.
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const sent = await checkAndSend(parts, key, scheduledAt);
    if (sent !== 'edited') return sent;
  }
  throw new Unavailable(new Error('a draft was edited by others all the time'));
}
