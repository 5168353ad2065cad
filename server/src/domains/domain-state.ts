import { DAY_MS, HOUR_MS, MINUTE_MS } from '../core/durations.ts';
import type { DomainState, Findings, Purpose, SendingDomain } from './domain.ts';

/** How soon a daily check that DNS did not answer is made again. */
const UNANSWERED_MS = HOUR_MS;
const FAILED_DAYS = 3;
/** A pending domain is looked up at short intervals while it is new, at long ones from then on, and for some days in all. */
const PENDING = { shortMs: 5 * MINUTE_MS, newMs: HOUR_MS, longMs: HOUR_MS, allMs: 3 * DAY_MS };

export interface Look {
  readonly found: Findings;
  /** Records that must be valid for mail to be sent. */
  readonly required: readonly Purpose[];
  readonly now: number;
}

/** A state, and when the domain was added. */
type AgedState = DomainState & Pick<SendingDomain, 'createdAt'>;

const isDue = ({ nextCheckAt }: DomainState, now: number): boolean => nextCheckAt !== null && nextCheckAt <= now;

/** Returns a pending domain that stays so after a check that was due. */
export function stillPending<S extends AgedState>(state: S, now: number): S {
  const age = now - state.createdAt;
  const nextCheckAt = age < PENDING.allMs ? now + (age < PENDING.newMs ? PENDING.shortMs : PENDING.longMs) : null;
  return { ...state, nextCheckAt };
}

/** Returns the next state of a verified domain for which the daily check found a fault. */
function afterDailyCheck<S extends DomainState>(state: S, { found, required, now }: Look): S {
  if (!required.some((purpose) => found[purpose] === 'failed')) return { ...state, nextCheckAt: now + UNANSWERED_MS };
  const failedChecks = state.failedChecks + 1;
  if (failedChecks < FAILED_DAYS) return { ...state, failedChecks, nextCheckAt: now + DAY_MS };
  return { ...state, status: 'failed', failedChecks, nextCheckAt: null };
}

/**
 * Returns what a look-up makes of a domain. Only the daily check counts what is wrong, and a record that DNS
 * did not tell about is not wrong: an outage of DNS must not stop mail.
 */
export function stateAfter<S extends AgedState>(state: S, look: Look): S {
  const { found, required, now } = look;
  const seen = { ...state, findings: { ...state.findings, ...found } };
  if (required.every((purpose) => found[purpose] === 'verified')) {
    const verifiedAt = (state.status === 'verified' ? state.verifiedAt : null) ?? now;
    return { ...seen, status: 'verified', failedChecks: 0, nextCheckAt: now + DAY_MS, verifiedAt };
  }
  if (!isDue(state, now)) return seen;
  return state.status === 'pending' ? stillPending(seen, now) : afterDailyCheck(seen, look);
}

/** A domain that the operator vouches for. */
export const trustedState = (now: number): DomainState => ({
  status: 'verified',
  findings: {},
  failedChecks: 0,
  nextCheckAt: null,
  verifiedAt: now,
});

/** A domain that was just added. */
export const pendingState = (now: number): DomainState => ({
  status: 'pending',
  findings: {},
  failedChecks: 0,
  nextCheckAt: now + PENDING.shortMs,
  verifiedAt: null,
});
