import type { Call, CallOptions } from '../call.ts';
import type { Api } from '../generated/models.ts';
import * as operations from '../generated/operations.ts';
import { iterate, type ListQuery, type Page } from '../paginate.ts';

export type SendRequest = Api.SendRequest;
export type SendResult = Api.SendResult;
export type Attachment = Api.Attachment;

export type BatchItem = Api.EmailSendBatch200Response['data'][number];
export type TestEvent = Api.TestEvent;

export interface SendOptions extends CallOptions {
  /**
   * 1 to 256 visible ASCII characters: a call that repeats an earlier key gets the earlier result, and nothing is sent. By default each
   * call has its own key, so that a retry never sends twice.
   */
  readonly idempotencyKey?: string | undefined;
}

export interface BatchOptions extends SendOptions {
  /** `strict`: one invalid email rejects the whole batch, with `validation_failed`, and nothing is sent. */
  readonly batchValidation?: Api.EmailSendBatchXBatchValidationEnum | undefined;
}

/** Returns the key to send. Throws for an empty one, which the service treats as none: each retry would send another mail. */
function keyOf({ idempotencyKey }: SendOptions): string {
  if (idempotencyKey !== undefined && !/^[\x21-\x7e]+$/.test(idempotencyKey))
    throw new TypeError(idempotencyKey === '' ? 'idempotencyKey is empty' : 'idempotencyKey has a character that no key can have');
  return idempotencyKey ?? crypto.randomUUID();
}

export function emailOf(call: Call) {
  const listTestEvents = async (query: ListQuery<number> = {}, options?: CallOptions): Promise<Page<TestEvent, number>> =>
    call(operations.emailListTestEvents(query), options);
  return {
    /**
     * Sends an email: it is stored durably before the response, delivery follows in the background. Errors: `from_domain_not_verified`,
     * `rate_limit_exceeded`, `quota_exceeded`, `invalid_idempotency_key`.
     */
    send: async (request: SendRequest, options: SendOptions = {}): Promise<SendResult> =>
      call(operations.emailSend({ 'Idempotency-Key': keyOf(options), body: request }), options),
    /**
     * Sends a message again, as a new one. Errors: `not_found`, `not_resendable` (with `status`), and those of rate limit, quota and
     * idempotency.
     */
    resend: async (id: string, options: SendOptions = {}): Promise<SendResult> =>
      call(operations.emailResend({ 'Idempotency-Key': keyOf(options), id }), options),
    /**
     * Sends 1 to 100 emails; each succeeds or fails independently. Errors: `empty_batch`, `batch_too_large`, and those of rate limit, quota
     * and idempotency.
     */
    sendBatch: async (request: Api.EmailSendBatchRequest, options: BatchOptions = {}): Promise<Api.EmailSendBatch200Response> =>
      call(
        operations.emailSendBatch({ 'Idempotency-Key': keyOf(options), 'X-Batch-Validation': options.batchValidation, body: request }),
        options,
      ),
    /** Reschedules a queued or scheduled email. Errors: `not_found`, `message_not_reschedulable`. */
    reschedule: async (id: string, request: Api.EmailRescheduleRequest, options?: CallOptions): Promise<Api.EmailReschedule200Response> =>
      call(operations.emailReschedule({ id, body: request }), options),
    /** Cancels a queued or scheduled email. Errors: `not_found`, `message_not_cancellable`. */
    cancel: async (id: string, options?: CallOptions): Promise<Api.EmailCancel200Response> => call(operations.emailCancel({ id }), options),
    /** A page of the events simulated by test-mode emails, newest first. Errors: `invalid_cursor`. */
    listTestEvents,
    /** The events simulated by test-mode emails, newest first, over all pages. */
    iterateTestEvents: (query: ListQuery<number> = {}, options?: CallOptions) => iterate(listTestEvents, query, options),
  };
}
