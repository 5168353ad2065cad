import type { ExitReason } from '@posthorn/contract';
import { MINUTE_MS } from '../../core/durations.ts';
import { cutText } from '../../core/text/characters.ts';
import type { DraftMessage } from '../../messages/index.ts';
import type { Enrollment } from '../automation.ts';

/** The result of a step for one enrollment. */
export type StepOutcome =
  /** `to` is null at the end of the program; `mail` is the one that the step has sent. */
  | { readonly kind: 'goes_on'; readonly to: string | null; readonly mail?: DraftMessage }
  | { readonly kind: 'waits'; readonly until: number; readonly event: string | null }
  | { readonly kind: 'exits' }
  | { readonly kind: 'cancelled'; readonly reason: ExitReason }
  | { readonly kind: 'failed'; readonly detail: string };

/** Waits before the second try and each one after it; when the last of them has failed too, the step is given up. */
const BACK_OFF_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS];
const ERROR_LENGTH = 1000;

const AT_REST = { nextRunAt: null, waitsUntil: null, waitsFor: null };

function afterFailure(enrollment: Enrollment, detail: string, now: number): Enrollment {
  const tries = enrollment.tries + 1;
  const failed = { ...enrollment, tries, error: cutText(detail, ERROR_LENGTH), updatedAt: now };
  const wait = BACK_OFF_MS[tries - 1];
  if (wait === undefined) return { ...failed, ...AT_REST, status: 'failed', completedAt: now };
  return { ...failed, nextRunAt: now + wait };
}

/** Returns an enrollment as it is after a step. */
export function advance(enrollment: Enrollment, outcome: StepOutcome, now: number): Enrollment {
  const moved = { ...enrollment, ...AT_REST, tries: 0, error: null, updatedAt: now };
  switch (outcome.kind) {
    case 'goes_on':
      return outcome.to === null
        ? { ...moved, status: 'completed', exitReason: 'end', completedAt: now }
        : { ...moved, currentStep: outcome.to, nextRunAt: now };
    case 'waits':
      return { ...moved, nextRunAt: outcome.until, waitsUntil: outcome.until, waitsFor: outcome.event };
    case 'exits':
      return { ...moved, status: 'completed', exitReason: 'exit', completedAt: now };
    case 'cancelled':
      return { ...moved, status: 'cancelled', exitReason: outcome.reason, completedAt: now };
    case 'failed':
      return afterFailure(enrollment, outcome.detail, now);
  }
}
