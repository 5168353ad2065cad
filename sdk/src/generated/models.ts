// Generated from contract/openapi.json by `npm run generate`. Do not edit.

export namespace Api {
	/** A test of how long ago a time of the contact is. */
	export interface AgeCondition {
		/** When the contact was created, or last changed. */
		field: Api.AgeCondition.FieldEnum;
		/** `within_days`: so many days ago or later; `older_than_days`: longer ago. */
		op: Api.AgeCondition.OpEnum;
		/** Days, 1 to 3650. */
		value: number;
	}

	export namespace AgeCondition {
		/** When the contact was created, or last changed. */
		export type FieldEnum = "created_at" | "updated_at";

		/** `within_days`: so many days ago or later; `older_than_days`: longer ago. */
		export type OpEnum = "within_days" | "older_than_days";
	}

	export interface AliasTaken {
		error: Api.AliasTaken.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** Alias of the template. */
		alias: string;
	}

	export namespace AliasTaken {
		export type ErrorEnum = "alias_taken";
	}

	/** Matches every contact. */
	export interface AllFilter {
		/** Nothing else. */
		all: boolean;
	}

	/** Matches what all of its filters match. */
	export interface AndFilter {
		/** Filters, at least one. */
		and: Api.SegmentFilter[];
	}

	export interface ApiKey {
		/** Opaque id. */
		id: string;
		name: string;
		permission: Api.ApiKey.PermissionEnum;
		/** The only domain this key may send from. */
		domain_id: string | null;
		/** First characters of the key, to recognise it by. */
		prefix: string;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
		/** Accurate to a minute. */
		last_used_at: number | null;
	}

	export namespace ApiKey {
		export type PermissionEnum = "full_access" | "sending_access";
	}

	export interface ApiKeysCreateRequest {
		name: string;
		permission: Api.ApiKeysCreateRequest.PermissionEnum;
		/** A verified domain; only with `sending_access`. */
		domain_id?: string | undefined;
	}

	export namespace ApiKeysCreateRequest {
		export type PermissionEnum = "full_access" | "sending_access";
	}

	export interface ApiKeysList200Response {
		data: Api.ApiKey[];
		/** Position of the next page; null on the last one. */
		next_cursor: string | null;
	}

	export interface Attachment {
		/** File name shown to the reader, 1 to 255 characters. */
		filename: string;
		/** Media type; unless given that of the upload, or `application/octet-stream`. */
		content_type?: string | undefined;
		/** The file in base64, at most 10485760 bytes decoded; this or `storage_key`. */
		content?: string | undefined;
		/** Names an uploaded file; this or `content`. */
		storage_key?: string | undefined;
		/** Makes it an inline image: `<img src="cid:…">`. */
		content_id?: string | undefined;
	}

	export interface AttachmentsUploadRequest {
		/** The file, at most 10485760 bytes. */
		file: string | Blob;
	}

	export namespace AttachmentsUploadRequest {
		export interface MultipartFormData {
			file: Api.AttachmentsUploadRequest.MultipartFormData.FilePart;
		}

		export namespace MultipartFormData {
			export interface FilePart {
				/** The file, at most 10485760 bytes. */
				value: string | Blob;
			}
		}
	}

	/** A test of an attribute; `neq` also matches contacts without it. */
	export interface AttributeCondition {
		/** `attributes.` and the name of an attribute, dots included. */
		field: string;
		/** `eq`: the field is the value; `neq`: it is not. */
		op: Api.AttributeCondition.OpEnum;
		/** Its type says how the attribute is read: as a string, case and all; as a number, or a string that is a decimal number; or as a boolean. */
		value: string | number | boolean;
	}

	export namespace AttributeCondition {
		/** `eq`: the field is the value; `neq`: it is not. */
		export type OpEnum = "eq" | "neq";
	}

	/** A test of an attribute against a list. */
	export interface AttributeListCondition {
		/** `attributes.` and the name of an attribute, dots included. */
		field: string;
		/** `in`: the field is one of the values; `not_in`: it is not. */
		op: Api.AttributeListCondition.OpEnum;
		/** 1 to 100 strings, or as many numbers. */
		value: string[] | number[];
	}

	export namespace AttributeListCondition {
		/** `in`: the field is one of the values; `not_in`: it is not. */
		export type OpEnum = "in" | "not_in";
	}

	/** A test of an attribute as a number, or a string that is a decimal number. */
	export interface AttributeNumberCondition {
		/** `attributes.` and the name of an attribute, dots included. */
		field: string;
		/** The field is greater than the value, at least it, less than it, or at most it. */
		op: Api.AttributeNumberCondition.OpEnum;
		/** A number. */
		value: number;
	}

	export namespace AttributeNumberCondition {
		/** The field is greater than the value, at least it, less than it, or at most it. */
		export type OpEnum = "gt" | "gte" | "lt" | "lte";
	}

	/** A test of whether the contact has an attribute. */
	export interface AttributePresenceCondition {
		/** `attributes.` and the name of an attribute, dots included. */
		field: string;
		/** Whether there is a value; null counts as none. */
		op: Api.AttributePresenceCondition.OpEnum;
	}

	export namespace AttributePresenceCondition {
		/** Whether there is a value; null counts as none. */
		export type OpEnum = "exists" | "not_exists";
	}

	/** A test of an attribute as a string, case and all. */
	export interface AttributeTextCondition {
		/** `attributes.` and the name of an attribute, dots included. */
		field: string;
		/** What the text is, holds, begins or ends with; each `not_` and `neq` matches exactly what its opposite does not. */
		op: Api.AttributeTextCondition.OpEnum;
		/** At most 1024 characters. */
		value: string;
	}

	export namespace AttributeTextCondition {
		/** What the text is, holds, begins or ends with; each `not_` and `neq` matches exactly what its opposite does not. */
		export type OpEnum = "contains" | "not_contains" | "starts_with" | "ends_with";
	}

	export interface Audience {
		/** Opaque id. */
		id: string;
		name: string;
		/** Empty where none was given. */
		description: string;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		updated_at: number;
	}

	/** A test of membership. */
	export interface AudienceCondition {
		/** The audiences that the contact is in. */
		field: Api.AudienceCondition.FieldEnum;
		/** Whether it is in the audience, or in any of several. */
		op: Api.AudienceCondition.OpEnum;
		/** The id of an audience, or 1 to 20 of which one will do. */
		value: string | string[];
	}

	export namespace AudienceCondition {
		/** The audiences that the contact is in. */
		export type FieldEnum = "audience";

		/** Whether it is in the audience, or in any of several. */
		export type OpEnum = "member_of" | "not_member_of";
	}

	export interface AudienceResult {
		/** Opaque id. */
		id: string;
		name: string;
		/** Empty where none was given. */
		description: string;
	}

	export interface AudiencesAddMember422Response {
		error: Api.AudiencesAddMember422Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** Path of the offending field, such as `attachments[0].filename`. */
		field?: string | undefined;
		/** The limit that was exceeded. */
		max?: number | undefined;
		/** The limit in bytes. */
		max_bytes?: number | undefined;
	}

	export namespace AudiencesAddMember422Response {
		export type ErrorEnum = "missing_field" | "validation_failed" | "contact_not_found";
	}

	export interface AudiencesAddMemberRequest {
		/** Opaque id. */
		contact_id: string;
	}

	export interface AudiencesAddMembers200Response {
		data: Api.AudiencesAddMembers200Response.Datum[];
		summary: Api.AudiencesAddMembers200Response.Summary;
	}

	export namespace AudiencesAddMembers200Response {
		export interface Datum {
			/** As sent; null where it is no string. */
			contact_id: string | null;
			added: boolean;
			/** An error code; null also where the contact was a member before. */
			error: string | null;
		}

		export interface Summary {
			added: number;
			/** Items that added nothing. */
			skipped: number;
		}
	}

	export interface AudiencesAddMembers422Response {
		error: Api.AudiencesAddMembers422Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** Path of the offending field, such as `attachments[0].filename`. */
		field?: string | undefined;
		/** The limit that was exceeded. */
		max?: number | undefined;
		/** The limit in bytes. */
		max_bytes?: number | undefined;
	}

	export namespace AudiencesAddMembers422Response {
		export type ErrorEnum = "validation_failed" | "empty_batch" | "batch_too_large";
	}

	export interface AudiencesAddMembersRequest {
		/** Ids of contacts, 1 to 100. */
		contact_ids: string[];
	}

	export interface AudiencesCreateRequest {
		/** 1 to 255 characters; need not be unique. */
		name: string;
		/** At most 1000 characters. */
		description?: string | undefined;
	}

	export interface AudiencesList200Response {
		data: Api.Audience[];
		/** Position of the next page; null on the last one. */
		next_cursor: string | null;
	}

	export interface AudiencesListMembers200Response {
		data: Api.Contact[];
		/** Position of the next page; null on the last one. */
		next_cursor: string | null;
	}

	export interface AudiencesUpdateRequest {
		/** 1 to 255 characters; need not be unique. */
		name?: string | undefined;
		/** At most 1000 characters. */
		description?: string | undefined;
	}

	export interface Automation {
		/** Opaque id. */
		id: string;
		name: string;
		description: string | null;
		trigger_kind: Api.Automation.TriggerKindEnum;
		/** `audience_id` for `audience_added`; looked up at activation. */
		trigger_config: Api.Automation.TriggerConfig;
		/** As submitted, with ids for steps that had none. */
		steps: Api.AutomationStep[];
		from_domain_id: string | null;
		from: string | null;
		reply_to: string | null;
		/** `archived` is final. */
		status: Api.Automation.StatusEnum;
		enrollment_counts: Api.Automation.EnrollmentCounts;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		updated_at: number;
		/** When it was last activated, in milliseconds since 1970-01-01T00:00:00Z. */
		activated_at: number | null;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		archived_at: number | null;
	}

	export namespace Automation {
		export type TriggerKindEnum = "contact_created" | "audience_added";

		/** `audience_id` for `audience_added`; looked up at activation. */
		export interface TriggerConfig {
			audience_id?: string | undefined;
		}

		/** `archived` is final. */
		export type StatusEnum = "draft" | "active" | "paused" | "archived";

		export interface EnrollmentCounts {
			/** Enrollments in this state. */
			active: number;
			/** Enrollments in this state. */
			completed: number;
			/** Enrollments in this state. */
			cancelled: number;
			/** Enrollments in this state. */
			failed: number;
		}
	}

	export interface AutomationsActivate422Response {
		error: Api.AutomationsActivate422Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** Path of the offending field, such as `attachments[0].filename`. */
		field?: string | undefined;
		/** The limit that was exceeded. */
		max?: number | undefined;
		/** The limit in bytes. */
		max_bytes?: number | undefined;
		/** Place of the fault, such as `steps[2].seconds`; `steps` for the program as a whole. */
		path?: string | undefined;
		/** The sender as given. */
		from?: string | undefined;
	}

	export namespace AutomationsActivate422Response {
		export type ErrorEnum = "validation_failed" | "invalid_steps" | "invalid_trigger" | "from_domain_not_verified";
	}

	export interface AutomationsCreate422Response {
		error: Api.AutomationsCreate422Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** Path of the offending field, such as `attachments[0].filename`. */
		field?: string | undefined;
		/** The limit that was exceeded. */
		max?: number | undefined;
		/** The limit in bytes. */
		max_bytes?: number | undefined;
		/** Place of the fault, such as `steps[2].seconds`; `steps` for the program as a whole. */
		path?: string | undefined;
	}

	export namespace AutomationsCreate422Response {
		export type ErrorEnum = "missing_field" | "validation_failed" | "invalid_steps" | "invalid_trigger";
	}

	export interface AutomationsCreateRequest {
		name: string;
		/** `contact_created`: contacts that are created one by one. `audience_added`: contacts that join an audience. */
		trigger_kind: Api.AutomationsCreateRequest.TriggerKindEnum;
		/** At most 1000 characters. */
		description?: string | null | undefined;
		/** `audience_id` for `audience_added`; looked up at activation. */
		trigger_config?: Api.AutomationsCreateRequest.TriggerConfig | undefined;
		/** None unless given. */
		steps?: Api.AutomationStep[] | undefined;
		/** A verified domain; the one of `from`, else the oldest verified one, unless given. */
		from_domain_id?: string | null | undefined;
		/** Sender; `hello`, or what the domain has for it, at the domain unless given. */
		from?: string | null | undefined;
		/** Where answers go. */
		reply_to?: string | null | undefined;
	}

	export namespace AutomationsCreateRequest {
		/** `contact_created`: contacts that are created one by one. `audience_added`: contacts that join an audience. */
		export type TriggerKindEnum = "contact_created" | "audience_added";

		/** `audience_id` for `audience_added`; looked up at activation. */
		export interface TriggerConfig {
			audience_id?: string | undefined;
		}
	}

	export interface AutomationsEnroll422Response {
		error: Api.AutomationsEnroll422Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** Path of the offending field, such as `attachments[0].filename`. */
		field?: string | undefined;
		/** The limit that was exceeded. */
		max?: number | undefined;
		/** The limit in bytes. */
		max_bytes?: number | undefined;
	}

	export namespace AutomationsEnroll422Response {
		export type ErrorEnum = "missing_field" | "validation_failed" | "contact_not_found";
	}

	export interface AutomationsEnrollRequest {
		/** Id of the contact. */
		contact_id: string;
	}

	export interface AutomationSimulation {
		path: Api.AutomationSimulation.Path[];
		ended: Api.AutomationSimulation.EndedEnum;
	}

	export namespace AutomationSimulation {
		export interface Path {
			/** Id of the step. */
			step: string;
			type: Api.AutomationSimulation.Path.TypeEnum;
			/** When it would be done, in milliseconds since 1970-01-01T00:00:00Z. */
			at: number;
			/** What would become of it. */
			outcome: Api.AutomationSimulation.Path.OutcomeEnum;
			/** The subject of a mail, or why a step fails or cancels. */
			detail: string | null;
		}

		export namespace Path {
			export type TypeEnum = "send_email" | "wait" | "wait_until" | "wait_for_event" | "branch" | "update_contact" | "add_to_audience" | "remove_from_audience" | "webhook" | "exit";

			/** What would become of it. */
			export type OutcomeEnum = "sent" | "waited" | "happened" | "timed_out" | "then" | "else" | "updated" | "added" | "removed" | "announced" | "exited" | "cancelled" | "failed";
		}

		export type EndedEnum = "completed" | "cancelled" | "failed";
	}

	export interface AutomationsList200Response {
		data: Api.Automation[];
		/** Position of the next page; null on the last one. */
		next_cursor: string | null;
	}

	export interface AutomationsListEnrollments200Response {
		data: Api.Enrollment[];
		/** Position of the next page; null on the last one. */
		next_cursor: string | null;
	}

	/** Only enrollments in this state. */
	export type AutomationsListEnrollmentsStatusEnum = "active" | "completed" | "cancelled" | "failed";

	export interface AutomationsSimulate422Response {
		error: Api.AutomationsSimulate422Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** Path of the offending field, such as `attachments[0].filename`. */
		field?: string | undefined;
		/** The limit that was exceeded. */
		max?: number | undefined;
		/** The limit in bytes. */
		max_bytes?: number | undefined;
		/** Place of the fault, such as `steps[2].seconds`; `steps` for the program as a whole. */
		path?: string | undefined;
	}

	export namespace AutomationsSimulate422Response {
		export type ErrorEnum = "missing_field" | "validation_failed" | "invalid_steps" | "contact_not_found";
	}

	export interface AutomationsSimulateRequest {
		/** Id of the contact. */
		contact_id: string;
		/** What is to happen to the mails, at most 100. */
		events?: Api.AutomationsSimulateRequest.Event[] | undefined;
	}

	export namespace AutomationsSimulateRequest {
		export interface Event {
			event: Api.AutomationsSimulateRequest.Event.EventEnum;
			/** Id of the `send_email` step whose mail it happens to; the last one before the wait unless given. */
			step?: string | undefined;
			/** Seconds from the sending of that mail to the event. */
			after_seconds: number;
		}

		export namespace Event {
			export type EventEnum = "delivery" | "open" | "click" | "bounce";
		}
	}

	/**
	 * One step. An `id` of 1 to 40 small letters, digits, `_` and `-`, unique within the automation, is given where there is none. By type:
	 *
	 * - `send_email`: `template_alias` and perhaps `template_model`, or `subject` with `html_body` or `text_body` (templates too); perhaps `from`, `reply_to`, `tags`
	 * - `wait`: `seconds`, 60 to 7776000
	 * - `wait_until`: `at`, milliseconds since 1970-01-01T00:00:00Z
	 * - `wait_for_event`: `event` (`delivery`, `open`, `click` or `bounce` of a mail of this automation to the contact), perhaps `step`, the id of an earlier `send_email`, `timeout_seconds`, 60 to 7776000, `then`, and `else` for when the time is up
	 * - `branch`: `filter` as of segments, `then`, `else`
	 * - `update_contact`: `attributes`, `status`, at least one of them
	 * - `add_to_audience`, `remove_from_audience`: `audience_id`
	 * - `webhook`: `name`, perhaps `data`; announced as `automation.webhook` to the webhooks that subscribe to it
	 * - `exit`: ends the run
	 *
	 * At most 50 steps in all, 4 levels and 65536 bytes of JSON.
	 */
	export interface AutomationStep {
		id?: string | undefined;
		type: Api.AutomationStep.TypeEnum;
		template_alias?: string | undefined;
		template_model?: { [name: string]: unknown } | undefined;
		subject?: string | undefined;
		html_body?: string | undefined;
		text_body?: string | undefined;
		from?: string | undefined;
		reply_to?: string | undefined;
		tags?: { [name: string]: string } | undefined;
		seconds?: number | undefined;
		at?: number | undefined;
		event?: Api.AutomationStep.EventEnum | undefined;
		step?: string | undefined;
		timeout_seconds?: number | undefined;
		/** Which contacts: conditions, joined by `and`, `or` and `not`, or `{"all": true}`. A negative operator matches exactly what its positive one does not, so `neq` also matches contacts without the attribute; null counts as no value. A field that a form does not have is refused. At most 5 levels, 50 conditions and 16384 bytes of JSON. */
		filter?: Api.SegmentFilter | undefined;
		then?: Api.AutomationStep[] | undefined;
		else?: Api.AutomationStep[] | undefined;
		attributes?: { [name: string]: (string | number | boolean) | null } | undefined;
		status?: Api.AutomationStep.StatusEnum | undefined;
		audience_id?: string | undefined;
		name?: string | undefined;
		data?: { [name: string]: unknown } | undefined;
	}

	export namespace AutomationStep {
		export type TypeEnum = "send_email" | "wait" | "wait_until" | "wait_for_event" | "branch" | "update_contact" | "add_to_audience" | "remove_from_audience" | "webhook" | "exit";

		export type EventEnum = "delivery" | "open" | "click" | "bounce";

		export type StatusEnum = "subscribed" | "unsubscribed" | "cleaned";
	}

	export interface AutomationsUpdate422Response {
		error: Api.AutomationsUpdate422Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** Path of the offending field, such as `attachments[0].filename`. */
		field?: string | undefined;
		/** The limit that was exceeded. */
		max?: number | undefined;
		/** The limit in bytes. */
		max_bytes?: number | undefined;
		/** Place of the fault, such as `steps[2].seconds`; `steps` for the program as a whole. */
		path?: string | undefined;
	}

	export namespace AutomationsUpdate422Response {
		export type ErrorEnum = "missing_field" | "validation_failed" | "invalid_steps" | "invalid_trigger";
	}

	export interface AutomationsUpdateRequest {
		name?: string | undefined;
		/** `contact_created`: contacts that are created one by one. `audience_added`: contacts that join an audience. */
		trigger_kind?: Api.AutomationsUpdateRequest.TriggerKindEnum | undefined;
		/** At most 1000 characters. */
		description?: string | null | undefined;
		/** `audience_id` for `audience_added`; looked up at activation. */
		trigger_config?: Api.AutomationsUpdateRequest.TriggerConfig | undefined;
		/** None unless given. */
		steps?: Api.AutomationStep[] | undefined;
		/** A verified domain; the one of `from`, else the oldest verified one, unless given. */
		from_domain_id?: string | null | undefined;
		/** Sender; `hello`, or what the domain has for it, at the domain unless given. */
		from?: string | null | undefined;
		/** Where answers go. */
		reply_to?: string | null | undefined;
	}

	export namespace AutomationsUpdateRequest {
		/** `contact_created`: contacts that are created one by one. `audience_added`: contacts that join an audience. */
		export type TriggerKindEnum = "contact_created" | "audience_added";

		/** `audience_id` for `audience_added`; looked up at activation. */
		export interface TriggerConfig {
			audience_id?: string | undefined;
		}
	}

	export interface AutomationWebhookEvent {
		type: Api.AutomationWebhookEvent.TypeEnum;
		/** The same over attempts and replays: what to tell repeats by. */
		event_id: string;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		timestamp: number;
		/** True for a made-up event of a test, absent otherwise. */
		sample?: boolean | undefined;
		/** Name that the step gives. */
		name: string;
		/** What the step gives. */
		data: { [name: string]: unknown };
		/** Opaque id. */
		automation_id: string;
		/** Opaque id. */
		enrollment_id: string;
		/** The contact as it was then. */
		contact: Api.Contact;
	}

	export namespace AutomationWebhookEvent {
		export type TypeEnum = "automation.webhook";
	}

	export interface BatchSendRefusal {
		[key: string]: unknown | undefined;
		index: number;
		message_id: null;
		status: Api.BatchSendRefusal.StatusEnum;
		/** An error code. */
		error: string;
		detail: string;
	}

	export namespace BatchSendRefusal {
		export type StatusEnum = "rejected";
	}

	export interface BatchSendResult {
		/** Opaque id. */
		message_id: string;
		status: Api.BatchSendResult.StatusEnum;
		test_mode: boolean;
		/** Null unless the message is scheduled. */
		scheduled_at: number | null;
		/** Recipients left out because they are suppressed. */
		suppressed_recipients: string[];
		index: number;
		error: null;
	}

	export namespace BatchSendResult {
		export type StatusEnum = "queued" | "scheduled" | "suppressed" | "sent" | "failed";
	}

	export interface Broadcast {
		/** Opaque id. */
		id: string;
		name: string;
		/** Liquid, as are the bodies. */
		subject: string;
		/** Opaque id. */
		from_domain_id: string | null;
		/** The sender; null for the domain's default. */
		from: string | null;
		reply_to: string | null;
		/** What a mailbox shows beside the subject. */
		preview_text: string | null;
		body_html: string | null;
		body_text: string | null;
		target_kind: Api.Broadcast.TargetKindEnum | null;
		/** Opaque id. */
		target_id: string | null;
		status: Api.Broadcast.StatusEnum;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		scheduled_at: number | null;
		/** Contacts of the target when it was sent, whatever their status. */
		total_recipients: number;
		/** Contacts whose mail was queued. */
		sent_count: number;
		/** Contacts left out while mail was queued, suppressed ones included. */
		skipped_count: number;
		/** Why the service paused or cancelled it. */
		last_error: string | null;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		updated_at: number;
		/** When every recipient had been tried. */
		sent_at: number | null;
	}

	export namespace Broadcast {
		export type TargetKindEnum = "audience" | "segment";

		export type StatusEnum = "draft" | "scheduled" | "sending" | "paused" | "sent" | "cancelled";
	}

	export interface BroadcastLedger {
		/** The sum of the others. */
		total: number;
		/** Contacts of the target that were not looked at yet. */
		pending: number;
		/** Mail that waits, is under way or is tried again. */
		queued: number;
		/** Mail that the provider accepted, also if it bounced later. */
		sent: number;
		/** Mail that could not be sent. */
		failed: number;
		/** Contacts found on a list. */
		suppressed: number;
		/** Contacts left out for another reason. */
		skipped: number;
	}

	export interface BroadcastPreview {
		/** Contacts of the target now; null without a target. */
		counts: Api.BroadcastPreview.Counts | null;
		/** The mail as one contact would get it. */
		sample: Api.BroadcastPreview.Sample;
		/** Paths such as `attributes.city` that the contact lacks; they were rendered as nothing. */
		missing: string[];
		warnings: Api.BroadcastPreview.Warning[];
	}

	export namespace BroadcastPreview {
		export interface Counts {
			total: number;
			/** Subscribed and on no list. */
			deliverable: number;
			unsubscribed: number;
			cleaned: number;
			/** Subscribed, but on a list. */
			suppressed: number;
		}

		/** The mail as one contact would get it. */
		export interface Sample {
			/** Opaque id. */
			contact_id: string | null;
			from: string | null;
			subject: string;
			html_body: string | null;
			text_body: string | null;
			/** Bytes of subject and bodies. */
			size: number;
		}

		export interface Warning {
			code: Api.BroadcastPreview.Warning.CodeEnum;
			detail: string;
		}

		export namespace Warning {
			export type CodeEnum = "insecure_link" | "no_unsubscribe_link" | "large_message";
		}
	}

	export interface BroadcastRecipient {
		/** Opaque id. */
		contact_id: string;
		email: string;
		status: Api.BroadcastRecipient.StatusEnum;
		/** Why there was no mail: `unsubscribed`, `cleaned`, `deleted`, `cancelled`, `suppressed`, or what the last attempt was answered. */
		reason: string | null;
		/** Null where no mail was made. */
		message_id: string | null;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		updated_at: number;
	}

	export namespace BroadcastRecipient {
		export type StatusEnum = "queued" | "sent" | "failed" | "suppressed" | "skipped";
	}

	export interface BroadcastsCreate422Response {
		error: Api.BroadcastsCreate422Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** Path of the offending field, such as `attachments[0].filename`. */
		field?: string | undefined;
		/** The limit that was exceeded. */
		max?: number | undefined;
		/** The limit in bytes. */
		max_bytes?: number | undefined;
		/** The sender as given. */
		from?: string | undefined;
	}

	export namespace BroadcastsCreate422Response {
		export type ErrorEnum = "missing_field" | "validation_failed" | "target_not_found" | "from_domain_not_verified";
	}

	export interface BroadcastsCreateRequest {
		name: string;
		/** Liquid, at most 998 characters. Required to send. */
		subject?: string | undefined;
		/** A verified domain. Unless given, that of `from`, or else the tenant's oldest. */
		from_domain_id?: string | undefined;
		/** `a@example.com` or `Name <a@example.com>`, at the domain. Unless given, the domain's default sender. */
		from?: string | undefined;
		/** Where answers go. */
		reply_to?: string | undefined;
		/** What a mailbox shows beside the subject. Liquid, at most 998 characters. */
		preview_text?: string | undefined;
		/** Liquid, at most 524288 bytes. One of `body_html` and `body_text` is required to send. */
		body_html?: string | undefined;
		/** Liquid, at most 524288 bytes; made from `body_html` where it is absent. */
		body_text?: string | undefined;
		/** Goes together with `target_id`. */
		target_kind?: Api.BroadcastsCreateRequest.TargetKindEnum | undefined;
		/** An audience or a segment. */
		target_id?: string | undefined;
	}

	export namespace BroadcastsCreateRequest {
		/** Goes together with `target_id`. */
		export type TargetKindEnum = "audience" | "segment";
	}

	export interface BroadcastsList200Response {
		data: Api.Broadcast[];
		/** Position of the next page; null on the last one. */
		next_cursor: string | null;
	}

	export interface BroadcastsListRecipients200Response {
		data: Api.BroadcastRecipient[];
		/** Position of the next page; null on the last one. */
		next_cursor: string | null;
	}

	export interface BroadcastsPreview422Response {
		error: Api.BroadcastsPreview422Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** Path of the offending field, such as `attachments[0].filename`. */
		field?: string | undefined;
		/** The limit that was exceeded. */
		max?: number | undefined;
		/** The limit in bytes. */
		max_bytes?: number | undefined;
		/** Place of the fault within the filter, such as `and[1].op`; empty for the filter as a whole. */
		path?: string | undefined;
		/** Line of the fault within the field, from 1. */
		line?: number | undefined;
		/** Alias of the template. */
		alias?: string | undefined;
	}

	export namespace BroadcastsPreview422Response {
		export type ErrorEnum = "missing_field" | "validation_failed" | "invalid_filter" | "target_not_found" | "contact_not_found" | "invalid_template" | "template_render_failed";
	}

	export interface BroadcastsPreviewRequest {
		/** The contact to show; the first who would get it unless given. */
		contact_id?: string | undefined;
	}

	export interface BroadcastsRetry202Response {
		/** Recipients whose mail was queued again. */
		retried: number;
	}

	export interface BroadcastsSend422Response {
		error: Api.BroadcastsSend422Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** Path of the offending field, such as `attachments[0].filename`. */
		field?: string | undefined;
		/** The limit that was exceeded. */
		max?: number | undefined;
		/** The limit in bytes. */
		max_bytes?: number | undefined;
		/** Place of the fault within the filter, such as `and[1].op`; empty for the filter as a whole. */
		path?: string | undefined;
		/** Line of the fault within the field, from 1. */
		line?: number | undefined;
		/** The sender as given. */
		from?: string | undefined;
	}

	export namespace BroadcastsSend422Response {
		export type ErrorEnum = "missing_field" | "validation_failed" | "scheduled_at_must_be_in_the_future" | "invalid_filter" | "target_not_found" | "invalid_template" | "from_domain_not_verified";
	}

	export interface BroadcastsSendRequest {
		/** When to send, ms since 1970-01-01T00:00:00Z; in the future, at most 100 years ahead. */
		scheduled_at?: number | undefined;
	}

	export interface BroadcastsStats200Response {
		/** Opaque id. */
		broadcast_id: string;
		ledger: Api.BroadcastLedger;
		/** Events of its mail, by type. */
		events: Api.BroadcastsStats200Response.Events;
		/** Contacts that opened it. */
		unique_opens: number;
		/** Contacts that clicked in it. */
		unique_clicks: number;
	}

	export namespace BroadcastsStats200Response {
		/** Events of its mail, by type. */
		export interface Events {
			sent: number;
			delivery: number;
			delivery_delayed: number;
			failed: number;
			bounce: number;
			complaint: number;
			suppressed: number;
			open: number;
			click: number;
			scheduled: number;
			cancelled: number;
		}
	}

	export interface BroadcastsTest202Response {
		/** A result for each address, in order. */
		data: Api.SendResult[];
	}

	export interface BroadcastsTest422Response {
		error: Api.BroadcastsTest422Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** Path of the offending field, such as `attachments[0].filename`. */
		field?: string | undefined;
		/** The limit that was exceeded. */
		max?: number | undefined;
		/** The limit in bytes. */
		max_bytes?: number | undefined;
		/** Line of the fault within the field, from 1. */
		line?: number | undefined;
		/** Alias of the template. */
		alias?: string | undefined;
		/** The sender as given. */
		from?: string | undefined;
	}

	export namespace BroadcastsTest422Response {
		export type ErrorEnum = "missing_field" | "validation_failed" | "invalid_email" | "invalid_template" | "template_render_failed" | "from_domain_not_verified";
	}

	export interface BroadcastsTestRequest {
		/** 1 to 5 addresses. */
		to: string[];
	}

	export interface BroadcastsUpdate422Response {
		error: Api.BroadcastsUpdate422Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** Path of the offending field, such as `attachments[0].filename`. */
		field?: string | undefined;
		/** The limit that was exceeded. */
		max?: number | undefined;
		/** The limit in bytes. */
		max_bytes?: number | undefined;
		/** The sender as given. */
		from?: string | undefined;
	}

	export namespace BroadcastsUpdate422Response {
		export type ErrorEnum = "missing_field" | "validation_failed" | "target_not_found" | "from_domain_not_verified";
	}

	export interface BroadcastsUpdateRequest {
		name?: string | undefined;
		/** Liquid, at most 998 characters. Required to send. */
		subject?: string | null | undefined;
		/** A verified domain. Unless given, that of `from`, or else the tenant's oldest. */
		from_domain_id?: string | null | undefined;
		/** `a@example.com` or `Name <a@example.com>`, at the domain. Unless given, the domain's default sender. */
		from?: string | null | undefined;
		/** Where answers go. */
		reply_to?: string | null | undefined;
		/** What a mailbox shows beside the subject. Liquid, at most 998 characters. */
		preview_text?: string | null | undefined;
		/** Liquid, at most 524288 bytes. One of `body_html` and `body_text` is required to send. */
		body_html?: string | null | undefined;
		/** Liquid, at most 524288 bytes; made from `body_html` where it is absent. */
		body_text?: string | null | undefined;
		/** Goes together with `target_id`. */
		target_kind?: Api.BroadcastsUpdateRequest.TargetKindEnum | null | undefined;
		/** An audience or a segment. */
		target_id?: string | null | undefined;
	}

	export namespace BroadcastsUpdateRequest {
		/** Goes together with `target_id`. */
		export type TargetKindEnum = "audience" | "segment";
	}

	export interface Contact {
		/** Opaque id. */
		id: string;
		/** In lower case; unique within the tenant. */
		email: string;
		/** `unsubscribed` by its own wish or after a complaint; `cleaned` after a hard bounce. Only `subscribed` gets marketing mail. */
		status: Api.Contact.StatusEnum;
		/** Values by name, as stored; null counts as not set. */
		attributes: { [name: string]: (string | number | boolean) | null };
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		updated_at: number;
	}

	export namespace Contact {
		/** `unsubscribed` by its own wish or after a complaint; `cleaned` after a hard bounce. Only `subscribed` gets marketing mail. */
		export type StatusEnum = "subscribed" | "unsubscribed" | "cleaned";
	}

	export interface ContactExport {
		/** Opaque id. */
		export_id: string;
		/** `expired` 7 days after it was done. */
		status: Api.ContactExport.StatusEnum;
		/** Contacts in the file; null until it is done. */
		row_count: number | null;
		/** Where the file is, for the same key; null unless it is done. */
		download_url: string | null;
		/** `too_many_columns`: the contacts have attributes by more than 1000 names. */
		error: Api.ContactExport.ErrorEnum | null;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		completed_at: number | null;
		/** When the file goes. */
		expires_at: number | null;
	}

	export namespace ContactExport {
		/** `expired` 7 days after it was done. */
		export type StatusEnum = "pending" | "processing" | "done" | "failed" | "expired";

		export type ErrorEnum = "too_many_columns";
	}

	export interface ContactImport {
		/** Opaque id. */
		import_id: string;
		/** `failed` where the file could not be read; rows that could not be used do not fail an import. */
		status: Api.ContactImport.StatusEnum;
		file_name: string;
		/** Rows below the header; null until they are counted. */
		total_rows: number | null;
		processed_rows: number;
		/** Rows that made a contact. */
		created: number;
		/** Rows whose contact was there. */
		updated: number;
		/** Rows that could not be used. */
		failed: number;
		/** The first 100 rows that could not be used. */
		errors: Api.ContactImport.Error[];
		/** Why the file could not be read. */
		error: Api.ContactImport.ErrorEnum | null;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		started_at: number | null;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		completed_at: number | null;
	}

	export namespace ContactImport {
		/** `failed` where the file could not be read; rows that could not be used do not fail an import. */
		export type StatusEnum = "pending" | "processing" | "done" | "failed";

		export interface Error {
			/** Number of the row, 1 for the first one below the header. */
			row: number;
			/** As it stands in the file, at most 254 characters. */
			email: string;
			/** An error code. */
			error: string;
		}

		export type ErrorEnum = "missing_email_column" | "invalid_csv" | "invalid_encoding" | "too_many_columns";
	}

	export interface ContactLimitReached {
		error: Api.ContactLimitReached.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The limit that is reached. */
		limit: number;
	}

	export namespace ContactLimitReached {
		export type ErrorEnum = "contact_limit_reached";
	}

	export interface ContactRequest {
		/** A bare address; trimmed and put in lower case. */
		email: string;
		/** Put over those that are there; others are kept. At most 100, 16384 bytes as JSON in all; names of 1 to 100 characters, strings of at most 4096 characters, finite numbers, booleans, null. */
		attributes?: { [name: string]: (string | number | boolean) | null } | undefined;
		/** A new contact is `subscribed` unless this says otherwise; one that is there keeps its status. Anything unknown counts as absent. `subscribed` also lifts an unsubscription. */
		status?: Api.ContactRequest.StatusEnum | undefined;
	}

	export namespace ContactRequest {
		/** A new contact is `subscribed` unless this says otherwise; one that is there keeps its status. Anything unknown counts as absent. `subscribed` also lifts an unsubscription. */
		export type StatusEnum = "subscribed" | "unsubscribed" | "cleaned";
	}

	export interface ContactResult {
		/** Opaque id. */
		id: string;
		/** In lower case. */
		email: string;
		/** `unsubscribed` by its own wish or after a complaint; `cleaned` after a hard bounce. Only `subscribed` gets marketing mail. */
		status: Api.ContactResult.StatusEnum;
		/** All values by name, those that were there before included. */
		attributes: { [name: string]: (string | number | boolean) | null };
		/** False where the contact was there before. */
		created: boolean;
	}

	export namespace ContactResult {
		/** `unsubscribed` by its own wish or after a complaint; `cleaned` after a hard bounce. Only `subscribed` gets marketing mail. */
		export type StatusEnum = "subscribed" | "unsubscribed" | "cleaned";
	}

	export interface ContactsExport202Response {
		/** Opaque id. */
		export_id: string;
		status: Api.ContactsExport202Response.StatusEnum;
	}

	export namespace ContactsExport202Response {
		export type StatusEnum = "pending";
	}

	export interface ContactsImport202Response {
		/** Opaque id. */
		import_id: string;
		status: Api.ContactsImport202Response.StatusEnum;
	}

	export namespace ContactsImport202Response {
		export type StatusEnum = "pending";
	}

	export interface ContactsImportRequest {
		/** The file, at most 10485760 bytes. */
		file: string | Blob;
	}

	export namespace ContactsImportRequest {
		export interface MultipartFormData {
			file: Api.ContactsImportRequest.MultipartFormData.FilePart;
		}

		export namespace MultipartFormData {
			export interface FilePart {
				/** The file, at most 10485760 bytes. */
				value: string | Blob;
			}
		}
	}

	export interface ContactsList200Response {
		data: Api.Contact[];
		/** Position of the next page; null on the last one. */
		next_cursor: string | null;
	}

	export interface ContactsListExports200Response {
		data: Api.ContactExport[];
		/** Position of the next page; null on the last one. */
		next_cursor: string | null;
	}

	export interface ContactsListImports200Response {
		data: Api.ContactImport[];
		/** Position of the next page; null on the last one. */
		next_cursor: string | null;
	}

	/** Only contacts with this status; an unknown one is ignored. */
	export type ContactsListStatusEnum = "subscribed" | "unsubscribed" | "cleaned";

	export interface ContactsUpdate422Response {
		error: Api.ContactsUpdate422Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** Name of the attribute, or `attributes` where they are no object. */
		field?: string | undefined;
		/** The limit that was exceeded. */
		max?: number | undefined;
		/** The limit in bytes. */
		max_bytes?: number | undefined;
	}

	export namespace ContactsUpdate422Response {
		export type ErrorEnum = "validation_failed" | "invalid_status" | "too_many_attribute_keys" | "attributes_too_large" | "invalid_attribute_value";
	}

	export interface ContactsUpdateRequest {
		/** Put over those that are there; others are kept. At most 100, 16384 bytes as JSON in all; names of 1 to 100 characters, strings of at most 4096 characters, finite numbers, booleans, null. */
		attributes?: { [name: string]: (string | number | boolean) | null } | undefined;
		/** `subscribed` also lifts an unsubscription. */
		status?: Api.ContactsUpdateRequest.StatusEnum | undefined;
	}

	export namespace ContactsUpdateRequest {
		/** `subscribed` also lifts an unsubscription. */
		export type StatusEnum = "subscribed" | "unsubscribed" | "cleaned";
	}

	export interface ContactsUpsert422Response {
		error: Api.ContactsUpsert422Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** Name of the attribute, or `attributes` where they are no object. */
		field?: string | undefined;
		/** The limit that was exceeded. */
		max?: number | undefined;
		/** The limit in bytes. */
		max_bytes?: number | undefined;
	}

	export namespace ContactsUpsert422Response {
		export type ErrorEnum = "validation_failed" | "invalid_email" | "too_many_attribute_keys" | "attributes_too_large" | "invalid_attribute_value";
	}

	export interface ContactsUpsertMany200Response {
		data: Api.ContactsUpsertMany200Response.Datum[];
		summary: Api.ContactsUpsertMany200Response.Summary;
	}

	export namespace ContactsUpsertMany200Response {
		export interface Datum {
			/** Place in the request, from 0. */
			index: number;
			/** In lower case, or as sent where the item failed; null where it is no string. */
			email: string | null;
			/** Opaque id. */
			id: string | null;
			/** `unsubscribed` by its own wish or after a complaint; `cleaned` after a hard bounce. Only `subscribed` gets marketing mail. */
			status: Api.ContactsUpsertMany200Response.Datum.StatusEnum | null;
			created: boolean;
			/** An error code. */
			error: string | null;
		}

		export namespace Datum {
			/** `unsubscribed` by its own wish or after a complaint; `cleaned` after a hard bounce. Only `subscribed` gets marketing mail. */
			export type StatusEnum = "subscribed" | "unsubscribed" | "cleaned";
		}

		export interface Summary {
			created: number;
			updated: number;
			failed: number;
		}
	}

	export interface ContactsUpsertMany422Response {
		error: Api.ContactsUpsertMany422Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** Path of the offending field, such as `attachments[0].filename`. */
		field?: string | undefined;
		/** The limit that was exceeded. */
		max?: number | undefined;
		/** The limit in bytes. */
		max_bytes?: number | undefined;
	}

	export namespace ContactsUpsertMany422Response {
		export type ErrorEnum = "validation_failed" | "empty_batch" | "batch_too_large";
	}

	export interface ContactsUpsertManyRequest {
		/** Contacts, 1 to 100. */
		contacts: Api.ContactRequest[];
	}

	export interface ContactWebhookEvent {
		type: Api.ContactWebhookEvent.TypeEnum;
		/** The same over attempts and replays: what to tell repeats by. */
		event_id: string;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		timestamp: number;
		/** True for a made-up event of a test, absent otherwise. */
		sample?: boolean | undefined;
		/** The contact as it was then. */
		contact: Api.Contact;
	}

	export namespace ContactWebhookEvent {
		export type TypeEnum = "contact.created" | "contact.updated";
	}

	export interface CreatedApiKey {
		/** Opaque id. */
		id: string;
		name: string;
		permission: Api.CreatedApiKey.PermissionEnum;
		/** The only domain this key may send from. */
		domain_id: string | null;
		/** First characters of the key, to recognise it by. */
		prefix: string;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
		/** The key itself, shown this once. */
		key: string;
	}

	export namespace CreatedApiKey {
		export type PermissionEnum = "full_access" | "sending_access";
	}

	export interface Deleted {
		deleted: boolean;
		/** Opaque id. */
		id: string;
	}

	export interface DeletedAddress {
		deleted: boolean;
		email: string;
	}

	export interface DeletedContact {
		deleted: boolean;
		/** Opaque id. */
		id: string;
		email: string;
	}

	export interface DeletedMembership {
		deleted: boolean;
		/** Opaque id. */
		audience_id: string;
		/** Opaque id. */
		contact_id: string;
	}

	export interface DeletedTemplate {
		deleted: boolean;
		/** Opaque id. */
		id: string;
		alias: string;
	}

	export interface Domain {
		/** Opaque id. */
		id: string;
		name: string;
		status: Api.Domain.StatusEnum;
		records: Api.DomainRecord[];
		default_from_local_part: string | null;
		open_tracking: boolean;
		click_tracking: boolean;
		inbound: boolean;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		verified_at: number | null;
	}

	export namespace Domain {
		export type StatusEnum = "pending" | "verified" | "failed";
	}

	export interface DomainRecord {
		purpose: Api.DomainRecord.PurposeEnum;
		type: Api.DomainRecord.TypeEnum;
		/** Full name to publish the record at. */
		name: string;
		value: string;
		/** Preference of an MX record. */
		priority: number | null;
		/** What the last look-up found. */
		status: Api.DomainRecord.StatusEnum;
	}

	export namespace DomainRecord {
		export type PurposeEnum = "dkim" | "return_path" | "spf" | "dmarc" | "tracking" | "inbound";

		export type TypeEnum = "TXT" | "CNAME" | "MX";

		/** What the last look-up found. */
		export type StatusEnum = "pending" | "verified" | "failed";
	}

	export interface DomainsCreate422Response {
		error: Api.DomainsCreate422Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** Path of the offending field, such as `attachments[0].filename`. */
		field?: string | undefined;
		/** The limit that was exceeded. */
		max?: number | undefined;
		/** The limit in bytes. */
		max_bytes?: number | undefined;
	}

	export namespace DomainsCreate422Response {
		export type ErrorEnum = "missing_field" | "validation_failed" | "invalid_domain";
	}

	export interface DomainsCreateRequest {
		/** Domain name, such as `mail.example.com`. */
		name: string;
		/** Count opens of mail from this domain; off unless given. */
		open_tracking?: boolean | undefined;
		/** Count clicks in mail from this domain; off unless given. */
		click_tracking?: boolean | undefined;
		/** Take mail for this domain; off unless given. */
		inbound?: boolean | undefined;
		/** Local part of the sender where a broadcast names none. */
		default_from_local_part?: string | null | undefined;
	}

	export interface DomainsList200Response {
		data: Api.Domain[];
		/** Position of the next page; null on the last one. */
		next_cursor: string | null;
	}

	export interface DomainsUpdateRequest {
		/** Count opens of mail from this domain; off unless given. */
		open_tracking?: boolean | undefined;
		/** Count clicks in mail from this domain; off unless given. */
		click_tracking?: boolean | undefined;
		/** Take mail for this domain; off unless given. */
		inbound?: boolean | undefined;
		/** Local part of the sender where a broadcast names none. */
		default_from_local_part?: string | null | undefined;
	}

	export interface DomainTaken {
		error: Api.DomainTaken.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
	}

	export namespace DomainTaken {
		export type ErrorEnum = "domain_taken";
	}

	export interface EmailCancel200Response {
		/** Opaque id. */
		message_id: string;
		status: Api.EmailCancel200Response.StatusEnum;
	}

	export namespace EmailCancel200Response {
		export type StatusEnum = "cancelled";
	}

	/** A test of the contact's address. */
	export interface EmailCondition {
		/** The contact's address, in lower case; what it is compared with is put in lower case too. */
		field: Api.EmailCondition.FieldEnum;
		/** What the text is, holds, begins or ends with; each `not_` and `neq` matches exactly what its opposite does not. */
		op: Api.EmailCondition.OpEnum;
		/** At most 1024 characters. */
		value: string;
	}

	export namespace EmailCondition {
		/** The contact's address, in lower case; what it is compared with is put in lower case too. */
		export type FieldEnum = "email";

		/** What the text is, holds, begins or ends with; each `not_` and `neq` matches exactly what its opposite does not. */
		export type OpEnum = "eq" | "neq" | "contains" | "not_contains" | "starts_with" | "ends_with";
	}

	/** A test of the contact's address against a list. */
	export interface EmailListCondition {
		/** The contact's address, in lower case; what it is compared with is put in lower case too. */
		field: Api.EmailListCondition.FieldEnum;
		/** `in`: the field is one of the values; `not_in`: it is not. */
		op: Api.EmailListCondition.OpEnum;
		/** 1 to 100 strings, each of at most 1024 characters. */
		value: string[];
	}

	export namespace EmailListCondition {
		/** The contact's address, in lower case; what it is compared with is put in lower case too. */
		export type FieldEnum = "email";

		/** `in`: the field is one of the values; `not_in`: it is not. */
		export type OpEnum = "in" | "not_in";
	}

	export interface EmailListTestEvents200Response {
		data: Api.TestEvent[];
		/** Position of the next page; null on the last one. */
		next_cursor: number | null;
	}

	export interface EmailReschedule200Response {
		/** Opaque id. */
		message_id: string;
		status: Api.EmailReschedule200Response.StatusEnum;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		scheduled_at: number;
	}

	export namespace EmailReschedule200Response {
		export type StatusEnum = "scheduled";
	}

	export interface EmailReschedule422Response {
		error: Api.EmailReschedule422Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** Path of the offending field, such as `attachments[0].filename`. */
		field?: string | undefined;
		/** The limit that was exceeded. */
		max?: number | undefined;
		/** The limit in bytes. */
		max_bytes?: number | undefined;
		/** The state that the message is in. */
		status?: string | undefined;
	}

	export namespace EmailReschedule422Response {
		export type ErrorEnum = "missing_field" | "validation_failed" | "scheduled_at_must_be_in_the_future" | "message_not_reschedulable";
	}

	export interface EmailRescheduleRequest {
		/** When to send, ms since 1970-01-01T00:00:00Z; in the future. */
		scheduled_at: number;
	}

	export interface EmailSend400Response {
		error: Api.EmailSend400Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
	}

	export namespace EmailSend400Response {
		export type ErrorEnum = "invalid_json";
	}

	export interface EmailSend402Response {
		error: Api.EmailSend402Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
	}

	export namespace EmailSend402Response {
		export type ErrorEnum = "credits_exhausted";
	}

	export interface EmailSend409Response {
		error: Api.EmailSend409Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
	}

	export namespace EmailSend409Response {
		export type ErrorEnum = "idempotency_in_progress";
	}

	export interface EmailSend413Response {
		error: Api.EmailSend413Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The limit in bytes. */
		max_bytes: number;
	}

	export namespace EmailSend413Response {
		export type ErrorEnum = "request_too_large";
	}

	export interface EmailSend422Response {
		error: Api.EmailSend422Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** Path of the offending field, such as `attachments[0].filename`. */
		field?: string | undefined;
		/** The limit that was exceeded. */
		max?: number | undefined;
		/** The limit in bytes. */
		max_bytes?: number | undefined;
		/** Alias of the template. */
		alias?: string | undefined;
		/** The sender as given. */
		from?: string | undefined;
	}

	export namespace EmailSend422Response {
		export type ErrorEnum = "validation_failed" | "invalid_idempotency_key" | "template_not_found" | "template_render_failed" | "from_domain_not_verified";
	}

	export interface EmailSend429Response {
		error: Api.EmailSend429Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The limit that is reached. */
		limit: number;
		/** The window whose quota is used up. */
		window?: Api.EmailSend429Response.WindowEnum | undefined;
	}

	export namespace EmailSend429Response {
		export type ErrorEnum = "rate_limit_exceeded" | "quota_exceeded";

		/** The window whose quota is used up. */
		export type WindowEnum = "daily" | "monthly";
	}

	export interface EmailSendBatch200Response {
		data: (Api.BatchSendResult | Api.BatchSendRefusal)[];
	}

	export interface EmailSendBatch400Response {
		error: Api.EmailSendBatch400Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
	}

	export namespace EmailSendBatch400Response {
		export type ErrorEnum = "invalid_json";
	}

	export interface EmailSendBatch402Response {
		error: Api.EmailSendBatch402Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
	}

	export namespace EmailSendBatch402Response {
		export type ErrorEnum = "credits_exhausted";
	}

	export interface EmailSendBatch409Response {
		error: Api.EmailSendBatch409Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
	}

	export namespace EmailSendBatch409Response {
		export type ErrorEnum = "idempotency_in_progress";
	}

	export interface EmailSendBatch413Response {
		error: Api.EmailSendBatch413Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The limit in bytes. */
		max_bytes: number;
	}

	export namespace EmailSendBatch413Response {
		export type ErrorEnum = "request_too_large";
	}

	export interface EmailSendBatch422Response {
		error: Api.EmailSendBatch422Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** Path of the offending field, such as `attachments[0].filename`. */
		field?: string | undefined;
		/** The limit that was exceeded. */
		max?: number | undefined;
		/** The limit in bytes. */
		max_bytes?: number | undefined;
	}

	export namespace EmailSendBatch422Response {
		export type ErrorEnum = "validation_failed" | "empty_batch" | "batch_too_large" | "invalid_idempotency_key";
	}

	export interface EmailSendBatch429Response {
		error: Api.EmailSendBatch429Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The limit that is reached. */
		limit: number;
		/** The window whose quota is used up. */
		window?: Api.EmailSendBatch429Response.WindowEnum | undefined;
	}

	export namespace EmailSendBatch429Response {
		export type ErrorEnum = "rate_limit_exceeded" | "quota_exceeded";

		/** The window whose quota is used up. */
		export type WindowEnum = "daily" | "monthly";
	}

	export interface EmailSendBatchRequest {
		/** Send requests, 1 to 100. */
		emails: Api.SendRequest[];
	}

	/** `strict`: one item that is wrong refuses the whole batch, and nothing is sent. `permissive` unless given. */
	export type EmailSendBatchXBatchValidationEnum = "permissive" | "strict";

	/** `true`: delivery is simulated, as by `test_mode`. */
	export type EmailSendBatchXServiceTestEnum = "false" | "true";

	/** `true`: delivery is simulated, as by `test_mode`. */
	export type EmailSendXServiceTestEnum = "false" | "true";

	export interface Enrollment {
		/** Opaque id. */
		id: string;
		/** Opaque id. */
		automation_id: string;
		/** Opaque id. */
		contact_id: string;
		/** All but `active` are final. */
		status: Api.Enrollment.StatusEnum;
		source: Api.Enrollment.SourceEnum;
		/** Id of the step that is next or under way; of the last one where the run has ended. */
		current_step: string | null;
		/** When it goes on at the latest; null where it has ended. */
		next_run_at: number | null;
		/** Why it was completed or cancelled. */
		exit_reason: Api.Enrollment.ExitReasonEnum | null;
		/** What the last try of a step failed for; it is tried five times. */
		error: string | null;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		updated_at: number;
		/** When it ended, however it did, in milliseconds since 1970-01-01T00:00:00Z. */
		completed_at: number | null;
	}

	export namespace Enrollment {
		/** All but `active` are final. */
		export type StatusEnum = "active" | "completed" | "cancelled" | "failed";

		export type SourceEnum = "trigger" | "manual";

		export type ExitReasonEnum = "end" | "exit" | "archived" | "cancelled" | "unsubscribed" | "cleaned" | "suppressed";
	}

	export interface ErasedAddress {
		erased: boolean;
		email: string;
	}

	export interface ErasuresCreateRequest {
		/** An email address. */
		email: string;
	}

	/** The envelope of every error; some codes carry further fields. */
	export interface Error {
		/** Every error code. */
		error: Api.ErrorCode;
		/** For people; the wording may change. */
		detail?: string | undefined;
	}

	/** Every error code. */
	export type ErrorCode = "invalid_json" | "missing_file" | "empty_file" | "unauthorized" | "contact_limit_reached" | "credits_exhausted" | "webhook_limit_reached" | "insufficient_scope" | "not_found" | "method_not_allowed" | "idempotency_in_progress" | "domain_taken" | "alias_taken" | "not_editable" | "not_draft" | "not_cancelable" | "not_pausable" | "not_resumable" | "not_retryable" | "clock_is_real" | "not_activatable" | "not_active" | "not_archivable" | "request_too_large" | "file_too_large" | "missing_field" | "validation_failed" | "empty_batch" | "batch_too_large" | "invalid_idempotency_key" | "scheduled_at_must_be_in_the_future" | "message_not_reschedulable" | "message_not_cancellable" | "invalid_email" | "invalid_filter" | "invalid_steps" | "invalid_trigger" | "invalid_status" | "invalid_name" | "target_not_found" | "contact_not_found" | "too_many_attribute_keys" | "attributes_too_large" | "invalid_attribute_value" | "invalid_event_type" | "url_must_be_https" | "url_not_allowed" | "invalid_cursor" | "invalid_domain" | "invalid_alias" | "invalid_template" | "template_not_found" | "template_render_failed" | "from_domain_not_verified" | "rate_limit_exceeded" | "quota_exceeded" | "internal_error" | "service_unavailable";

	/** A test of what happened to mail to the contact. */
	export interface EventCondition {
		/** `events.` and the type of an event of mail to the contact. */
		field: Api.EventCondition.FieldEnum;
		/** Whether it happened, as often as is asked for. */
		op: Api.EventCondition.OpEnum;
		/** Only events of so many days, 1 to 3650; of all time unless given. */
		within_days?: number | undefined;
		/** How often, 1 to 1000; once unless given. */
		min_count?: number | undefined;
		/** Only events of mail of this broadcast. */
		broadcast_id?: string | undefined;
	}

	export namespace EventCondition {
		/** `events.` and the type of an event of mail to the contact. */
		export type FieldEnum = "events.sent" | "events.delivery" | "events.bounce" | "events.complaint" | "events.open" | "events.click";

		/** Whether it happened, as often as is asked for. */
		export type OpEnum = "happened" | "not_happened";
	}

	export interface FileTooLarge {
		error: Api.FileTooLarge.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The limit in bytes. */
		max_bytes: number;
	}

	export namespace FileTooLarge {
		export type ErrorEnum = "file_too_large";
	}

	export interface HealthCheck200Response {
		status: Api.HealthCheck200Response.StatusEnum;
		/** Version of this interface. */
		version: string;
	}

	export namespace HealthCheck200Response {
		export type StatusEnum = "ok";
	}

	export type HealthCheck503Response = Api.HealthCheck503Response.ObjectValue | Api.HealthCheck503Response.ObjectValue2;

	export namespace HealthCheck503Response {
		export interface ObjectValue {
			status: Api.HealthCheck503Response.ObjectValue.StatusEnum;
			/** State by part. */
			checks: { [name: string]: string };
		}

		export namespace ObjectValue {
			export type StatusEnum = "unavailable";
		}

		export interface ObjectValue2 {
			error: Api.HealthCheck503Response.ObjectValue2.ErrorEnum;
			/** For people; the wording may change. */
			detail: string;
		}

		export namespace ObjectValue2 {
			export type ErrorEnum = "service_unavailable";
		}
	}

	/** `true`: the earlier request with this `Idempotency-Key` had another body, and this one was not looked at. */
	export type IdempotentMismatchEnum = "true";

	/** `true`: the earlier request with this `Idempotency-Key` had another body, and this one was not looked at. */
	export type IdempotentMismatchEnum2 = "true";

	/** `true`: the answer to an earlier request with this `Idempotency-Key`, again; nothing was sent. */
	export type IdempotentReplayedEnum = "true";

	/** `true`: the answer to an earlier request with this `Idempotency-Key`, again; nothing was sent. */
	export type IdempotentReplayedEnum2 = "true";

	export interface ImportWebhookEvent {
		type: Api.ImportWebhookEvent.TypeEnum;
		/** The same over attempts and replays: what to tell repeats by. */
		event_id: string;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		timestamp: number;
		/** True for a made-up event of a test, absent otherwise. */
		sample?: boolean | undefined;
		/** The import, as `GET /v1/contacts/imports/{id}` shows it. */
		import: { [name: string]: unknown };
	}

	export namespace ImportWebhookEvent {
		export type TypeEnum = "contact.import.completed";
	}

	export interface InboundList200Response {
		data: Api.InboundMail[];
		/** Position of the next page; null on the last one. */
		next_cursor: number | null;
	}

	export interface InboundMail {
		/** Opaque id. */
		id: string;
		/** The header's From address, else the envelope's. */
		from_addr: string;
		from_name: string | null;
		/** MAIL FROM; empty for the null sender of reports. */
		envelope_from: string;
		/** Addresses of the To header. */
		to_addrs: string[];
		/** The first recipient of the envelope at a domain of yours. */
		rcpt_addr: string;
		/** All recipients of the envelope at domains of yours. */
		rcpt_addrs: string[];
		subject: string;
		message_id_header: string | null;
		in_reply_to: string | null;
		/** Bytes of the whole mail. */
		size: number;
		/** Not measured. */
		spam_score: null;
		/** SPF of the envelope sender (RFC 7208). */
		spf: Api.InboundMail.SpfEnum;
		/** Whether a DKIM signature holds (RFC 6376). */
		dkim: Api.InboundMail.DkimEnum;
		/** DMARC of the From header (RFC 7489). */
		dmarc: Api.InboundMail.DmarcEnum;
		attachments: Api.InboundMail.Attachment[];
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
	}

	export namespace InboundMail {
		/** SPF of the envelope sender (RFC 7208). */
		export type SpfEnum = "pass" | "fail" | "none";

		/** Whether a DKIM signature holds (RFC 6376). */
		export type DkimEnum = "pass" | "fail" | "none";

		/** DMARC of the From header (RFC 7489). */
		export type DmarcEnum = "pass" | "fail" | "none";

		export interface Attachment {
			/** From 0, for its download. */
			index: number;
			/** Null where the mail gives none. */
			filename: string | null;
			content_type: string;
			/** Bytes. */
			size: number;
		}
	}

	export interface InboundMailDetail {
		/** Opaque id. */
		id: string;
		/** The header's From address, else the envelope's. */
		from_addr: string;
		from_name: string | null;
		/** MAIL FROM; empty for the null sender of reports. */
		envelope_from: string;
		/** Addresses of the To header. */
		to_addrs: string[];
		/** The first recipient of the envelope at a domain of yours. */
		rcpt_addr: string;
		/** All recipients of the envelope at domains of yours. */
		rcpt_addrs: string[];
		subject: string;
		message_id_header: string | null;
		in_reply_to: string | null;
		/** Bytes of the whole mail. */
		size: number;
		/** Not measured. */
		spam_score: null;
		/** SPF of the envelope sender (RFC 7208). */
		spf: Api.InboundMailDetail.SpfEnum;
		/** Whether a DKIM signature holds (RFC 6376). */
		dkim: Api.InboundMailDetail.DkimEnum;
		/** DMARC of the From header (RFC 7489). */
		dmarc: Api.InboundMailDetail.DmarcEnum;
		attachments: Api.InboundMailDetail.Attachment[];
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
		/** In the order of the mail, unfolded. */
		headers: Api.InboundMailDetail.Header[];
		text_body: string | null;
		html_body: string | null;
		/** The mail as it came; null once it was erased, as are headers and bodies. */
		raw: string | null;
		/** How `raw` carries the bytes: base64 where they are not valid UTF-8. */
		raw_encoding: Api.InboundMailDetail.RawEncodingEnum | null;
	}

	export namespace InboundMailDetail {
		/** SPF of the envelope sender (RFC 7208). */
		export type SpfEnum = "pass" | "fail" | "none";

		/** Whether a DKIM signature holds (RFC 6376). */
		export type DkimEnum = "pass" | "fail" | "none";

		/** DMARC of the From header (RFC 7489). */
		export type DmarcEnum = "pass" | "fail" | "none";

		export interface Attachment {
			/** From 0, for its download. */
			index: number;
			/** Null where the mail gives none. */
			filename: string | null;
			content_type: string;
			/** Bytes. */
			size: number;
		}

		export interface Header {
			name: string;
			value: string;
		}

		export type RawEncodingEnum = "utf8" | "base64";
	}

	export interface InboundWebhookEvent {
		type: Api.InboundWebhookEvent.TypeEnum;
		/** The same over attempts and replays: what to tell repeats by. */
		event_id: string;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		timestamp: number;
		/** True for a made-up event of a test, absent otherwise. */
		sample?: boolean | undefined;
		/** The mail, as `GET /v1/inbound` shows it. */
		inbound: Api.InboundMail;
	}

	export namespace InboundWebhookEvent {
		export type TypeEnum = "inbound.received";
	}

	export interface InsufficientScope {
		error: Api.InsufficientScope.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
	}

	export namespace InsufficientScope {
		export type ErrorEnum = "insufficient_scope";
	}

	export interface InternalError {
		error: Api.InternalError.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
	}

	export namespace InternalError {
		export type ErrorEnum = "internal_error";
	}

	export interface InvalidJson {
		error: Api.InvalidJson.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
	}

	export namespace InvalidJson {
		export type ErrorEnum = "invalid_json";
	}

	export interface Membership {
		/** Opaque id. */
		audience_id: string;
		/** Opaque id. */
		contact_id: string;
		/** False where the contact was a member before. */
		added: boolean;
	}

	export interface Message {
		/** Opaque id. */
		id: string;
		from: string;
		/** `a@example.com` or `Name <a@example.com>`. */
		to: string[];
		/** `a@example.com` or `Name <a@example.com>`. */
		cc: string[];
		/** `a@example.com` or `Name <a@example.com>`. */
		bcc: string[];
		subject: string;
		status: Api.Message.StatusEnum;
		stream: Api.Message.StreamEnum;
		tags: { [name: string]: string };
		template_alias: string | null;
		test_mode: boolean;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		scheduled_at: number | null;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		updated_at: number;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		sent_at: number | null;
		/** The delivery provider's id, once it accepted the message. */
		provider_message_id: string | null;
		/** Opaque id. */
		broadcast_id: string | null;
		/** Opaque id. */
		automation_id: string | null;
		/** Opaque id. */
		contact_id: string | null;
		suppressed_recipients: string[];
	}

	export namespace Message {
		export type StatusEnum = "queued" | "scheduled" | "sending" | "sent" | "failed" | "cancelled" | "suppressed";

		export type StreamEnum = "transactional" | "marketing";
	}

	export interface MessageDetail {
		/** Opaque id. */
		id: string;
		from: string;
		/** `a@example.com` or `Name <a@example.com>`. */
		to: string[];
		/** `a@example.com` or `Name <a@example.com>`. */
		cc: string[];
		/** `a@example.com` or `Name <a@example.com>`. */
		bcc: string[];
		subject: string;
		status: Api.MessageDetail.StatusEnum;
		stream: Api.MessageDetail.StreamEnum;
		tags: { [name: string]: string };
		template_alias: string | null;
		test_mode: boolean;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		scheduled_at: number | null;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		updated_at: number;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		sent_at: number | null;
		/** The delivery provider's id, once it accepted the message. */
		provider_message_id: string | null;
		/** Opaque id. */
		broadcast_id: string | null;
		/** Opaque id. */
		automation_id: string | null;
		/** Opaque id. */
		contact_id: string | null;
		suppressed_recipients: string[];
		/** Null once the retention time of bodies has passed. */
		html_body: string | null;
		text_body: string | null;
		headers: { [name: string]: string };
		/** `a@example.com` or `Name <a@example.com>`. */
		reply_to: string[];
		attachments: Api.MessageDetail.Attachment[];
		template_version: number | null;
		recipients: Api.MessageDetail.Recipient[];
		/** What happened, oldest first. */
		events: Api.MessageDetail.Event[];
	}

	export namespace MessageDetail {
		export type StatusEnum = "queued" | "scheduled" | "sending" | "sent" | "failed" | "cancelled" | "suppressed";

		export type StreamEnum = "transactional" | "marketing";

		export interface Attachment {
			filename: string;
			content_type: string;
			/** Bytes. */
			size: number;
		}

		export interface Recipient {
			email: string;
			kind: Api.MessageDetail.Recipient.KindEnum;
			status: Api.MessageDetail.Recipient.StatusEnum;
			detail: string | null;
			/** Milliseconds since 1970-01-01T00:00:00Z. */
			updated_at: number;
		}

		export namespace Recipient {
			export type KindEnum = "to" | "cc" | "bcc";

			export type StatusEnum = "pending" | "sent" | "delivered" | "delayed" | "bounced" | "complained" | "failed" | "suppressed";
		}

		export interface Event {
			/** Opaque id. */
			id: string;
			type: Api.MessageDetail.Event.TypeEnum;
			recipients: string[];
			/** Milliseconds since 1970-01-01T00:00:00Z. */
			timestamp: number;
			/** By type: an open has `ip` and `user_agent`, a click `url` too; `prefetch: true` where a program and no reader asked. */
			data: { [name: string]: unknown };
		}

		export namespace Event {
			export type TypeEnum = "sent" | "delivery" | "delivery_delayed" | "failed" | "bounce" | "complaint" | "suppressed" | "open" | "click" | "scheduled" | "cancelled";
		}
	}

	export interface MessagesList200Response {
		data: Api.Message[];
		/** Position of the next page; null on the last one. */
		next_cursor: number | null;
	}

	export interface MessageWebhookEvent {
		type: Api.MessageWebhookEvent.TypeEnum;
		/** Joins to `GET /v1/messages/{id}`. */
		message_id: string;
		/** Null before the provider has accepted the message. */
		provider_message_id: string | null;
		/** Affected addresses; empty where an open or click cannot name one. */
		recipients: string[];
		/** The same over attempts and replays: what to tell repeats by. */
		event_id: string;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		timestamp: number;
		/** True for a made-up event of a test, absent otherwise. */
		sample?: boolean | undefined;
		test_mode: boolean;
		/** The message's tags. */
		tags: { [name: string]: string };
		/** bounce: `{class: hard|soft|policy, code, diagnostic}`; click: `{url, ip, user_agent}`; open: `{ip, user_agent}`; failed and delivery_delayed: `{reason}`; scheduled: `{scheduled_at}`; otherwise empty. */
		data: { [name: string]: unknown };
	}

	export namespace MessageWebhookEvent {
		export type TypeEnum = "sent" | "delivery" | "delivery_delayed" | "failed" | "bounce" | "complaint" | "suppressed" | "open" | "click" | "scheduled" | "cancelled";
	}

	export interface MissingFieldOrValidationFailed {
		error: Api.MissingFieldOrValidationFailed.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** Path of the offending field, such as `attachments[0].filename`. */
		field?: string | undefined;
		/** The limit that was exceeded. */
		max?: number | undefined;
		/** The limit in bytes. */
		max_bytes?: number | undefined;
	}

	export namespace MissingFieldOrValidationFailed {
		export type ErrorEnum = "missing_field" | "validation_failed";
	}

	export interface MissingFileOrEmptyFile {
		error: Api.MissingFileOrEmptyFile.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
	}

	export namespace MissingFileOrEmptyFile {
		export type ErrorEnum = "missing_file" | "empty_file";
	}

	export interface NotActivatable {
		error: Api.NotActivatable.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The state that it is in. */
		status: string;
	}

	export namespace NotActivatable {
		export type ErrorEnum = "not_activatable";
	}

	export interface NotActive {
		error: Api.NotActive.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The state that it is in. */
		status: string;
	}

	export namespace NotActive {
		export type ErrorEnum = "not_active";
	}

	export interface NotArchivable {
		error: Api.NotArchivable.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The state that it is in. */
		status: string;
	}

	export namespace NotArchivable {
		export type ErrorEnum = "not_archivable";
	}

	export interface NotCancelable {
		error: Api.NotCancelable.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The state that it is in. */
		status: string;
	}

	export namespace NotCancelable {
		export type ErrorEnum = "not_cancelable";
	}

	export interface NotDraft {
		error: Api.NotDraft.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The state that it is in. */
		status: string;
	}

	export namespace NotDraft {
		export type ErrorEnum = "not_draft";
	}

	export interface NotEditable {
		error: Api.NotEditable.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The state that it is in. */
		status: string;
	}

	export namespace NotEditable {
		export type ErrorEnum = "not_editable";
	}

	/** Matches what its filter does not match. */
	export interface NotFilter {
		/** Which contacts: conditions, joined by `and`, `or` and `not`, or `{"all": true}`. A negative operator matches exactly what its positive one does not, so `neq` also matches contacts without the attribute; null counts as no value. A field that a form does not have is refused. At most 5 levels, 50 conditions and 16384 bytes of JSON. */
		not: Api.SegmentFilter;
	}

	export interface NotFound {
		error: Api.NotFound.ErrorEnum;
	}

	export namespace NotFound {
		export type ErrorEnum = "not_found";
	}

	export interface NotPausable {
		error: Api.NotPausable.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The state that it is in. */
		status: string;
	}

	export namespace NotPausable {
		export type ErrorEnum = "not_pausable";
	}

	export interface NotResumable {
		error: Api.NotResumable.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The state that it is in. */
		status: string;
	}

	export namespace NotResumable {
		export type ErrorEnum = "not_resumable";
	}

	export interface NotRetryable {
		error: Api.NotRetryable.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The state that it is in. */
		status: string;
	}

	export namespace NotRetryable {
		export type ErrorEnum = "not_retryable";
	}

	/** Matches what any of its filters matches. */
	export interface OrFilter {
		/** Filters, at least one. */
		or: Api.SegmentFilter[];
	}

	export interface RateLimitExceeded {
		error: Api.RateLimitExceeded.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The limit that is reached. */
		limit: number;
	}

	export namespace RateLimitExceeded {
		export type ErrorEnum = "rate_limit_exceeded";
	}

	export interface RenderedTemplate {
		/** The version that was rendered. */
		version: number;
		subject: string | null;
		html_body: string | null;
		text_body: string | null;
		/** Paths such as `user.name` that the model lacks or has as null; they were rendered as nothing. */
		missing: string[];
	}

	export interface RequestTooLarge {
		error: Api.RequestTooLarge.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The limit in bytes. */
		max_bytes: number;
	}

	export namespace RequestTooLarge {
		export type ErrorEnum = "request_too_large";
	}

	export interface Segment {
		/** Opaque id. */
		id: string;
		name: string;
		/** As submitted. */
		filter: Api.SegmentFilter;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		updated_at: number;
	}

	/** Which contacts: conditions, joined by `and`, `or` and `not`, or `{"all": true}`. A negative operator matches exactly what its positive one does not, so `neq` also matches contacts without the attribute; null counts as no value. A field that a form does not have is refused. At most 5 levels, 50 conditions and 16384 bytes of JSON. */
	export type SegmentFilter = Api.AndFilter | Api.OrFilter | Api.NotFilter | Api.AllFilter | Api.EmailCondition | Api.EmailListCondition | Api.StatusCondition | Api.StatusListCondition | Api.TimeCondition | Api.AgeCondition | Api.AttributeCondition | Api.AttributeTextCondition | Api.AttributeNumberCondition | Api.AttributeListCondition | Api.AttributePresenceCondition | Api.AudienceCondition | Api.EventCondition;

	export interface SegmentsCount200Response {
		/** Opaque id. */
		segment_id: string;
		/** Contacts that match now. */
		count: number;
	}

	export interface SegmentsCreate422Response {
		error: Api.SegmentsCreate422Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** Path of the offending field, such as `attachments[0].filename`. */
		field?: string | undefined;
		/** The limit that was exceeded. */
		max?: number | undefined;
		/** The limit in bytes. */
		max_bytes?: number | undefined;
		/** Place of the fault within the filter, such as `and[1].op`; empty for the filter as a whole. */
		path?: string | undefined;
	}

	export namespace SegmentsCreate422Response {
		export type ErrorEnum = "missing_field" | "validation_failed" | "invalid_filter";
	}

	export interface SegmentsCreateRequest {
		name: string;
		/** Which contacts: conditions, joined by `and`, `or` and `not`, or `{"all": true}`. A negative operator matches exactly what its positive one does not, so `neq` also matches contacts without the attribute; null counts as no value. A field that a form does not have is refused. At most 5 levels, 50 conditions and 16384 bytes of JSON. */
		filter: Api.SegmentFilter;
	}

	export interface SegmentsList200Response {
		data: Api.Segment[];
		/** Position of the next page; null on the last one. */
		next_cursor: string | null;
	}

	export interface SegmentsListContacts200Response {
		data: Api.Contact[];
		/** Position of the next page; null on the last one. */
		next_cursor: string | null;
	}

	export interface SegmentsListContacts422Response {
		error: Api.SegmentsListContacts422Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** Path of the offending field, such as `attachments[0].filename`. */
		field?: string | undefined;
		/** The limit that was exceeded. */
		max?: number | undefined;
		/** The limit in bytes. */
		max_bytes?: number | undefined;
		/** Place of the fault within the filter, such as `and[1].op`; empty for the filter as a whole. */
		path?: string | undefined;
	}

	export namespace SegmentsListContacts422Response {
		export type ErrorEnum = "validation_failed" | "invalid_filter" | "invalid_cursor";
	}

	export interface SegmentsPreview200Response {
		/** Contacts that match now. */
		count: number;
		data: Api.Contact[];
	}

	export interface SegmentsPreview422Response {
		error: Api.SegmentsPreview422Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** Path of the offending field, such as `attachments[0].filename`. */
		field?: string | undefined;
		/** The limit that was exceeded. */
		max?: number | undefined;
		/** The limit in bytes. */
		max_bytes?: number | undefined;
		/** Place of the fault within the filter, such as `and[1].op`; empty for the filter as a whole. */
		path?: string | undefined;
	}

	export namespace SegmentsPreview422Response {
		export type ErrorEnum = "missing_field" | "validation_failed" | "invalid_filter";
	}

	export interface SegmentsPreviewRequest {
		/** Which contacts: conditions, joined by `and`, `or` and `not`, or `{"all": true}`. A negative operator matches exactly what its positive one does not, so `neq` also matches contacts without the attribute; null counts as no value. A field that a form does not have is refused. At most 5 levels, 50 conditions and 16384 bytes of JSON. */
		filter: Api.SegmentFilter;
		/** Rows a page, 1 to 100. Values outside are moved to the nearest bound, anything else counts as 25. */
		limit?: number | undefined;
	}

	export interface SegmentsUpdate422Response {
		error: Api.SegmentsUpdate422Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** Path of the offending field, such as `attachments[0].filename`. */
		field?: string | undefined;
		/** The limit that was exceeded. */
		max?: number | undefined;
		/** The limit in bytes. */
		max_bytes?: number | undefined;
		/** Place of the fault within the filter, such as `and[1].op`; empty for the filter as a whole. */
		path?: string | undefined;
	}

	export namespace SegmentsUpdate422Response {
		export type ErrorEnum = "missing_field" | "validation_failed" | "invalid_filter";
	}

	export interface SegmentsUpdateRequest {
		name?: string | undefined;
		/** Which contacts: conditions, joined by `and`, `or` and `not`, or `{"all": true}`. A negative operator matches exactly what its positive one does not, so `neq` also matches contacts without the attribute; null counts as no value. A field that a form does not have is refused. At most 5 levels, 50 conditions and 16384 bytes of JSON. */
		filter?: Api.SegmentFilter | undefined;
	}

	export interface SendRequest {
		/** Sender; its domain must be a verified domain of the tenant, and the one the key is scoped to, if it is. */
		from: string;
		/** Recipients, 1 to 50 over `to`, `cc` and `bcc`. */
		to: string[];
		cc?: string[] | undefined;
		/** Recipients whom the others do not see. */
		bcc?: string[] | undefined;
		/** Where answers go, at most 10 addresses. */
		reply_to?: string | string[] | undefined;
		/** 1 to 998 characters; required unless the template has one. */
		subject?: string | undefined;
		/** HTML, at most 1 MiB. One of `html_body` and `text_body` is required. */
		html_body?: string | undefined;
		/** Plain text, at most 1 MiB; made from `html_body` where it is absent. */
		text_body?: string | undefined;
		/** Renders the active version of this template. A subject or body given beside it wins over the template's. */
		template_alias?: string | undefined;
		/** Values for the template, at most 262144 bytes of JSON. */
		template_model?: { [name: string]: unknown } | undefined;
		/** Further headers, at most 50. Those the service sets itself are refused. */
		headers?: { [name: string]: string } | undefined;
		/** Labels to find the message by, at most 50; keys of letters, digits, _ and -, values up to 256 characters. */
		tags?: { [name: string]: string } | undefined;
		/** At most 20, 10 MiB each, 25 MiB together. */
		attachments?: Api.Attachment[] | undefined;
		/** The domain's setting unless given. */
		track_opens?: boolean | undefined;
		/** The domain's setting unless given. */
		track_clicks?: boolean | undefined;
		/** `transactional` unless given; `marketing` takes exactly one recipient, carries List-Unsubscribe with one-click (RFC 8058), and gives templates `unsubscribe_url` unless the model has one. */
		stream?: Api.SendRequest.StreamEnum | undefined;
		/** True: delivery is simulated; the local part of recipients at the test domain chooses the outcome. */
		test_mode?: boolean | undefined;
		/** When to send, ms since 1970-01-01T00:00:00Z, at most 100 years ahead. A time that has passed sends at once. */
		scheduled_at?: number | undefined;
	}

	export namespace SendRequest {
		/** `transactional` unless given; `marketing` takes exactly one recipient, carries List-Unsubscribe with one-click (RFC 8058), and gives templates `unsubscribe_url` unless the model has one. */
		export type StreamEnum = "transactional" | "marketing";
	}

	export interface SendResult {
		/** Opaque id. */
		message_id: string;
		status: Api.SendResult.StatusEnum;
		test_mode: boolean;
		/** Null unless the message is scheduled. */
		scheduled_at: number | null;
		/** Recipients left out because they are suppressed. */
		suppressed_recipients: string[];
		/** Present when an earlier request with this key was answered again. */
		idempotent_replay?: boolean | undefined;
	}

	export namespace SendResult {
		export type StatusEnum = "queued" | "scheduled" | "suppressed" | "sent" | "failed";
	}

	export interface ServiceUnavailable {
		error: Api.ServiceUnavailable.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
	}

	export namespace ServiceUnavailable {
		export type ErrorEnum = "service_unavailable";
	}

	/** A test of the contact's status. */
	export interface StatusCondition {
		/** The contact's status. */
		field: Api.StatusCondition.FieldEnum;
		/** `eq`: the field is the value; `neq`: it is not. */
		op: Api.StatusCondition.OpEnum;
		/** A status. */
		value: Api.StatusCondition.ValueEnum;
	}

	export namespace StatusCondition {
		/** The contact's status. */
		export type FieldEnum = "status";

		/** `eq`: the field is the value; `neq`: it is not. */
		export type OpEnum = "eq" | "neq";

		/** A status. */
		export type ValueEnum = "subscribed" | "unsubscribed" | "cleaned";
	}

	/** A test of the contact's status against a list. */
	export interface StatusListCondition {
		/** The contact's status. */
		field: Api.StatusListCondition.FieldEnum;
		/** `in`: the field is one of the values; `not_in`: it is not. */
		op: Api.StatusListCondition.OpEnum;
		/** Statuses, at least one. */
		value: Api.StatusListCondition.ValueEnum[];
	}

	export namespace StatusListCondition {
		/** The contact's status. */
		export type FieldEnum = "status";

		/** `in`: the field is one of the values; `not_in`: it is not. */
		export type OpEnum = "in" | "not_in";

		export type ValueEnum = "subscribed" | "unsubscribed" | "cleaned";
	}

	export interface Suppression {
		/** Bare and in lower case. */
		email: string;
		/** `manual` for entries that were added through the API; the others are made by the service. */
		reason: Api.Suppression.ReasonEnum;
		/** `marketing`: only mail of that stream is held back, as after an unsubscription. */
		scope: Api.Suppression.ScopeEnum;
		/** The message that the reason came from. */
		source_message_id: string | null;
		/** Whether the reason was simulated. */
		test_mode: boolean;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
	}

	export namespace Suppression {
		/** `manual` for entries that were added through the API; the others are made by the service. */
		export type ReasonEnum = "manual" | "hard_bounce" | "complaint" | "unsubscribe";

		/** `marketing`: only mail of that stream is held back, as after an unsubscription. */
		export type ScopeEnum = "all" | "marketing";
	}

	export interface SuppressionsAddMany200Response {
		data: Api.SuppressionsAddMany200Response.Datum[];
		summary: Api.SuppressionsAddMany200Response.Summary;
	}

	export namespace SuppressionsAddMany200Response {
		export interface Datum {
			/** Bare and in lower case, or as sent where it is no address; null where it is no string. */
			email: string | null;
			/** False where the address was on the list already. */
			added: boolean;
			/** An error code. */
			error: string | null;
		}

		export interface Summary {
			added: number;
			/** Items that added nothing. */
			skipped: number;
		}
	}

	export interface SuppressionsAddMany422Response {
		error: Api.SuppressionsAddMany422Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** Path of the offending field, such as `attachments[0].filename`. */
		field?: string | undefined;
		/** The limit that was exceeded. */
		max?: number | undefined;
		/** The limit in bytes. */
		max_bytes?: number | undefined;
	}

	export namespace SuppressionsAddMany422Response {
		export type ErrorEnum = "validation_failed" | "empty_batch" | "batch_too_large";
	}

	export interface SuppressionsAddManyRequest {
		/** Addresses, 1 to 100. */
		emails: string[];
	}

	export interface SuppressionsAddRequest {
		/** An email address. */
		email: string;
	}

	export interface SuppressionsList200Response {
		data: Api.Suppression[];
		/** Position of the next page; null on the last one. */
		next_cursor: number | null;
	}

	/** Only entries with this reason; an unknown one is ignored. */
	export type SuppressionsListReasonEnum = "manual" | "hard_bounce" | "complaint" | "unsubscribe";

	export interface SuppressionsRemoveMany200Response {
		data: Api.SuppressionsRemoveMany200Response.Datum[];
		summary: Api.SuppressionsRemoveMany200Response.Summary;
	}

	export namespace SuppressionsRemoveMany200Response {
		export interface Datum {
			/** Bare and in lower case, or as sent where it is no address; null where it is no string. */
			email: string | null;
			deleted: boolean;
		}

		export interface Summary {
			/** Number of items. */
			deleted: number;
		}
	}

	export interface SuppressionsRemoveMany422Response {
		error: Api.SuppressionsRemoveMany422Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** Path of the offending field, such as `attachments[0].filename`. */
		field?: string | undefined;
		/** The limit that was exceeded. */
		max?: number | undefined;
		/** The limit in bytes. */
		max_bytes?: number | undefined;
	}

	export namespace SuppressionsRemoveMany422Response {
		export type ErrorEnum = "validation_failed" | "empty_batch" | "batch_too_large";
	}

	export interface SuppressionsRemoveManyRequest {
		/** Addresses, 1 to 100. */
		emails: string[];
	}

	export interface Template {
		/** Opaque id. */
		id: string;
		alias: string;
		name: string | null;
		/** The version that is sent; null where none is active. */
		active_version: number | null;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
		/** When a version was last added or activated, in milliseconds since 1970-01-01T00:00:00Z. */
		updated_at: number;
	}

	export interface TemplateDetail {
		/** Opaque id. */
		id: string;
		alias: string;
		name: string | null;
		/** The version that is sent; null where none is active. */
		active_version: number | null;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
		/** When a version was last added or activated, in milliseconds since 1970-01-01T00:00:00Z. */
		updated_at: number;
		/** All versions, newest first. */
		versions: Api.TemplateVersion[];
	}

	export interface TemplatesCreate422Response {
		error: Api.TemplatesCreate422Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** Path of the offending field, such as `attachments[0].filename`. */
		field?: string | undefined;
		/** The limit that was exceeded. */
		max?: number | undefined;
		/** The limit in bytes. */
		max_bytes?: number | undefined;
	}

	export namespace TemplatesCreate422Response {
		export type ErrorEnum = "missing_field" | "validation_failed" | "invalid_alias";
	}

	export interface TemplatesCreateRequest {
		/** A letter, then up to 99 letters, digits, `_`, `.` and `-`; case-sensitive, unique per tenant. */
		alias: string;
		name?: string | undefined;
	}

	export interface TemplatesCreateVersion422Response {
		error: Api.TemplatesCreateVersion422Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** Path of the offending field, such as `attachments[0].filename`. */
		field: string;
		/** The limit that was exceeded. */
		max?: number | undefined;
		/** The limit in bytes. */
		max_bytes?: number | undefined;
		/** Line of the fault within the field, from 1. */
		line?: number | undefined;
	}

	export namespace TemplatesCreateVersion422Response {
		export type ErrorEnum = "missing_field" | "validation_failed" | "invalid_template";
	}

	export interface TemplatesCreateVersionRequest {
		/** Liquid, at most 512 KiB; a mail needs a subject from here or from its request. */
		subject?: string | undefined;
		/** Liquid, at most 512 KiB; values are HTML-escaped. One of `html_body` and `text_body` is required. */
		html_body?: string | undefined;
		/** Liquid, at most 512 KiB; values are not escaped. */
		text_body?: string | undefined;
		/** Whether sending renders this version from now on; true unless given. */
		activate?: boolean | undefined;
	}

	export interface TemplatesList200Response {
		data: Api.Template[];
		/** Always null: the list has one page. */
		next_cursor: null;
	}

	export interface TemplatesRender422Response {
		error: Api.TemplatesRender422Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** Path of the offending field, such as `attachments[0].filename`. */
		field?: string | undefined;
		/** The limit that was exceeded. */
		max?: number | undefined;
		/** The limit in bytes. */
		max_bytes?: number | undefined;
		/** Alias of the template. */
		alias?: string | undefined;
	}

	export namespace TemplatesRender422Response {
		export type ErrorEnum = "missing_field" | "validation_failed" | "template_not_found" | "template_render_failed";
	}

	export interface TemplatesRenderRequest {
		/** Values for the template, at most 262144 bytes of JSON. */
		template_model?: { [name: string]: unknown } | undefined;
		/** The active version unless given. */
		version?: number | undefined;
	}

	export interface TemplateVersion {
		/** Opaque id. */
		id: string;
		/** 1, 2, … within the template, without gaps. */
		version: number;
		subject: string | null;
		html_body: string | null;
		text_body: string | null;
		/** Whether sending renders this version. */
		active: boolean;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
	}

	export interface TestEvent {
		/** Opaque id. */
		id: string;
		/** Opaque id. */
		message_id: string;
		type: Api.TestEvent.TypeEnum;
		recipients: string[];
		provider_message_id: string;
		detail: string | null;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		timestamp: number;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
	}

	export namespace TestEvent {
		export type TypeEnum = "delivery" | "bounce" | "complaint";
	}

	/** A test of a time of the contact against an instant. */
	export interface TimeCondition {
		/** When the contact was created, or last changed. */
		field: Api.TimeCondition.FieldEnum;
		/** The field is greater than the value, at least it, less than it, or at most it. */
		op: Api.TimeCondition.OpEnum;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		value: number;
	}

	export namespace TimeCondition {
		/** When the contact was created, or last changed. */
		export type FieldEnum = "created_at" | "updated_at";

		/** The field is greater than the value, at least it, less than it, or at most it. */
		export type OpEnum = "gt" | "gte" | "lt" | "lte";
	}

	export interface Unauthorized {
		error: Api.Unauthorized.ErrorEnum;
	}

	export namespace Unauthorized {
		export type ErrorEnum = "unauthorized";
	}

	export interface Upload {
		/** Names the file in `attachments[].storage_key`, and in its download path `/attachments/{storage_key}`. */
		storage_key: string;
		/** The name it is stored under: letters, digits, `.`, `_` and `-`, at most 200 characters. */
		filename: string;
		/** Media type, as the form gave it. */
		content_type: string;
		/** Bytes. */
		size: number;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
	}

	export interface Usage {
		plan: Api.Usage.PlanEnum;
		/** Send requests of the rolling minute. */
		rate_limit: Api.Usage.RateLimit;
		/** The last 24 hours, to the minute. */
		daily: Api.Usage.Daily;
		/** The last 30 times 24 hours, to the hour. */
		monthly: Api.Usage.Monthly;
		contacts: Api.Usage.Contacts;
		webhooks: Api.Usage.Webhooks;
		/** Prepaid emails left; below zero what was sent beyond them. */
		credits_balance: number;
		/** Emails of the rolling month past the plan's included volume; those in test mode are never billed. */
		overage_emails: number;
		/** Emails of the rolling month from broadcasts, automations and the marketing stream. */
		marketing_emails: number;
		/** What `overage_emails` come to, in US dollars: 0.35 per 1,000 on payg; 0.28 on credits, drawn from the balance. */
		estimated_cost_usd: number;
	}

	export namespace Usage {
		export type PlanEnum = "free" | "payg" | "credits";

		/** Send requests of the rolling minute. */
		export interface RateLimit {
			/** Null where there is none. */
			limit: number | null;
			/** Never below 0; null where there is no limit. */
			remaining: number | null;
			/** Seconds until the oldest counted request leaves the minute; 0 if none is counted. */
			reset: number;
		}

		/** The last 24 hours, to the minute. */
		export interface Daily {
			/** Null where there is none. */
			limit: number | null;
			/** Emails of the rolling window, those in test mode included. */
			used: number;
			/** Never below 0; null where there is no limit. */
			remaining: number | null;
		}

		/** The last 30 times 24 hours, to the hour. */
		export interface Monthly {
			/** Null where there is none. */
			limit: number | null;
			/** Emails of the rolling window, those in test mode included. */
			used: number;
			/** Never below 0; null where there is no limit. */
			remaining: number | null;
			/** False: `limit` is what the plan includes, and sending goes on past it. */
			gates: boolean;
		}

		export interface Contacts {
			/** Null where there is none. */
			limit: number | null;
			used: number;
		}

		export interface Webhooks {
			/** Null where there is none. */
			limit: number | null;
			used: number;
		}
	}

	export interface ValidationFailed {
		error: Api.ValidationFailed.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** Path of the offending field, such as `attachments[0].filename`. */
		field?: string | undefined;
		/** The limit that was exceeded. */
		max?: number | undefined;
		/** The limit in bytes. */
		max_bytes?: number | undefined;
	}

	export namespace ValidationFailed {
		export type ErrorEnum = "validation_failed";
	}

	export interface ValidationFailedOrInvalidCursor {
		error: Api.ValidationFailedOrInvalidCursor.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** Path of the offending field, such as `attachments[0].filename`. */
		field?: string | undefined;
		/** The limit that was exceeded. */
		max?: number | undefined;
		/** The limit in bytes. */
		max_bytes?: number | undefined;
	}

	export namespace ValidationFailedOrInvalidCursor {
		export type ErrorEnum = "validation_failed" | "invalid_cursor";
	}

	export interface ValidationFailedOrInvalidEmail {
		error: Api.ValidationFailedOrInvalidEmail.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** Path of the offending field, such as `attachments[0].filename`. */
		field?: string | undefined;
		/** The limit that was exceeded. */
		max?: number | undefined;
		/** The limit in bytes. */
		max_bytes?: number | undefined;
	}

	export namespace ValidationFailedOrInvalidEmail {
		export type ErrorEnum = "validation_failed" | "invalid_email";
	}

	export interface ValidationFailedOrInvalidFilter {
		error: Api.ValidationFailedOrInvalidFilter.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** Path of the offending field, such as `attachments[0].filename`. */
		field?: string | undefined;
		/** The limit that was exceeded. */
		max?: number | undefined;
		/** The limit in bytes. */
		max_bytes?: number | undefined;
		/** Place of the fault within the filter, such as `and[1].op`; empty for the filter as a whole. */
		path?: string | undefined;
	}

	export namespace ValidationFailedOrInvalidFilter {
		export type ErrorEnum = "validation_failed" | "invalid_filter";
	}

	export interface ValidationFailedOrInvalidName {
		error: Api.ValidationFailedOrInvalidName.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** Path of the offending field, such as `attachments[0].filename`. */
		field?: string | undefined;
		/** The limit that was exceeded. */
		max?: number | undefined;
		/** The limit in bytes. */
		max_bytes?: number | undefined;
	}

	export namespace ValidationFailedOrInvalidName {
		export type ErrorEnum = "validation_failed" | "invalid_name";
	}

	export interface ValidationFailedOrMessageNotCancellable {
		error: Api.ValidationFailedOrMessageNotCancellable.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** Path of the offending field, such as `attachments[0].filename`. */
		field?: string | undefined;
		/** The limit that was exceeded. */
		max?: number | undefined;
		/** The limit in bytes. */
		max_bytes?: number | undefined;
		/** The state that the message is in. */
		status?: string | undefined;
	}

	export namespace ValidationFailedOrMessageNotCancellable {
		export type ErrorEnum = "validation_failed" | "message_not_cancellable";
	}

	export interface Webhook {
		/** Opaque id. */
		id: string;
		url: string;
		/** Types of events, or `*` alone for all of them, those to come included. */
		events: Api.Webhook.EventEnum[];
		description: string | null;
		/** An endpoint that is not active gets no events; what waits for it is held until it is again. */
		active: boolean;
		/** Key of the signatures; begins with `whsec_`. Shown once, when it is made; empty everywhere else. */
		secret: string;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
	}

	export namespace Webhook {
		export type EventEnum = "*" | "sent" | "delivery" | "delivery_delayed" | "failed" | "bounce" | "complaint" | "suppressed" | "open" | "click" | "scheduled" | "cancelled" | "contact.created" | "contact.updated" | "contact.import.completed" | "inbound.received" | "automation.webhook";
	}

	export interface WebhookDelivery {
		/** Opaque id. */
		id: string;
		/** Opaque id. */
		webhook_id: string;
		/** The same over attempts and replays, and for every endpoint that gets the event. */
		event_id: string;
		type: Api.WebhookDelivery.TypeEnum;
		message_id: string | null;
		/** `failed` after the eighth attempt. */
		status: Api.WebhookDelivery.StatusEnum;
		attempts: Api.WebhookDelivery.Attempt[];
		attempt_count: number;
		/** Null once it is delivered or failed. */
		next_attempt_at: number | null;
		/** The delivery that this one repeats. */
		replay_of: string | null;
		payload: Api.MessageWebhookEvent | Api.ContactWebhookEvent | Api.ImportWebhookEvent | Api.InboundWebhookEvent | Api.AutomationWebhookEvent;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
	}

	export namespace WebhookDelivery {
		export type TypeEnum = "sent" | "delivery" | "delivery_delayed" | "failed" | "bounce" | "complaint" | "suppressed" | "open" | "click" | "scheduled" | "cancelled" | "contact.created" | "contact.updated" | "contact.import.completed" | "inbound.received" | "automation.webhook";

		/** `failed` after the eighth attempt. */
		export type StatusEnum = "pending" | "delivered" | "failed";

		export interface Attempt {
			/** 1 for the first. */
			attempt: number;
			/** Milliseconds since 1970-01-01T00:00:00Z. */
			at: number;
			/** HTTP status; null where no answer came. */
			response_status: number | null;
			duration_ms: number;
			/** Why no answer came: `timeout`, `url_not_allowed` or a code such as `ECONNREFUSED`. */
			error: string | null;
		}
	}

	export interface WebhookLimitReached {
		error: Api.WebhookLimitReached.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The limit that is reached. */
		limit: number;
	}

	export namespace WebhookLimitReached {
		export type ErrorEnum = "webhook_limit_reached";
	}

	export interface WebhooksCreate422Response {
		error: Api.WebhooksCreate422Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** Path of the offending field, such as `attachments[0].filename`. */
		field?: string | undefined;
		/** The limit that was exceeded. */
		max?: number | undefined;
		/** The limit in bytes. */
		max_bytes?: number | undefined;
	}

	export namespace WebhooksCreate422Response {
		export type ErrorEnum = "missing_field" | "validation_failed" | "invalid_event_type" | "url_must_be_https" | "url_not_allowed";
	}

	export interface WebhooksCreateRequest {
		/** An https URL without credentials, whose host has public addresses only. */
		url: string;
		/** Types of events to get; `*` for all. */
		events: Api.WebhooksCreateRequest.EventEnum[];
		description?: string | undefined;
	}

	export namespace WebhooksCreateRequest {
		export type EventEnum = "*" | "sent" | "delivery" | "delivery_delayed" | "failed" | "bounce" | "complaint" | "suppressed" | "open" | "click" | "scheduled" | "cancelled" | "contact.created" | "contact.updated" | "contact.import.completed" | "inbound.received" | "automation.webhook";
	}

	export interface WebhooksList200Response {
		data: Api.Webhook[];
		/** There are no further pages. */
		next_cursor: null;
	}

	export interface WebhooksListDeliveries200Response {
		data: Api.WebhookDelivery[];
		/** Position of the next page; null on the last one. */
		next_cursor: string | null;
	}

	/** Only deliveries in this state; an unknown one is ignored. */
	export type WebhooksListDeliveriesStatusEnum = "pending" | "delivered" | "failed";

	/** Only this type of event; an unknown one is ignored. */
	export type WebhooksListDeliveriesTypeEnum = "sent" | "delivery" | "delivery_delayed" | "failed" | "bounce" | "complaint" | "suppressed" | "open" | "click" | "scheduled" | "cancelled" | "contact.created" | "contact.updated" | "contact.import.completed" | "inbound.received" | "automation.webhook";

	export interface WebhooksReplay202Response {
		replayed: number;
		data: Api.WebhookDelivery[];
	}

	export interface WebhooksReplay422Response {
		error: Api.WebhooksReplay422Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** Path of the offending field, such as `attachments[0].filename`. */
		field: string;
		/** The limit that was exceeded. */
		max?: number | undefined;
		/** The limit in bytes. */
		max_bytes?: number | undefined;
	}

	export namespace WebhooksReplay422Response {
		export type ErrorEnum = "missing_field" | "validation_failed" | "invalid_event_type";
	}

	export interface WebhooksReplayRequest {
		/** Only these deliveries. */
		delivery_ids?: string[] | undefined;
		/** Only events of this message. */
		message_id?: string | undefined;
		/** Only these types of events; an empty list is all of them. */
		types?: Api.WebhooksReplayRequest.TypeEnum[] | undefined;
		/** Only deliveries in this state. */
		status?: Api.WebhooksReplayRequest.StatusEnum | undefined;
		/** Only deliveries made at or after this time. */
		since?: number | undefined;
		/** Only deliveries made at or before this time. */
		until?: number | undefined;
		/** Most deliveries to repeat, 1 to 50; 50 unless given. */
		limit?: number | undefined;
	}

	export namespace WebhooksReplayRequest {
		export type TypeEnum = "sent" | "delivery" | "delivery_delayed" | "failed" | "bounce" | "complaint" | "suppressed" | "open" | "click" | "scheduled" | "cancelled" | "contact.created" | "contact.updated" | "contact.import.completed" | "inbound.received" | "automation.webhook";

		/** Only deliveries in this state. */
		export type StatusEnum = "pending" | "delivered" | "failed";
	}

	export interface WebhooksTest422Response {
		error: Api.WebhooksTest422Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** Path of the offending field, such as `attachments[0].filename`. */
		field: string;
		/** The limit that was exceeded. */
		max?: number | undefined;
		/** The limit in bytes. */
		max_bytes?: number | undefined;
	}

	export namespace WebhooksTest422Response {
		export type ErrorEnum = "missing_field" | "validation_failed" | "invalid_event_type";
	}

	export interface WebhooksTestRequest {
		/** The first type that the endpoint gets unless given. */
		type?: Api.WebhooksTestRequest.TypeEnum | undefined;
	}

	export namespace WebhooksTestRequest {
		/** The first type that the endpoint gets unless given. */
		export type TypeEnum = "sent" | "delivery" | "delivery_delayed" | "failed" | "bounce" | "complaint" | "suppressed" | "open" | "click" | "scheduled" | "cancelled" | "contact.created" | "contact.updated" | "contact.import.completed" | "inbound.received" | "automation.webhook";
	}

	export interface WebhooksUpdate422Response {
		error: Api.WebhooksUpdate422Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** Path of the offending field, such as `attachments[0].filename`. */
		field?: string | undefined;
		/** The limit that was exceeded. */
		max?: number | undefined;
		/** The limit in bytes. */
		max_bytes?: number | undefined;
	}

	export namespace WebhooksUpdate422Response {
		export type ErrorEnum = "missing_field" | "validation_failed" | "invalid_event_type" | "url_must_be_https" | "url_not_allowed";
	}

	export interface WebhooksUpdateRequest {
		/** An https URL without credentials, whose host has public addresses only. */
		url?: string | undefined;
		/** Types of events to get; `*` for all. */
		events?: Api.WebhooksUpdateRequest.EventEnum[] | undefined;
		active?: boolean | undefined;
		description?: string | null | undefined;
	}

	export namespace WebhooksUpdateRequest {
		export type EventEnum = "*" | "sent" | "delivery" | "delivery_delayed" | "failed" | "bounce" | "complaint" | "suppressed" | "open" | "click" | "scheduled" | "cancelled" | "contact.created" | "contact.updated" | "contact.import.completed" | "inbound.received" | "automation.webhook";
	}
}
