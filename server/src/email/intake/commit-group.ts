import type { Trx } from '../../db/dialect.ts';
import type { DraftMessage } from '../../messages/index.ts';
import { lockMeters } from '../../meters/store.ts';
import { movedBuckets, rollOn, sumBuckets } from '../../quota/index.ts';
import { createNewlyListed } from '../../suppressions/index.ts';
import { settleCredits } from '../../tenants/index.ts';
import { findAnswers, keyOf } from '../store.ts';
import { type AdmissionState, admit } from './admission.ts';
import type { AdmissionRequest } from './admission-request.ts';
import { answerCommitted, findCommitted } from './answer-committed.ts';
import { findStale } from './find-stale.ts';
import { findSuppressedRecipients } from './find-suppressed-recipients.ts';
import { beginAdmissions, decideLocked, type Group, type GroupResult, type LockedGroup } from './locked-group.ts';
import { findBucketsOfRefused } from './quota-refusals.ts';
import { settleStorage } from './storage-limit.ts';
import { type WriteGroupParts, writeGroup } from './write-group.ts';

/** Returns who is suppressed for each email: those on the list, and those whom an email before it in the group puts there. */
function listings(suppressedOf: LockedGroup['suppressedOf']): Pick<AdmissionState, 'newlyListed' | 'suppressedOf'> {
  const newlyListed = createNewlyListed();
  const newlyOf = ({ tenantId, recipients }: DraftMessage) =>
    newlyListed.among(
      tenantId,
      recipients.map(({ email }) => email),
    );
  return { newlyListed, suppressedOf: (message) => new Set([...suppressedOf(message), ...newlyOf(message)]) };
}

/** Advances the quota windows and prepaid emails of locked meters to a time. */
async function advanceMeters(trx: Trx, { meters, now }: Pick<LockedGroup, 'meters' | 'now'>): Promise<void> {
  const ranges = [...meters.values()].flatMap((meter) => movedBuckets(meter, now));
  const moved = await sumBuckets(trx, ranges);
  for (const meter of meters.values()) {
    const own = moved.filter(({ tenantId }) => tenantId === meter.tenantId);
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

/** Decides over requests and writes what was accepted. */
async function admitGroup(parts: WriteGroupParts, trx: Trx, group: LockedGroup): Promise<GroupResult> {
  const { requests, suppressedOf, meters, now } = group;
  const locked = requests.filter(({ caller }) => meters.has(caller.tenantId));
  const answers = await findAnswersOf(trx, locked);
  const state = beginAdmissions(parts.app, { now, answers, ...listings(suppressedOf) });
  await advanceMeters(trx, group);
  // Storage changes that it folds into the meters are written with these.
  await settleStorage(trx, { requests: locked, meters });
  const stale = await findStale(trx, { requests: locked, meters, now });
  const admissions = decideLocked(group, (request, meter) => (stale.has(request) ? 'stale' : admit(request, meter, state)));
  const decided = admissions.filter((admission) => typeof admission === 'object');
  const buckets = await findBucketsOfRefused(trx, decided);
  await writeGroup(parts, trx, { state, meters });
  return { admissions, buckets: [...buckets, ...state.additions], accepted: state.accepted, now };
}

/** Locks the meters of a group's tenants, decides over its requests and writes what was accepted: a fixed number of statements, however many requests there are. */
export async function commitGroup(parts: WriteGroupParts, trx: Trx, group: Group): Promise<GroupResult> {
  const { requests, again, mode } = group;
  const tenantIds = [...new Set(requests.map(({ caller }) => caller.tenantId))];
  const look = () => findSuppressedRecipients(parts.app, trx, requests);
  // Whoever may have waited for an erasure is held against it. Where nobody waits, the look keeps no tenant locked; delivery looks again.
  const early = mode === 'skip' && parts.app.db.writers === 'many' ? await look() : undefined;
  const meters = await lockMeters(trx, { tenantIds, mode });
  const locked = { ...group, suppressedOf: early ?? (await look()), meters, now: parts.app.clock.now() };
  const committed = again ? await findCommitted(trx, requests) : undefined;
  return committed === undefined ? admitGroup(parts, trx, locked) : answerCommitted(parts.app, locked, committed);
}
