import type { AppContext } from '../../app-context.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import type { Trx } from '../../db/dialect.ts';
import { insertSharedBody, refuseBodies } from '../../messages/index.ts';
import type { Queue } from '../../queue/queue.ts';
import { bytesOf } from '../../storage/size-store.ts';
import { checkSource, type Templates } from '../../templates/index.ts';
import { type Broadcast, type BroadcastStatus, targetOf } from '../broadcast.ts';
import type { Copies } from '../copies/copies.ts';
import { fieldsOf, sourceOf } from '../draft/body.ts';
import { type DraftFault, findDraftSender, replyToOf, type Sender } from '../draft/check-draft.ts';
import { updateLedger } from '../ledger/ledger-store.ts';
import { updateState } from '../store.ts';
import { countRecipients, openTarget } from '../target/open-target.ts';

export interface BroadcastParts {
  readonly app: AppContext;
  readonly queue: Queue;
  readonly templates: Templates;
  readonly copies: Copies;
}

/** A broadcast with everything needed to send it, freshly checked. */
export interface ReadyBroadcast {
  readonly broadcast: Broadcast;
  readonly sender: Sender;
  readonly source: ReturnType<typeof sourceOf>;
  readonly recipients: number;
}

export type SendFault = DraftFault | ApiError<'invalid_template' | 'invalid_filter' | 'target_not_found' | 'storage_limit_reached'>;

async function countTargeted({ app }: BroadcastParts, broadcast: Broadcast): Promise<number | SendFault> {
  const target = targetOf(broadcast);
  if (target === undefined) return new ApiError('missing_field', { field: 'target_id' });
  const open = await openTarget(app, broadcast.tenantId, target);
  return open instanceof ApiError ? open : countRecipients(app, broadcast.tenantId, open);
}

/** Returns what a broadcast needs to be sent, or why it cannot be: its target, sender or syntax. */
export async function makeReady(parts: BroadcastParts, broadcast: Broadcast): Promise<ReadyBroadcast | SendFault> {
  const { tenantId } = broadcast;
  const source = sourceOf(broadcast);
  // In parallel, since a large target takes a while to count.
  const [recipients, sender, fault] = await Promise.all([
    countTargeted(parts, broadcast),
    findDraftSender(parts.app.db.read, tenantId, broadcast),
    checkSource(parts.templates, { tenantId, fields: fieldsOf(broadcast) }, source),
  ]);
  if (recipients instanceof ApiError) return recipients;
  if (sender instanceof ApiError) return sender;
  const refusal = fault ?? (await refuseBodies(parts.app.db.read, tenantId, bytesOf(source.html, source.text)));
  return refusal ?? { broadcast, sender, source, recipients };
}

/**
 * Returns what a scheduled broadcast needs once it is due, or why it cannot be sent. A refused filter does not cancel it, since it can be
 * corrected: fan-out pauses. The syntax was checked when it was scheduled: a busy machine, on which another check takes too long, must
 * not cancel it. Whether its body may be kept was checked then, too.
 */
export async function makeDueReady(parts: BroadcastParts, broadcast: Broadcast): Promise<ReadyBroadcast | SendFault> {
  const [counted, sender] = await Promise.all([
    countTargeted(parts, broadcast),
    findDraftSender(parts.app.db.read, broadcast.tenantId, broadcast),
  ]);
  if (counted instanceof ApiError && counted.code !== 'invalid_filter') return counted;
  if (sender instanceof ApiError) return sender;
  return {
    broadcast,
    sender,
    source: sourceOf(broadcast),
    recipients: counted instanceof ApiError ? broadcast.ledger.totalRecipients : counted,
  };
}

/**
 * Starts sending a broadcast, unless somebody else has moved it: sets its state, body and number of recipients, and enqueues its job, in
 * the caller's transaction. Returns whether it did.
 */
export async function startBroadcast(
  { app: { clock, newId }, queue }: BroadcastParts,
  trx: Trx,
  { ready: { broadcast, sender, source, recipients }, from }: { ready: ReadyBroadcast; from: BroadcastStatus },
): Promise<boolean> {
  const now = clock.now();
  const bodyId = newId('bod', now);
  const set = { status: 'sending', startedAt: now, bodyId, sender } as const;
  if (!(await updateState(trx, broadcast, { from: [from], set, at: now }))) return false;
  await insertSharedBody(trx, {
    id: bodyId,
    tenantId: broadcast.tenantId,
    html: source.html,
    text: source.text,
    replyTo: replyToOf(broadcast),
    at: now,
  });
  await updateLedger(trx, broadcast.id, { totalRecipients: recipients });
  await queue.enqueue(trx, [{ queue: 'fanout', payload: { broadcast_id: broadcast.id } }]);
  return true;
}
