import type { Call, CallOptions } from '../call.ts';
import type { Api } from '../generated/models.ts';
import * as operations from '../generated/operations.ts';
import { iterate, type Page, type QueryOf } from '../paginate.ts';

export type Broadcast = Api.Broadcast;
export type BroadcastPreview = Api.BroadcastPreview;
export type BroadcastRecipient = Api.BroadcastRecipient;
export type BroadcastStats = Api.BroadcastsStats200Response;
export type CreateBroadcastRequest = Api.BroadcastsCreateRequest;
export type DuplicateBroadcastRequest = Api.BroadcastsDuplicateRequest;
export type UpdateBroadcastRequest = Api.BroadcastsUpdateRequest;
export type SendBroadcastRequest = Api.BroadcastsSendRequest;
export type TestBroadcastRequest = Api.BroadcastsTestRequest;
export type TestBroadcastResult = Api.BroadcastsTest202Response;
export type PreviewBroadcastRequest = Api.BroadcastsPreviewRequest;
export type RetriedBroadcast = Api.BroadcastsRetry202Response;

/** Which page of the broadcasts, and which of them. */
export type BroadcastQuery = QueryOf<typeof operations.broadcastsList>;

export type BroadcastRecipientQuery = QueryOf<typeof operations.broadcastsListRecipients>;

/** What is counted in addition. */
export type BroadcastStatsQuery = QueryOf<typeof operations.broadcastsStats>;

export function broadcastsOf(call: Call) {
  const list = async (query: BroadcastQuery = {}, options?: CallOptions): Promise<Page<Broadcast, string>> =>
    call(operations.broadcastsList(query), options);
  const listRecipients = async (
    id: string,
    query: BroadcastRecipientQuery = {},
    options?: CallOptions,
  ): Promise<Page<BroadcastRecipient, string>> => call(operations.broadcastsListRecipients({ ...query, id }), options);
  return {
    /** Creates a draft. Errors: `target_not_found`, `from_domain_not_verified`. */
    create: async (request: CreateBroadcastRequest, options?: CallOptions): Promise<Broadcast> =>
      call(operations.broadcastsCreate({ body: request }), options),
    /** A page of the broadcasts, newest first. Errors: `invalid_cursor`. */
    list,
    /** The broadcasts, newest first, all or those in the states of `status`, between commas, over all pages. */
    iterate: (query: BroadcastQuery = {}, options?: CallOptions) => iterate(list, query, options),
    /** One broadcast. Errors: `not_found`. */
    get: async (id: string, options?: CallOptions): Promise<Broadcast> => call(operations.broadcastsGet({ id }), options),
    /** Edits a draft; a null clears. Errors: `not_found`, `not_editable` (with `status`), `target_not_found`, `from_domain_not_verified`. */
    update: async (id: string, request: UpdateBroadcastRequest, options?: CallOptions): Promise<Broadcast> =>
      call(operations.broadcastsUpdate({ id, body: request }), options),
    /** Makes a draft with the same content, sender and target, whatever the state. Errors: `not_found`, `storage_limit_reached`. */
    duplicate: async (id: string, request: DuplicateBroadcastRequest = {}, options?: CallOptions): Promise<Broadcast> =>
      call(operations.broadcastsDuplicate({ id, body: request }), options),
    /** Deletes a broadcast and cancels mail of it that still waits. Errors: `not_found`. */
    delete: async (id: string, options?: CallOptions): Promise<Api.Deleted> => call(operations.broadcastsDelete({ id }), options),
    /** Sends a draft, now or later. Errors: `not_found`, `not_draft` (with `status`), and those of an invalid draft. */
    send: async (id: string, request: SendBroadcastRequest, options?: CallOptions): Promise<Broadcast> =>
      call(operations.broadcastsSend({ id, body: request }), options),
    /** Cancels a draft or a scheduled one. Errors: `not_found`, `not_cancelable` (with `status`). */
    cancel: async (id: string, options?: CallOptions): Promise<Broadcast> => call(operations.broadcastsCancel({ id }), options),
    /** Pauses a broadcast: mail not yet with the provider is held. Errors: `not_found`, `not_pausable` (with `status`). */
    pause: async (id: string, options?: CallOptions): Promise<Broadcast> => call(operations.broadcastsPause({ id }), options),
    /** Resumes a paused broadcast. Errors: `not_found`, `not_resumable` (with `status`). */
    resume: async (id: string, options?: CallOptions): Promise<Broadcast> => call(operations.broadcastsResume({ id }), options),
    /** Queues failed mail again, except bounced mail. Errors: `not_found`, `not_retryable` (with `status`). */
    retry: async (id: string, options?: CallOptions): Promise<RetriedBroadcast> => call(operations.broadcastsRetry({ id }), options),
    /** Sends the mail to 1 to 5 addresses of your choice. Errors: `not_found`, `invalid_email`, `rate_limit_exceeded` (50 per hour). */
    test: async (id: string, request: TestBroadcastRequest, options?: CallOptions): Promise<TestBroadcastResult> =>
      call(operations.broadcastsTest({ id, body: request }), options),
    /**
     * Counts the recipients and shows the mail for one contact: the first, unless `contact_id` or `email` names one. Errors: `not_found`,
     * `contact_not_found`, `invalid_email`, `target_not_found`.
     */
    preview: async (id: string, request: PreviewBroadcastRequest, options?: CallOptions): Promise<BroadcastPreview> =>
      call(operations.broadcastsPreview({ id, body: request }), options),
    /** A page of the recipients, oldest contact first. Errors: `not_found`, `invalid_cursor`. */
    listRecipients,
    /** The recipients, oldest contact first, over all pages. */
    iterateRecipients: (id: string, query: BroadcastRecipientQuery = {}, options?: CallOptions) =>
      iterate((page: BroadcastRecipientQuery, given?: CallOptions) => listRecipients(id, page, given), query, options),
    /**
     * Returns the statistics of a broadcast, whose ledger adds up at every instant; over time and by link on request. Errors: `not_found`,
     * `validation_failed`.
     */
    stats: async (id: string, query: BroadcastStatsQuery = {}, options?: CallOptions): Promise<BroadcastStats> =>
      call(operations.broadcastsStats({ ...query, id }), options),
  };
}
