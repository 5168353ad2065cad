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
export { type DueMessage, hideUntil, resumeMessages, revealMessages, takeDueMessages } from './due-store.ts';
