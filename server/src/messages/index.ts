export { type ApplyOutcomes, type ClaimedOutcome, outcomeApplier } from './apply-outcome.ts';
export { messageEraser } from './erase-messages.ts';
export { type DraftMessage, HIDDEN_MS, type MessageBody, type Recipient, type StoredAttachment } from './message.ts';
export { isOpen, type Outcome, type Report } from './message-state.ts';
export { messageRoutes } from './routes.ts';
export { simulate } from './simulate.ts';
export { type StartedMessage, startMessage } from './start-message.ts';
export {
  type Claim,
  cancelMessage,
  claimKey,
  claimTable,
  findBodies,
  hasMessage,
  insertMessages,
  type PlacedMessage,
  parseRecipients,
  rescheduleMessage,
} from './store.ts';
export { placeInTestLog } from './test-log.ts';
