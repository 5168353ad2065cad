import type { AppContext } from '../../app-context.ts';
import type { Trx } from '../../db/dialect.ts';
import { type DraftMessage, findRecipients, type Recipient } from '../../messages/index.ts';
import { createNewlyListed } from '../../suppressions/index.ts';
import { readmit } from './admission.ts';
import { type AdmissionRequest, messagesOf } from './admission-request.ts';
import { beginAdmissions, decideLocked, type GroupResult, type LockedGroup } from './locked-group.ts';

/** Recipients that an earlier try has written, by message. */
type Committed = ReadonlyMap<string, readonly Recipient[]>;

/** Returns what an earlier try of a request has committed; undefined where it has committed nothing. */
export async function findCommitted(trx: Trx, requests: readonly AdmissionRequest[]): Promise<Committed | undefined> {
  const messages = requests.flatMap(messagesOf);
  const [first] = messages;
  if (first === undefined) return undefined;
  const found = await findRecipients(trx, { tenantId: first.tenantId, ids: messages.map(({ id }) => id) });
  return found.size === 0 ? undefined : found;
}

/**
 * Answers a request that an earlier attempt has committed, and writes nothing. Suppressed recipients are read from what that attempt has
 * written: the list may contain more by now, such as those that the attempt itself added in test mode.
 */
export function answerCommitted(app: Pick<AppContext, 'config'>, group: LockedGroup, committed: Committed): GroupResult {
  const { now } = group;
  const suppressedOf = ({ id }: DraftMessage) =>
    new Set((committed.get(id) ?? []).filter(({ status }) => status === 'suppressed').map(({ email }) => email));
  const state = beginAdmissions(app, { now, answers: new Map(), newlyListed: createNewlyListed(), suppressedOf });
  const admissions = decideLocked(group, (request, meter) => readmit(request, meter, state));
  return { admissions, buckets: [], accepted: state.accepted, now };
}
