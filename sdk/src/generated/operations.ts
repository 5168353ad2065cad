// Generated from contract/openapi.json by `npm run generate`. Do not edit.

import { type Request, required, segment } from '../request.ts';
import type { Api } from './models.ts';

/**
 * Create an API key
 *
 * The response contains the key, which is stored only as a hash and cannot be shown again. Takes a `full_access` key.
 */
export const apiKeysCreate = (given: {
	body: Api.ApiKeysCreateRequest;
}): Request<Api.CreatedApiKey> => ({
	method: 'POST',
	path: `/v1/api-keys`,
	body: required(given.body, 'the body'),
});

/**
 * Revoke an API key
 *
 * The key is refused from the next request on, in every process. Takes a `full_access` key.
 */
export const apiKeysDelete = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
}): Request<Api.Deleted> => ({
	method: 'DELETE',
	path: `/v1/api-keys/${segment(given.id)}`,
});

/**
 * List API keys
 *
 * Every key that is not revoked, newest first, without the keys themselves. Takes a `full_access` key.
 */
export const apiKeysList = (given: {
	/** Rows per page, 1 to 100. Numbers outside this range are clamped, anything else counts as 25. A page has fewer rows if they exceed 2 MiB; continue with `next_cursor`. */
	limit?: number | undefined;
	/** `next_cursor` of the page before, unchanged. */
	cursor?: string | undefined;
} = {}): Request<Api.ApiKeysList200Response> => ({
	method: 'GET',
	path: `/v1/api-keys`,
	query: { limit: given.limit, cursor: given.cursor },
});

/**
 * Download an attachment
 *
 * The bytes of an uploaded file, or of an attachment that came with a send, with its media type. The path is `/attachments/` and its storage key. Takes a `full_access` key.
 */
export const attachmentsDownload = (given: {
	/** First part of the storage key: the tenant that owns the file. */
	tenant_id: string;
	/** Second part: the message or upload that it belongs to. */
	message_id: string;
	/** Third part: the file name, without characters that a path cannot contain. */
	filename: string;
}): Request<string | Blob> => ({
	method: 'GET',
	path: `/attachments/${segment(given.tenant_id)}/${segment(given.message_id)}/${segment(given.filename)}`,
});

/**
 * Upload a file
 *
 * Stores a file, at most 10485760 bytes, for the attachments of later sends. It is deleted after 7 days unless a message uses it; then it is kept as long as the bodies of those messages. Takes a `full_access` key.
 */
export const attachmentsUpload = (given: {
	form: { file: string | Blob };
}): Request<Api.Upload> => ({
	method: 'POST',
	path: `/v1/attachments`,
	form: given.form,
});

/**
 * Add a contact to an audience
 *
 * The contact is named by its id or by its address. Returns 201 for a new member and 200 for an existing one. Takes a `full_access` key.
 */
export const audiencesAddMember = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
	body: Api.AudiencesAddMemberRequest;
}): Request<Api.Membership> => ({
	method: 'POST',
	path: `/v1/audiences/${segment(given.id)}/members`,
	body: required(given.body, 'the body'),
});

/**
 * Add up to 100 contacts to an audience
 *
 * The contacts are named by their ids, their addresses, or some by either. Each item succeeds or fails by itself; the response has one result for each, in order. Takes a `full_access` key.
 */
export const audiencesAddMembers = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
	body: Api.AudiencesAddMembersRequest;
}): Request<Api.AudiencesAddMembers200Response> => ({
	method: 'POST',
	path: `/v1/audiences/${segment(given.id)}/members/bulk`,
	body: required(given.body, 'the body'),
});

/**
 * Create an audience
 *
 * Creates an empty list of contacts that broadcasts can be sent to. Takes a `full_access` key.
 */
export const audiencesCreate = (given: {
	body: Api.AudiencesCreateRequest;
}): Request<Api.AudienceResult> => ({
	method: 'POST',
	path: `/v1/audiences`,
	body: required(given.body, 'the body'),
});

/**
 * Delete an audience
 *
 * Its memberships are deleted too; the contacts stay. Takes a `full_access` key.
 */
export const audiencesDelete = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
}): Request<Api.Deleted> => ({
	method: 'DELETE',
	path: `/v1/audiences/${segment(given.id)}`,
});

/**
 * Get an audience
 *
 * Returns its name, its description and its number of members; the members have a separate list. Takes a `full_access` key.
 */
export const audiencesGet = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
}): Request<Api.Audience> => ({
	method: 'GET',
	path: `/v1/audiences/${segment(given.id)}`,
});

/**
 * List audiences
 *
 * Newest first. Takes a `full_access` key.
 */
export const audiencesList = (given: {
	/** Rows per page, 1 to 100. Numbers outside this range are clamped, anything else counts as 25. A page has fewer rows if they exceed 2 MiB; continue with `next_cursor`. */
	limit?: number | undefined;
	/** `next_cursor` of the page before, unchanged. */
	cursor?: string | undefined;
} = {}): Request<Api.AudiencesList200Response> => ({
	method: 'GET',
	path: `/v1/audiences`,
	query: { limit: given.limit, cursor: given.cursor },
});

/**
 * List the members of an audience
 *
 * Oldest contact first, regardless of when it became a member. Takes a `full_access` key.
 */
export const audiencesListMembers = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
	/** Rows per page, 1 to 100. Numbers outside this range are clamped, anything else counts as 25. A page has fewer rows if they exceed 2 MiB; continue with `next_cursor`. */
	limit?: number | undefined;
	/** `next_cursor` of the page before, unchanged. */
	cursor?: string | undefined;
	/** Only the member with this address. */
	email?: string | undefined;
}): Request<Api.AudiencesListMembers200Response> => ({
	method: 'GET',
	path: `/v1/audiences/${segment(given.id)}/members`,
	query: { limit: given.limit, cursor: given.cursor, email: given.email },
});

/**
 * List the audiences of a contact
 *
 * The audiences that it is a member of, newest first. Takes a `full_access` key.
 */
export const audiencesListOfContact = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
	/** Rows per page, 1 to 100. Numbers outside this range are clamped, anything else counts as 25. A page has fewer rows if they exceed 2 MiB; continue with `next_cursor`. */
	limit?: number | undefined;
	/** `next_cursor` of the page before, unchanged. */
	cursor?: string | undefined;
}): Request<Api.AudiencesListOfContact200Response> => ({
	method: 'GET',
	path: `/v1/contacts/${segment(given.id)}/audiences`,
	query: { limit: given.limit, cursor: given.cursor },
});

/**
 * Remove a contact from an audience
 *
 * The response is the same whether or not the contact was a member, and for a contact that does not exist. Takes a `full_access` key.
 */
export const audiencesRemoveMember = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
	/** Id of the contact, or its address, percent-encoded. */
	contact_id: string;
}): Request<Api.DeletedMembership> => ({
	method: 'DELETE',
	path: `/v1/audiences/${segment(given.id)}/members/${segment(given.contact_id)}`,
});

/**
 * Rename or describe an audience
 *
 * Omitted fields stay unchanged. Takes a `full_access` key.
 */
export const audiencesUpdate = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
	body?: Api.AudiencesUpdateRequest | undefined;
}): Request<Api.AudienceResult> => ({
	method: 'PATCH',
	path: `/v1/audiences/${segment(given.id)}`,
	body: given.body,
});

/**
 * Activate an automation
 *
 * Works for drafts and paused automations. Enrollments that fell due during a pause continue at once. At most 100 automations are active at a time. Takes a `full_access` key.
 */
export const automationsActivate = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
}): Request<Api.Automation> => ({
	method: 'POST',
	path: `/v1/automations/${segment(given.id)}/activate`,
});

/**
 * Archive an automation
 *
 * Ends it for good; enrollments that are still active are cancelled. Takes a `full_access` key.
 */
export const automationsArchive = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
}): Request<Api.Automation> => ({
	method: 'POST',
	path: `/v1/automations/${segment(given.id)}/archive`,
});

/**
 * Cancel an enrollment
 *
 * Ends an active enrollment; the contact cannot be enrolled again. Takes a `full_access` key.
 */
export const automationsCancelEnrollment = (given: {
	/** Id of the automation. */
	id: string;
	/** Id of the enrollment. */
	enrollment_id: string;
}): Request<Api.Enrollment> => ({
	method: 'POST',
	path: `/v1/automations/${segment(given.id)}/enrollments/${segment(given.enrollment_id)}/cancel`,
});

/**
 * Create an automation
 *
 * Creates a draft: nobody is enrolled before it is activated. Takes a `full_access` key.
 */
export const automationsCreate = (given: {
	body: Api.AutomationsCreateRequest;
}): Request<Api.Automation> => ({
	method: 'POST',
	path: `/v1/automations`,
	body: required(given.body, 'the body'),
});

/**
 * Delete an automation
 *
 * In any state; deletes its enrollments too. Mail that it has sent stays in the log. Takes a `full_access` key.
 */
export const automationsDelete = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
}): Request<Api.Deleted> => ({
	method: 'DELETE',
	path: `/v1/automations/${segment(given.id)}`,
});

/**
 * Enroll a contact
 *
 * The contact is named by its id or its address. It is enrolled only once: if it ever was, returns 200 with that enrollment, in whatever state it is. Takes a `full_access` key.
 */
export const automationsEnroll = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
	body: Api.AutomationsEnrollRequest;
}): Request<Api.Enrollment> => ({
	method: 'POST',
	path: `/v1/automations/${segment(given.id)}/enrollments`,
	body: required(given.body, 'the body'),
});

/**
 * Get an automation
 *
 * The automation with its steps, its state, and its numbers of enrollments. Takes a `full_access` key.
 */
export const automationsGet = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
}): Request<Api.Automation> => ({
	method: 'GET',
	path: `/v1/automations/${segment(given.id)}`,
});

/**
 * Get an enrollment
 *
 * The position of a contact within the automation. Takes a `full_access` key.
 */
export const automationsGetEnrollment = (given: {
	/** Id of the automation. */
	id: string;
	/** Id of the enrollment. */
	enrollment_id: string;
}): Request<Api.Enrollment> => ({
	method: 'GET',
	path: `/v1/automations/${segment(given.id)}/enrollments/${segment(given.enrollment_id)}`,
});

/**
 * List automations
 *
 * Newest first. Takes a `full_access` key.
 */
export const automationsList = (given: {
	/** Rows per page, 1 to 100. Numbers outside this range are clamped, anything else counts as 25. A page has fewer rows if they exceed 2 MiB; continue with `next_cursor`. */
	limit?: number | undefined;
	/** `next_cursor` of the page before, unchanged. */
	cursor?: string | undefined;
} = {}): Request<Api.AutomationsList200Response> => ({
	method: 'GET',
	path: `/v1/automations`,
	query: { limit: given.limit, cursor: given.cursor },
});

/**
 * List the enrollments of an automation
 *
 * Newest first. Takes a `full_access` key.
 */
export const automationsListEnrollments = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
	/** Rows per page, 1 to 100. Numbers outside this range are clamped, anything else counts as 25. A page has fewer rows if they exceed 2 MiB; continue with `next_cursor`. */
	limit?: number | undefined;
	/** `next_cursor` of the page before, unchanged. */
	cursor?: string | undefined;
	/** Only enrollments in this state. */
	status?: Api.AutomationsListEnrollmentsStatusEnum | undefined;
}): Request<Api.AutomationsListEnrollments200Response> => ({
	method: 'GET',
	path: `/v1/automations/${segment(given.id)}/enrollments`,
	query: { limit: given.limit, cursor: given.cursor, status: given.status },
});

/**
 * Pause an automation
 *
 * Nobody is enrolled, and no enrollment continues, until it is activated again. Takes a `full_access` key.
 */
export const automationsPause = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
}): Request<Api.Automation> => ({
	method: 'POST',
	path: `/v1/automations/${segment(given.id)}/pause`,
});

/**
 * Simulate an automation for a contact
 *
 * Runs a contact, named by its id or its address, through the steps on a simulated clock, in any state of the automation. Nothing is stored or sent. Takes a `full_access` key.
 */
export const automationsSimulate = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
	body: Api.AutomationsSimulateRequest;
}): Request<Api.AutomationSimulation> => ({
	method: 'POST',
	path: `/v1/automations/${segment(given.id)}/simulate`,
	body: required(given.body, 'the body'),
});

/**
 * Show the statistics of an automation
 *
 * For each step: the contacts that are there, and the outcomes of its mail. Takes a `full_access` key.
 */
export const automationsStats = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
}): Request<Api.AutomationStats> => ({
	method: 'GET',
	path: `/v1/automations/${segment(given.id)}/stats`,
});

/**
 * Edit a draft
 *
 * Omitted fields stay as they are; null clears a nullable field. Takes a `full_access` key.
 */
export const automationsUpdate = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
	body?: Api.AutomationsUpdateRequest | undefined;
}): Request<Api.Automation> => ({
	method: 'PATCH',
	path: `/v1/automations/${segment(given.id)}`,
	body: given.body,
});

/**
 * Cancel a broadcast
 *
 * Works for drafts and scheduled broadcasts, and cannot be undone. Takes a `full_access` key.
 */
export const broadcastsCancel = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
}): Request<Api.Broadcast> => ({
	method: 'POST',
	path: `/v1/broadcasts/${segment(given.id)}/cancel`,
});

/**
 * Create a broadcast
 *
 * Creates a draft; nothing is sent until it is sent explicitly. Takes a `full_access` key.
 */
export const broadcastsCreate = (given: {
	body: Api.BroadcastsCreateRequest;
}): Request<Api.Broadcast> => ({
	method: 'POST',
	path: `/v1/broadcasts`,
	body: required(given.body, 'the body'),
});

/**
 * Delete a broadcast
 *
 * Works in any state. Its waiting mail is cancelled; mail that was sent stays in the log. Takes a `full_access` key.
 */
export const broadcastsDelete = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
}): Request<Api.Deleted> => ({
	method: 'DELETE',
	path: `/v1/broadcasts/${segment(given.id)}`,
});

/**
 * Duplicate a broadcast
 *
 * Works in any state: creates a new draft with the same content, sender and target. The original stays unchanged. Takes a `full_access` key.
 */
export const broadcastsDuplicate = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
	body?: Api.BroadcastsDuplicateRequest | undefined;
}): Request<Api.Broadcast> => ({
	method: 'POST',
	path: `/v1/broadcasts/${segment(given.id)}/duplicate`,
	body: given.body,
});

/**
 * Get a broadcast
 *
 * Returns its content, its state and the number of contacts it was queued for. Takes a `full_access` key.
 */
export const broadcastsGet = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
}): Request<Api.Broadcast> => ({
	method: 'GET',
	path: `/v1/broadcasts/${segment(given.id)}`,
});

/**
 * List broadcasts
 *
 * Newest first, all or only those in some states. Takes a `full_access` key.
 */
export const broadcastsList = (given: {
	/** Rows per page, 1 to 100. Numbers outside this range are clamped, anything else counts as 25. A page has fewer rows if they exceed 2 MiB; continue with `next_cursor`. */
	limit?: number | undefined;
	/** `next_cursor` of the page before, unchanged. */
	cursor?: string | undefined;
	/** Only broadcasts in these states, separated by commas, such as `scheduled,sending`; unknown ones are ignored. */
	status?: string | undefined;
} = {}): Request<Api.BroadcastsList200Response> => ({
	method: 'GET',
	path: `/v1/broadcasts`,
	query: { limit: given.limit, cursor: given.cursor, status: given.status },
});

/**
 * List the recipients of a broadcast
 *
 * Every contact that was processed, oldest first, with its outcome. Takes a `full_access` key.
 */
export const broadcastsListRecipients = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
	/** Rows per page, 1 to 100. Numbers outside this range are clamped, anything else counts as 25. A page has fewer rows if they exceed 2 MiB; continue with `next_cursor`. */
	limit?: number | undefined;
	/** `next_cursor` of the page before, unchanged. */
	cursor?: string | undefined;
	/** `queued`, `sent`, `failed`, `suppressed` or `skipped`. */
	status?: string | undefined;
}): Request<Api.BroadcastsListRecipients200Response> => ({
	method: 'GET',
	path: `/v1/broadcasts/${segment(given.id)}/recipients`,
	query: { limit: given.limit, cursor: given.cursor, status: given.status },
});

/**
 * Pause a broadcast
 *
 * Holds mail that was not handed to the provider yet, until the broadcast is resumed or deleted. Takes a `full_access` key.
 */
export const broadcastsPause = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
}): Request<Api.Broadcast> => ({
	method: 'POST',
	path: `/v1/broadcasts/${segment(given.id)}/pause`,
});

/**
 * Preview a broadcast
 *
 * Counts the contacts that would get it and renders the mail for one contact. Nothing is stored or sent. Takes a `full_access` key.
 */
export const broadcastsPreview = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
	body?: Api.BroadcastsPreviewRequest | undefined;
}): Request<Api.BroadcastPreview> => ({
	method: 'POST',
	path: `/v1/broadcasts/${segment(given.id)}/preview`,
	body: given.body,
});

/**
 * Resume a paused broadcast
 *
 * Continues where it was paused. Takes a `full_access` key.
 */
export const broadcastsResume = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
}): Request<Api.Broadcast> => ({
	method: 'POST',
	path: `/v1/broadcasts/${segment(given.id)}/resume`,
});

/**
 * Retry failed recipients
 *
 * Queues the mail of failed recipients again, except for those that bounced. Refused once the body is no longer kept. Takes a `full_access` key.
 */
export const broadcastsRetry = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
}): Request<Api.BroadcastsRetry202Response> => ({
	method: 'POST',
	path: `/v1/broadcasts/${segment(given.id)}/retry`,
});

/**
 * Send a draft
 *
 * Sends now, or at `scheduled_at`. The content, the target and the sender are checked first. Takes a `full_access` key.
 */
export const broadcastsSend = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
	body?: Api.BroadcastsSendRequest | undefined;
}): Request<Api.Broadcast> => ({
	method: 'POST',
	path: `/v1/broadcasts/${segment(given.id)}/send`,
	body: given.body,
});

/**
 * Get the statistics of a broadcast
 *
 * The counts of the ledger always add up to its total. On request, also returns events over time and clicks by link. Takes a `full_access` key.
 */
export const broadcastsStats = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
	/** `hour` or `day`: also counts events over time, by UTC hour or day. */
	interval?: Api.BroadcastsStatsIntervalEnum | undefined;
	/** `true`: also counts clicks by link; false by default. */
	links?: boolean | undefined;
}): Request<Api.BroadcastsStats200Response> => ({
	method: 'GET',
	path: `/v1/broadcasts/${segment(given.id)}/stats`,
	query: { interval: given.interval, links: given.links },
});

/**
 * Send yourself a broadcast
 *
 * Sends to 1 to 5 addresses, in any state, with `[test]` before the subject; at most 50 an hour. Takes a `full_access` key.
 */
export const broadcastsTest = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
	body: Api.BroadcastsTestRequest;
}): Request<Api.BroadcastsTest202Response> => ({
	method: 'POST',
	path: `/v1/broadcasts/${segment(given.id)}/test`,
	body: required(given.body, 'the body'),
});

/**
 * Edit a draft
 *
 * Omitted fields stay unchanged; null clears a field. Both fields of the target must be given together. Takes a `full_access` key.
 */
export const broadcastsUpdate = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
	body?: Api.BroadcastsUpdateRequest | undefined;
}): Request<Api.Broadcast> => ({
	method: 'PATCH',
	path: `/v1/broadcasts/${segment(given.id)}`,
	body: given.body,
});

/**
 * Delete a contact
 *
 * The contact is removed from every audience. Messages and suppressions of its address remain. Takes a `full_access` key.
 */
export const contactsDelete = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
}): Request<Api.DeletedContact> => ({
	method: 'DELETE',
	path: `/v1/contacts/${segment(given.id)}`,
});

/**
 * Download an export
 *
 * Returns the file of a finished export, for 7 days. Takes a `full_access` key.
 */
export const contactsDownloadExport = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
	/** `true`: cells that a spreadsheet would read as a formula get a `'` before them. Importing such a file does not restore the original values. */
	escape_formulas?: boolean | undefined;
}): Request<string | Blob> => ({
	method: 'GET',
	path: `/v1/contacts/exports/${segment(given.id)}/download`,
	query: { escape_formulas: given.escape_formulas },
});

/**
 * Download failed rows
 *
 * The failed rows of an import, for 7 days: their number as `import_row`, the error code as `import_error`, then the columns of the file. While the import is running, returns the failed rows so far. Rows with addresses that were erased meanwhile are not included. Of a row with more than 101 cells, one of the extra cells is kept. Remove the first two columns before you import the rows again. Takes a `full_access` key.
 */
export const contactsDownloadFailedRows = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
}): Request<string | Blob> => ({
	method: 'GET',
	path: `/v1/contacts/imports/${segment(given.id)}/failed-rows`,
});

/**
 * Export contacts
 *
 * Writes all contacts to a CSV file in the background: `id`, `email`, `status`, `created_at`, `updated_at`, then a column for each attribute. Takes no body. Takes a `full_access` key.
 */
export const contactsExport = (): Request<Api.ContactsExport202Response> => ({
	method: 'POST',
	path: `/v1/contacts/export`,
});

/**
 * Get a contact
 *
 * Returns the contact with its attributes and its status. Takes a `full_access` key.
 */
export const contactsGet = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
}): Request<Api.Contact> => ({
	method: 'GET',
	path: `/v1/contacts/${segment(given.id)}`,
});

/**
 * Get an export
 *
 * Returns its status, and the URL of its file. Takes a `full_access` key.
 */
export const contactsGetExport = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
}): Request<Api.ContactExport> => ({
	method: 'GET',
	path: `/v1/contacts/exports/${segment(given.id)}`,
});

/**
 * Get an import
 *
 * Returns its progress and the rows that failed. Takes a `full_access` key.
 */
export const contactsGetImport = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
}): Request<Api.ContactImport> => ({
	method: 'GET',
	path: `/v1/contacts/imports/${segment(given.id)}`,
});

/**
 * Import contacts
 *
 * Takes a CSV file (RFC 4180, UTF-8) of at most 10485760 bytes with a header row, from which the delimiter is detected: comma, semicolon, tab or `|`. The column `email` is required, in any case; without it, `e-mail`, `email address` or `mail` is used. Every other column becomes a string attribute, and an empty cell sets nothing. New contacts are `subscribed`, and existing ones keep their status, unless `contact_status` is `unsubscribed` or `cleaned`: then all get it. The rows are processed in the background, starting at once; the event `contact.import.completed` reports the end.
 *
 * With `audience_id`, every contact that a row creates or changes becomes a member of that audience, as if it were added by its id: existing members stay members, and new ones enter the active automations of that audience. If the audience is deleted meanwhile, the contacts are imported anyway. A form with more than 50 text fields or 10 files fails with `validation_failed`, or with `missing_file` if the file is not among the first 10. Takes a `full_access` key.
 */
export const contactsImport = (given: {
	form: { file: string | Blob; audience_id?: string | undefined; contact_status?: string | undefined };
}): Request<Api.ContactsImport202Response> => ({
	method: 'POST',
	path: `/v1/contacts/import`,
	form: given.form,
});

/**
 * List contacts
 *
 * Newest first. Takes a `full_access` key.
 */
export const contactsList = (given: {
	/** Rows per page, 1 to 100. Numbers outside this range are clamped, anything else counts as 25. A page has fewer rows if they exceed 2 MiB; continue with `next_cursor`. */
	limit?: number | undefined;
	/** `next_cursor` of the page before, unchanged. */
	cursor?: string | undefined;
	/** Only contacts with this status; an unknown one is ignored. */
	status?: Api.ContactsListStatusEnum | undefined;
	/** Only the contact with this address. */
	email?: string | undefined;
} = {}): Request<Api.ContactsList200Response> => ({
	method: 'GET',
	path: `/v1/contacts`,
	query: { limit: given.limit, cursor: given.cursor, status: given.status, email: given.email },
});

/**
 * List the events of a contact
 *
 * Newest first: events of the contact itself, and of broadcast and automation mail sent to it. Other mail sent to its address is in the activity log. Takes a `full_access` key.
 */
export const contactsListEvents = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
	/** Rows per page, 1 to 100. Numbers outside this range are clamped, anything else counts as 25. A page has fewer rows if they exceed 2 MiB; continue with `next_cursor`. */
	limit?: number | undefined;
	/** `next_cursor` of the page before, unchanged. */
	cursor?: string | undefined;
}): Request<Api.ContactsListEvents200Response> => ({
	method: 'GET',
	path: `/v1/contacts/${segment(given.id)}/events`,
	query: { limit: given.limit, cursor: given.cursor },
});

/**
 * List exports
 *
 * Newest first. Takes a `full_access` key.
 */
export const contactsListExports = (given: {
	/** Rows per page, 1 to 100. Numbers outside this range are clamped, anything else counts as 25. A page has fewer rows if they exceed 2 MiB; continue with `next_cursor`. */
	limit?: number | undefined;
	/** `next_cursor` of the page before, unchanged. */
	cursor?: string | undefined;
} = {}): Request<Api.ContactsListExports200Response> => ({
	method: 'GET',
	path: `/v1/contacts/exports`,
	query: { limit: given.limit, cursor: given.cursor },
});

/**
 * List imports
 *
 * Newest first. Takes a `full_access` key.
 */
export const contactsListImports = (given: {
	/** Rows per page, 1 to 100. Numbers outside this range are clamped, anything else counts as 25. A page has fewer rows if they exceed 2 MiB; continue with `next_cursor`. */
	limit?: number | undefined;
	/** `next_cursor` of the page before, unchanged. */
	cursor?: string | undefined;
} = {}): Request<Api.ContactsListImports200Response> => ({
	method: 'GET',
	path: `/v1/contacts/imports`,
	query: { limit: given.limit, cursor: given.cursor },
});

/**
 * Search contacts
 *
 * Newest first; all filters given must match. A request searches at most 20,000 contacts, so a page may have few rows or none and still have a `next_cursor`: `searched_until` says how far back the search has got. To find a whole address at once, list contacts with `email`. Takes a `full_access` key.
 */
export const contactsSearch = (given: {
	/** Rows per page, 1 to 100. Numbers outside this range are clamped, anything else counts as 25. A page has fewer rows if they exceed 2 MiB; continue with `next_cursor`. */
	limit?: number | undefined;
	/** `next_cursor` of the page before, unchanged. */
	cursor?: string | undefined;
	/** Only contacts whose address contains this, ignoring case; each label of a domain may be in its readable form or in ASCII. */
	email?: string | undefined;
	/** Only contacts with this status. */
	status?: Api.ContactsSearchStatusEnum | undefined;
	/** Only contacts that have this attribute. */
	attribute_key?: string | undefined;
	/** Only contacts whose attribute `attribute_key` has this value, given as text. */
	attribute_value?: string | undefined;
} = {}): Request<Api.ContactsSearch200Response> => ({
	method: 'GET',
	path: `/v1/contacts/search`,
	query: { limit: given.limit, cursor: given.cursor, email: given.email, status: given.status, attribute_key: given.attribute_key, attribute_value: given.attribute_value },
});

/**
 * Update a contact
 *
 * Merges attributes and sets the status; an address never changes. Takes a `full_access` key.
 */
export const contactsUpdate = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
	body?: Api.ContactsUpdateRequest | undefined;
}): Request<Api.ContactResult> => ({
	method: 'PATCH',
	path: `/v1/contacts/${segment(given.id)}`,
	body: given.body,
});

/**
 * Create or update a contact
 *
 * Returns 201 for a new address and 200 for an existing one, whose attributes are merged. Takes a `full_access` key.
 */
export const contactsUpsert = (given: {
	body: Api.ContactRequest;
}): Request<Api.ContactResult> => ({
	method: 'POST',
	path: `/v1/contacts`,
	body: required(given.body, 'the body'),
});

/**
 * Create or update up to 100 contacts
 *
 * Each item succeeds or fails by itself; the response has one result for each, in order. The plan must have room for all items, including those of existing contacts. No webhook is called and no automation starts. Takes a `full_access` key.
 */
export const contactsUpsertMany = (given: {
	body: Api.ContactsUpsertManyRequest;
}): Request<Api.ContactsUpsertMany200Response> => ({
	method: 'POST',
	path: `/v1/contacts/batch`,
	body: required(given.body, 'the body'),
});

/**
 * Add a sending domain
 *
 * Makes a DKIM key pair and answers the DNS records to publish. Mail can be sent once the domain is verified: the records are looked up every five minutes for an hour, then hourly for three days, and by `POST /v1/domains/{id}/verify`. Takes a `full_access` key.
 */
export const domainsCreate = (given: {
	body: Api.DomainsCreateRequest;
}): Request<Api.Domain> => ({
	method: 'POST',
	path: `/v1/domains`,
	body: required(given.body, 'the body'),
});

/**
 * Delete a sending domain
 *
 * Accepted mail from this domain that has not gone out yet fails with reason `from_domain_not_verified`. Takes a `full_access` key.
 */
export const domainsDelete = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
}): Request<Api.Deleted> => ({
	method: 'DELETE',
	path: `/v1/domains/${segment(given.id)}`,
});

/**
 * Get a sending domain
 *
 * The domain and its DNS records, with the result of the last look-up of each. Takes a `full_access` key.
 */
export const domainsGet = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
}): Request<Api.Domain> => ({
	method: 'GET',
	path: `/v1/domains/${segment(given.id)}`,
});

/**
 * List sending domains
 *
 * Every sending domain of the tenant with its DNS records, newest first, or those of one `status`. Takes a `full_access` key.
 */
export const domainsList = (given: {
	/** Rows per page, 1 to 100. Numbers outside this range are clamped, anything else counts as 25. A page has fewer rows if they exceed 2 MiB; continue with `next_cursor`. */
	limit?: number | undefined;
	/** `next_cursor` of the page before, unchanged. */
	cursor?: string | undefined;
	/** Only sending domains in this state; an unknown value is ignored. */
	status?: Api.DomainsListStatusEnum | undefined;
} = {}): Request<Api.DomainsList200Response> => ({
	method: 'GET',
	path: `/v1/domains`,
	query: { limit: given.limit, cursor: given.cursor, status: given.status },
});

/**
 * Change the settings of a sending domain
 *
 * Changes the fields given and leaves the others; null clears `default_from_local_part`. Turning tracking or inbound mail on may add records to publish. Takes a `full_access` key.
 */
export const domainsUpdate = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
	body?: Api.DomainsUpdateRequest | undefined;
}): Request<Api.Domain> => ({
	method: 'PATCH',
	path: `/v1/domains/${segment(given.id)}`,
	body: given.body,
});

/**
 * Check the DNS records now
 *
 * Looks the records up and returns the domain with the results. Takes a `full_access` key.
 */
export const domainsVerify = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
}): Request<Api.Domain> => ({
	method: 'POST',
	path: `/v1/domains/${segment(given.id)}/verify`,
});

/**
 * Cancel an email
 *
 * Works for messages that are `queued` or `scheduled`; nothing is sent. Takes a `full_access` key.
 */
export const emailCancel = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
}): Request<Api.EmailCancel200Response> => ({
	method: 'DELETE',
	path: `/v1/email/${segment(given.id)}`,
});

/**
 * List simulated events
 *
 * Events simulated by test-mode messages, newest first. Takes a `full_access` key.
 */
export const emailListTestEvents = (given: {
	/** Rows per page, 1 to 100. Numbers outside this range are clamped, anything else counts as 25. A page has fewer rows if they exceed 2 MiB; continue with `next_cursor`. */
	limit?: number | undefined;
	/** `next_cursor` of the previous page, unchanged; the page starts with the next older row. */
	cursor?: number | undefined;
} = {}): Request<Api.EmailListTestEvents200Response> => ({
	method: 'GET',
	path: `/v1/email/test-events`,
	query: { limit: given.limit, cursor: given.cursor },
});

/**
 * Reschedule an email
 *
 * Works for messages that are `queued` or `scheduled`. Takes a `full_access` key.
 */
export const emailReschedule = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
	body: Api.EmailRescheduleRequest;
}): Request<Api.EmailReschedule200Response> => ({
	method: 'PATCH',
	path: `/v1/email/${segment(given.id)}`,
	body: required(given.body, 'the body'),
});

/**
 * Resend a message
 *
 * Sends a new message with the same sender, recipients, content, files, tags and settings, subject to the usual rules: domain, suppressions, rate limit and quota. Messages that have not been sent yet, mail of broadcasts and automations, and mail whose body is no longer kept or whose recipient was erased are refused, with the reason in `detail`. Takes a `full_access` key.
 */
export const emailResend = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
	/** A request that repeats an earlier key gets the response of the earlier request, and nothing is sent. 1 to 256 visible ASCII characters. */
	'Idempotency-Key'?: string | undefined;
	/** `true`: delivery is simulated, as by `test_mode`. */
	'X-Service-Test'?: Api.EmailResendXServiceTestEnum | undefined;
}): Request<Api.SendResult> => ({
	method: 'POST',
	path: `/v1/messages/${segment(given.id)}/resend`,
	headers: { 'Idempotency-Key': given['Idempotency-Key'], 'X-Service-Test': given['X-Service-Test'] },
});

/**
 * Send an email
 *
 * Accepts one email. It is stored durably before the response; delivery follows in the background. Takes a `full_access` or `sending_access` key.
 */
export const emailSend = (given: {
	/** A request that repeats an earlier key gets the response of the earlier request, and nothing is sent. 1 to 256 visible ASCII characters. */
	'Idempotency-Key'?: string | undefined;
	/** `true`: delivery is simulated, as by `test_mode`. */
	'X-Service-Test'?: Api.EmailSendXServiceTestEnum | undefined;
	body: Api.SendRequest;
}): Request<Api.SendResult> => ({
	method: 'POST',
	path: `/v1/email`,
	headers: { 'Idempotency-Key': given['Idempotency-Key'], 'X-Service-Test': given['X-Service-Test'] },
	body: required(given.body, 'the body'),
});

/**
 * Send up to 100 emails
 *
 * Each item succeeds or fails independently; the response has one result per item, in order. Takes a `full_access` or `sending_access` key.
 */
export const emailSendBatch = (given: {
	/** A request that repeats an earlier key gets the response of the earlier request, and nothing is sent. 1 to 256 visible ASCII characters. */
	'Idempotency-Key'?: string | undefined;
	/** `true`: delivery is simulated, as by `test_mode`. */
	'X-Service-Test'?: Api.EmailSendBatchXServiceTestEnum | undefined;
	/** `strict`: one invalid item rejects the whole batch, and nothing is sent. The default is `permissive`. */
	'X-Batch-Validation'?: Api.EmailSendBatchXBatchValidationEnum | undefined;
	body: Api.EmailSendBatchRequest;
}): Request<Api.EmailSendBatch200Response> => ({
	method: 'POST',
	path: `/v1/email/batch`,
	headers: { 'Idempotency-Key': given['Idempotency-Key'], 'X-Service-Test': given['X-Service-Test'], 'X-Batch-Validation': given['X-Batch-Validation'] },
	body: required(given.body, 'the body'),
});

/**
 * Erase an address
 *
 * Deletes what the tenant stores about the address, and replaces it with an empty string in what is kept, such as the activity log. No mail of the tenant goes to it from then on; only a keyed hash of it is kept. The response is sent when everything is done; if none arrives, repeat the request. Takes a `full_access` key.
 */
export const erasuresCreate = (given: {
	body: Api.ErasuresCreateRequest;
}): Request<Api.ErasedAddress> => ({
	method: 'POST',
	path: `/v1/erasures`,
	body: required(given.body, 'the body'),
});

/**
 * Allow mail to an erased address again
 *
 * The response is the same whether or not the address was erased. Erased data is not restored. Takes a `full_access` key.
 */
export const erasuresDelete = (given: {
	/** The address, percent-encoded. */
	email: string;
}): Request<Api.DeletedAddress> => ({
	method: 'DELETE',
	path: `/v1/erasures/${segment(given.email)}`,
});

/**
 * Follow events
 *
 * All events that webhooks deliver, with the same payloads, in the order in which they were recorded, for systems that cannot receive webhooks. Pass `next_cursor` back as `after`, with `wait`: each event is returned at least once and none is skipped, however many requests fail in between. An event appears once all events recorded before it are visible. Events from before this feed was introduced are not in it. Takes a `full_access` key.
 */
export const eventsList = (given: {
	/** `next_cursor` of the previous response, or the `event_id` of the last event that was handled: returns the events after it, or, if the retention period of events has passed for it, all that are still kept. `now`: only events from now on. By default the feed starts with the oldest event. */
	after?: string | undefined;
	/** Only these types of events, between commas, such as `delivery,bounce`; unknown ones are ignored. */
	types?: string | undefined;
	/** Only events of this message. */
	message_id?: string | undefined;
	/** Rows per page, 1 to 100. Numbers outside this range are clamped, anything else counts as 25. A page has fewer rows if they exceed 2 MiB; continue with `next_cursor`. */
	limit?: number | undefined;
	/** Seconds to wait for an event if there is none yet, at most 30; anything else counts as 0, which returns at once. */
	wait?: number | undefined;
} = {}): Request<Api.EventsList200Response> => ({
	method: 'GET',
	path: `/v1/events`,
	query: { after: given.after, types: given.types, message_id: given.message_id, limit: given.limit, wait: given.wait },
});

/**
 * Check that the service is up
 *
 * Returns 200 while the service can reach its database, 503 otherwise. Needs no key.
 */
export const healthCheck = (): Request<Api.HealthCheck200Response> => ({
	method: 'GET',
	path: `/health`,
	keyless: true,
});

/**
 * Get a received mail
 *
 * One mail with its headers, its bodies and its source. Takes a `full_access` key.
 */
export const inboundGet = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
	/** `false`: without `cc`, `bcc`, `reply_to`, headers, bodies and source, as if they were erased, and much faster; true by default. */
	content?: boolean | undefined;
}): Request<Api.InboundMailDetail> => ({
	method: 'GET',
	path: `/v1/inbound/${segment(given.id)}`,
	query: { content: given.content },
});

/**
 * Download an attachment of a received mail
 *
 * The attachment's bytes with its media type. Takes a `full_access` key.
 */
export const inboundGetAttachment = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
	/** `index` of the attachment. */
	n: string;
}): Request<string | Blob> => ({
	method: 'GET',
	path: `/v1/inbound/${segment(given.id)}/attachments/${segment(given.n)}`,
});

/**
 * List received mail
 *
 * Mail received for domains with `inbound` on, newest first. Takes a `full_access` key.
 */
export const inboundList = (given: {
	/** Rows per page, 1 to 100. Numbers outside this range are clamped, anything else counts as 25. A page has fewer rows if they exceed 2 MiB; continue with `next_cursor`. */
	limit?: number | undefined;
	/** `next_cursor` of the previous page, unchanged; the page starts with the next older row. */
	cursor?: number | undefined;
} = {}): Request<Api.InboundList200Response> => ({
	method: 'GET',
	path: `/v1/inbound`,
	query: { limit: given.limit, cursor: given.cursor },
});

/**
 * Get a message
 *
 * One message with its recipients and everything that happened to it. Takes a `full_access` key.
 */
export const messagesGet = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
}): Request<Api.MessageDetail> => ({
	method: 'GET',
	path: `/v1/messages/${segment(given.id)}`,
});

/**
 * List messages
 *
 * The activity log, newest first. Takes a `full_access` key.
 */
export const messagesList = (given: {
	/** Rows per page, 1 to 100. Numbers outside this range are clamped, anything else counts as 25. A page has fewer rows if they exceed 2 MiB; continue with `next_cursor`. */
	limit?: number | undefined;
	/** `next_cursor` of the previous page, unchanged; the page starts with the next older row. */
	cursor?: number | undefined;
	/** Only messages that have this tag. */
	tag_key?: string | undefined;
	/** Only messages whose tag `tag_key` has this value; nothing without `tag_key`. */
	tag_value?: string | undefined;
} = {}): Request<Api.MessagesList200Response> => ({
	method: 'GET',
	path: `/v1/messages`,
	query: { limit: given.limit, cursor: given.cursor, tag_key: given.tag_key, tag_value: given.tag_value },
});

/**
 * Search messages
 *
 * Newest first; a message has to match all filters. A request examines at most 20,000 messages, so a page may have few rows or none and still a `next_cursor`: `searched_until` is how far back the search has got. Takes a `full_access` key.
 */
export const messagesSearch = (given: {
	/** Rows per page, 1 to 100. Numbers outside this range are clamped, anything else counts as 25. A page has fewer rows if they exceed 2 MiB; continue with `next_cursor`. */
	limit?: number | undefined;
	/** `next_cursor` of the previous page, unchanged; the page starts with the next older row. */
	cursor?: number | undefined;
	/** Only messages to exactly this address, in `to`, `cc` or `bcc`. */
	recipient?: string | undefined;
	/** Only messages in this state. */
	status?: Api.MessagesSearchStatusEnum | undefined;
	/** Only messages whose sender, as shown, contains this; case-insensitive. */
	from?: string | undefined;
	/** Only messages whose subject contains this; case-insensitive. */
	subject?: string | undefined;
	/** Only messages from this domain. */
	domain_id?: string | undefined;
	/** Only messages of this stream. */
	stream?: Api.MessagesSearchStreamEnum | undefined;
	/** Only messages that were rendered from this template. */
	template_alias?: string | undefined;
	/** Only messages of this broadcast. */
	broadcast_id?: string | undefined;
	/** Only messages that have this tag. */
	tag_key?: string | undefined;
	/** Only messages whose tag `tag_key` has this value. */
	tag_value?: string | undefined;
	/** Only messages that were accepted then or later, in milliseconds since 1970-01-01T00:00:00Z. */
	since?: number | undefined;
	/** Only messages that were accepted before, in milliseconds since 1970-01-01T00:00:00Z. */
	until?: number | undefined;
} = {}): Request<Api.MessagesSearch200Response> => ({
	method: 'GET',
	path: `/v1/messages/search`,
	query: { limit: given.limit, cursor: given.cursor, recipient: given.recipient, status: given.status, from: given.from, subject: given.subject, domain_id: given.domain_id, stream: given.stream, template_alias: given.template_alias, broadcast_id: given.broadcast_id, tag_key: given.tag_key, tag_value: given.tag_value, since: given.since, until: given.until },
});

/**
 * Count the contacts of a segment
 *
 * Counts the contacts that match now; the filter is checked again. Takes a `full_access` key.
 */
export const segmentsCount = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
}): Request<Api.SegmentsCount200Response> => ({
	method: 'GET',
	path: `/v1/segments/${segment(given.id)}/count`,
});

/**
 * Save a filter of contacts
 *
 * The filter is validated now, and again whenever it is used. Takes a `full_access` key.
 */
export const segmentsCreate = (given: {
	body: Api.SegmentsCreateRequest;
}): Request<Api.Segment> => ({
	method: 'POST',
	path: `/v1/segments`,
	body: required(given.body, 'the body'),
});

/**
 * Delete a segment
 *
 * Broadcasts that use it fail when they are next checked. Takes a `full_access` key.
 */
export const segmentsDelete = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
}): Request<Api.Deleted> => ({
	method: 'DELETE',
	path: `/v1/segments/${segment(given.id)}`,
});

/**
 * Get a segment
 *
 * Its name, and its filter as submitted. Takes a `full_access` key.
 */
export const segmentsGet = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
}): Request<Api.Segment> => ({
	method: 'GET',
	path: `/v1/segments/${segment(given.id)}`,
});

/**
 * List segments
 *
 * Newest first. Takes a `full_access` key.
 */
export const segmentsList = (given: {
	/** Rows per page, 1 to 100. Numbers outside this range are clamped, anything else counts as 25. A page has fewer rows if they exceed 2 MiB; continue with `next_cursor`. */
	limit?: number | undefined;
	/** `next_cursor` of the page before, unchanged. */
	cursor?: string | undefined;
} = {}): Request<Api.SegmentsList200Response> => ({
	method: 'GET',
	path: `/v1/segments`,
	query: { limit: given.limit, cursor: given.cursor },
});

/**
 * List the contacts of a segment
 *
 * Contacts that match now, oldest first; the filter is checked again. Takes a `full_access` key.
 */
export const segmentsListContacts = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
	/** Rows per page, 1 to 100. Numbers outside this range are clamped, anything else counts as 25. A page has fewer rows if they exceed 2 MiB; continue with `next_cursor`. */
	limit?: number | undefined;
	/** `next_cursor` of the page before, unchanged. */
	cursor?: string | undefined;
}): Request<Api.SegmentsListContacts200Response> => ({
	method: 'GET',
	path: `/v1/segments/${segment(given.id)}/preview`,
	query: { limit: given.limit, cursor: given.cursor },
});

/**
 * Preview a filter
 *
 * Counts the contacts that a filter matches and returns the newest of them. Nothing is saved. Takes a `full_access` key.
 */
export const segmentsPreview = (given: {
	body: Api.SegmentsPreviewRequest;
}): Request<Api.SegmentsPreview200Response> => ({
	method: 'POST',
	path: `/v1/segments/preview`,
	body: required(given.body, 'the body'),
});

/**
 * Rename a segment or replace its filter
 *
 * Omitted fields stay as they are. Takes a `full_access` key.
 */
export const segmentsUpdate = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
	body?: Api.SegmentsUpdateRequest | undefined;
}): Request<Api.Segment> => ({
	method: 'PATCH',
	path: `/v1/segments/${segment(given.id)}`,
	body: given.body,
});

/**
 * Show statistics
 *
 * Outcomes of mail over time. Everything counts in the hour in which it happened, not in that of its mail; `accepted` counts emails, the rest recipients. Takes a `full_access` key.
 */
export const statsGet = (given: {
	/** Start of the range, in milliseconds since 1970-01-01T00:00:00Z; the hour or day that it lies in is included as a whole. By default 30 days before `to`, or 24 hours for `interval=hour`. */
	from?: number | undefined;
	/** End of the range; the hour or day that it lies in is included as a whole, unless it starts exactly then. Now by default. */
	to?: number | undefined;
	/** `day` by default. The range is at most 400 days, or 31 days by hour. */
	interval?: Api.StatsGetIntervalEnum | undefined;
	/** Name of the IANA time zone whose days are told, such as `Europe/Berlin`; `UTC` unless given. Hours are those of UTC. */
	timezone?: string | undefined;
	/** Only mail from this domain. */
	domain_id?: string | undefined;
	/** Only mail of this stream. */
	stream?: Api.StatsGetStreamEnum | undefined;
	/** Only mail of this broadcast. */
	broadcast_id?: string | undefined;
	/** `true`: only mail in test mode; otherwise only real mail. */
	test_mode?: Api.StatsGetTestModeEnum | undefined;
} = {}): Request<Api.Stats> => ({
	method: 'GET',
	path: `/v1/stats`,
	query: { from: given.from, to: given.to, interval: given.interval, timezone: given.timezone, domain_id: given.domain_id, stream: given.stream, broadcast_id: given.broadcast_id, test_mode: given.test_mode },
});

/**
 * Suppress an address
 *
 * Returns 200 with the existing entry if there is one. An entry from an unsubscription is widened to all mail. Takes a `full_access` key.
 */
export const suppressionsAdd = (given: {
	body: Api.SuppressionsAddRequest;
}): Request<Api.Suppression> => ({
	method: 'POST',
	path: `/v1/suppressions`,
	body: required(given.body, 'the body'),
});

/**
 * Suppress up to 100 addresses
 *
 * Each item succeeds or fails by itself; the response has one result for each, in order. Takes a `full_access` key.
 */
export const suppressionsAddMany = (given: {
	body: Api.SuppressionsAddManyRequest;
}): Request<Api.SuppressionsAddMany200Response> => ({
	method: 'POST',
	path: `/v1/suppressions/bulk`,
	body: required(given.body, 'the body'),
});

/**
 * Get the suppression of an address
 *
 * Returns why and since when an address gets no mail from this tenant; 404 if it is not on the list. Takes a `full_access` key.
 */
export const suppressionsGet = (given: {
	/** The address, percent-encoded. */
	email: string;
}): Request<Api.Suppression> => ({
	method: 'GET',
	path: `/v1/suppressions/${segment(given.email)}`,
});

/**
 * List suppressions
 *
 * Addresses that get no mail from this tenant, newest first. Takes a `full_access` key.
 */
export const suppressionsList = (given: {
	/** Rows per page, 1 to 100. Numbers outside this range are clamped, anything else counts as 25. A page has fewer rows if they exceed 2 MiB; continue with `next_cursor`. */
	limit?: number | undefined;
	/** `next_cursor` of the previous page, unchanged; the page starts with the next older row. */
	cursor?: number | undefined;
	/** Only entries with this reason; an unknown value is ignored. */
	reason?: Api.SuppressionsListReasonEnum | undefined;
	/** Only the entry of this address. */
	email?: string | undefined;
} = {}): Request<Api.SuppressionsList200Response> => ({
	method: 'GET',
	path: `/v1/suppressions`,
	query: { limit: given.limit, cursor: given.cursor, reason: given.reason, email: given.email },
});

/**
 * Remove the suppression of an address
 *
 * The response is the same whether or not the address was suppressed. The status of a contact does not change. Takes a `full_access` key.
 */
export const suppressionsRemove = (given: {
	/** The address, percent-encoded. */
	email: string;
}): Request<Api.DeletedAddress> => ({
	method: 'DELETE',
	path: `/v1/suppressions/${segment(given.email)}`,
});

/**
 * Remove the suppression of up to 100 addresses
 *
 * The response is the same whether or not an address was suppressed. Takes a `full_access` key.
 */
export const suppressionsRemoveMany = (given: {
	body: Api.SuppressionsRemoveManyRequest;
}): Request<Api.SuppressionsRemoveMany200Response> => ({
	method: 'DELETE',
	path: `/v1/suppressions/bulk`,
	body: required(given.body, 'the body'),
});

/**
 * Activate a version
 *
 * This version is sent from the next request on, in every process; the version active before is deactivated. Takes a `full_access` key.
 */
export const templatesActivateVersion = (given: {
	/** Alias of the template. */
	alias: string;
	/** Number of the version. */
	n: string;
}): Request<Api.TemplateVersion> => ({
	method: 'POST',
	path: `/v1/templates/${segment(given.alias)}/versions/${segment(given.n)}/activate`,
});

/**
 * Create a template
 *
 * Creates an empty template; add its content as a version. A tenant has at most 1000 templates. Takes a `full_access` key.
 */
export const templatesCreate = (given: {
	body: Api.TemplatesCreateRequest;
}): Request<Api.Template> => ({
	method: 'POST',
	path: `/v1/templates`,
	body: required(given.body, 'the body'),
});

/**
 * Add a version to a template
 *
 * Versions never change, and a template has at most 1000. The syntax is checked: an error names the part and line. Takes a `full_access` key.
 */
export const templatesCreateVersion = (given: {
	/** Alias of the template. */
	alias: string;
	body: Api.TemplatesCreateVersionRequest;
}): Request<Api.TemplateVersion> => ({
	method: 'POST',
	path: `/v1/templates/${segment(given.alias)}/versions`,
	body: required(given.body, 'the body'),
});

/**
 * Delete a template and its versions
 *
 * Accepted mail is not affected, since it was rendered when it was accepted. Takes a `full_access` key.
 */
export const templatesDelete = (given: {
	/** Alias of the template. */
	alias: string;
}): Request<Api.DeletedTemplate> => ({
	method: 'DELETE',
	path: `/v1/templates/${segment(given.alias)}`,
});

/**
 * Get a template with its versions
 *
 * The template and all its versions without their bodies, newest first. Takes a `full_access` key.
 */
export const templatesGet = (given: {
	/** Alias of the template. */
	alias: string;
}): Request<Api.TemplateDetail> => ({
	method: 'GET',
	path: `/v1/templates/${segment(given.alias)}`,
});

/**
 * Get a template of the gallery
 *
 * The template with its bodies and a sample model, ready for `POST /v1/templates/{alias}/versions`. Takes a `full_access` key.
 */
export const templatesGetGalleryTemplate = (given: {
	/** Name of the template in the gallery. */
	name: string;
}): Request<Api.GalleryTemplate> => ({
	method: 'GET',
	path: `/v1/template-gallery/${segment(given.name)}`,
});

/**
 * Get a version of a template
 *
 * One version with its bodies. Takes a `full_access` key.
 */
export const templatesGetVersion = (given: {
	/** Alias of the template. */
	alias: string;
	/** Number of the version. */
	n: string;
}): Request<Api.TemplateVersion> => ({
	method: 'GET',
	path: `/v1/templates/${segment(given.alias)}/versions/${segment(given.n)}`,
});

/**
 * List templates
 *
 * All templates, newest first, on a single page. Takes a `full_access` key.
 */
export const templatesList = (): Request<Api.TemplatesList200Response> => ({
	method: 'GET',
	path: `/v1/templates`,
});

/**
 * List the templates of the gallery
 *
 * Templates that come with the service as a starting point, without their bodies. To send one, create a template from it. Takes a `full_access` key.
 */
export const templatesListGallery = (): Request<Api.TemplatesListGallery200Response> => ({
	method: 'GET',
	path: `/v1/template-gallery`,
});

/**
 * Render an unsaved template
 *
 * Returns the mail that this content would produce, and which values the model lacks. Nothing is stored. Takes a `full_access` key.
 */
export const templatesPreview = (given: {
	body: Api.TemplatesPreviewRequest;
}): Request<Api.PreviewedTemplate> => ({
	method: 'POST',
	path: `/v1/templates/preview`,
	body: required(given.body, 'the body'),
});

/**
 * Render a template
 *
 * Returns the mail that the template would produce, and which values the model lacks. Takes a `full_access` key.
 */
export const templatesRender = (given: {
	/** Alias of the template. */
	alias: string;
	body?: Api.TemplatesRenderRequest | undefined;
}): Request<Api.RenderedTemplate> => ({
	method: 'POST',
	path: `/v1/templates/${segment(given.alias)}/render`,
	body: given.body,
});

/**
 * Show usage and limits
 *
 * Limits of the plan with its overrides, and current usage. Takes a `full_access` key.
 */
export const usageGet = (): Request<Api.Usage> => ({
	method: 'GET',
	path: `/v1/usage`,
});

/**
 * Add a webhook endpoint
 *
 * Events are posted to the URL as JSON, at least once each and in no particular order. `X-Webhook-Signature` is `sha256=` and the HMAC-SHA256 (hex) of the raw body under the secret, which is answered here once; `webhook-id`, `webhook-timestamp` and `webhook-signature` are those of Standard Webhooks. Any 2xx is success; anything else is tried again after 1 minute, 5 minutes, 30 minutes, 2 hours and then every 8 hours, 8 times in all. Takes a `full_access` key.
 */
export const webhooksCreate = (given: {
	body: Api.WebhooksCreateRequest;
}): Request<Api.Webhook> => ({
	method: 'POST',
	path: `/v1/webhooks`,
	body: required(given.body, 'the body'),
});

/**
 * Delete a webhook endpoint
 *
 * Also deletes its deliveries, including those that wait. The response is the same whether or not it existed. Takes a `full_access` key.
 */
export const webhooksDelete = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
}): Request<Api.Deleted> => ({
	method: 'DELETE',
	path: `/v1/webhooks/${segment(given.id)}`,
});

/**
 * Get a webhook endpoint
 *
 * Returns one webhook endpoint without its secret. Takes a `full_access` key.
 */
export const webhooksGet = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
}): Request<Api.Webhook> => ({
	method: 'GET',
	path: `/v1/webhooks/${segment(given.id)}`,
});

/**
 * List webhook endpoints
 *
 * All webhook endpoints, newest first. Takes a `full_access` key.
 */
export const webhooksList = (): Request<Api.WebhooksList200Response> => ({
	method: 'GET',
	path: `/v1/webhooks`,
});

/**
 * List deliveries of a webhook endpoint
 *
 * One per event, with its attempts; newest first. Takes a `full_access` key.
 */
export const webhooksListDeliveries = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
	/** Rows per page, 1 to 100. Numbers outside this range are clamped, anything else counts as 25. A page has fewer rows if they exceed 2 MiB; continue with `next_cursor`. */
	limit?: number | undefined;
	/** `next_cursor` of the page before, unchanged. */
	cursor?: string | undefined;
	/** Only deliveries in this state; an unknown value is ignored. */
	status?: Api.WebhooksListDeliveriesStatusEnum | undefined;
	/** Only this type of event; an unknown value is ignored. */
	type?: Api.WebhooksListDeliveriesTypeEnum | undefined;
	/** Only events of this message. */
	message_id?: string | undefined;
}): Request<Api.WebhooksListDeliveries200Response> => ({
	method: 'GET',
	path: `/v1/webhooks/${segment(given.id)}/deliveries`,
	query: { limit: given.limit, cursor: given.cursor, status: given.status, type: given.type, message_id: given.message_id },
});

/**
 * Replay deliveries
 *
 * Repeats the newest deliveries that match all criteria, up to 50, as new deliveries with 8 attempts of their own; those that are repeats themselves are left out, and so are those whose event is no longer kept. They go out even while the endpoint is inactive. Takes a `full_access` key.
 */
export const webhooksReplay = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
	body?: Api.WebhooksReplayRequest | undefined;
}): Request<Api.WebhooksReplay202Response> => ({
	method: 'POST',
	path: `/v1/webhooks/${segment(given.id)}/replay`,
	body: given.body,
});

/**
 * Replace the secret of a webhook endpoint
 *
 * Returns the endpoint with its new secret, once. For 24 hours the previous secret signs as well: `X-Webhook-Signature-Previous`, and a second entry of `webhook-signature`. Where it is replaced again in that time, `webhook-signature` has an entry for each, up to ten secrets before the new one. Takes a `full_access` key.
 */
export const webhooksRotateSecret = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
}): Request<Api.Webhook> => ({
	method: 'POST',
	path: `/v1/webhooks/${segment(given.id)}/rotate-secret`,
});

/**
 * Send a sample event to a webhook endpoint
 *
 * Its payload has `sample: true`. It is delivered and retried like any other, even while the endpoint is inactive. Takes a `full_access` key.
 */
export const webhooksTest = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
	body?: Api.WebhooksTestRequest | undefined;
}): Request<Api.WebhookDelivery> => ({
	method: 'POST',
	path: `/v1/webhooks/${segment(given.id)}/test`,
	body: given.body,
});

/**
 * Change a webhook endpoint
 *
 * Omitted fields stay as they are; null clears the description. Waiting deliveries go to the new URL. Takes a `full_access` key.
 */
export const webhooksUpdate = (given: {
	/** Id of the object, as returned when it was created. */
	id: string;
	body?: Api.WebhooksUpdateRequest | undefined;
}): Request<Api.Webhook> => ({
	method: 'PATCH',
	path: `/v1/webhooks/${segment(given.id)}`,
	body: given.body,
});
