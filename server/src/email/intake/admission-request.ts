import type { BatchItem, SendResult } from '@posthorn/contract';
import type { ApiError } from '../../core/errors/api-error.ts';
import type { TenantCaller } from '../../core/request/caller.ts';
import type { DraftMessage } from '../../messages/index.ts';
import type { RateState } from '../../quota/index.ts';
import type { EmailRefusal } from '../validate/send-fault.ts';

/** The response bodies of the two send operations. Idempotency keys are scoped by route, since these differ. */
export interface SendResults {
  single: SendResult;
  batch: { data: BatchItem[] };
}

export type SendRoute = keyof SendResults;

/** An email that may be accepted. */
export interface ValidEmail {
  readonly message: DraftMessage;
  /** Template variables, as paths, that the model lacks. */
  readonly missing?: readonly string[];
  /** Bytes of inline attachments that were not stored, since the preflight found that the email would be refused or goes to nobody. */
  readonly unstored?: number;
}

/** An email after validation: a message that may be accepted, or why it is refused. */
export type ValidatedEmail = ValidEmail | { readonly refusal: EmailRefusal };

/** The `Idempotency-Key` of a request, with what a repeat is compared by. */
export interface IdempotencyKey {
  readonly key: string;
  /** SHA-256 of the canonical JSON of the body, lower-case hex. */
  readonly bodyHash: string;
  /** What releases stored for the same until 0.3, which is what they stored for a real send as well: it is the same where that was a test. */
  readonly earlierTestHash?: string;
  /** Whether nothing of it is asked for as a test. */
  readonly isReal: boolean;
}

/** A validated send request that asks for admission. */
export interface AdmissionRequest {
  readonly caller: TenantCaller;
  readonly route: SendRoute;
  readonly idempotency: IdempotencyKey | null;
  /** What is wrong with the request as a whole. It is answered after the rate limit was counted, and there are no emails then. */
  readonly fault: ApiError | null;
  readonly emails: readonly ValidatedEmail[];
  /** Whether one refused email refuses the whole batch. */
  readonly strict: boolean;
}

/** Returns the emails of a request that passed validation. */
export const validOf = ({ emails }: AdmissionRequest): ValidEmail[] => emails.filter((email) => 'message' in email);

/** Returns the messages of the emails of a request that passed validation. */
export const messagesOf = (request: AdmissionRequest): DraftMessage[] => validOf(request).map(({ message }) => message);

/** Whether a request is accepted, repeats an earlier one or is refused. */
export type Decision<R extends SendRoute = SendRoute, E extends ApiError = ApiError> =
  | { readonly kind: 'accepted'; readonly result: SendResults[R] }
  /** The result of an earlier request with the same key. `mismatch`: its body was another. */
  | { readonly kind: 'replayed'; readonly result: SendResults[R]; readonly mismatch: boolean }
  | { readonly kind: 'refused'; readonly error: E };

/** The decision over one request, with the state of the tenant's rate limit after it. */
export interface AdmissionResult<R extends SendRoute = SendRoute, E extends ApiError = ApiError> {
  /** Null where the tenant's rate is unlimited. */
  readonly rate: RateState | null;
  readonly decision: Decision<R, E>;
}
