import type { AppContext } from '../app-context.ts';
import { createRetention } from '../core/retention.ts';
import type { Feature } from '../feature.ts';
import { addressErased } from '../suppressions/index.ts';
import { discardExpired } from './bodies/discard-expired.ts';
import { retireBodies } from './bodies/retire-bodies.ts';
import { countAccepted } from './count-accepted.ts';
import { eraseMessages } from './erasure/erase-messages.ts';
import { createFollowJob } from './follow/follow-job.ts';
import { logRead } from './follow/log-read.ts';
import { removeOldMessages } from './retention/remove-old-messages.ts';
import { messageRoutes } from './routes.ts';
import { indexRecipients } from './search/index-recipients.ts';

export { ageBody, insertSharedBody } from './bodies/body-store.ts';
export { htmlBeside } from './bodies/html-beside.ts';
export { findStorageLeft, refuseBodies } from './bodies/refuse-bodies.ts';
export { discardStaged, isStaged, lockStaged, stageBodies } from './bodies/staged-store.ts';
export { cancellationOf, cancelMessages } from './cancel-messages.ts';
export { countEmails, type EmailCount } from './counts/email-count-store.ts';
export { countWaiting, type WaitingMessages, type WaitingReason } from './counts/waiting-store.ts';
export { messagesErased, messagesToErase } from './erasure/erase-messages.ts';
export { eraseInReply } from './erasure/erased-meanwhile.ts';
export {
  CHARGES,
  type Charge,
  type Claim,
  claimKey,
  type DraftMessage,
  type FoundBody,
  filesOf,
  HIDDEN_MS,
  isUnread,
  type Message,
  type MessageBody,
  POSITIONS_PER_MS,
  type Recipient,
  type StoredAttachment,
  sizeOf,
  type UnreadBody,
} from './message.ts';
export { momentOf, placeInTestLog, startEventsOf } from './message-event.ts';
export { type MessageMove, type MessageStage, messagesMoved } from './message-move.ts';
export { cancelMessage, rescheduleMessage } from './move-store.ts';
export { isOpen, isSendable } from './recipients.ts';
export { messagesRemoved } from './retention/remove-old-messages.ts';
export { attemptDay, isReturnPathValid, type ReturnPath, readReturnPath, returnPathOf } from './return-path.ts';
export { isForNobody, messagesAccepted, type StartedMessage, startMessage } from './start-message.ts';
export { findBodies, findBody, findMessage, findRecipients, hasBody, hasMessage, parseRecipients } from './store.ts';
export { isUnsent, statusBy } from './transitions.ts';
export { createRecentMail, type RecentMail } from './urgency/recent-mail.ts';
export { type QueuedMessage, toDeliverJobs } from './urgency/to-deliver-jobs.ts';
export { insertMessages, keptOf, NO_CLAIM, type PlacedMessage } from './write-store.ts';

/** Creates the feature `messages`, the activity log: its routes, its recurring job, and what it does when others announce something. */
export function createMessages(app: AppContext) {
  app.hooks.on(addressErased, (erasure) => eraseMessages(app, erasure));
  app.hooks.on(logRead, (trx, { messages }) => indexRecipients(app, trx, messages));
  const retention = createRetention(app, {
    prefix: 'msg',
    keptDays: app.config.MESSAGE_RETENTION_DAYS,
    removePage: (page, before) => removeOldMessages(app, page, before),
  });
  // Bodies first: messages are removed once theirs are gone.
  return {
    routes: { messages: messageRoutes(app) },
    metrics: (registry) => countAccepted(app, registry),
    backgroundJobs: { stats: createFollowJob(app) },
    cleanup: [(limit: number) => discardExpired(app, limit), (limit: number) => retireBodies(app, limit), retention],
  } satisfies Feature;
}
