import type { BatchItem, SendResult } from '@posthorn/contract';
import type { ApiError } from '../../core/api-error.ts';
import type { TenantCaller } from '../../core/caller.ts';
import type { DraftMessage } from '../../messages/index.ts';
import type { RateState } from '../../quota/index.ts';
import type { EmailRefusal } from '../validate/send-fault.ts';

/** What the two send operations answer. A key of one is no key of the other, since their answers differ. */
export interface SendResults {
  single: SendResult;
  batch: { data: BatchItem[] };
}

export type SendRoute = keyof SendResults;

export interface ValidEmail {
  readonly message: DraftMessage;
  /** Paths that its template asks for and its model lacks. */
  readonly missing?: readonly string[];
  /** Bytes of files that came with it and are not in the store, since nothing of it seemed to be kept. */
  readonly unstored?: number;
}

/** What validation made of one email, before the transaction. */
export type ValidatedEmail = ValidEmail | { readonly refusal: EmailRefusal };

export interface IdempotencyClaim {
  readonly key: string;
  /** SHA-256 of the request's body. */
  readonly bodyHash: string;
}

/** A send request on its way through admission. */
export interface Submission {
  readonly caller: TenantCaller;
  readonly route: SendRoute;
  readonly claim: IdempotencyClaim | null;
  /** Returned once the rate allows; then there are no emails. */
  readonly fault: ApiError | null;
  readonly emails: readonly ValidatedEmail[];
  /** One email that is wrong refuses them all. */
  readonly strict: boolean;
}

/** Returns those of the emails that are valid. */
export const validOf = ({ emails }: Submission): ValidEmail[] => emails.filter((email) => 'message' in email);

/** Returns their messages. */
export const messagesOf = (submission: Submission): DraftMessage[] => validOf(submission).map(({ message }) => message);

export type Decision<R extends SendRoute = SendRoute, E extends ApiError = ApiError> =
  | { readonly kind: 'answered'; readonly result: SendResults[R] }
  /** The result of an earlier request with the same key. `mismatch`: its body was another. */
  | { readonly kind: 'replayed'; readonly result: SendResults[R]; readonly mismatch: boolean }
  | { readonly kind: 'refused'; readonly error: E };

/** What admission came to for one request. */
export interface AdmissionResult<R extends SendRoute = SendRoute, E extends ApiError = ApiError> {
  /** Null where the tenant's rate is unlimited. */
  readonly rate: RateState | null;
  readonly decision: Decision<R, E>;
}
