import { ApiError } from '../../core/api-error.ts';

/** What a broadcast or an automation says of its sender. */
interface ChosenSender {
  readonly from: string | null;
  readonly fromDomainId: string | null;
}

const UNKNOWN_DOMAIN = 'from_domain_id is not the id of a verified domain.';
const NO_DOMAIN = 'No domain is verified to send from: add one by POST /v1/domains, and verify it.';

function detailOf({ from, fromDomainId }: ChosenSender): string | undefined {
  if (fromDomainId !== null) return UNKNOWN_DOMAIN;
  return from === null ? NO_DOMAIN : undefined;
}

/** Returns the error for a sender without a verified domain, which says what of it is at fault. `named` is the `from` of the error. */
export const refuseSender = (chosen: ChosenSender, named = chosen.from ?? ''): ApiError<'from_domain_not_verified'> =>
  new ApiError('from_domain_not_verified', { from: named }, { detail: detailOf(chosen) });
