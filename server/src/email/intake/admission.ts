import { ApiError } from '../../core/errors/api-error.ts';
import type { TenantCaller } from '../../core/request/caller.ts';
import {
  CHARGES,
  type Charge,
  type DraftMessage,
  isForNobody,
  keptOf,
  type PlacedMessage,
  type StartedMessage,
  startMessage,
} from '../../messages/index.ts';
import type { Meter } from '../../meters/store.ts';
import { admitToWindow, countApart, countUnits, findFullWindows, limitsOf, type RateState } from '../../quota/index.ts';
import type { NewlyListed } from '../../suppressions/index.ts';
import { presentBatch, presentResult } from '../present.ts';
import { refuseRate } from '../rate-limit.ts';
import { keyOf, type StoredAnswer } from '../store.ts';
import { type EmailRefusal, refuseWhole } from '../validate/send-fault.ts';
import {
  type AdmissionRequest,
  type AdmissionResult,
  type Decision,
  type IdempotencyKey,
  type SendResults,
  type SendRoute,
  type ValidatedEmail,
  validOf,
} from './admission-request.ts';
import { refuseOverStorage } from './storage-limit.ts';

/** An accepted message with the events of its first state. */
export type AcceptedMessage = PlacedMessage & StartedMessage;

/** A refusal for want of quota, whose `Retry-After` is computed once the quota buckets of the group are read. */
export interface QuotaRefusal {
  readonly meter: Meter;
  readonly full: ReturnType<typeof findFullWindows>;
  readonly units: number;
}

/** A decision made while the tenant's meter is locked; refusals for want of quota still lack their `Retry-After`. */
export interface Admission extends Omit<AdmissionResult, 'decision'> {
  readonly decision: Decision | ({ readonly kind: 'over_quota' } & QuotaRefusal);
}

/** What a group of requests is decided by, and collects what is to be written for it. */
export interface AdmissionState {
  readonly now: number;
  readonly testDomain: string;
  /** Whether tenants on prepaid emails are refused once they have none left. */
  readonly stopOnEmptyCredits: boolean;
  /** Stored answers by `keyOf`: from the database, and of requests earlier in the group. */
  readonly answers: Map<string, StoredAnswer>;
  /** Whom emails earlier in the group have put on the list, as in test mode. */
  readonly newlyListed: NewlyListed;
  /** Returns the bare addresses of a message that are suppressed, by the list or by emails earlier in the group. */
  readonly suppressedOf: (message: DraftMessage) => ReadonlySet<string>;
  readonly accepted: AcceptedMessage[];
  /** Answers to store under their idempotency keys. */
  readonly newAnswers: StoredAnswer[];
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

/** Returns of the emails of a result that were sent whether they were tests. */
const testsOf = (result: SendResults[SendRoute]): boolean[] =>
  ('data' in result ? result.data : [result]).flatMap((item) => ('test_mode' in item ? [item.test_mode === true] : []));

function isSameRequest({ bodyHash, result }: StoredAnswer, asked: IdempotencyKey): boolean {
  const tests = testsOf(result);
  // A release before told a test by header from a real send by its result alone.
  if (bodyHash === asked.bodyHash) return !(asked.isReal && tests.includes(true));
  return bodyHash === asked.earlierTestHash && !tests.includes(false);
}

function findReplay({ caller, route, idempotency }: AdmissionRequest, { answers }: AdmissionState): Decision | undefined {
  if (idempotency === null) return undefined;
  const earlier = answers.get(keyOf({ tenantId: caller.tenantId, route, key: idempotency.key }));
  if (earlier === undefined) return undefined;
  return { kind: 'replayed', result: earlier.result, mismatch: !isSameRequest(earlier, idempotency) };
}

function keepAnswer(
  { caller, route, idempotency }: AdmissionRequest,
  result: SendResults[SendRoute],
  { answers, newAnswers }: AdmissionState,
): void {
  if (idempotency === null) return;
  const answer = { tenantId: caller.tenantId, route, key: idempotency.key, bodyHash: idempotency.bodyHash, result };
  newAnswers.push(answer);
  answers.set(keyOf(answer), answer);
}

/** Returns the refusal of a request for the content of its emails; in a batch, only where it is strict. */
export function findRefusal({ route, strict, emails }: AdmissionRequest): EmailRefusal | undefined {
  const index = emails.findIndex((email) => 'refusal' in email);
  const found = emails[index];
  if (found === undefined || !('refusal' in found)) return undefined;
  if (route === 'single') return found.refusal;
  return strict ? refuseWhole(index, found.refusal) : undefined;
}

const isTest = (email: ValidatedEmail) => 'message' in email && email.message.testMode;

function isOutOfCredits({ caller, emails }: AdmissionRequest, meter: Meter, { stopOnEmptyCredits }: AdmissionState): boolean {
  return stopOnEmptyCredits && caller.plan === 'credits' && meter.creditsBalance <= 0 && !emails.every(isTest);
}

/** Returns what a message takes: a unit of the quota where it is for somebody, and a prepaid email where it is not in test mode either. */
function chargeOf(plan: TenantCaller['plan'], { testMode }: DraftMessage, { status }: StartedMessage['state']): Charge {
  if (status === 'suppressed') return CHARGES.nothing;
  return plan === 'credits' && !testMode ? CHARGES.prepaid : CHARGES.unit;
}

/** Gives a message its time in the tenant's log, which is unique there, and its first state. */
function accept(message: DraftMessage, { plan }: TenantCaller, { meter, state }: { meter: Meter; state: AdmissionState }): AcceptedMessage {
  const createdAt = Math.max(state.now, meter.lastMessageAt + 1);
  meter.lastMessageAt = createdAt;
  const { now, testDomain } = state;
  const started = startMessage(message, { now, createdAt, suppressed: state.suppressedOf(message), testDomain });
  const charge = chargeOf(plan, message, started.state);
  const accepted = { message, state: started.state, events: started.events, createdAt, charge };
  state.newlyListed.note(message.tenantId, started.events);
  state.accepted.push(accepted);
  return accepted;
}

/** Counts what was accepted into the meter and the buckets of its tenant. */
function countAccepted(
  { tenantId }: TenantCaller,
  placed: readonly AcceptedMessage[],
  { meter, state }: { meter: Meter; state: AdmissionState },
): void {
  const counted = placed.filter((accepted) => accepted.charge !== CHARGES.nothing).map(({ message }) => message);
  const test = counted.filter(({ testMode }) => testMode).length;
  const marketing = counted.filter(({ stream }) => stream === 'marketing').length;
  meter.keptBytes += keptOf(placed).reduce((sum, { message }) => sum + message.bodyBytes, 0);
  state.additions.push(...countUnits(meter, counted.length, state.now), ...countApart(tenantId, { test, marketing }, state.now));
  meter.creditsBalance -= placed.filter((accepted) => accepted.charge === CHARGES.prepaid).length;
}

function acceptAll({ caller, route, emails }: AdmissionRequest, meter: Meter, state: AdmissionState): SendResults[SendRoute] {
  const placed = emails.map((email) =>
    'message' in email ? { ...accept(email.message, caller, { meter, state }), missing: email.missing } : email,
  );
  const accepted = placed.filter((item) => 'message' in item && 'state' in item);
  countAccepted(caller, accepted, { meter, state });
  if (route === 'batch') return presentBatch(placed);
  const [only] = accepted;
  if (only === undefined) throw new Error('a single send is accepted or refused before');
  return presentResult(only);
}

/** Returns whether the preflight was wrong: an email would be accepted whose files were not stored. */
const lacksFiles = (request: AdmissionRequest, { now, suppressedOf }: AdmissionState): boolean =>
  validOf(request).some(({ message, unstored = 0 }) => unstored > 0 && !isForNobody(message, { now, suppressed: suppressedOf(message) }));

function decide(request: AdmissionRequest, meter: Meter, state: AdmissionState): Admission['decision'] | 'stale' {
  const { caller, fault, emails } = request;
  if (fault !== null) return { kind: 'refused', error: fault };
  const replay = findReplay(request, state);
  if (replay !== undefined) return replay;
  const full = findFullWindows(meter, limitsOf(caller.plan, caller.overrides), emails.length);
  if (full.length > 0) return { kind: 'over_quota', meter, full, units: emails.length };
  if (isOutOfCredits(request, meter, state)) return { kind: 'refused', error: new ApiError('credits_exhausted') };
  const refusal = findRefusal(request) ?? refuseOverStorage(request, meter, state);
  if (refusal !== undefined) return { kind: 'refused', error: refusal };
  if (lacksFiles(request, state)) return 'stale';
  const result = acceptAll(request, meter, state);
  keepAnswer(request, result, state);
  return { kind: 'accepted', result };
}

/**
 * Decides over one request while its tenant's meter is locked, and updates meter and state. The order of the checks is part of the
 * interface: rate limit, faults of the request, idempotent replay, quota, prepaid emails, the emails themselves, storage. Returns
 * `stale` where the request has to be validated again, without having counted it.
 */
export function admit(request: AdmissionRequest, meter: Meter, state: AdmissionState): Admission | 'stale' {
  const { rateHits } = meter;
  const { rate, error } = checkRate(meter, request.caller, state.now);
  if (error !== null) return { rate, decision: { kind: 'refused', error } };
  const decision = decide(request, meter, state);
  if (decision !== 'stale') return { rate, decision };
  // The second try counts it: together they are one request.
  meter.rateHits = rateHits;
  return decision;
}

/** Returns the answer to a request whose earlier try was committed although its reply was lost. Nothing is refused and the rate not written: that try was counted. */
export function readmit(request: AdmissionRequest, meter: Meter, state: AdmissionState): Admission {
  const { rate } = checkRate(meter, request.caller, state.now);
  return { rate, decision: { kind: 'accepted', result: acceptAll(request, meter, state) } };
}
