import type { AppContext } from '../../app-context.ts';
import type { Meter } from '../../meters/store.ts';
import type { AcceptedMessage, Admission, AdmissionState } from './admission.ts';
import type { AdmissionRequest } from './admission-request.ts';
import type { Buckets } from './quota-refusals.ts';

/** Requests that share a transaction. */
export interface Group {
  readonly requests: readonly AdmissionRequest[];
  /** Whether an earlier try of the one request may have been committed although its reply was lost. */
  readonly again: boolean;
  /** Whether to wait for tenants whose meter another transaction has locked, or to leave their requests undecided. */
  readonly mode: 'wait' | 'skip';
}

/** `held`: another transaction has locked the tenant; `stale`: the request is to be validated again. */
export type GroupAdmission = Admission | 'held' | 'stale';

/** What was decided over a group; true once its transaction is committed. */
export interface GroupResult {
  /** One for each request, in order. */
  readonly admissions: readonly GroupAdmission[];
  /** Quota buckets from which the `Retry-After` of refused requests is computed. */
  readonly buckets: Buckets;
  readonly accepted: readonly AcceptedMessage[];
  readonly now: number;
}

/** A group, and the meters of its tenants that are locked, by tenant. */
export interface LockedGroup extends Group {
  /** Returns the bare addresses of a message that are on the list. */
  readonly suppressedOf: AdmissionState['suppressedOf'];
  readonly meters: ReadonlyMap<string, Meter>;
  readonly now: number;
}

/** Returns a state that nothing was decided by yet. */
export function beginAdmissions(
  { config }: Pick<AppContext, 'config'>,
  given: Pick<AdmissionState, 'now' | 'answers' | 'newlyListed' | 'suppressedOf'>,
): AdmissionState {
  const rules = { testDomain: config.TEST_DOMAIN, stopOnEmptyCredits: config.STOP_ON_EMPTY_CREDITS };
  return { ...rules, ...given, accepted: [], newAnswers: [], additions: [] };
}

/** Decides over the requests whose tenants are locked, in order, and leaves the others undecided. */
export function decideLocked(
  { requests, meters, mode }: Pick<LockedGroup, 'requests' | 'meters' | 'mode'>,
  decide: (request: AdmissionRequest, meter: Meter) => GroupAdmission,
): GroupAdmission[] {
  return requests.map((request) => {
    const meter = meters.get(request.caller.tenantId);
    if (meter !== undefined) return decide(request, meter);
    // A tenant without a meter to wait for was deleted, which validating the request again finds out.
    return mode === 'wait' ? 'stale' : 'held';
  });
}
