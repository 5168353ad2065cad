import { ApiError } from '../../core/api-error.ts';
import type { SignedInCaller } from '../../core/caller.ts';
import type { Clock } from '../../core/clock.ts';
import { MINUTE_MS } from '../../core/durations.ts';

const PROOF_MS = 15 * MINUTE_MS;

/** Refuses a change to how a person signs in unless the person proved their identity within the last 15 minutes. */
export function findProofFault({ clock }: { readonly clock: Clock }, { provedAt }: SignedInCaller): ApiError<'proof_required'> | undefined {
  return provedAt + PROOF_MS > clock.now() ? undefined : new ApiError('proof_required');
}
