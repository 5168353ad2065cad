import type { AppContext } from '../../app-context.ts';
import { HOUR_MS } from '../../core/durations.ts';
import { groupByBytes } from '../../core/group-by-bytes.ts';
import { type DraftMessage, discardStaged, isForNobody, isStaged, stageBodies } from '../../messages/index.ts';
import { findRefusal } from './admission.ts';
import { findBytesLeft } from './find-bytes-left.ts';
import { findSuppressedRecipients } from './find-suppressed-recipients.ts';
import { messagesOf, type Submission } from './submission.ts';

/** Bytes of bodies that one transaction stores: those of a request that come to more are staged. */
const MOST_AT_ONCE = 1024 * 1024;
/** How long staged bodies wait for a transaction that accepts them, should the process end before. */
const STAGED_MS = HOUR_MS;

const bytesOf = ({ bodyBytes }: DraftMessage) => bodyBytes;
const sum = (drafts: readonly DraftMessage[]) => drafts.reduce((total, draft) => total + bytesOf(draft), 0);

/** Returns the messages whose bodies are staged: none where they are few bytes, or will be refused or answered as before. */
async function findStageable(app: AppContext, submission: Submission): Promise<readonly DraftMessage[]> {
  const drafts = messagesOf(submission);
  if (sum(drafts) <= MOST_AT_ONCE || submission.fault !== null || findRefusal(submission) !== undefined) return [];
  const now = app.clock.now();
  const suppressedOf = await findSuppressedRecipients(app, [submission]);
  const kept = drafts.filter((message) => !isForNobody(message, { now, suppressed: suppressedOf(message) }));
  const { caller, route, claim, emails } = submission;
  const left = await findBytesLeft(app, { caller, route, claim, emails: emails.length });
  return sum(kept) > left ? [] : kept;
}

function markStaged(submission: Submission, drafts: readonly DraftMessage[]): Submission {
  const staged = new Set(drafts.map(({ id }) => id));
  const emails = submission.emails.map((email) =>
    'message' in email && staged.has(email.message.id) ? { ...email, message: { ...email.message, isStaged: true as const } } : email,
  );
  return { ...submission, emails };
}

/** Removes what was not accepted in the end. Where that fails the answer stands, and they go with their time. */
async function discard({ db, log }: AppContext, groups: readonly (readonly DraftMessage[])[]): Promise<void> {
  const idsOf = (drafts: readonly DraftMessage[]) => drafts.map(({ body }) => body.id);
  try {
    if (!(await isStaged(db.read, idsOf(groups.flat())))) return;
    for (const group of groups) await db.transact((trx) => discardStaged(trx, idsOf(group)));
  } catch (error) {
    log.warn({ err: error }, 'bodies that were not accepted stay until they expire');
  }
}

/**
 * Submits a request whose bodies are large with them in the database already, by transactions of 1 MiB each: the one that accepts
 * its emails, for which everybody else waits on SQLite, is then as short as any.
 */
export async function withStagedBodies<T>(
  app: AppContext,
  submission: Submission,
  submitStaged: (submission: Submission) => Promise<T>,
): Promise<T> {
  const drafts = await findStageable(app, submission);
  if (drafts.length === 0) return submitStaged(submission);
  const groups = groupByBytes(drafts, { most: MOST_AT_ONCE, bytesOf });
  const at = app.clock.now();
  try {
    for (const group of groups) {
      await app.db.transact((trx) => stageBodies(trx, group, { at, expiresAt: at + STAGED_MS }));
    }
    return await submitStaged(markStaged(submission, drafts));
  } finally {
    await discard(app, groups);
  }
}
