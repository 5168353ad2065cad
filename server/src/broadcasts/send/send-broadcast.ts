import { ApiError } from '../../core/errors/api-error.ts';
import { Unavailable } from '../../core/errors/unavailable.ts';
import type { ObjectRef } from '../../core/request/context.ts';
import { isBlank } from '../../core/text/is-blank.ts';
import type { Trx } from '../../db/dialect.ts';
import { findScheduleFault } from '../../email/index.ts';
import { workPlanned } from '../../queue/jobs.ts';
import type { Broadcast } from '../broadcast.ts';
import { hasBody } from '../draft/body.ts';
import { updateLedger } from '../ledger/ledger-store.ts';
import { findBroadcast, lockBroadcast, updateState } from '../store.ts';
import { type BroadcastParts, makeReady, type SendFault, startBroadcast } from './start-broadcast.ts';

/** Returns what is wrong with a time. A past time is refused here, while an email with one is sent at once. */
function findTimeFault(at: number, now: number) {
  return findScheduleFault(at, now) ?? (at > now ? undefined : new ApiError('scheduled_at_must_be_in_the_future'));
}

export interface SendRequest {
  readonly scheduled_at?: number | undefined;
}

type SendCode = 'not_found' | 'not_draft' | 'scheduled_at_must_be_in_the_future';

/** Returns what a draft lacks to be sent. */
function findLack(broadcast: Broadcast): ApiError<'missing_field'> | undefined {
  const lacks = (field: string, what = field) => new ApiError('missing_field', { field }, { detail: `${what} is required to send.` });
  if (isBlank(broadcast.subject)) return lacks('subject');
  if (!hasBody(broadcast)) return lacks('body_html', 'One of body_html and body_text');
  return broadcast.targetId === null ? lacks('target_id') : undefined;
}

async function scheduleBroadcast(
  trx: Trx,
  ref: ObjectRef,
  { at, now, recipients }: { at: number; now: number; recipients: number },
): Promise<void> {
  await updateState(trx, ref, { from: ['draft'], set: { status: 'scheduled', scheduledAt: at }, at: now });
  await updateLedger(trx, ref.id, { totalRecipients: recipients });
}

/** Checks and sends the current content of a draft; `edited` if it was changed meanwhile. */
async function checkAndSend(
  parts: BroadcastParts,
  ref: ObjectRef,
  body: () => SendRequest,
): Promise<Broadcast | SendFault | ApiError<SendCode> | 'edited'> {
  const { db, clock } = parts.app;
  const before = await findBroadcast(db.read, ref);
  if (before === undefined) return new ApiError('not_found');
  if (before.status !== 'draft') return new ApiError('not_draft', { status: before.status });
  const { scheduled_at: at } = body();
  const lack = findLack(before) ?? (at === undefined ? undefined : findTimeFault(at, clock.now()));
  if (lack !== undefined) return lack;
  const ready = await makeReady(parts, before);
  if (ready instanceof ApiError) return ready;
  return db.transact(async (trx) => {
    const current = await lockBroadcast(trx, ref);
    if (current === undefined) return new ApiError('not_found');
    if (current.status !== 'draft') return new ApiError('not_draft', { status: current.status });
    if (current.updatedAt !== before.updatedAt) return 'edited';
    if (at === undefined) await startBroadcast(parts, trx, { ready, from: 'draft' });
    else await scheduleBroadcast(trx, ref, { at, now: clock.now(), recipients: ready.recipients });
    return (await findBroadcast(trx, ref)) ?? new ApiError('not_found');
  });
}

const TRIES = 10;

/** Validates a draft and sends it, now or at a later time. Returns the broadcast, or why it is refused. */
export async function sendBroadcast(
  parts: BroadcastParts,
  ref: ObjectRef,
  body: () => SendRequest,
): Promise<Broadcast | SendFault | ApiError<SendCode>> {
  // The content that was checked is the content sent: a draft that was edited in between is checked again.
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const sent = await checkAndSend(parts, ref, body);
    if (sent === 'edited') continue;
    if ('scheduledAt' in sent && sent.scheduledAt !== null) await parts.app.hooks.notify(workPlanned, 'fanout', sent.scheduledAt);
    return sent;
  }
  throw new Unavailable(new Error('a draft was edited by others all the time'));
}
