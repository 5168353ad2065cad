import { ApiError } from '../../core/api-error.ts';
import type { TenantCaller } from '../../core/caller.ts';
import { type DraftMessage, isForNobody, keptOf, type PlacedMessage, type StartedMessage, startMessage } from '../../messages/index.ts';
import { admitToWindow, countApart, countUnits, findFullWindows, limitsOf, type RateState } from '../../quota/index.ts';
import type { Meter } from '../../tenants/index.ts';
import { presentBatch, presentResult } from '../present.ts';
import { refuseRate } from '../rate-limit.ts';
import { keyOf, type StoredAnswer } from '../store.ts';
import { type EmailRefusal, refuseWhole } from '../validate/send-fault.ts';
import { refuseOverStorage } from './storage-limit.ts';
import {
  type AdmissionResult,
  type Decision,
  type SendResults,
  type SendRoute,
  type Submission,
  type ValidatedEmail,
  validOf,
} from './submission.ts';

/** An accepted message with the events of its first state. */
export type Accepted = PlacedMessage & StartedMessage;

/** A refusal whose Retry-After has yet to be worked out from the buckets. */
export interface QuotaRefusal {
  readonly meter: Meter;
  readonly full: ReturnType<typeof findFullWindows>;
  readonly units: number;
}

/** What was decided while the meter was held. */
export interface Admission extends Omit<AdmissionResult, 'decision'> {
  readonly decision: Decision | ({ readonly kind: 'over_quota' } & QuotaRefusal);
}

/** What the requests of a group are decided by, and what the group is to write. */
export interface AdmissionState {
  readonly now: number;
  readonly testDomain: string;
  /** A tenant on prepaid emails that has none left is refused. */
  readonly stopOnEmptyCredits: boolean;
  /** By their keys, from the database and from earlier in the group. */
  readonly answers: Map<string, StoredAnswer>;
  /** Recipients that a message may not go to. */
  readonly suppressedOf: (message: DraftMessage) => ReadonlySet<string>;
  readonly accepted: Accepted[];
  /** Answers that are new. */
  readonly kept: StoredAnswer[];
  readonly additions: ReturnType<typeof countUnits>;
}

interface RateCheck {
  readonly rate: RateState | null;
  readonly error: ApiError<'rate_limit_exceeded'> | null;
}

function checkRate(meter: Meter, { plan, overrides }: TenantCaller, now: number): RateCheck {
  const { rate: limit } = limitsOf(plan, overrides);
  if (limit === null) return { rate: null, error: null };
  const { admitted, state } = admitToWindow(meter.rateHits, limit, now);
  meter.rateHits = state.hits;
  return { rate: state, error: admitted ? null : refuseRate(state) };
}

function findReplay({ caller, route, claim }: Submission, { answers }: AdmissionState): Decision | undefined {
  if (claim === null) return undefined;
  const earlier = answers.get(keyOf({ tenantId: caller.tenantId, route, key: claim.key }));
  if (earlier === undefined) return undefined;
  return { kind: 'replayed', result: earlier.result, mismatch: earlier.bodyHash !== claim.bodyHash };
}

function keepAnswer({ caller, route, claim }: Submission, result: SendResults[SendRoute], { answers, kept }: AdmissionState): void {
  if (claim === null) return;
  const answer = { tenantId: caller.tenantId, route, key: claim.key, bodyHash: claim.bodyHash, result };
  kept.push(answer);
  answers.set(keyOf(answer), answer);
}

/** Returns what refuses a request for what is in its emails. */
export function findRefusal({ route, strict, emails }: Submission): EmailRefusal | undefined {
  const index = emails.findIndex((email) => 'refusal' in email);
  const found = emails[index];
  if (found === undefined || !('refusal' in found)) return undefined;
  if (route === 'single') return found.refusal;
  return strict ? refuseWhole(index, found.refusal) : undefined;
}

const isTest = (email: ValidatedEmail) => 'message' in email && email.message.testMode;

function isOutOfCredits({ caller, emails }: Submission, meter: Meter, { stopOnEmptyCredits }: AdmissionState): boolean {
  return stopOnEmptyCredits && caller.plan === 'credits' && meter.creditsBalance <= 0 && !emails.every(isTest);
}

function place(message: DraftMessage, meter: Meter, state: AdmissionState): Accepted {
  meter.lastMessageAt = Math.max(state.now, meter.lastMessageAt + 1);
  const started = startMessage(message, { now: state.now, suppressed: state.suppressedOf(message), testDomain: state.testDomain });
  const accepted = { message, state: started.state, events: started.events, createdAt: meter.lastMessageAt };
  state.accepted.push(accepted);
  return accepted;
}

/** Counts what was accepted: a unit of the quota for each email, and prepaid ones for those that are not in test mode. */
function charge(
  { plan, tenantId }: TenantCaller,
  placed: readonly Accepted[],
  { meter, state }: { meter: Meter; state: AdmissionState },
): void {
  const counted = placed.filter((accepted) => accepted.state.status !== 'suppressed').map(({ message }) => message);
  const test = counted.filter(({ testMode }) => testMode).length;
  const marketing = counted.filter(({ stream }) => stream === 'marketing').length;
  meter.keptBytes += keptOf(placed).reduce((sum, { message }) => sum + message.bodyBytes, 0);
  state.additions.push(...countUnits(meter, counted.length, state.now), ...countApart(tenantId, { test, marketing }, state.now));
  if (plan === 'credits') meter.creditsBalance -= counted.length - test;
}

function acceptAll({ caller, route, emails }: Submission, meter: Meter, state: AdmissionState): SendResults[SendRoute] {
  const placed = emails.map((email) => ('message' in email ? { ...place(email.message, meter, state), missing: email.missing } : email));
  const accepted = placed.filter((item) => 'message' in item && 'state' in item);
  charge(caller, accepted, { meter, state });
  if (route === 'batch') return presentBatch(placed);
  const [only] = accepted;
  if (only === undefined) throw new Error('a single send is accepted or refused before');
  return presentResult(only);
}

/** Returns whether an email is to be kept after all whose files were not stored. */
const lacksFiles = (submission: Submission, { now, suppressedOf }: AdmissionState): boolean =>
  validOf(submission).some(
    ({ message, unstored = 0 }) => unstored > 0 && !isForNobody(message, { now, suppressed: suppressedOf(message) }),
  );

function decide(submission: Submission, meter: Meter, state: AdmissionState): Admission['decision'] | 'stale' {
  const { caller, fault, emails } = submission;
  if (fault !== null) return { kind: 'refused', error: fault };
  const replay = findReplay(submission, state);
  if (replay !== undefined) return replay;
  const full = findFullWindows(meter, limitsOf(caller.plan, caller.overrides), emails.length);
  if (full.length > 0) return { kind: 'over_quota', meter, full, units: emails.length };
  if (isOutOfCredits(submission, meter, state)) return { kind: 'refused', error: new ApiError('credits_exhausted') };
  const refusal = findRefusal(submission) ?? refuseOverStorage(submission, meter, state);
  if (refusal !== undefined) return { kind: 'refused', error: refusal };
  if (lacksFiles(submission, state)) return 'stale';
  const result = acceptAll(submission, meter, state);
  keepAnswer(submission, result, state);
  return { kind: 'answered', result };
}

/**
 * Decides over one request while its tenant's meter is held. The order is the interface's: rate, faults
 * of the request, an earlier answer to its key, quota, prepaid emails, the email itself, the storage for it.
 */
export function admit(submission: Submission, meter: Meter, state: AdmissionState): Admission | 'stale' {
  const { rateHits } = meter;
  const { rate, error } = checkRate(meter, submission.caller, state.now);
  if (error !== null) return { rate, decision: { kind: 'refused', error } };
  const decision = decide(submission, meter, state);
  if (decision !== 'stale') return { rate, decision };
  // It comes again, as one request.
  meter.rateHits = rateHits;
  return decision;
}

/** Says again what a try before this one has committed although its answer was lost: it counted itself, and nothing refuses it now. */
export function admitAgain(submission: Submission, meter: Meter, state: AdmissionState): Admission {
  const { rate } = checkRate(meter, submission.caller, state.now);
  return { rate, decision: { kind: 'answered', result: acceptAll(submission, meter, state) } };
}
