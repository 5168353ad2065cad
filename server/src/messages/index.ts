export { type ApplyOutcomes, type ClaimedOutcome, outcomeApplier } from './apply-outcome.ts';
export { messageEraser } from './erase-messages.ts';
export { HIDDEN_MS, type MessageBody, type NewMessage, type Recipient, type StoredAttachment } from './message.ts';
export { isOpen, type Outcome, type Report } from './message-state.ts';
export { messageRoutes } from './routes.ts';
export { type Claim, claimTable, findBodies, insertMessages, type PlacedMessage, parseRecipients } from './store.ts';
