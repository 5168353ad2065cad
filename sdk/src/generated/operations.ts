// Generated from contract/openapi.json by `npm run generate`. Do not edit.

import { type Request, required, segment } from '../request.ts';
import type { Api } from './models.ts';

/**
 * Create an API key
 *
 * The answer holds the key, which is stored only as a hash and cannot be shown again. Takes a `full_access` key.
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
	/** Id of the object, as it was answered when the object was made. */
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
	/** Rows a page, 1 to 100. Values outside are moved to the nearest bound, anything else counts as 25. A page has fewer where they come to more than 2 MiB; `next_cursor` leads on. */
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
	/** First part of the storage key: the tenant whose file it is. */
	tenant_id: string;
	/** Second part: the message that it came with, or the upload. */
	message_id: string;
	/** Third part: the name of the file, with what no path can hold left out. */
	filename: string;
}): Request<string | Blob> => ({
	method: 'GET',
	path: `/attachments/${segment(given.tenant_id)}/${segment(given.message_id)}/${segment(given.filename)}`,
});

/**
 * Upload a file
 *
 * Stores a file, at most 10485760 bytes, for the attachments of later sends. It is removed after 7 days unless a message uses it; then it lives as long as the bodies of those messages. Takes a `full_access` key.
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
 * Answers 201 for a new member and 200 for one that was there. Takes a `full_access` key.
 */
export const audiencesAddMember = (given: {
	/** Id of the object, as it was answered when the object was made. */
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
 * Each item succeeds or fails by itself; the answer has one result for each, in order. Takes a `full_access` key.
 */
export const audiencesAddMembers = (given: {
	/** Id of the object, as it was answered when the object was made. */
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
 * A list of contacts, empty at first, which broadcasts can go to. Takes a `full_access` key.
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
 * Its memberships go with it; the contacts stay. Takes a `full_access` key.
 */
export const audiencesDelete = (given: {
	/** Id of the object, as it was answered when the object was made. */
	id: string;
}): Request<Api.Deleted> => ({
	method: 'DELETE',
	path: `/v1/audiences/${segment(given.id)}`,
});

/**
 * Get an audience
 *
 * Its name and description, and how many are in it; the members have a list of their own. Takes a `full_access` key.
 */
export const audiencesGet = (given: {
	/** Id of the object, as it was answered when the object was made. */
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
	/** Rows a page, 1 to 100. Values outside are moved to the nearest bound, anything else counts as 25. A page has fewer where they come to more than 2 MiB; `next_cursor` leads on. */
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
 * Oldest contact first, whenever it became a member. Takes a `full_access` key.
 */
export const audiencesListMembers = (given: {
	/** Id of the object, as it was answered when the object was made. */
	id: string;
	/** Rows a page, 1 to 100. Values outside are moved to the nearest bound, anything else counts as 25. A page has fewer where they come to more than 2 MiB; `next_cursor` leads on. */
	limit?: number | undefined;
	/** `next_cursor` of the page before, unchanged. */
	cursor?: string | undefined;
}): Request<Api.AudiencesListMembers200Response> => ({
	method: 'GET',
	path: `/v1/audiences/${segment(given.id)}/members`,
	query: { limit: given.limit, cursor: given.cursor },
});

/**
 * List the audiences of a contact
 *
 * Those that it is a member of, newest first. Takes a `full_access` key.
 */
export const audiencesListOfContact = (given: {
	/** Id of the object, as it was answered when the object was made. */
	id: string;
	/** Rows a page, 1 to 100. Values outside are moved to the nearest bound, anything else counts as 25. A page has fewer where they come to more than 2 MiB; `next_cursor` leads on. */
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
 * Answers the same whether or not the contact was a member. Takes a `full_access` key.
 */
export const audiencesRemoveMember = (given: {
	/** Id of the object, as it was answered when the object was made. */
	id: string;
	/** Id of the contact. */
	contact_id: string;
}): Request<Api.DeletedMembership> => ({
	method: 'DELETE',
	path: `/v1/audiences/${segment(given.id)}/members/${segment(given.contact_id)}`,
});

/**
 * Rename or describe an audience
 *
 * What is not given stays. Takes a `full_access` key.
 */
export const audiencesUpdate = (given: {
	/** Id of the object, as it was answered when the object was made. */
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
 * Takes drafts and paused automations. Whatever fell due during a pause goes on at once. At most 100 are active at once. Takes a `full_access` key.
 */
export const automationsActivate = (given: {
	/** Id of the object, as it was answered when the object was made. */
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
	/** Id of the object, as it was answered when the object was made. */
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
 * A draft: nobody is enrolled before it is activated. Takes a `full_access` key.
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
 * Takes its enrollments with it, in any state. Mail that it has sent stays in the log. Takes a `full_access` key.
 */
export const automationsDelete = (given: {
	/** Id of the object, as it was answered when the object was made. */
	id: string;
}): Request<Api.Deleted> => ({
	method: 'DELETE',
	path: `/v1/automations/${segment(given.id)}`,
});

/**
 * Enroll a contact
 *
 * Each contact is enrolled once, ever: 200 and the enrollment that there is where it has been, in whatever state. Takes a `full_access` key.
 */
export const automationsEnroll = (given: {
	/** Id of the object, as it was answered when the object was made. */
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
 * Its program, its state, and how many contacts are in it. Takes a `full_access` key.
 */
export const automationsGet = (given: {
	/** Id of the object, as it was answered when the object was made. */
	id: string;
}): Request<Api.Automation> => ({
	method: 'GET',
	path: `/v1/automations/${segment(given.id)}`,
});

/**
 * Get an enrollment
 *
 * Where a contact is within the automation. Takes a `full_access` key.
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
	/** Rows a page, 1 to 100. Values outside are moved to the nearest bound, anything else counts as 25. A page has fewer where they come to more than 2 MiB; `next_cursor` leads on. */
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
	/** Id of the object, as it was answered when the object was made. */
	id: string;
	/** Rows a page, 1 to 100. Values outside are moved to the nearest bound, anything else counts as 25. A page has fewer where they come to more than 2 MiB; `next_cursor` leads on. */
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
 * Nobody is enrolled and nobody goes on until it is activated again. Takes a `full_access` key.
 */
export const automationsPause = (given: {
	/** Id of the object, as it was answered when the object was made. */
	id: string;
}): Request<Api.Automation> => ({
	method: 'POST',
	path: `/v1/automations/${segment(given.id)}/pause`,
});

/**
 * Try an automation on a contact
 *
 * Walks a contact through the program on a clock of its own, in any state of the automation. Nothing is stored or sent. Takes a `full_access` key.
 */
export const automationsSimulate = (given: {
	/** Id of the object, as it was answered when the object was made. */
	id: string;
	body: Api.AutomationsSimulateRequest;
}): Request<Api.AutomationSimulation> => ({
	method: 'POST',
	path: `/v1/automations/${segment(given.id)}/simulate`,
	body: required(given.body, 'the body'),
});

/**
 * Count what became of an automation
 *
 * Step by step: who is there, and what became of the mail. Takes a `full_access` key.
 */
export const automationsStats = (given: {
	/** Id of the object, as it was answered when the object was made. */
	id: string;
}): Request<Api.AutomationStats> => ({
	method: 'GET',
	path: `/v1/automations/${segment(given.id)}/stats`,
});

/**
 * Edit a draft
 *
 * What is left out stays; null clears what may be null. Takes a `full_access` key.
 */
export const automationsUpdate = (given: {
	/** Id of the object, as it was answered when the object was made. */
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
 * Takes drafts and scheduled ones; there is no way back. Takes a `full_access` key.
 */
export const broadcastsCancel = (given: {
	/** Id of the object, as it was answered when the object was made. */
	id: string;
}): Request<Api.Broadcast> => ({
	method: 'POST',
	path: `/v1/broadcasts/${segment(given.id)}/cancel`,
});

/**
 * Write a broadcast
 *
 * A draft: nothing is sent before it is told to be. Takes a `full_access` key.
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
 * In any state. Mail of it that still waits is cancelled, mail that was sent stays in the log. Takes a `full_access` key.
 */
export const broadcastsDelete = (given: {
	/** Id of the object, as it was answered when the object was made. */
	id: string;
}): Request<Api.Deleted> => ({
	method: 'DELETE',
	path: `/v1/broadcasts/${segment(given.id)}`,
});

/**
 * Duplicate a broadcast
 *
 * In any state: a draft with the same content, sender and target, which nobody has got yet. The other one stays as it is. Takes a `full_access` key.
 */
export const broadcastsDuplicate = (given: {
	/** Id of the object, as it was answered when the object was made. */
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
 * Its content, its state and how many contacts it has been queued for. Takes a `full_access` key.
 */
export const broadcastsGet = (given: {
	/** Id of the object, as it was answered when the object was made. */
	id: string;
}): Request<Api.Broadcast> => ({
	method: 'GET',
	path: `/v1/broadcasts/${segment(given.id)}`,
});

/**
 * List broadcasts
 *
 * Newest first, all or those in some states. Takes a `full_access` key.
 */
export const broadcastsList = (given: {
	/** Rows a page, 1 to 100. Values outside are moved to the nearest bound, anything else counts as 25. A page has fewer where they come to more than 2 MiB; `next_cursor` leads on. */
	limit?: number | undefined;
	/** `next_cursor` of the page before, unchanged. */
	cursor?: string | undefined;
	/** Only broadcasts in these states, between commas, such as `scheduled,sending`; unknown ones are ignored. */
	status?: string | undefined;
} = {}): Request<Api.BroadcastsList200Response> => ({
	method: 'GET',
	path: `/v1/broadcasts`,
	query: { limit: given.limit, cursor: given.cursor, status: given.status },
});

/**
 * List the recipients of a broadcast
 *
 * Every contact that was looked at, oldest first, with what became of it. Takes a `full_access` key.
 */
export const broadcastsListRecipients = (given: {
	/** Id of the object, as it was answered when the object was made. */
	id: string;
	/** Rows a page, 1 to 100. Values outside are moved to the nearest bound, anything else counts as 25. A page has fewer where they come to more than 2 MiB; `next_cursor` leads on. */
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
 * Holds what is not with the provider yet, until it is resumed or deleted. Takes a `full_access` key.
 */
export const broadcastsPause = (given: {
	/** Id of the object, as it was answered when the object was made. */
	id: string;
}): Request<Api.Broadcast> => ({
	method: 'POST',
	path: `/v1/broadcasts/${segment(given.id)}/pause`,
});

/**
 * Preview a broadcast
 *
 * Counts who would get it and shows the mail of one contact. Nothing is stored or sent. Takes a `full_access` key.
 */
export const broadcastsPreview = (given: {
	/** Id of the object, as it was answered when the object was made. */
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
 * Goes on where it was paused. Takes a `full_access` key.
 */
export const broadcastsResume = (given: {
	/** Id of the object, as it was answered when the object was made. */
	id: string;
}): Request<Api.Broadcast> => ({
	method: 'POST',
	path: `/v1/broadcasts/${segment(given.id)}/resume`,
});

/**
 * Try again what failed
 *
 * Queues the mail of failed recipients again, but of none that bounced. Refused once the body is no longer kept. Takes a `full_access` key.
 */
export const broadcastsRetry = (given: {
	/** Id of the object, as it was answered when the object was made. */
	id: string;
}): Request<Api.BroadcastsRetry202Response> => ({
	method: 'POST',
	path: `/v1/broadcasts/${segment(given.id)}/retry`,
});

/**
 * Send a draft
 *
 * Now, or at `scheduled_at`. The content, the target and the sender are checked first. Takes a `full_access` key.
 */
export const broadcastsSend = (given: {
	/** Id of the object, as it was answered when the object was made. */
	id: string;
	body?: Api.BroadcastsSendRequest | undefined;
}): Request<Api.Broadcast> => ({
	method: 'POST',
	path: `/v1/broadcasts/${segment(given.id)}/send`,
	body: given.body,
});

/**
 * Count what became of a broadcast
 *
 * The ledger adds up at every instant. Where asked for, events over time and clicks by link. Takes a `full_access` key.
 */
export const broadcastsStats = (given: {
	/** Id of the object, as it was answered when the object was made. */
	id: string;
	/** `hour` or `day`: also counts events over time, by hours or days of UTC. */
	interval?: Api.BroadcastsStatsIntervalEnum | undefined;
	/** `true`: also counts clicks by link; false unless given. */
	links?: boolean | undefined;
}): Request<Api.BroadcastsStats200Response> => ({
	method: 'GET',
	path: `/v1/broadcasts/${segment(given.id)}/stats`,
	query: { interval: given.interval, links: given.links },
});

/**
 * Send yourself a broadcast
 *
 * To 1 to 5 addresses, in any state, with `[test]` before the subject. At most 50 an hour. Takes a `full_access` key.
 */
export const broadcastsTest = (given: {
	/** Id of the object, as it was answered when the object was made. */
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
 * What is left out stays, a null clears. Both halves of the target go together. Takes a `full_access` key.
 */
export const broadcastsUpdate = (given: {
	/** Id of the object, as it was answered when the object was made. */
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
 * It leaves every audience. Messages and suppressions of its address remain. Takes a `full_access` key.
 */
export const contactsDelete = (given: {
	/** Id of the object, as it was answered when the object was made. */
	id: string;
}): Request<Api.DeletedContact> => ({
	method: 'DELETE',
	path: `/v1/contacts/${segment(given.id)}`,
});

/**
 * Download an export
 *
 * The file of an export that is done, for 7 days. Takes a `full_access` key.
 */
export const contactsDownloadExport = (given: {
	/** Id of the object, as it was answered when the object was made. */
	id: string;
	/** `true`: cells that a spreadsheet would take for a formula get a `'` before them. Such a file does not import as it was. */
	escape_formulas?: boolean | undefined;
}): Request<string | Blob> => ({
	method: 'GET',
	path: `/v1/contacts/exports/${segment(given.id)}/download`,
	query: { escape_formulas: given.escape_formulas },
});

/**
 * Download failed rows
 *
 * The rows of an import that could not be used, for 7 days: their number as `import_row`, the error code as `import_error`, then the columns of the file. While the import goes on, those so far. Rows of addresses that were erased meanwhile are not among them. Of a row of more than 101 cells, one of the others is kept. Take the first two columns out before you import them again. Takes a `full_access` key.
 */
export const contactsDownloadFailedRows = (given: {
	/** Id of the object, as it was answered when the object was made. */
	id: string;
}): Request<string | Blob> => ({
	method: 'GET',
	path: `/v1/contacts/imports/${segment(given.id)}/failed-rows`,
});

/**
 * Export contacts
 *
 * Writes all contacts into a CSV file in the background: `id`, `email`, `status`, `created_at`, `updated_at`, then a column for each attribute. Takes no body. Takes a `full_access` key.
 */
export const contactsExport = (): Request<Api.ContactsExport202Response> => ({
	method: 'POST',
	path: `/v1/contacts/export`,
});

/**
 * Get a contact
 *
 * The contact with its attributes and its status. Takes a `full_access` key.
 */
export const contactsGet = (given: {
	/** Id of the object, as it was answered when the object was made. */
	id: string;
}): Request<Api.Contact> => ({
	method: 'GET',
	path: `/v1/contacts/${segment(given.id)}`,
});

/**
 * Get an export
 *
 * Shows whether it is done, and where its file is. Takes a `full_access` key.
 */
export const contactsGetExport = (given: {
	/** Id of the object, as it was answered when the object was made. */
	id: string;
}): Request<Api.ContactExport> => ({
	method: 'GET',
	path: `/v1/contacts/exports/${segment(given.id)}`,
});

/**
 * Get an import
 *
 * Shows how far it is and which rows could not be used. Takes a `full_access` key.
 */
export const contactsGetImport = (given: {
	/** Id of the object, as it was answered when the object was made. */
	id: string;
}): Request<Api.ContactImport> => ({
	method: 'GET',
	path: `/v1/contacts/imports/${segment(given.id)}`,
});

/**
 * Import contacts
 *
 * Takes a CSV file (RFC 4180, UTF-8) of at most 10485760 bytes with a header row, which tells whether commas, semicolons, tabs or `|` part the cells. The column `email` is required, in any case; where there is none, `e-mail`, `email address` or `mail` stands for it. Every other one becomes an attribute, a string, and an empty cell sets nothing. New contacts are `subscribed`, and those that are there keep their status, unless `contact_status` is `unsubscribed` or `cleaned`: then all are. The rows are worked off in the background, from at once on; `contact.import.completed` tells of the end.
 *
 * With `audience_id`, every contact that a row makes or changes becomes a member of that audience, as if it were added by its id: those that are members already stay so, and new ones enter the active automations of that audience. If the audience is deleted meanwhile, the contacts are imported all the same. A form of more than 50 text fields or 10 files is `validation_failed`, or `missing_file` where the file is not among the first 10. Takes a `full_access` key.
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
	/** Rows a page, 1 to 100. Values outside are moved to the nearest bound, anything else counts as 25. A page has fewer where they come to more than 2 MiB; `next_cursor` leads on. */
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
 * List what happened to a contact
 *
 * Newest first: to mail of broadcasts and automations that went to it, and to the contact itself. Mail that was sent to its address alone is in the activity log. Takes a `full_access` key.
 */
export const contactsListEvents = (given: {
	/** Id of the object, as it was answered when the object was made. */
	id: string;
	/** Rows a page, 1 to 100. Values outside are moved to the nearest bound, anything else counts as 25. A page has fewer where they come to more than 2 MiB; `next_cursor` leads on. */
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
	/** Rows a page, 1 to 100. Values outside are moved to the nearest bound, anything else counts as 25. A page has fewer where they come to more than 2 MiB; `next_cursor` leads on. */
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
	/** Rows a page, 1 to 100. Values outside are moved to the nearest bound, anything else counts as 25. A page has fewer where they come to more than 2 MiB; `next_cursor` leads on. */
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
 * Newest first; all that is given has to fit. A request looks at 20,000 contacts at most. So a page may have few rows or none and still a `next_cursor`: `searched_until` says how far back it has looked. A whole address is found at once by `email` of the list. Takes a `full_access` key.
 */
export const contactsSearch = (given: {
	/** Rows a page, 1 to 100. Values outside are moved to the nearest bound, anything else counts as 25. A page has fewer where they come to more than 2 MiB; `next_cursor` leads on. */
	limit?: number | undefined;
	/** `next_cursor` of the page before, unchanged. */
	cursor?: string | undefined;
	/** Only contacts whose address has this in it, in any case of its letters, and each label of a domain as it is read or in ASCII. */
	email?: string | undefined;
	/** Only contacts with this status. */
	status?: Api.ContactsSearchStatusEnum | undefined;
	/** Only contacts that have this attribute. */
	attribute_key?: string | undefined;
	/** Only contacts whose attribute `attribute_key` is this, as text. */
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
	/** Id of the object, as it was answered when the object was made. */
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
 * Answers 201 for a new address and 200 for a known one, whose attributes are merged. Takes a `full_access` key.
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
 * Each item succeeds or fails by itself; the answer has one result for each, in order. The plan needs room for all items, those that are known included. No webhook is called and no automation begins. Takes a `full_access` key.
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
	/** Id of the object, as it was answered when the object was made. */
	id: string;
}): Request<Api.Deleted> => ({
	method: 'DELETE',
	path: `/v1/domains/${segment(given.id)}`,
});

/**
 * Get a sending domain
 *
 * The domain, its DNS records, and what the last look-up of each found. Takes a `full_access` key.
 */
export const domainsGet = (given: {
	/** Id of the object, as it was answered when the object was made. */
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
	/** Rows a page, 1 to 100. Values outside are moved to the nearest bound, anything else counts as 25. A page has fewer where they come to more than 2 MiB; `next_cursor` leads on. */
	limit?: number | undefined;
	/** `next_cursor` of the page before, unchanged. */
	cursor?: string | undefined;
	/** Only sending domains in this state; an unknown one is ignored. */
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
	/** Id of the object, as it was answered when the object was made. */
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
 * Looks the records up and answers the domain with what was found. Takes a `full_access` key.
 */
export const domainsVerify = (given: {
	/** Id of the object, as it was answered when the object was made. */
	id: string;
}): Request<Api.Domain> => ({
	method: 'POST',
	path: `/v1/domains/${segment(given.id)}/verify`,
});

/**
 * Cancel an email
 *
 * Takes messages that are queued or scheduled; nothing is sent. Takes a `full_access` key.
 */
export const emailCancel = (given: {
	/** Id of the object, as it was answered when the object was made. */
	id: string;
}): Request<Api.EmailCancel200Response> => ({
	method: 'DELETE',
	path: `/v1/email/${segment(given.id)}`,
});

/**
 * List simulated events
 *
 * What test-mode messages simulated, newest first. Takes a `full_access` key.
 */
export const emailListTestEvents = (given: {
	/** Rows a page, 1 to 100. Values outside are moved to the nearest bound, anything else counts as 25. A page has fewer where they come to more than 2 MiB; `next_cursor` leads on. */
	limit?: number | undefined;
	/** `next_cursor` of the page before, unchanged: rows strictly older follow. */
	cursor?: number | undefined;
} = {}): Request<Api.EmailListTestEvents200Response> => ({
	method: 'GET',
	path: `/v1/email/test-events`,
	query: { limit: given.limit, cursor: given.cursor },
});

/**
 * Send an email at another time
 *
 * Takes messages that are queued or scheduled. Takes a `full_access` key.
 */
export const emailReschedule = (given: {
	/** Id of the object, as it was answered when the object was made. */
	id: string;
	body: Api.EmailRescheduleRequest;
}): Request<Api.EmailReschedule200Response> => ({
	method: 'PATCH',
	path: `/v1/email/${segment(given.id)}`,
	body: required(given.body, 'the body'),
});

/**
 * Send a message once more
 *
 * As a new message with the same sender, recipients, contents, files, tags and settings, by the rules for every other: domain, suppressions, rate and quota. What has not gone out yet, mail of broadcasts and automations, and mail whose body is no longer kept or whose recipient was erased is refused, with the reason in `detail`. Takes a `full_access` key.
 */
export const emailResend = (given: {
	/** Id of the object, as it was answered when the object was made. */
	id: string;
	/** A request that repeats an earlier key gets the answer of the earlier one, and nothing is sent. 1 to 256 visible ASCII characters. */
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
 * Accepts one email. It is stored durably before the answer; delivery follows in the background. Takes a `full_access` or `sending_access` key.
 */
export const emailSend = (given: {
	/** A request that repeats an earlier key gets the answer of the earlier one, and nothing is sent. 1 to 256 visible ASCII characters. */
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
 * Each item succeeds or fails by itself; the answer has one result for each, in order. Takes a `full_access` or `sending_access` key.
 */
export const emailSendBatch = (given: {
	/** A request that repeats an earlier key gets the answer of the earlier one, and nothing is sent. 1 to 256 visible ASCII characters. */
	'Idempotency-Key'?: string | undefined;
	/** `true`: delivery is simulated, as by `test_mode`. */
	'X-Service-Test'?: Api.EmailSendBatchXServiceTestEnum | undefined;
	/** `strict`: one item that is wrong refuses the whole batch, and nothing is sent. `permissive` unless given. */
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
 * Deletes what the tenant holds about the address, and makes it an empty string in what is kept, such as the activity log. No mail of the tenant goes to it from then on; only a keyed hash is remembered. The answer comes when all is done; if it does not, ask again. Takes a `full_access` key.
 */
export const erasuresCreate = (given: {
	body: Api.ErasuresCreateRequest;
}): Request<Api.ErasedAddress> => ({
	method: 'POST',
	path: `/v1/erasures`,
	body: required(given.body, 'the body'),
});

/**
 * Let an erased address get mail again
 *
 * Answers the same whether or not the address was erased. What was erased stays erased. Takes a `full_access` key.
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
 * Everything that webhooks tell of, as their payloads, in the order in which it was recorded: for those who cannot be posted to. Hand `next_cursor` back as `after`, with `wait`, and each event comes at least once and none is left out, however many requests break off in between. An event appears once all that was recorded before it is there. Events from before this was introduced are not in it. Takes a `full_access` key.
 */
export const eventsList = (given: {
	/** `next_cursor` of the answer before, or the `event_id` of the last event that was handled: those after it follow; where the operator has events removed after some time and it is gone, all that are still kept. `now`: those from now on. The oldest unless given. */
	after?: string | undefined;
	/** Only these types of events, between commas, such as `delivery,bounce`; unknown ones are ignored. */
	types?: string | undefined;
	/** Only events of this message. */
	message_id?: string | undefined;
	/** Rows a page, 1 to 100. Values outside are moved to the nearest bound, anything else counts as 25. A page has fewer where they come to more than 2 MiB; `next_cursor` leads on. */
	limit?: number | undefined;
	/** Seconds to wait for an event where there is none, at most 30; anything else counts as 0, which answers at once. */
	wait?: number | undefined;
} = {}): Request<Api.EventsList200Response> => ({
	method: 'GET',
	path: `/v1/events`,
	query: { after: given.after, types: given.types, message_id: given.message_id, limit: given.limit, wait: given.wait },
});

/**
 * Is the service up
 *
 * Answers 200 while the service can reach its database, 503 otherwise. Needs no key.
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
	/** Id of the object, as it was answered when the object was made. */
	id: string;
}): Request<Api.InboundMailDetail> => ({
	method: 'GET',
	path: `/v1/inbound/${segment(given.id)}`,
});

/**
 * Download an attachment of a received mail
 *
 * The attachment's bytes with its media type. Takes a `full_access` key.
 */
export const inboundGetAttachment = (given: {
	/** Id of the object, as it was answered when the object was made. */
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
 * Mail that came for domains with `inbound` on, newest first. Takes a `full_access` key.
 */
export const inboundList = (given: {
	/** Rows a page, 1 to 100. Values outside are moved to the nearest bound, anything else counts as 25. A page has fewer where they come to more than 2 MiB; `next_cursor` leads on. */
	limit?: number | undefined;
	/** `next_cursor` of the page before, unchanged: rows strictly older follow. */
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
	/** Id of the object, as it was answered when the object was made. */
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
	/** Rows a page, 1 to 100. Values outside are moved to the nearest bound, anything else counts as 25. A page has fewer where they come to more than 2 MiB; `next_cursor` leads on. */
	limit?: number | undefined;
	/** `next_cursor` of the page before, unchanged: rows strictly older follow. */
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
 * Newest first; all that is given has to fit. A request looks at 20,000 messages at most. So a page may have few rows or none and still a `next_cursor`: `searched_until` says how far back it has looked. Takes a `full_access` key.
 */
export const messagesSearch = (given: {
	/** Rows a page, 1 to 100. Values outside are moved to the nearest bound, anything else counts as 25. A page has fewer where they come to more than 2 MiB; `next_cursor` leads on. */
	limit?: number | undefined;
	/** `next_cursor` of the page before, unchanged: rows strictly older follow. */
	cursor?: number | undefined;
	/** Only messages to this address, in any of `to`, `cc` and `bcc`; a whole address. */
	recipient?: string | undefined;
	/** Only messages in this state. */
	status?: Api.MessagesSearchStatusEnum | undefined;
	/** Only messages whose sender, as shown, has this in it; in any case of its letters. */
	from?: string | undefined;
	/** Only messages whose subject has this in it; in any case of its letters. */
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
 * Counts who matches now; the filter is checked anew. Takes a `full_access` key.
 */
export const segmentsCount = (given: {
	/** Id of the object, as it was answered when the object was made. */
	id: string;
}): Request<Api.SegmentsCount200Response> => ({
	method: 'GET',
	path: `/v1/segments/${segment(given.id)}/count`,
});

/**
 * Save a filter of contacts
 *
 * The filter is checked now, and again each time it is used. Takes a `full_access` key.
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
 * Whatever uses it fails when it is next checked. Takes a `full_access` key.
 */
export const segmentsDelete = (given: {
	/** Id of the object, as it was answered when the object was made. */
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
	/** Id of the object, as it was answered when the object was made. */
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
	/** Rows a page, 1 to 100. Values outside are moved to the nearest bound, anything else counts as 25. A page has fewer where they come to more than 2 MiB; `next_cursor` leads on. */
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
 * Who matches now, oldest first; the filter is checked anew. Takes a `full_access` key.
 */
export const segmentsListContacts = (given: {
	/** Id of the object, as it was answered when the object was made. */
	id: string;
	/** Rows a page, 1 to 100. Values outside are moved to the nearest bound, anything else counts as 25. A page has fewer where they come to more than 2 MiB; `next_cursor` leads on. */
	limit?: number | undefined;
	/** `next_cursor` of the page before, unchanged. */
	cursor?: string | undefined;
}): Request<Api.SegmentsListContacts200Response> => ({
	method: 'GET',
	path: `/v1/segments/${segment(given.id)}/preview`,
	query: { limit: given.limit, cursor: given.cursor },
});

/**
 * Try a filter
 *
 * Counts the contacts that a filter matches and shows the newest of them. Nothing is saved. Takes a `full_access` key.
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
 * What is left out stays. Takes a `full_access` key.
 */
export const segmentsUpdate = (given: {
	/** Id of the object, as it was answered when the object was made. */
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
 * What became of mail over time. Each thing counts in the hour in which it happened, not in that of its mail; `accepted` counts emails, the rest recipients. Takes a `full_access` key.
 */
export const statsGet = (given: {
	/** Begin of the range, in milliseconds since 1970-01-01T00:00:00Z; the hour or day that it lies in is told whole. Unless given, 30 days before `to`, or 24 hours where hours are told. */
	from?: number | undefined;
	/** End of the range; the hour or day that it lies in is told whole, unless it begins there. Now, unless given. */
	to?: number | undefined;
	/** `day` unless given. Days: a range of at most 400; hours: one of at most 31 days. */
	interval?: Api.StatsGetIntervalEnum | undefined;
	/** Name of the IANA time zone whose days are told, such as `Europe/Berlin`; `UTC` unless given. Hours are those of UTC. */
	timezone?: string | undefined;
	/** Only mail from this domain. */
	domain_id?: string | undefined;
	/** Only mail of this stream. */
	stream?: Api.StatsGetStreamEnum | undefined;
	/** Only mail of this broadcast. */
	broadcast_id?: string | undefined;
	/** `true`: mail in test mode, which is told apart; otherwise real mail alone. */
	test_mode?: Api.StatsGetTestModeEnum | undefined;
} = {}): Request<Api.Stats> => ({
	method: 'GET',
	path: `/v1/stats`,
	query: { from: given.from, to: given.to, interval: given.interval, timezone: given.timezone, domain_id: given.domain_id, stream: given.stream, broadcast_id: given.broadcast_id, test_mode: given.test_mode },
});

/**
 * Suppress an address
 *
 * Answers 200 with the entry where there is one. An entry that an unsubscription made is widened to all mail. Takes a `full_access` key.
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
 * Each item succeeds or fails by itself; the answer has one result for each, in order. Takes a `full_access` key.
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
 * Why an address gets no mail of this tenant, and since when; not found where it is not on the list. Takes a `full_access` key.
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
 * Addresses that get no mail of this tenant, newest first. Takes a `full_access` key.
 */
export const suppressionsList = (given: {
	/** Rows a page, 1 to 100. Values outside are moved to the nearest bound, anything else counts as 25. A page has fewer where they come to more than 2 MiB; `next_cursor` leads on. */
	limit?: number | undefined;
	/** `next_cursor` of the page before, unchanged: rows strictly older follow. */
	cursor?: number | undefined;
	/** Only entries with this reason; an unknown one is ignored. */
	reason?: Api.SuppressionsListReasonEnum | undefined;
	/** Only the entry of this address. */
	email?: string | undefined;
} = {}): Request<Api.SuppressionsList200Response> => ({
	method: 'GET',
	path: `/v1/suppressions`,
	query: { limit: given.limit, cursor: given.cursor, reason: given.reason, email: given.email },
});

/**
 * Lift the suppression of an address
 *
 * Answers the same whether or not the address was suppressed. The status of a contact does not change. Takes a `full_access` key.
 */
export const suppressionsRemove = (given: {
	/** The address, percent-encoded. */
	email: string;
}): Request<Api.DeletedAddress> => ({
	method: 'DELETE',
	path: `/v1/suppressions/${segment(given.email)}`,
});

/**
 * Lift the suppression of up to 100 addresses
 *
 * Answers the same whether or not an address was suppressed. Takes a `full_access` key.
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
 * Sending renders this version from the next request on, in every process; every other version is deactivated. Takes a `full_access` key.
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
 * Creates the shell; its content comes with a version. A tenant has at most 1000. Takes a `full_access` key.
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
 * Versions never change, and a template has at most 1000. The syntax is checked: a fault is answered with its part and line. Takes a `full_access` key.
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
 * Every template, newest first, on one page. Takes a `full_access` key.
 */
export const templatesList = (): Request<Api.TemplatesList200Response> => ({
	method: 'GET',
	path: `/v1/templates`,
});

/**
 * List the templates of the gallery
 *
 * Templates that come with the service, to begin with, without their bodies. To send one, make a template of it. Takes a `full_access` key.
 */
export const templatesListGallery = (): Request<Api.TemplatesListGallery200Response> => ({
	method: 'GET',
	path: `/v1/template-gallery`,
});

/**
 * Render what is not saved
 *
 * Shows what a mail of these contents would hold, and which values the model lacks. Nothing is stored. Takes a `full_access` key.
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
 * Shows what a mail would hold, and which values the model lacks. Takes a `full_access` key.
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
 * What the plan and its overrides allow, and what is used of it now. Takes a `full_access` key.
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
 * With its deliveries, those that wait included. Answers the same whether or not there was one. Takes a `full_access` key.
 */
export const webhooksDelete = (given: {
	/** Id of the object, as it was answered when the object was made. */
	id: string;
}): Request<Api.Deleted> => ({
	method: 'DELETE',
	path: `/v1/webhooks/${segment(given.id)}`,
});

/**
 * Get a webhook endpoint
 *
 * Answers one webhook endpoint without its secret. Takes a `full_access` key.
 */
export const webhooksGet = (given: {
	/** Id of the object, as it was answered when the object was made. */
	id: string;
}): Request<Api.Webhook> => ({
	method: 'GET',
	path: `/v1/webhooks/${segment(given.id)}`,
});

/**
 * List webhook endpoints
 *
 * All of them, newest first. Takes a `full_access` key.
 */
export const webhooksList = (): Request<Api.WebhooksList200Response> => ({
	method: 'GET',
	path: `/v1/webhooks`,
});

/**
 * List deliveries of a webhook endpoint
 *
 * One for each event, with its attempts; newest first. Takes a `full_access` key.
 */
export const webhooksListDeliveries = (given: {
	/** Id of the object, as it was answered when the object was made. */
	id: string;
	/** Rows a page, 1 to 100. Values outside are moved to the nearest bound, anything else counts as 25. A page has fewer where they come to more than 2 MiB; `next_cursor` leads on. */
	limit?: number | undefined;
	/** `next_cursor` of the page before, unchanged. */
	cursor?: string | undefined;
	/** Only deliveries in this state; an unknown one is ignored. */
	status?: Api.WebhooksListDeliveriesStatusEnum | undefined;
	/** Only this type of event; an unknown one is ignored. */
	type?: Api.WebhooksListDeliveriesTypeEnum | undefined;
	/** Only events of this message. */
	message_id?: string | undefined;
}): Request<Api.WebhooksListDeliveries200Response> => ({
	method: 'GET',
	path: `/v1/webhooks/${segment(given.id)}/deliveries`,
	query: { limit: given.limit, cursor: given.cursor, status: given.status, type: given.type, message_id: given.message_id },
});

/**
 * Deliver events again
 *
 * Repeats the newest deliveries that match all that is given, up to 50, as new ones with 8 attempts of their own; those that are repeats themselves are left out, and so are those whose event is no longer kept. They go out even while the endpoint is not active. Takes a `full_access` key.
 */
export const webhooksReplay = (given: {
	/** Id of the object, as it was answered when the object was made. */
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
 * Answers the endpoint with its new secret, once. For 24 hours the one before signs along: `X-Webhook-Signature-Previous`, and a second entry of `webhook-signature`. Where it is replaced again in that time, `webhook-signature` has an entry for each, up to ten secrets before the new one. Takes a `full_access` key.
 */
export const webhooksRotateSecret = (given: {
	/** Id of the object, as it was answered when the object was made. */
	id: string;
}): Request<Api.Webhook> => ({
	method: 'POST',
	path: `/v1/webhooks/${segment(given.id)}/rotate-secret`,
});

/**
 * Send a made-up event to a webhook endpoint
 *
 * Its payload has `sample: true`. It is sent, and tried again, like any other, even while the endpoint is not active. Takes a `full_access` key.
 */
export const webhooksTest = (given: {
	/** Id of the object, as it was answered when the object was made. */
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
 * What is left out stays; a null clears the description. Deliveries that wait go to the URL as it is then. Takes a `full_access` key.
 */
export const webhooksUpdate = (given: {
	/** Id of the object, as it was answered when the object was made. */
	id: string;
	body?: Api.WebhooksUpdateRequest | undefined;
}): Request<Api.Webhook> => ({
	method: 'PATCH',
	path: `/v1/webhooks/${segment(given.id)}`,
	body: given.body,
});
