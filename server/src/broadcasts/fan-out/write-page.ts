import type { AppContext } from '../../app-context.ts';
import type { Trx } from '../../db/dialect.ts';
import { bulkAccepted, insertBulk } from '../../messages/bulk/index.ts';
import { addToBuckets, countApart } from '../../quota/index.ts';
import { findErased } from '../../suppressions/index.ts';
import type { Ledger } from '../broadcast.ts';
import { addPage, lockSending } from '../ledger/ledger-store.ts';
import { bulkRecipients, insertSkips } from './fan-out-store.ts';
import { type IssueParts, issueMail } from './issue-mail.ts';
import { scheduleMail } from './pace.ts';
import type { Progress } from './progress-store.ts';
import type { Page } from './read-page.ts';

/** A page with the time of its messages. */
export interface TimedPage extends Page {
  /** Epoch milliseconds, which no other page of the tenant has. */
  readonly createdAt: number;
}

/** Returns whether the walk is still at the beginning of the page. */
const isCurrent = ({ walked, cursor }: Ledger, { from }: Page) => !walked && cursor.at === from.at && cursor.id === from.id;

/** Leaves out contacts erased since the page was read: the erasure may already have gone through the log. Returns the ids of the others. */
async function leaveOutErased(app: AppContext, trx: Trx, tenantId: string, { deliverable }: Page): Promise<string[]> {
  const erased = await findErased(app, trx, { tenantId, emails: deliverable.map(({ email }) => email) });
  return deliverable.filter(({ email }) => !erased.has(email)).map(({ id }) => id);
}

/** Inserts the messages of a page. */
async function insertMail(app: AppContext, trx: Trx, { progress, page }: { progress: Progress; page: TimedPage }) {
  const { tenantId } = progress;
  const deliverable = await leaveOutErased(app, trx, tenantId, page);
  const due = await scheduleMail(app, trx, { tenantId, count: deliverable.length });
  const mail = {
    ...due,
    ...page.tracking,
    tenantId,
    broadcastId: progress.id,
    createdAt: page.createdAt,
    idPrefix: app.newId('msg', page.createdAt).slice(0, 14),
    from: progress.sender ?? '',
    domainId: progress.senderDomainId ?? '',
    subject: progress.subject,
    bodyId: progress.bodyId ?? '',
  };
  const made = await insertBulk(trx, mail, bulkRecipients(trx, deliverable));
  await app.hooks.notify(bulkAccepted, trx, { ...mail, count: made.length });
  return made;
}

/**
 * Writes the cursor, messages, skipped contacts, jobs and counters of a page, all in the caller's transaction. Returns how many contacts
 * the page had; 0 if it is no longer the next one.
 */
export async function writePage(parts: IssueParts, trx: Trx, given: { progress: Progress; page: TimedPage }): Promise<number> {
  const { app } = parts;
  const { progress, page } = given;
  const { id: broadcastId, tenantId } = progress;
  const ledger = await lockSending(trx, broadcastId);
  if (ledger === undefined || !isCurrent(ledger, page)) return 0;
  const made = await insertMail(app, trx, given);
  const mailed = new Set(made.map(({ contactId }) => contactId));
  const others = page.candidates.filter((id) => !mailed.has(id));
  const left = await insertSkips(trx, { broadcastId, contactIds: others, at: page.createdAt });
  const slices = await issueMail(parts, trx, { ids: made.map(({ id }) => id), slices: ledger.slices });
  await addToBuckets(trx, countApart(tenantId, { marketing: made.length }, app.clock.now()));
  await addPage(trx, broadcastId, { queued: made.length, ...left, slices, cursor: page.to, walked: page.last });
  return page.candidates.length;
}
