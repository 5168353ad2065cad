import { ApiError } from '../core/api-error.ts';
import type { TenantCaller } from '../core/context.ts';
import { type DraftMessage, type PlacedMessage, startMessage } from '../messages/index.ts';
import { admit, count, countApart, findFullWindows, limitsOf, type RateState } from '../quota/index.ts';
import type { Meter } from '../tenants/index.ts';
import { presentItem, presentRefusedItem, presentResult } from './present.ts';
import { refuseRate } from './rate-answer.ts';
import { refuseWhole } from './send-fault.ts';
import type { StoredKey } from './store.ts';
import type { Decision, EmailRefusal, IdempotencyClaim, Passage, Submission, Verdict } from './submission.ts';

/** An accepted message with the events of its first state. */
export interface Accepted extends PlacedMessage {
  readonly events: ReturnType<typeof startMessage>['events'];
}

/** An answer that is kept for its key. */
export interface KeptAnswer extends StoredKey {
  readonly bodyHash: string;
  readonly answer: string;
}

/** A refusal whose Retry-After has yet to be worked out from the buckets. */
export interface QuotaRefusal {
  readonly meter: Meter;
  readonly full: ReturnType<typeof findFullWindows>;
  readonly units: number;
}

export type GateDecision = Decision | ({ readonly kind: 'over_quota' } & QuotaRefusal);

export interface GatePassage extends Omit<Passage, 'decision'> {
  readonly decision: GateDecision;
}

export interface GateState {
  readonly now: number;
  readonly testDomain: string;
  /** A tenant on prepaid emails that has none left is refused. */
  readonly stopOnEmptyCredits: boolean;
  /** Answers by key, from the database and from earlier in the group. */
  readonly answers: Map<string, { bodyHash: string; answer: string }>;
  /** Recipients that a message may not go to. */
  readonly suppressedOf: (message: DraftMessage) => ReadonlySet<string>;
  readonly accepted: Accepted[];
  readonly kept: KeptAnswer[];
  readonly additions: ReturnType<typeof count>;
}

export const keyOf = ({ tenantId, route, key }: StoredKey): string => `${tenantId} ${route} ${key}`;

function checkRate(
  meter: Meter,
  { caller }: Submission,
  now: number,
): { rate: RateState | null; error: ApiError<'rate_limit_exceeded'> | null } {
  const { rate: limit } = limitsOf(caller.plan, caller.overrides);
  if (limit === null) return { rate: null, error: null };
  const { admitted, state } = admit(meter.rateHits, limit, now);
  meter.rateHits = state.hits;
  return { rate: state, error: admitted ? null : refuseRate(state) };
}

function place(message: DraftMessage, meter: Meter, state: GateState): Accepted {
  meter.lastMessageAt = Math.max(state.now, meter.lastMessageAt + 1);
  const started = startMessage(message, { now: state.now, suppressed: state.suppressedOf(message), testDomain: state.testDomain });
  const accepted = { message, state: started.state, events: started.events, createdAt: meter.lastMessageAt };
  state.accepted.push(accepted);
  return accepted;
}

const isCounted = ({ state }: Accepted) => state.status !== 'suppressed';

/** Counts what was accepted: a unit of the quota for each email, and prepaid ones for those that are not in test mode. */
function charge({ plan, tenantId }: TenantCaller, placed: readonly Accepted[], { meter, state }: { meter: Meter; state: GateState }): void {
  const counted = placed.filter(isCounted).map(({ message }) => message);
  const test = counted.filter(({ testMode }) => testMode).length;
  const marketing = counted.filter(({ stream }) => stream === 'marketing').length;
  state.additions.push(...count(meter, counted.length, state.now), ...countApart(tenantId, { test, marketing }, state.now));
  if (plan === 'credits') meter.creditsBalance -= counted.length - test;
}

function acceptAll(submission: Submission, meter: Meter, state: GateState): string {
  const placed = submission.verdicts.map((verdict) => ('message' in verdict ? place(verdict.message, meter, state) : verdict));
  charge(
    submission.caller,
    placed.filter((item) => 'message' in item),
    { meter, state },
  );
  const results = placed.map((item, index) =>
    'refusal' in item ? presentRefusedItem(index, item.refusal) : presentItem(index, presentResult(item.message, item)),
  );
  if (submission.route === 'batch') return JSON.stringify({ data: results });
  const [only] = placed;
  if (only === undefined || 'refusal' in only) throw new Error('a single send is accepted or refused before');
  return JSON.stringify(presentResult(only.message, only));
}

function replay({ bodyHash, answer }: { bodyHash: string; answer: string }, claim: IdempotencyClaim): Decision {
  return { kind: 'replayed', answer, mismatch: bodyHash !== claim.bodyHash };
}

function findRefusal({ route, strict, verdicts }: Submission): EmailRefusal | undefined {
  const index = verdicts.findIndex((verdict) => 'refusal' in verdict);
  const found = verdicts[index];
  if (found === undefined || !('refusal' in found)) return undefined;
  if (route === 'single') return found.refusal;
  return strict ? refuseWhole(index, found.refusal) : undefined;
}

const isTest = (verdict: Verdict) => 'message' in verdict && verdict.message.testMode;

function isOutOfCredits({ caller, verdicts }: Submission, meter: Meter, { stopOnEmptyCredits }: GateState): boolean {
  return stopOnEmptyCredits && caller.plan === 'credits' && meter.creditsBalance <= 0 && !verdicts.every(isTest);
}

function decide(submission: Submission, meter: Meter, state: GateState): GateDecision {
  const { caller, claim, fault, route, verdicts } = submission;
  if (fault !== null) return { kind: 'refused', error: fault };
  const stored = claim === null ? null : { tenantId: caller.tenantId, route, key: claim.key };
  const earlier = stored === null ? undefined : state.answers.get(keyOf(stored));
  if (earlier !== undefined && claim !== null) return replay(earlier, claim);
  const full = findFullWindows(meter, limitsOf(caller.plan, caller.overrides), verdicts.length);
  if (full.length > 0) return { kind: 'over_quota', meter, full, units: verdicts.length };
  if (isOutOfCredits(submission, meter, state)) return { kind: 'refused', error: new ApiError('credits_exhausted') };
  const refusal = findRefusal(submission);
  if (refusal !== undefined) return { kind: 'refused', error: refusal };
  const answer = acceptAll(submission, meter, state);
  if (stored !== null && claim !== null) {
    state.kept.push({ ...stored, bodyHash: claim.bodyHash, answer });
    state.answers.set(keyOf(stored), { bodyHash: claim.bodyHash, answer });
  }
  return { kind: 'answered', answer };
}

/**
 * Decides over one request while its tenant's meter is held. The order is the interface's: rate, faults
 * of the request, an earlier answer to its key, quota, prepaid emails, the email itself.
 */
export function pass(submission: Submission, meter: Meter, state: GateState): GatePassage {
  const { rate, error } = checkRate(meter, submission, state.now);
  if (error !== null) return { rate, decision: { kind: 'refused', error } };
  return { rate, decision: decide(submission, meter, state) };
}
