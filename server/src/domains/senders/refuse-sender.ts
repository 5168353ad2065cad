import { ApiError } from '../../core/errors/api-error.ts';

/** The sender settings of a broadcast or an automation. */
interface ChosenSender {
  readonly from: string | null;
  readonly fromDomainId: string | null;
}

const UNKNOWN_DOMAIN = 'from_domain_id is not the id of a verified domain.';
const NO_DOMAIN = 'No domain is verified to send from: add one by POST /v1/domains, and verify it.';

/** Returns what of a sender is at fault; undefined where the sentence of the code says so. */
function detailOf({ from, fromDomainId }: ChosenSender): string | undefined {
  if (fromDomainId !== null) return UNKNOWN_DOMAIN;
  return from === null ? NO_DOMAIN : undefined;
}

/** Returns the error for a sender without a verified domain: the address that was chosen, or none, and what of the choice is at fault. */
export const refuseSender = (chosen: ChosenSender, detail = detailOf(chosen)): ApiError<'from_domain_not_verified'> =>
  new ApiError('from_domain_not_verified', { from: chosen.from ?? '' }, { detail });
