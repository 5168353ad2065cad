import type { Clock } from '../../core/clock.ts';
import { MINUTE_MS } from '../../core/durations.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import type { SignedInCaller } from '../../core/request/caller.ts';

const PROOF_MS = 15 * MINUTE_MS;

/**
 * Refuses a change to how a person signs in unless the person proved their identity within the last 15 minutes. A proof from a time ahead is
 * from before the clock was set back, and may be of any age.
 */
export function findProofFault({ clock }: { readonly clock: Clock }, { provedAt }: SignedInCaller): ApiError<'proof_required'> | undefined {
  const now = clock.now();
  return provedAt + PROOF_MS > now && provedAt <= now + MINUTE_MS ? undefined : new ApiError('proof_required');
}
