import type { AppContext } from '../app-context.ts';
import { addressErased } from '../suppressions/index.ts';
import { eraseMessages } from './erase-messages.ts';
import { retireBodies } from './retire-bodies.ts';
import { messageRoutes } from './routes.ts';

export type { AttemptReport, Outcome } from './apply-attempt.ts';
export { applyFeedback, applyOutcomes, type ClaimedOutcome } from './apply-outcome.ts';
export type { FeedbackReport } from './apply-reports.ts';
export { type BounceClass, classifyRefusal, type Occasion } from './bounce-class.ts';
export {
  hasOpen,
  hasUntried,
  listUntried,
  lockOverdue,
  lockQueued,
  type Placement,
  queuedOfContacts,
  reissueMessages,
  retryFailed,
  WAITING,
} from './broadcast-store.ts';
export { type BulkRecipients, insertBulk } from './bulk-store.ts';
export { cancellationOf, cancelMessages } from './cancel-messages.ts';
export {
  type CountedAttempt,
  claimMessages,
  countAttempts,
  countHeldAttempts,
  listClaimJobs,
  listClaims,
  lockClaimed,
  releaseExpiredClaims,
  releaseMessages,
} from './claim-store.ts';
export { nextDueAt, resumeMessages, takeDueMessages } from './due-store.ts';
export { messagesErased } from './erase-messages.ts';
export {
  type Claim,
  claimKey,
  type DraftMessage,
  filesOf,
  HIDDEN_MS,
  type Message,
  type MessageBody,
  type Recipient,
  type StoredAttachment,
} from './message.ts';
export { type MessageMove, type MessageStage, messagesMoved } from './message-move.ts';
export { cancelMessage, rescheduleMessage } from './move-store.ts';
export { isOpen, isSendable } from './recipients.ts';
export { messageOfReturnPath, returnPathOf } from './return-path.ts';
export { simulate } from './simulate.ts';
export { messagesAccepted, type StartedMessage, startMessage } from './start-message.ts';
export { findBodies, hasMessage } from './store.ts';
export { parseRecipients } from './stored-message.ts';
export { placeInTestLog } from './test-log.ts';
export { ageBody, insertMessages, insertSharedBody, type PlacedMessage } from './write-store.ts';

/** The activity log, wired. */
export function createMessages(app: AppContext) {
  app.hooks.on(addressErased, (erasure) => eraseMessages(app, erasure));
  return { routes: { messages: messageRoutes(app) }, cleanup: [(limit: number) => retireBodies(app, limit)] };
}
