import type { ApiError } from '../core/api-error.ts';
import type { TenantCaller } from '../core/context.ts';
import type { DraftMessage } from '../messages/index.ts';
import type { RateState } from '../quota/index.ts';

/** The two send operations; a key of one is no key of the other, since their answers differ. */
export type SendRoute = 'single' | 'batch';

/** What an email is refused for, by itself. */
export type EmailRefusal = ApiError<'validation_failed' | 'from_domain_not_verified' | 'template_not_found' | 'template_render_failed'>;

/** What the gate itself refuses a request for. */
export type GateRefusal = ApiError<
  'rate_limit_exceeded' | 'quota_exceeded' | 'credits_exhausted' | 'idempotency_in_progress' | 'unauthorized' | 'service_unavailable'
>;

/** What was found of one email before the transaction. */
export type Verdict = { readonly message: DraftMessage } | { readonly refusal: EmailRefusal };

export interface IdempotencyClaim {
  readonly key: string;
  /** SHA-256 of the request's body. */
  readonly bodyHash: string;
}

/** A send request on its way through the gate. */
export interface Submission {
  readonly caller: TenantCaller;
  readonly route: SendRoute;
  readonly claim: IdempotencyClaim | null;
  /** Spoken once the rate allows; then there are no verdicts. */
  readonly fault: ApiError | null;
  readonly verdicts: readonly Verdict[];
  /** One email that is wrong refuses them all. */
  readonly strict: boolean;
}

export type Decision<E extends ApiError = ApiError> =
  /** The answer's body, as JSON; the same text for every later request with the key. */
  | { readonly kind: 'answered'; readonly answer: string }
  | { readonly kind: 'replayed'; readonly answer: string; readonly mismatch: boolean }
  | { readonly kind: 'refused'; readonly error: E };

export interface Passage<E extends ApiError = ApiError> {
  /** Null where the tenant's rate is unlimited. */
  readonly rate: RateState | null;
  readonly decision: Decision<E>;
}
