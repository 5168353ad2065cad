import { DAY_MS, HOUR_MS } from '../core/durations.ts';
import type { DomainState, Findings, Purpose } from './domain.ts';

/** How soon a daily check that DNS did not answer is made again. */
const UNANSWERED_MS = HOUR_MS;
const FAILED_DAYS = 3;

export interface Look {
  readonly found: Findings;
  /** What must be right for mail to be sent. */
  readonly required: readonly Purpose[];
  readonly now: number;
}

/**
 * Returns what a look-up makes of a domain. Only the daily check counts what is wrong, and a record that DNS
 * did not tell about is not wrong: an outage of DNS must not stop mail.
 */
export function stateAfter(state: DomainState, { found, required, now }: Look): DomainState {
  const seen = { ...state, findings: { ...state.findings, ...found } };
  if (required.every((purpose) => found[purpose] === 'verified')) {
    const verifiedAt = state.status === 'verified' ? state.verifiedAt : now;
    return { ...seen, status: 'verified', failedChecks: 0, nextCheckAt: now + DAY_MS, verifiedAt };
  }
  if (state.status !== 'verified' || state.nextCheckAt === null || state.nextCheckAt > now) return seen;
  if (!required.some((purpose) => found[purpose] === 'failed')) return { ...seen, nextCheckAt: now + UNANSWERED_MS };
  const failedChecks = state.failedChecks + 1;
  if (failedChecks < FAILED_DAYS) return { ...seen, failedChecks, nextCheckAt: now + DAY_MS };
  return { ...seen, status: 'failed', failedChecks, nextCheckAt: null };
}

/** A domain that the operator vouches for. */
export const trustedState = (now: number): DomainState => ({
  status: 'verified',
  findings: {},
  failedChecks: 0,
  nextCheckAt: null,
  verifiedAt: now,
});

export const pendingState: DomainState = { status: 'pending', findings: {}, failedChecks: 0, nextCheckAt: null, verifiedAt: null };
