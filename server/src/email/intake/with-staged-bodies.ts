import type { AppContext } from '../../app-context.ts';
import { HOUR_MS } from '../../core/durations.ts';
import { groupByBytes } from '../../core/group-by-bytes.ts';
import { type DraftMessage, discardStaged, isForNobody, isStaged, stageBodies } from '../../messages/index.ts';
import { findRefusal } from './admission.ts';
import { type AdmissionRequest, messagesOf } from './admission-request.ts';
import { findBytesLeft } from './find-bytes-left.ts';
import { findSuppressedRecipients } from './find-suppressed-recipients.ts';

/** Most bytes of bodies that one transaction stores; requests with more have their bodies staged. */
const MOST_AT_ONCE = 1024 * 1024;
/** When staged bodies expire that nobody accepted, since the process ended before. */
const STAGED_MS = HOUR_MS;

const bytesOf = ({ bodyBytes }: DraftMessage) => bodyBytes;
const sum = (drafts: readonly DraftMessage[]) => drafts.reduce((total, draft) => total + bytesOf(draft), 0);

/** Returns the messages whose bodies are to be staged; none where they are small, or the request will be refused or replayed. */
async function findStageable(app: AppContext, request: AdmissionRequest): Promise<readonly DraftMessage[]> {
  const drafts = messagesOf(request);
  if (sum(drafts) <= MOST_AT_ONCE || request.fault !== null || findRefusal(request) !== undefined) return [];
  const now = app.clock.now();
  const suppressedOf = await findSuppressedRecipients(app, app.db.read, [request]);
  const kept = drafts.filter((message) => !isForNobody(message, { now, suppressed: suppressedOf(message) }));
  const { caller, route, idempotency, emails } = request;
  const left = await findBytesLeft(app, { caller, route, idempotency, emails: emails.length });
  return sum(kept) > left ? [] : kept;
}

function markStaged(request: AdmissionRequest, drafts: readonly DraftMessage[]): AdmissionRequest {
  const staged = new Set(drafts.map(({ id }) => id));
  const emails = request.emails.map((email) =>
    'message' in email && staged.has(email.message.id) ? { ...email, message: { ...email.message, isStaged: true as const } } : email,
  );
  return { ...request, emails };
}

/** Deletes staged bodies that were not accepted. A failure is logged only: they expire. */
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
 * Stores large bodies of a request ahead of its admission, in transactions of 1 MiB each, so that the transaction that accepts its
 * emails stays short: on SQLite all other writes wait for it. Returns what `admitStaged` returns.
 */
export async function withStagedBodies<T>(
  app: AppContext,
  request: AdmissionRequest,
  admitStaged: (request: AdmissionRequest) => Promise<T>,
): Promise<T> {
  const drafts = await findStageable(app, request);
  if (drafts.length === 0) return admitStaged(request);
  const groups = groupByBytes(drafts, { most: MOST_AT_ONCE, bytesOf });
  const at = app.clock.now();
  try {
    for (const group of groups) {
      await app.db.transact((trx) => stageBodies(trx, group, { at, expiresAt: at + STAGED_MS }));
    }
    return await admitStaged(markStaged(request, drafts));
  } finally {
    await discard(app, groups);
  }
}
