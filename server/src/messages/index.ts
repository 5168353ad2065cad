export type { AttemptReport, Outcome } from './apply-attempt.ts';
export {
  type ApplyFeedback,
  type ApplyOutcomes,
  type ClaimedOutcome,
  feedbackApplier,
  outcomeApplier,
} from './apply-outcome.ts';
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
export { type CancelParts, cancelMessages } from './cancel-messages.ts';
export {
  type Claim,
  type CountedAttempt,
  claimKey,
  claimMessages,
  countAttempts,
  countHeldAttempts,
  type Holds,
  listClaimJobs,
  listClaims,
  lockClaimed,
  releaseExpiredClaims,
  releaseMessages,
} from './claim-store.ts';
export { nextDueAt, resumeMessages, takeDueMessages } from './due-store.ts';
export { messageEraser } from './erase-messages.ts';
export { type DraftMessage, filesOf, HIDDEN_MS, type MessageBody, type Recipient, type StoredAttachment } from './message.ts';
export type { MessageMove, MessageStage, OnMoved } from './message-move.ts';
export { cancelMessage, rescheduleMessage } from './move-store.ts';
export { isOpen, isSendable } from './recipients.ts';
export { retireBodies } from './retire-bodies.ts';
export { messageOfReturnPath, returnPathOf } from './return-path.ts';
export { messageRoutes } from './routes.ts';
export { simulate } from './simulate.ts';
export { type StartedMessage, startMessage } from './start-message.ts';
export { findBodies, hasMessage } from './store.ts';
export { parseRecipients } from './stored-message.ts';
export { placeInTestLog } from './test-log.ts';
export { ageBody, insertMessages, insertSharedBody, type PlacedMessage } from './write-store.ts';
