export { type AttemptReport, failure, type Outcome } from './apply-attempt.ts';
export { applyFeedback, applyLateOutcome, applyOutcomes, applySimulated, type ClaimedOutcome } from './apply-outcomes.ts';
export type { FeedbackReport } from './apply-reports.ts';
export { simulate } from './simulate.ts';
