import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/api-error.ts';
import type { Trx } from '../db/dialect.ts';
import { insertSharedBody } from '../messages/index.ts';
import type { Queue } from '../queue/queue.ts';
import type { ContentRenderer } from '../templates/index.ts';
import { sourceOf } from './body.ts';
import { type Broadcast, type BroadcastKey, type BroadcastStatus, targetOf } from './broadcast.ts';
import { type DraftFault, findSender, replyToOf, type Sender } from './check-draft.ts';
import { setLedger } from './ledger-store.ts';
import { countRecipients, openTarget } from './open-target.ts';
import { moveBroadcast } from './store.ts';

export interface BroadcastParts {
  readonly app: AppContext;
  readonly queue: Queue;
  readonly content: ContentRenderer;
}

/** All that a broadcast needs to be sent, found good a moment ago. */
export interface ReadyBroadcast {
  readonly row: Broadcast;
  readonly sender: Sender;
  readonly source: ReturnType<typeof sourceOf>;
  readonly recipients: number;
}

export type SendFault = DraftFault | ApiError<'invalid_template' | 'invalid_filter' | 'target_not_found'>;

async function countTargeted({ app }: BroadcastParts, row: Broadcast): Promise<number | SendFault> {
  const target = targetOf(row);
  if (target === undefined) return new ApiError('missing_field', { field: 'target_id' });
  const open = await openTarget(app, row.tenant_id, target);
  return open instanceof ApiError ? open : countRecipients(app, row.tenant_id, open);
}

/** Looks whether a broadcast can be sent: target, sender, syntax. */
export async function makeReady(parts: BroadcastParts, row: Broadcast): Promise<ReadyBroadcast | SendFault> {
  const { tenant_id: tenantId } = row;
  const source = sourceOf(row);
  // At once, since a large target takes a while to count.
  const [recipients, sender, fault] = await Promise.all([
    countTargeted(parts, row),
    findSender(parts.app.db.read, tenantId, row),
    parts.content.check(tenantId, source),
  ]);
  if (recipients instanceof ApiError) return recipients;
  if (sender instanceof ApiError) return sender;
  return fault ?? { row, sender, source, recipients };
}

/**
 * The same when its time has come. A filter can be put right, so what a walk does about one holds: it pauses. The syntax
 * was good when it was scheduled: a busy machine, on which it takes too long to look again, must not cancel it.
 */
export async function makeDueReady(parts: BroadcastParts, row: Broadcast): Promise<ReadyBroadcast | SendFault> {
  const [counted, sender] = await Promise.all([countTargeted(parts, row), findSender(parts.app.db.read, row.tenant_id, row)]);
  if (counted instanceof ApiError && counted.code !== 'invalid_filter') return counted;
  if (sender instanceof ApiError) return sender;
  return { row, sender, source: sourceOf(row), recipients: counted instanceof ApiError ? row.total_recipients : counted };
}

/** Begins to send, if nobody else has moved the broadcast: state, body, snapshot and job at once. */
export async function startBroadcast(
  { app: { clock, newId }, queue }: BroadcastParts,
  trx: Trx,
  { ready: { row, sender, source, recipients }, from }: { ready: ReadyBroadcast; from: BroadcastStatus },
): Promise<boolean> {
  const now = clock.now();
  const key: BroadcastKey = { tenantId: row.tenant_id, id: row.id };
  const bodyId = newId('bod', now);
  const begun = { status: 'sending', started_at: now, updated_at: now, body_id: bodyId };
  const set = { ...begun, sender: sender.from, sender_domain_id: sender.domainId };
  if (!(await moveBroadcast(trx, key, { from: [from], set }))) return false;
  await insertSharedBody(trx, {
    id: bodyId,
    tenantId: row.tenant_id,
    html: source.html,
    text: source.text,
    replyTo: replyToOf(row),
    at: now,
  });
  await setLedger(trx, row.id, { total_recipients: recipients });
  await queue.enqueue(trx, [{ queue: 'fanout', payload: { broadcast_id: row.id } }]);
  return true;
}
