import type { Trx } from '../../db/dialect.ts';
import { type DraftMessage, findRecipients, type Recipient } from '../../messages/index.ts';
import { leftBuckets, rollOn, sumBuckets } from '../../quota/index.ts';
import { createNewlyListed } from '../../suppressions/index.ts';
import { lockMeters, type Meter, settleCredits } from '../../tenants/index.ts';
import { findAnswers, keyOf } from '../store.ts';
import { type AcceptedMessage, type Admission, type AdmissionState, admit, readmit } from './admission.ts';
import { type AdmissionRequest, messagesOf } from './admission-request.ts';
import { findStale } from './find-stale.ts';
import { type Buckets, findBucketsOfRefused } from './quota-refusals.ts';
import { settleStorage } from './storage-limit.ts';
import { type WriteGroupParts, writeGroup } from './write-group.ts';

/** Requests that share a transaction. */
export interface Group {
  readonly requests: readonly AdmissionRequest[];
  /** Returns the bare addresses of a message that are on the list. */
  readonly suppressedOf: AdmissionState['suppressedOf'];
  /** Whether an earlier try of the one request may have been committed although its reply was lost. */
  readonly again: boolean;
  /** Whether to wait for tenants whose meter another transaction has locked, or to leave their requests undecided. */
  readonly mode: 'wait' | 'skip';
}

/** What was decided over a group; true once its transaction is committed. */
export interface GroupResult {
  /** One for each request, in order. `held`: another transaction has locked the tenant; `stale`: the request is to be validated again. */
  readonly admissions: readonly (Admission | 'held' | 'stale')[];
  /** Quota buckets from which the `Retry-After` of refused requests is computed. */
  readonly buckets: Buckets;
  readonly accepted: readonly AcceptedMessage[];
  readonly now: number;
}

type Meters = ReadonlyMap<string, Meter>;

/** Returns who is suppressed for each email: those on the list, and those whom an email before it in the group puts there. */
function listings(suppressedOf: Group['suppressedOf']): Pick<AdmissionState, 'newlyListed' | 'suppressedOf'> {
  const newlyListed = createNewlyListed();
  const newlyOf = ({ tenantId, recipients }: DraftMessage) =>
    newlyListed.among(
      tenantId,
      recipients.map(({ email }) => email),
    );
  return { newlyListed, suppressedOf: (message) => new Set([...suppressedOf(message), ...newlyOf(message)]) };
}

/** Returns the recipients that an earlier try has written, by message; none where it was not committed. */
async function findCommitted(trx: Trx, requests: readonly AdmissionRequest[]): Promise<Map<string, Recipient[]>> {
  const messages = requests.flatMap(messagesOf);
  const [first] = messages;
  return first === undefined ? new Map() : findRecipients(trx, { tenantId: first.tenantId, ids: messages.map(({ id }) => id) });
}

/** Returns who was suppressed for each email when an earlier try was committed. The list may have more by now: those whom that try itself put there, as test mode does. */
function leftOut(committed: ReadonlyMap<string, readonly Recipient[]>): Pick<AdmissionState, 'newlyListed' | 'suppressedOf'> {
  const suppressedOf = ({ id }: DraftMessage) =>
    new Set((committed.get(id) ?? []).filter(({ status }) => status === 'suppressed').map(({ email }) => email));
  return { newlyListed: createNewlyListed(), suppressedOf };
}

/** Advances the quota windows and prepaid emails of locked meters to a time. */
async function advanceMeters(trx: Trx, meters: Meters, now: number): Promise<void> {
  const ranges = [...meters.values()].flatMap((meter) => leftBuckets(meter, now));
  const left = await sumBuckets(trx, ranges);
  for (const meter of meters.values()) {
    const own = left.filter(({ tenantId }) => tenantId === meter.tenantId);
    rollOn(meter, own, now);
  }
  await settleCredits(trx, meters.values(), now);
}

async function findAnswersOf(trx: Trx, requests: readonly AdmissionRequest[]): Promise<AdmissionState['answers']> {
  const keys = requests.flatMap(({ caller, route, idempotency }) =>
    idempotency === null ? [] : [{ tenantId: caller.tenantId, route, key: idempotency.key }],
  );
  const answers = await findAnswers(trx, keys);
  return new Map(answers.map((answer) => [keyOf(answer), answer]));
}

/** Locks the meters of a group's tenants, decides over its requests and writes what was accepted: a fixed number of statements, however many requests there are. */
export async function commitGroup(parts: WriteGroupParts, trx: Trx, { requests, suppressedOf, again, mode }: Group): Promise<GroupResult> {
  const { clock, config } = parts.app;
  const tenantIds = [...new Set(requests.map(({ caller }) => caller.tenantId))];
  const meters = await lockMeters(trx, { tenantIds, mode });
  const now = clock.now();
  const held = requests.filter(({ caller }) => meters.has(caller.tenantId));
  const answers = await findAnswersOf(trx, held);
  const rules = { testDomain: config.TEST_DOMAIN, stopOnEmptyCredits: config.STOP_ON_EMPTY_CREDITS };
  const committed = again ? await findCommitted(trx, requests) : new Map<string, Recipient[]>();
  const isWritten = committed.size > 0;
  const lists = isWritten ? leftOut(committed) : listings(suppressedOf);
  const state: AdmissionState = { now, ...rules, answers, ...lists, accepted: [], newAnswers: [], additions: [] };
  await advanceMeters(trx, meters, now);
  // Storage changes that it folds into the meters are written with these.
  if (!isWritten) await settleStorage(trx, { requests: held, meters });
  const stale = isWritten ? new Set<AdmissionRequest>() : await findStale(trx, { requests: held, meters, now });
  const decide = isWritten ? readmit : admit;
  const admissions = requests.map((request) => {
    const meter = meters.get(request.caller.tenantId);
    // A tenant without a meter to wait for was deleted, which validating the request again finds out.
    if (meter === undefined) return mode === 'wait' ? 'stale' : 'held';
    return stale.has(request) ? 'stale' : decide(request, meter, state);
  });
  const decided = admissions.filter((admission) => typeof admission === 'object');
  const buckets = await findBucketsOfRefused(trx, decided);
  if (!isWritten) await writeGroup(parts, trx, { state, meters });
  return { admissions, buckets: [...buckets, ...state.additions], accepted: state.accepted, now };
}
