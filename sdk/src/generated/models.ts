// Generated from contract/openapi.json by `npm run generate`. Do not edit.

export namespace Api {
	/** Makes the contact a member of an audience. */
	export interface AddToAudienceStep {
		type: 'add_to_audience';
		/** 1 to 40 small letters, digits, _ and -, unique within the automation; given where there is none. */
		id?: string | undefined;
		/** Id of the audience. */
		audience_id: string;
	}

	export namespace AddToAudienceStep {
		/** Type of the step, which determines its fields. */
		export type TypeEnum = "add_to_audience";
	}

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
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.AliasTaken.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** Alias of the template. */
		alias: string;
	}

	export namespace AliasTaken {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "alias_taken";
	}

	/** Matches every contact. */
	export interface AllFilter {
		/** Always true: there is nothing to test. */
		all: boolean;
	}

	/** Matches what all of its filters match. */
	export interface AndFilter {
		/** Filters, at least one. */
		and: Api.SegmentFilter[];
	}

	export interface ApiKey {
		/** Id of this object: an opaque string that never changes. */
		id: string;
		/** Display name of this object. */
		name: string;
		/** `full_access` allows everything, `sending_access` only sending. */
		permission: Api.ApiKey.PermissionEnum;
		/** The only domain this key may send from; null for every verified one. */
		domain_id: string | null;
		/** First characters of the key, to recognise it. */
		prefix: string;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
		/** Accurate to a minute. */
		last_used_at: number | null;
	}

	export namespace ApiKey {
		/** `full_access` allows everything, `sending_access` only sending. */
		export type PermissionEnum = "full_access" | "sending_access";
	}

	export interface ApiKeysCreateRequest {
		/** 1 to 255 characters, not counting surrounding white space; need not be unique. */
		name: string;
		/** `full_access` allows everything, `sending_access` only sending. */
		permission: Api.ApiKeysCreateRequest.PermissionEnum;
		/** A verified domain; only with `sending_access`. */
		domain_id?: string | undefined;
	}

	export namespace ApiKeysCreateRequest {
		/** `full_access` allows everything, `sending_access` only sending. */
		export type PermissionEnum = "full_access" | "sending_access";
	}

	export interface ApiKeysList200Response {
		/** The rows of this page, in list order; empty if there are none. */
		data: Api.ApiKey[];
		/** Cursor of the next page; null on the last one. */
		next_cursor: string | null;
	}

	export interface Attachment {
		/** File name shown to the reader, 1 to 255 characters. */
		filename: string;
		/** Media type; defaults to that of the upload, or `application/octet-stream`. */
		content_type?: string | undefined;
		/** The file in base64, at most 10485760 bytes decoded; give either this or `storage_key`. */
		content?: string | undefined;
		/** Storage key of an uploaded file; give either this or `content`. */
		storage_key?: string | undefined;
		/** Makes the file an inline image, referenced as `<img src="cid:…">`. */
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
		/** Greater than the value, at least, less than, or at most the value. */
		op: Api.AttributeNumberCondition.OpEnum;
		/** Number to compare it with. */
		value: number;
	}

	export namespace AttributeNumberCondition {
		/** Greater than the value, at least, less than, or at most the value. */
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

	/** A test of an attribute as a string, case-sensitive. */
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
		/** Id of this object: an opaque string that never changes. */
		id: string;
		/** Display name of this object. */
		name: string;
		/** Empty if none was given. */
		description: string;
		/** Number of members, whatever their status. */
		member_count: number;
		/** Number of members that are subscribed. */
		subscribed_count: number;
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
		/** The id of an audience, or 1 to 20 any of which may match. */
		value: string | string[];
	}

	export namespace AudienceCondition {
		/** The audiences that the contact is in. */
		export type FieldEnum = "audience";

		/** Whether it is in the audience, or in any of several. */
		export type OpEnum = "member_of" | "not_member_of";
	}

	export interface AudienceResult {
		/** Id of this object: an opaque string that never changes. */
		id: string;
		/** Display name of this object. */
		name: string;
		/** Empty if none was given. */
		description: string;
	}

	export interface AudiencesAddMember422Response {
		/** The code, which tells programs what went wrong and stays as it is. */
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
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "missing_field" | "validation_failed" | "invalid_email" | "contact_not_found";
	}

	export interface AudiencesAddMemberRequest {
		/** Id of a contact of the tenant; this or `email` is required. */
		contact_id?: string | undefined;
		/** Bare address of a contact of the tenant, if there is no `contact_id`; it is trimmed and converted to lower case. */
		email?: string | undefined;
	}

	export interface AudiencesAddMembers200Response {
		/** A result for each item, in order: those of `contact_ids`, then those of `emails`. */
		data: Api.AudiencesAddMembers200Response.Datum[];
		/** Number of items by result. */
		summary: Api.AudiencesAddMembers200Response.Summary;
	}

	export namespace AudiencesAddMembers200Response {
		export interface Datum {
			/** As sent in `emails`, null if it is not a string; absent from results of `contact_ids`. */
			email?: string | null | undefined;
			/** As sent, null if it is not a string; for an item of `emails` the id of the contact, null if there is none. */
			contact_id: string | null;
			/** Whether the contact is a new member. */
			added: boolean;
			/** An error code; also null if the contact was a member already. */
			error: string | null;
		}

		/** Number of items by result. */
		export interface Summary {
			/** Contacts that are new members. */
			added: number;
			/** Items that added nothing. */
			skipped: number;
		}
	}

	export interface AudiencesAddMembers422Response {
		/** The code, which tells programs what went wrong and stays as it is. */
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
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "validation_failed" | "empty_batch" | "batch_too_large";
	}

	export interface AudiencesAddMembersRequest {
		/** Ids of contacts; 1 to 100 together with `emails`. */
		contact_ids?: string[] | undefined;
		/** Bare addresses of contacts; each is trimmed and converted to lower case. */
		emails?: string[] | undefined;
	}

	export interface AudiencesCreateRequest {
		/** 1 to 255 characters; need not be unique. */
		name: string;
		/** At most 1000 characters. */
		description?: string | undefined;
	}

	export interface AudiencesList200Response {
		/** The rows of this page, in list order; empty if there are none. */
		data: Api.Audience[];
		/** Cursor of the next page; null on the last one. */
		next_cursor: string | null;
	}

	export interface AudiencesListMembers200Response {
		/** The rows of this page, in list order; empty if there are none. */
		data: Api.Contact[];
		/** Cursor of the next page; null on the last one. */
		next_cursor: string | null;
	}

	export interface AudiencesListOfContact200Response {
		/** The rows of this page, in list order; empty if there are none. */
		data: Api.Audience[];
		/** Cursor of the next page; null on the last one. */
		next_cursor: string | null;
	}

	export interface AudiencesUpdateRequest {
		/** 1 to 255 characters; need not be unique. */
		name?: string | undefined;
		/** At most 1000 characters. */
		description?: string | undefined;
	}

	export interface Automation {
		/** Id of this object: an opaque string that never changes. */
		id: string;
		/** Name of the automation; contacts never see it. */
		name: string;
		/** Your notes about it. */
		description: string | null;
		/** What enrolls contacts. */
		trigger_kind: Api.Automation.TriggerKindEnum;
		/** `audience_id` for `audience_added`; looked up at activation. */
		trigger_config: Api.Automation.TriggerConfig;
		/** As submitted, with ids for steps that had none. */
		steps: Api.AutomationStep[];
		/** Domain that its mail is sent from, as given; activation requires a verified one. */
		from_domain_id: string | null;
		/** Sender of its mail, as given; null for the default sender of the domain. */
		from: string | null;
		/** Address for replies to its mail; null for the sender. */
		reply_to: string | null;
		/** `archived` is final. */
		status: Api.Automation.StatusEnum;
		/** Number of enrollments by state. */
		enrollment_counts: Api.Automation.EnrollmentCounts;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		updated_at: number;
		/** When it was last activated, in milliseconds since 1970-01-01T00:00:00Z. */
		activated_at: number | null;
		/** When it was archived, in milliseconds since 1970-01-01T00:00:00Z; null if it is not. */
		archived_at: number | null;
	}

	export namespace Automation {
		/** What enrolls contacts. */
		export type TriggerKindEnum = "contact_created" | "audience_added";

		/** `audience_id` for `audience_added`; looked up at activation. */
		export interface TriggerConfig {
			/** The audience that contacts join, for `audience_added`. */
			audience_id?: string | undefined;
		}

		/** `archived` is final. */
		export type StatusEnum = "draft" | "active" | "paused" | "archived";

		/** Number of enrollments by state. */
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

	export interface AutomationLimitReachedOrNotActivatable {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.AutomationLimitReachedOrNotActivatable.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The limit that was reached. */
		limit?: number | undefined;
		/** The state that it is in. */
		status?: string | undefined;
	}

	export namespace AutomationLimitReachedOrNotActivatable {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "automation_limit_reached" | "not_activatable";
	}

	export interface AutomationMailStats {
		/** Mails that were made. */
		total: number;
		/** Mails that wait, are under way or are tried again. */
		queued: number;
		/** Mails that the provider accepted, also if they bounced later. */
		sent: number;
		/** Mails that could not be sent. */
		failed: number;
		/** Mails whose recipient was found on a list. */
		suppressed: number;
		/** Mails that were cancelled before they left. */
		cancelled: number;
		/** Events of these mails, by type. */
		events: Api.AutomationMailStats.Events;
		/** Contacts that opened theirs. */
		unique_opens: number;
		/** Contacts that clicked in theirs. */
		unique_clicks: number;
	}

	export namespace AutomationMailStats {
		/** Events of these mails, by type. */
		export interface Events {
			/** Events of type `sent`, those that repeat included. */
			sent: number;
			/** Events of type `delivery`, those that repeat included. */
			delivery: number;
			/** Events of type `delivery_delayed`, those that repeat included. */
			delivery_delayed: number;
			/** Events of type `failed`, those that repeat included. */
			failed: number;
			/** Events of type `bounce`, those that repeat included. */
			bounce: number;
			/** Events of type `complaint`, those that repeat included. */
			complaint: number;
			/** Events of type `suppressed`, those that repeat included. */
			suppressed: number;
			/** Events of type `open`, those that repeat included. */
			open: number;
			/** Events of type `click`, those that repeat included. */
			click: number;
			/** Events of type `scheduled`, those that repeat included. */
			scheduled: number;
			/** Events of type `cancelled`, those that repeat included. */
			cancelled: number;
		}
	}

	export interface AutomationsActivate422Response {
		/** The code, which tells programs what went wrong and stays as it is. */
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
		/** The sender as given; empty where none was. */
		from?: string | undefined;
	}

	export namespace AutomationsActivate422Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "validation_failed" | "invalid_steps" | "invalid_trigger" | "from_domain_not_verified";
	}

	export interface AutomationsCreate422Response {
		/** The code, which tells programs what went wrong and stays as it is. */
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
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "missing_field" | "validation_failed" | "invalid_steps" | "invalid_trigger";
	}

	export interface AutomationsCreateRequest {
		/** 1 to 255 characters, not counting surrounding white space; need not be unique. */
		name: string;
		/** `contact_created`: contacts that are created one by one. `audience_added`: contacts that join an audience. */
		trigger_kind: Api.AutomationsCreateRequest.TriggerKindEnum;
		/** At most 1000 characters. */
		description?: string | null | undefined;
		/** `audience_id` for `audience_added`; looked up at activation. */
		trigger_config?: Api.AutomationsCreateRequest.TriggerConfig | undefined;
		/** The steps; none by default. */
		steps?: Api.AutomationStep[] | undefined;
		/** Id of the verified domain that its mail is sent from; required for activation. */
		from_domain_id?: string | null | undefined;
		/** Sender; by default the default sender of the domain, or `hello` at the domain. */
		from?: string | null | undefined;
		/** Address for replies. */
		reply_to?: string | null | undefined;
	}

	export namespace AutomationsCreateRequest {
		/** `contact_created`: contacts that are created one by one. `audience_added`: contacts that join an audience. */
		export type TriggerKindEnum = "contact_created" | "audience_added";

		/** `audience_id` for `audience_added`; looked up at activation. */
		export interface TriggerConfig {
			/** The audience that contacts join, for `audience_added`. */
			audience_id?: string | undefined;
		}
	}

	export interface AutomationsEnroll422Response {
		/** The code, which tells programs what went wrong and stays as it is. */
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
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "missing_field" | "validation_failed" | "invalid_email" | "contact_not_found";
	}

	export interface AutomationsEnrollRequest {
		/** Id of a contact of the tenant; this or `email` is required. */
		contact_id?: string | undefined;
		/** Bare address of a contact of the tenant, if there is no `contact_id`; it is trimmed and converted to lower case. */
		email?: string | undefined;
	}

	export interface AutomationSimulation {
		/** The steps that the contact would pass through, in order. */
		path: Api.AutomationSimulation.Path[];
		/** How the run would end. */
		ended: Api.AutomationSimulation.EndedEnum;
	}

	export namespace AutomationSimulation {
		export interface Path {
			/** Id of the step. */
			step: string;
			/** Type of the step. */
			type: Api.AutomationSimulation.Path.TypeEnum;
			/** When it would be executed, in milliseconds since 1970-01-01T00:00:00Z. */
			at: number;
			/** What the result would be. */
			outcome: Api.AutomationSimulation.Path.OutcomeEnum;
			/** The subject of a mail, or why a step fails or cancels; after `empty_subject: …` the run goes on. */
			detail: string | null;
		}

		export namespace Path {
			/** Type of the step. */
			export type TypeEnum = "send_email" | "wait" | "wait_until" | "update_contact" | "add_to_audience" | "remove_from_audience" | "webhook" | "exit" | "wait_for_event" | "branch";

			/** What the result would be. */
			export type OutcomeEnum = "sent" | "waited" | "happened" | "timed_out" | "then" | "else" | "updated" | "added" | "removed" | "announced" | "exited" | "cancelled" | "failed";
		}

		/** How the run would end. */
		export type EndedEnum = "completed" | "cancelled" | "failed";
	}

	export interface AutomationsList200Response {
		/** The rows of this page, in list order; empty if there are none. */
		data: Api.Automation[];
		/** Cursor of the next page; null on the last one. */
		next_cursor: string | null;
	}

	export interface AutomationsListEnrollments200Response {
		/** The rows of this page, in list order; empty if there are none. */
		data: Api.ListedEnrollment[];
		/** Cursor of the next page; null on the last one. */
		next_cursor: string | null;
	}

	/** Only enrollments in this state. */
	export type AutomationsListEnrollmentsStatusEnum = "active" | "completed" | "cancelled" | "failed";

	export interface AutomationsSimulate422Response {
		/** The code, which tells programs what went wrong and stays as it is. */
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
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "missing_field" | "validation_failed" | "invalid_email" | "invalid_steps" | "contact_not_found";
	}

	export interface AutomationsSimulateRequest {
		/** Id of a contact of the tenant; this or `email` is required. */
		contact_id?: string | undefined;
		/** Bare address of a contact of the tenant, if there is no `contact_id`; it is trimmed and converted to lower case. */
		email?: string | undefined;
		/** Events to simulate for the mails, at most 100. */
		events?: Api.AutomationsSimulateRequest.Event[] | undefined;
	}

	export namespace AutomationsSimulateRequest {
		export interface Event {
			/** Type of the event. */
			event: Api.AutomationsSimulateRequest.Event.EventEnum;
			/** Id of the `send_email` step whose mail it happens to, or else 422; the last one that was sent before the wait unless given. */
			step?: string | undefined;
			/** Seconds from the sending of that mail to the event. */
			after_seconds: number;
		}

		export namespace Event {
			/** Type of the event. */
			export type EventEnum = "delivery" | "open" | "click" | "bounce";
		}
	}

	export interface AutomationStats {
		/** Id of the automation. */
		automation_id: string;
		/** Number of enrollments by state. */
		enrollments: Api.AutomationStats.Enrollments;
		/** All steps, in the order of the program. */
		steps: Api.AutomationStats.Step[];
	}

	export namespace AutomationStats {
		/** Number of enrollments by state. */
		export interface Enrollments {
			/** Contacts that are in it. */
			active: number;
			/** Contacts that came to its end. */
			completed: number;
			/** Contacts that were taken out. */
			cancelled: number;
			/** Contacts at which a step failed for good. */
			failed: number;
		}

		export interface Step {
			/** Id of the step. */
			step: string;
			/** Type of the step. */
			type: string;
			/** Path of the step, such as `steps[1].then[0]`. */
			path: string;
			/** Contacts that are at this step now. */
			active: number;
			/** Contacts that were taken out here. */
			cancelled: number;
			/** Contacts at which this step failed for good. */
			failed: number;
			/** Outcomes of the mails of this step; null if it sends none. */
			mail: Api.AutomationMailStats | null;
		}
	}

	/** One step, by its `type`. At most 50 steps in all, 4 levels and 65536 bytes of JSON. */
	export type AutomationStep = Api.SendEmailStep | Api.WaitStep | Api.WaitUntilStep | Api.UpdateContactStep | Api.AddToAudienceStep | Api.RemoveFromAudienceStep | Api.WebhookStep | Api.ExitStep | Api.WaitForEventStep | Api.BranchStep;

	export interface AutomationsUpdate422Response {
		/** The code, which tells programs what went wrong and stays as it is. */
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
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "missing_field" | "validation_failed" | "invalid_steps" | "invalid_trigger";
	}

	export interface AutomationsUpdateRequest {
		/** 1 to 255 characters, not counting surrounding white space; need not be unique. */
		name?: string | undefined;
		/** `contact_created`: contacts that are created one by one. `audience_added`: contacts that join an audience. */
		trigger_kind?: Api.AutomationsUpdateRequest.TriggerKindEnum | undefined;
		/** At most 1000 characters. */
		description?: string | null | undefined;
		/** `audience_id` for `audience_added`; looked up at activation. */
		trigger_config?: Api.AutomationsUpdateRequest.TriggerConfig | undefined;
		/** The steps; none by default. */
		steps?: Api.AutomationStep[] | undefined;
		/** Id of the verified domain that its mail is sent from; required for activation. */
		from_domain_id?: string | null | undefined;
		/** Sender; by default the default sender of the domain, or `hello` at the domain. */
		from?: string | null | undefined;
		/** Address for replies. */
		reply_to?: string | null | undefined;
	}

	export namespace AutomationsUpdateRequest {
		/** `contact_created`: contacts that are created one by one. `audience_added`: contacts that join an audience. */
		export type TriggerKindEnum = "contact_created" | "audience_added";

		/** `audience_id` for `audience_added`; looked up at activation. */
		export interface TriggerConfig {
			/** The audience that contacts join, for `audience_added`. */
			audience_id?: string | undefined;
		}
	}

	export interface AutomationWebhookEvent {
		/** A `webhook` step of an automation was executed. */
		type: Api.AutomationWebhookEvent.TypeEnum;
		/** Id of the event, the same for all attempts and replays: use it to recognise duplicates. */
		event_id: string;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		timestamp: number;
		/** True for a sample event, absent otherwise. */
		sample?: boolean | undefined;
		/** Name given by the step. */
		name: string;
		/** Data given by the step. */
		data: { [name: string]: unknown };
		/** Id of the automation. */
		automation_id: string;
		/** Id of the enrollment. */
		enrollment_id: string;
		/** The contact as it was when the event was recorded. */
		contact: Api.Contact;
	}

	export namespace AutomationWebhookEvent {
		/** A `webhook` step of an automation was executed. */
		export type TypeEnum = "automation.webhook";
	}

	export interface BatchSendRefusal {
		[key: string]: unknown | undefined;
		/** Index of the item in the request, from 0. */
		index: number;
		/** Always null: there is no message. */
		message_id: null;
		/** Always `rejected`: the item was not accepted. */
		status: Api.BatchSendRefusal.StatusEnum;
		/** Why the item was not accepted. The further fields of the error are siblings of this one. */
		error: Api.ErrorCode;
		/** Human-readable explanation; the wording may change. */
		detail: string;
	}

	export namespace BatchSendRefusal {
		/** Always `rejected`: the item was not accepted. */
		export type StatusEnum = "rejected";
	}

	export interface BatchSendResult {
		/** Id of the message. */
		message_id: string;
		/** `suppressed`: every recipient in `to` is suppressed, and nothing is sent. `sent` and `failed` occur only in test mode. */
		status: Api.BatchSendResult.StatusEnum;
		/** Whether delivery is simulated. */
		test_mode: boolean;
		/** Null unless the message is scheduled. */
		scheduled_at: number | null;
		/** Recipients left out because they are suppressed. */
		suppressed_recipients: string[];
		/** Present where something seems to be amiss with what was accepted, at most 20. With `strict` it is refused instead. */
		warnings?: Api.SendWarning[] | undefined;
		/** Index of the item in the request, from 0. */
		index: number;
		/** Always null: the item was accepted. */
		error: null;
	}

	export namespace BatchSendResult {
		/** `suppressed`: every recipient in `to` is suppressed, and nothing is sent. `sent` and `failed` occur only in test mode. */
		export type StatusEnum = "queued" | "scheduled" | "suppressed" | "sent" | "failed";
	}

	/** Chooses a branch by whether the contact matches a filter at that time. */
	export interface BranchStep {
		type: 'branch';
		/** 1 to 40 small letters, digits, _ and -, unique within the automation; given where there is none. */
		id?: string | undefined;
		/** Which contacts: conditions, joined by `and`, `or` and `not`, or `{"all": true}`. A negative operator matches exactly what its positive one does not, so `neq` also matches contacts without the attribute; null counts as no value. A field that a form does not have is refused. At most 5 levels, 50 conditions and 16384 bytes of JSON. */
		filter: Api.SegmentFilter;
		/** Steps to execute if the filter matches the contact. */
		then?: Api.AutomationStep[] | undefined;
		/** Steps to execute if it does not. */
		else?: Api.AutomationStep[] | undefined;
	}

	export namespace BranchStep {
		/** Type of the step, which determines its fields. */
		export type TypeEnum = "branch";
	}

	export interface Broadcast {
		/** Id of this object: an opaque string that never changes. */
		id: string;
		/** Display name of this object. */
		name: string;
		/** Liquid, like the bodies; empty in a draft without one. */
		subject: string;
		/** The domain that it is sent from; null for the domain of `from`, or else the tenant's oldest. */
		from_domain_id: string | null;
		/** The sender; null for the domain's default. */
		from: string | null;
		/** Address for replies; null for the sender. */
		reply_to: string | null;
		/** Text that mailboxes show beside the subject. */
		preview_text: string | null;
		/** HTML as written; null if there is none. */
		body_html: string | null;
		/** Plain text as written; null if it is generated from `body_html`. */
		body_text: string | null;
		/** Type of the target; null if there is none. */
		target_kind: Api.Broadcast.TargetKindEnum | null;
		/** The audience or segment that it is sent to; null if there is none. */
		target_id: string | null;
		/** State of the broadcast; `sent` once every recipient was tried. `sent` and `cancelled` are final. */
		status: Api.Broadcast.StatusEnum;
		/** When it will be sent, ms since 1970-01-01T00:00:00Z; null unless it was scheduled. */
		scheduled_at: number | null;
		/** Contacts of the target when it was sent, whatever their status. */
		total_recipients: number;
		/** Contacts whose mail was queued. */
		sent_count: number;
		/** Contacts skipped while mail was queued, including suppressed ones. */
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

		/** State of the broadcast; `sent` once every recipient was tried. `sent` and `cancelled` are final. */
		export type StatusEnum = "draft" | "scheduled" | "sending" | "paused" | "sent" | "cancelled";
	}

	export interface BroadcastLedger {
		/** The sum of the others; 0 for a cancelled broadcast, whose target is not processed. */
		total: number;
		/** Contacts of the target that were not processed yet. */
		pending: number;
		/** Mail that is waiting, being sent or being retried. */
		queued: number;
		/** Mail that the provider accepted, even if it bounced later. */
		sent: number;
		/** Mail that could not be sent. */
		failed: number;
		/** Contacts found on a suppression list. */
		suppressed: number;
		/** Contacts skipped for another reason. */
		skipped: number;
	}

	export interface BroadcastPreview {
		/** Current contacts of the target; null without a target. */
		counts: Api.BroadcastPreview.Counts | null;
		/** The mail as one contact would get it. */
		sample: Api.BroadcastPreview.Sample;
		/** Paths such as `attributes.city` that the contact lacks; they were rendered as nothing. */
		missing: string[];
		/** Possible mistakes; they do not prevent sending. */
		warnings: Api.BroadcastPreview.Warning[];
	}

	export namespace BroadcastPreview {
		export interface Counts {
			/** All contacts of the target. */
			total: number;
			/** Subscribed and on no suppression list. */
			deliverable: number;
			/** Contacts that are unsubscribed. */
			unsubscribed: number;
			/** Contacts that are cleaned. */
			cleaned: number;
			/** Subscribed, but on a suppression list. */
			suppressed: number;
		}

		/** The mail as one contact would get it. */
		export interface Sample {
			/** The contact; null if nobody would get it, and it was rendered without one. */
			contact_id: string | null;
			/** The sender; null if there is none that it can be sent from. */
			from: string | null;
			/** The subject as rendered. */
			subject: string;
			/** The HTML as rendered; null if there is none. */
			html_body: string | null;
			/** The plain text as rendered; null if there is none. */
			text_body: string | null;
			/** Size of subject and bodies in bytes. */
			size: number;
		}

		export interface Warning {
			/** Code of the warning, for programs. */
			code: Api.BroadcastPreview.Warning.CodeEnum;
			/** Human-readable explanation; the wording may change. */
			detail: string;
		}

		export namespace Warning {
			/** Code of the warning, for programs. */
			export type CodeEnum = "empty_subject" | "merge_tag" | "insecure_link" | "no_unsubscribe_link" | "large_message";
		}
	}

	export interface BroadcastRecipient {
		/** Id of the contact. */
		contact_id: string;
		/** Address of the contact when it was processed. */
		email: string;
		/** Outcome, by the names of the ledger. */
		status: Api.BroadcastRecipient.StatusEnum;
		/** Why there was no mail: `unsubscribed`, `cleaned`, `deleted`, `cancelled`, `suppressed`, the rendering error (`empty_subject: …`, `template_render_failed: …`), or the reply to the last attempt. */
		reason: string | null;
		/** The mail that was created; null if there is none. */
		message_id: string | null;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		updated_at: number;
	}

	export namespace BroadcastRecipient {
		/** Outcome, by the names of the ledger. */
		export type StatusEnum = "queued" | "sent" | "failed" | "suppressed" | "skipped";
	}

	export interface BroadcastsCreate422Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.BroadcastsCreate422Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** Path of the offending field, such as `attachments[0].filename`. */
		field?: string | undefined;
		/** The limit that was exceeded. */
		max?: number | undefined;
		/** The limit in bytes. */
		max_bytes?: number | undefined;
		/** The sender as given; empty where none was. */
		from?: string | undefined;
	}

	export namespace BroadcastsCreate422Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "missing_field" | "validation_failed" | "target_not_found" | "from_domain_not_verified";
	}

	export interface BroadcastsCreateRequest {
		/** 1 to 255 characters, not counting surrounding white space; need not be unique. */
		name: string;
		/** Liquid, at most 998 characters. Required to send; if it renders to nothing visible for a contact, that mail fails with `empty_subject`. */
		subject?: string | undefined;
		/** A verified domain. By default that of `from`, or else the tenant's oldest. */
		from_domain_id?: string | undefined;
		/** `a@example.com` or `Name <a@example.com>`, at the domain. By default the domain's default sender. */
		from?: string | undefined;
		/** Address for replies. */
		reply_to?: string | undefined;
		/** Text that mailboxes show beside the subject. Liquid, at most 998 characters. */
		preview_text?: string | undefined;
		/** Liquid, at most 524288 bytes. One of `body_html` and `body_text` is required to send. */
		body_html?: string | undefined;
		/** Liquid, at most 524288 bytes; generated from `body_html` if absent. */
		body_text?: string | undefined;
		/** Required together with `target_id`. */
		target_kind?: Api.BroadcastsCreateRequest.TargetKindEnum | undefined;
		/** An audience or a segment. */
		target_id?: string | undefined;
	}

	export namespace BroadcastsCreateRequest {
		/** Required together with `target_id`. */
		export type TargetKindEnum = "audience" | "segment";
	}

	export interface BroadcastsDuplicateRequest {
		/** 1 to 255 characters; by default the name of the original followed by ` (copy)`. */
		name?: string | undefined;
	}

	export interface BroadcastsList200Response {
		/** The rows of this page, in list order; empty if there are none. */
		data: Api.Broadcast[];
		/** Cursor of the next page; null on the last one. */
		next_cursor: string | null;
	}

	export interface BroadcastsListRecipients200Response {
		/** The rows of this page, in list order; empty if there are none. */
		data: Api.BroadcastRecipient[];
		/** Cursor of the next page; null on the last one. */
		next_cursor: string | null;
	}

	export interface BroadcastsPreview422Response {
		/** The code, which tells programs what went wrong and stays as it is. */
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
		/** Character of that line, from 1; absent where the field as a whole is at fault. */
		column?: number | undefined;
		/** Alias of the template. */
		alias?: string | undefined;
		/** With `strict`: paths that the model lacks or has as null. */
		missing?: string[] | undefined;
	}

	export namespace BroadcastsPreview422Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "missing_field" | "validation_failed" | "invalid_email" | "invalid_filter" | "target_not_found" | "contact_not_found" | "invalid_template" | "template_render_failed";
	}

	export interface BroadcastsPreviewRequest {
		/** The contact to render for, unless `email` names it; by default the first that would get it. */
		contact_id?: string | undefined;
		/** Bare address of a contact of the tenant, if there is no `contact_id`; it is trimmed and converted to lower case. */
		email?: string | undefined;
	}

	export interface BroadcastsRetry202Response {
		/** Recipients whose mail was queued again. */
		retried: number;
	}

	export interface BroadcastsSend422Response {
		/** The code, which tells programs what went wrong and stays as it is. */
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
		/** Character of that line, from 1; absent where the field as a whole is at fault. */
		column?: number | undefined;
		/** The sender as given; empty where none was. */
		from?: string | undefined;
	}

	export namespace BroadcastsSend422Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "missing_field" | "validation_failed" | "scheduled_at_must_be_in_the_future" | "invalid_filter" | "target_not_found" | "invalid_template" | "from_domain_not_verified";
	}

	export interface BroadcastsSendRequest {
		/** When to send, ms since 1970-01-01T00:00:00Z; in the future, at most 100 years ahead. */
		scheduled_at?: number | undefined;
	}

	export interface BroadcastsStats200Response {
		/** Id of the broadcast. */
		broadcast_id: string;
		/** Every contact of the target, counted once by its outcome. */
		ledger: Api.BroadcastLedger;
		/** Events of its mail, by type. */
		events: Api.BroadcastsStats200Response.Events;
		/** Contacts that opened it. */
		unique_opens: number;
		/** Contacts that clicked a link in it. */
		unique_clicks: number;
		/** Oldest first, without intervals that had no events, the newest 1,000; null without `interval`. */
		timeline: (Api.BroadcastsStats200Response.Timeline[]) | null;
		/** Clicked links, most clicks first, at most 100; null without `links`. */
		links: (Api.BroadcastsStats200Response.Link[]) | null;
	}

	export namespace BroadcastsStats200Response {
		/** Events of its mail, by type. */
		export interface Events {
			/** Events of type `sent`, including repeated ones. */
			sent: number;
			/** Events of type `delivery`, including repeated ones. */
			delivery: number;
			/** Events of type `delivery_delayed`, including repeated ones. */
			delivery_delayed: number;
			/** Events of type `failed`, including repeated ones. */
			failed: number;
			/** Events of type `bounce`, including repeated ones. */
			bounce: number;
			/** Events of type `complaint`, including repeated ones. */
			complaint: number;
			/** Events of type `suppressed`, including repeated ones. */
			suppressed: number;
			/** Events of type `open`, including repeated ones. */
			open: number;
			/** Events of type `click`, including repeated ones. */
			click: number;
			/** Events of type `scheduled`, including repeated ones. */
			scheduled: number;
			/** Events of type `cancelled`, including repeated ones. */
			cancelled: number;
		}

		export interface Timeline {
			/** When the hour or the day began, ms since 1970-01-01T00:00:00Z. */
			at: number;
			/** Events in this interval, by type. */
			events: Api.BroadcastsStats200Response.Timeline.Events;
		}

		export namespace Timeline {
			/** Events in this interval, by type. */
			export interface Events {
				/** Events of type `sent`, including repeated ones. */
				sent: number;
				/** Events of type `delivery`, including repeated ones. */
				delivery: number;
				/** Events of type `delivery_delayed`, including repeated ones. */
				delivery_delayed: number;
				/** Events of type `failed`, including repeated ones. */
				failed: number;
				/** Events of type `bounce`, including repeated ones. */
				bounce: number;
				/** Events of type `complaint`, including repeated ones. */
				complaint: number;
				/** Events of type `suppressed`, including repeated ones. */
				suppressed: number;
				/** Events of type `open`, including repeated ones. */
				open: number;
				/** Events of type `click`, including repeated ones. */
				click: number;
				/** Events of type `scheduled`, including repeated ones. */
				scheduled: number;
				/** Events of type `cancelled`, including repeated ones. */
				cancelled: number;
			}
		}

		export interface Link {
			/** Target of the link. */
			url: string;
			/** Clicks, including repeated ones. */
			clicks: number;
			/** Contacts that clicked it. */
			unique_clicks: number;
		}
	}

	/** `hour` or `day`: also counts events over time, by UTC hour or day. */
	export type BroadcastsStatsIntervalEnum = "hour" | "day";

	export interface BroadcastsTest202Response {
		/** A result for each address, in order. */
		data: Api.SendResult[];
	}

	export interface BroadcastsTest422Response {
		/** The code, which tells programs what went wrong and stays as it is. */
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
		/** Character of that line, from 1; absent where the field as a whole is at fault. */
		column?: number | undefined;
		/** Alias of the template. */
		alias?: string | undefined;
		/** With `strict`: paths that the model lacks or has as null. */
		missing?: string[] | undefined;
		/** The sender as given; empty where none was. */
		from?: string | undefined;
	}

	export namespace BroadcastsTest422Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "missing_field" | "validation_failed" | "invalid_email" | "invalid_template" | "template_render_failed" | "from_domain_not_verified";
	}

	export interface BroadcastsTestRequest {
		/** 1 to 5 addresses. */
		to: string[];
	}

	export interface BroadcastsUpdate422Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.BroadcastsUpdate422Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** Path of the offending field, such as `attachments[0].filename`. */
		field?: string | undefined;
		/** The limit that was exceeded. */
		max?: number | undefined;
		/** The limit in bytes. */
		max_bytes?: number | undefined;
		/** The sender as given; empty where none was. */
		from?: string | undefined;
	}

	export namespace BroadcastsUpdate422Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "missing_field" | "validation_failed" | "target_not_found" | "from_domain_not_verified";
	}

	export interface BroadcastsUpdateRequest {
		/** 1 to 255 characters, not counting surrounding white space; need not be unique. */
		name?: string | undefined;
		/** Liquid, at most 998 characters. Required to send; if it renders to nothing visible for a contact, that mail fails with `empty_subject`. */
		subject?: string | null | undefined;
		/** A verified domain. By default that of `from`, or else the tenant's oldest. */
		from_domain_id?: string | null | undefined;
		/** `a@example.com` or `Name <a@example.com>`, at the domain. By default the domain's default sender. */
		from?: string | null | undefined;
		/** Address for replies. */
		reply_to?: string | null | undefined;
		/** Text that mailboxes show beside the subject. Liquid, at most 998 characters. */
		preview_text?: string | null | undefined;
		/** Liquid, at most 524288 bytes. One of `body_html` and `body_text` is required to send. */
		body_html?: string | null | undefined;
		/** Liquid, at most 524288 bytes; generated from `body_html` if absent. */
		body_text?: string | null | undefined;
		/** Required together with `target_id`. */
		target_kind?: Api.BroadcastsUpdateRequest.TargetKindEnum | null | undefined;
		/** An audience or a segment. */
		target_id?: string | null | undefined;
	}

	export namespace BroadcastsUpdateRequest {
		/** Required together with `target_id`. */
		export type TargetKindEnum = "audience" | "segment";
	}

	export interface Contact {
		/** Id of this object: an opaque string that never changes. */
		id: string;
		/** In lower case; unique within the tenant. */
		email: string;
		/** `unsubscribed` after an unsubscription or a complaint; `cleaned` after a hard bounce. Only `subscribed` contacts get marketing mail. */
		status: Api.Contact.StatusEnum;
		/** Values by name, as stored; null counts as unset. */
		attributes: { [name: string]: (string | number | boolean) | null };
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		updated_at: number;
	}

	export namespace Contact {
		/** `unsubscribed` after an unsubscription or a complaint; `cleaned` after a hard bounce. Only `subscribed` contacts get marketing mail. */
		export type StatusEnum = "subscribed" | "unsubscribed" | "cleaned";
	}

	export interface ContactEvent {
		/** Id of this object: an opaque string that never changes. */
		id: string;
		/** What happened to the contact or to its mail. */
		type: Api.ContactEvent.TypeEnum;
		/** The message that it happened to; null if it happened to the contact. */
		message_id: string | null;
		/** Whether delivery was simulated. */
		test_mode: boolean;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		timestamp: number;
		/** Data by event type, as in webhooks. */
		data: { [name: string]: unknown };
	}

	export namespace ContactEvent {
		/** What happened to the contact or to its mail. */
		export type TypeEnum = "sent" | "delivery" | "delivery_delayed" | "failed" | "bounce" | "complaint" | "suppressed" | "open" | "click" | "scheduled" | "cancelled" | "contact.created" | "contact.updated" | "contact.import.completed" | "inbound.received" | "automation.webhook";
	}

	export interface ContactExport {
		/** Id of the export. */
		export_id: string;
		/** `expired` 7 days after it was done. */
		status: Api.ContactExport.StatusEnum;
		/** Contacts in the file; null until it is `done`. */
		row_count: number | null;
		/** URL of the file, for the same key; null unless it is `done`. */
		download_url: string | null;
		/** `too_many_columns`: the contacts have more than 1000 different attributes. */
		error: Api.ContactExport.ErrorEnum | null;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
		/** When it ended, done or failed, ms since 1970-01-01T00:00:00Z; null before. */
		completed_at: number | null;
		/** When the file is deleted. */
		expires_at: number | null;
	}

	export namespace ContactExport {
		/** `expired` 7 days after it was done. */
		export type StatusEnum = "pending" | "processing" | "done" | "failed" | "expired";

		export type ErrorEnum = "too_many_columns";
	}

	export interface ContactImport {
		/** Id of the import. */
		import_id: string;
		/** `failed` if the file could not be read; failed rows do not fail an import. */
		status: Api.ContactImport.StatusEnum;
		/** Name of the file as given in the form, without addresses erased since. */
		file_name: string;
		/** The audience given in the upload, which its contacts join, even if it was deleted since; null if none was given. */
		audience_id: string | null;
		/** The status given in the upload for its contacts; null if none was given. */
		contact_status: Api.ContactImport.ContactStatusEnum | null;
		/** Rows after the header; null until they are counted. */
		total_rows: number | null;
		/** Rows processed so far. */
		processed_rows: number;
		/** Rows that created a contact. */
		created: number;
		/** Rows whose contact existed. */
		updated: number;
		/** Rows that failed. */
		failed: number;
		/** The first 100 failed rows. */
		errors: Api.ContactImport.Error[];
		/** Why the file could not be read; `too_many_columns` if its header has more than 101 columns, `file_lost` if the service no longer has it. */
		error: Api.ContactImport.ErrorEnum | null;
		/** Names of the columns, at most 100 characters of each; null until the header was read, and if it could not be read. */
		columns: (string[]) | null;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
		/** When the first rows were processed, ms since 1970-01-01T00:00:00Z; null before. */
		started_at: number | null;
		/** When it ended, done or failed, ms since 1970-01-01T00:00:00Z; null before. */
		completed_at: number | null;
	}

	export namespace ContactImport {
		/** `failed` if the file could not be read; failed rows do not fail an import. */
		export type StatusEnum = "pending" | "processing" | "done" | "failed";

		/** `unsubscribed` after an unsubscription or a complaint; `cleaned` after a hard bounce. Only `subscribed` contacts get marketing mail. */
		export type ContactStatusEnum = "subscribed" | "unsubscribed" | "cleaned";

		export interface Error {
			/** Number of the row; 1 is the first after the header. */
			row: number;
			/** As in the file, at most 254 characters; empty with `address_erased`. */
			email: string;
			/** An error code; `address_erased` if the address was erased after the file was uploaded. */
			error: string;
		}

		export type ErrorEnum = "missing_email_column" | "invalid_csv" | "invalid_encoding" | "too_many_columns" | "file_lost";
	}

	export interface ContactLimitReached {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.ContactLimitReached.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The limit that was reached. */
		limit: number;
	}

	export namespace ContactLimitReached {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "contact_limit_reached";
	}

	export interface ContactRequest {
		/** A bare address; it is trimmed and converted to lower case. */
		email: string;
		/** Merged over existing ones; the others are kept. At most 100, 16384 bytes as JSON in total; names of 1 to 100 characters, strings of at most 4096 characters, finite numbers, booleans, null. Integers beyond 2^53 - 1 are refused, since JSON parsers do not read them exactly: send them as strings. */
		attributes?: { [name: string]: (string | number | boolean) | null } | undefined;
		/** `subscribed` by default for a new contact; an existing one keeps its status. An unknown value counts as absent. `subscribed` also lifts an unsubscription. */
		status?: Api.ContactRequest.StatusEnum | undefined;
	}

	export namespace ContactRequest {
		/** `subscribed` by default for a new contact; an existing one keeps its status. An unknown value counts as absent. `subscribed` also lifts an unsubscription. */
		export type StatusEnum = "subscribed" | "unsubscribed" | "cleaned";
	}

	export interface ContactResult {
		/** Id of this object: an opaque string that never changes. */
		id: string;
		/** Address in lower case. */
		email: string;
		/** `unsubscribed` after an unsubscription or a complaint; `cleaned` after a hard bounce. Only `subscribed` contacts get marketing mail. */
		status: Api.ContactResult.StatusEnum;
		/** All values by name, including earlier ones. */
		attributes: { [name: string]: (string | number | boolean) | null };
		/** False if the contact existed already. */
		created: boolean;
	}

	export namespace ContactResult {
		/** `unsubscribed` after an unsubscription or a complaint; `cleaned` after a hard bounce. Only `subscribed` contacts get marketing mail. */
		export type StatusEnum = "subscribed" | "unsubscribed" | "cleaned";
	}

	export interface ContactsExport202Response {
		/** Id of the export. */
		export_id: string;
		/** Always `pending`: the work has not started. */
		status: Api.ContactsExport202Response.StatusEnum;
	}

	export namespace ContactsExport202Response {
		/** Always `pending`: the work has not started. */
		export type StatusEnum = "pending";
	}

	export interface ContactsImport202Response {
		/** Id of the import. */
		import_id: string;
		/** Always `pending`: the work has not started. */
		status: Api.ContactsImport202Response.StatusEnum;
	}

	export namespace ContactsImport202Response {
		/** Always `pending`: the work has not started. */
		export type StatusEnum = "pending";
	}

	export interface ContactsImport422Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.ContactsImport422Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** Path of the offending field, such as `attachments[0].filename`. */
		field?: string | undefined;
		/** The limit that was exceeded. */
		max?: number | undefined;
		/** The limit in bytes. */
		max_bytes?: number | undefined;
	}

	export namespace ContactsImport422Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "validation_failed" | "invalid_status" | "target_not_found";
	}

	export interface ContactsImportRequest {
		/** The file, at most 10485760 bytes. */
		file: string | Blob;
		/** Id of the audience that the contacts join; none by default. */
		audience_id?: string | undefined;
		/** Status of the contacts, for a file of people who must get no mail: `unsubscribed` and `cleaned` are set on every contact, new or existing. `subscribed` is the default for new contacts anyway, and resubscribes nobody. */
		contact_status?: Api.ContactsImportRequest.ContactStatusEnum | undefined;
	}

	export namespace ContactsImportRequest {
		/** Status of the contacts, for a file of people who must get no mail: `unsubscribed` and `cleaned` are set on every contact, new or existing. `subscribed` is the default for new contacts anyway, and resubscribes nobody. */
		export type ContactStatusEnum = "subscribed" | "unsubscribed" | "cleaned";

		export interface MultipartFormData {
			file: Api.ContactsImportRequest.MultipartFormData.FilePart;
			/** Id of the audience that the contacts join; none by default. */
			audience_id?: string | undefined;
			/** Status of the contacts, for a file of people who must get no mail: `unsubscribed` and `cleaned` are set on every contact, new or existing. `subscribed` is the default for new contacts anyway, and resubscribes nobody. */
			contact_status?: Api.ContactsImportRequest.ContactStatusEnum | undefined;
		}

		export namespace MultipartFormData {
			export interface FilePart {
				/** The file, at most 10485760 bytes. */
				value: string | Blob;
			}
		}
	}

	export interface ContactsList200Response {
		/** The rows of this page, in list order; empty if there are none. */
		data: Api.Contact[];
		/** Cursor of the next page; null on the last one. */
		next_cursor: string | null;
	}

	export interface ContactsListEvents200Response {
		/** The rows of this page, in list order; empty if there are none. */
		data: Api.ContactEvent[];
		/** Cursor of the next page; null on the last one. */
		next_cursor: string | null;
	}

	export interface ContactsListExports200Response {
		/** The rows of this page, in list order; empty if there are none. */
		data: Api.ContactExport[];
		/** Cursor of the next page; null on the last one. */
		next_cursor: string | null;
	}

	export interface ContactsListImports200Response {
		/** The rows of this page, in list order; empty if there are none. */
		data: Api.ContactImport[];
		/** Cursor of the next page; null on the last one. */
		next_cursor: string | null;
	}

	/** Only contacts with this status; an unknown one is ignored. */
	export type ContactsListStatusEnum = "subscribed" | "unsubscribed" | "cleaned";

	export interface ContactsSearch200Response {
		/** The matching contacts, newest first; empty if there are none. */
		data: Api.Contact[];
		/** Position from which the search continues; null once all contacts have been searched. */
		next_cursor: string | null;
		/** All contacts created later have been searched, in milliseconds since 1970-01-01T00:00:00Z; null once all contacts have been. */
		searched_until: number | null;
	}

	/** Only contacts with this status. */
	export type ContactsSearchStatusEnum = "subscribed" | "unsubscribed" | "cleaned";

	export interface ContactsUpdate422Response {
		/** The code, which tells programs what went wrong and stays as it is. */
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
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "validation_failed" | "invalid_status" | "too_many_attribute_keys" | "attributes_too_large" | "invalid_attribute_value";
	}

	export interface ContactsUpdateRequest {
		/** Merged over existing ones; the others are kept. At most 100, 16384 bytes as JSON in total; names of 1 to 100 characters, strings of at most 4096 characters, finite numbers, booleans, null. Integers beyond 2^53 - 1 are refused, since JSON parsers do not read them exactly: send them as strings. */
		attributes?: { [name: string]: (string | number | boolean) | null } | undefined;
		/** `subscribed` also lifts an unsubscription. */
		status?: Api.ContactsUpdateRequest.StatusEnum | undefined;
	}

	export namespace ContactsUpdateRequest {
		/** `subscribed` also lifts an unsubscription. */
		export type StatusEnum = "subscribed" | "unsubscribed" | "cleaned";
	}

	export interface ContactsUpsert422Response {
		/** The code, which tells programs what went wrong and stays as it is. */
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
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "validation_failed" | "invalid_email" | "too_many_attribute_keys" | "attributes_too_large" | "invalid_attribute_value";
	}

	export interface ContactsUpsertMany200Response {
		/** A result for each item, in order. */
		data: Api.ContactsUpsertMany200Response.Datum[];
		/** Number of items by result. */
		summary: Api.ContactsUpsertMany200Response.Summary;
	}

	export namespace ContactsUpsertMany200Response {
		export interface Datum {
			/** Position in the request, starting at 0. */
			index: number;
			/** In lower case, or as sent if the item failed; null if it is not a string. */
			email: string | null;
			/** Id of the contact; null if the item failed. */
			id: string | null;
			/** Status of the contact; null if the item failed. */
			status: Api.ContactsUpsertMany200Response.Datum.StatusEnum | null;
			/** Whether the item created the contact. */
			created: boolean;
			/** Error code if the item failed; otherwise null. */
			error: string | null;
		}

		export namespace Datum {
			/** `unsubscribed` after an unsubscription or a complaint; `cleaned` after a hard bounce. Only `subscribed` contacts get marketing mail. */
			export type StatusEnum = "subscribed" | "unsubscribed" | "cleaned";
		}

		/** Number of items by result. */
		export interface Summary {
			/** Items that created a contact. */
			created: number;
			/** Items whose contact existed. */
			updated: number;
			/** Items that failed and changed nothing. */
			failed: number;
		}
	}

	export interface ContactsUpsertMany422Response {
		/** The code, which tells programs what went wrong and stays as it is. */
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
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "validation_failed" | "empty_batch" | "batch_too_large";
	}

	export interface ContactsUpsertManyRequest {
		/** Contacts, 1 to 100. */
		contacts: Api.ContactRequest[];
	}

	export interface ContactWebhookEvent {
		/** What happened to the contact. */
		type: Api.ContactWebhookEvent.TypeEnum;
		/** Id of the event, the same for all attempts and replays: use it to recognise duplicates. */
		event_id: string;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		timestamp: number;
		/** True for a sample event, absent otherwise. */
		sample?: boolean | undefined;
		/** The contact as it was when the event was recorded. */
		contact: Api.Contact;
	}

	export namespace ContactWebhookEvent {
		/** What happened to the contact. */
		export type TypeEnum = "contact.created" | "contact.updated";
	}

	export interface CreatedApiKey {
		/** Id of this object: an opaque string that never changes. */
		id: string;
		/** Display name of this object. */
		name: string;
		/** `full_access` allows everything, `sending_access` only sending. */
		permission: Api.CreatedApiKey.PermissionEnum;
		/** The only domain this key may send from; null for every verified one. */
		domain_id: string | null;
		/** First characters of the key, to recognise it. */
		prefix: string;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
		/** The key itself, shown only once. */
		key: string;
	}

	export namespace CreatedApiKey {
		/** `full_access` allows everything, `sending_access` only sending. */
		export type PermissionEnum = "full_access" | "sending_access";
	}

	export interface Deleted {
		/** Always true: the object is deleted. */
		deleted: boolean;
		/** Id of what was deleted. */
		id: string;
	}

	export interface DeletedAddress {
		/** Always true: the object is deleted. */
		deleted: boolean;
		/** The address, bare and in lower case. */
		email: string;
	}

	export interface DeletedContact {
		/** Always true: the object is deleted. */
		deleted: boolean;
		/** Id of what was deleted. */
		id: string;
		/** Address of the deleted contact. */
		email: string;
	}

	export interface DeletedMembership {
		/** Always true: the object is deleted. */
		deleted: boolean;
		/** Id of the audience. */
		audience_id: string;
		/** Id of the contact; what was sent, if no contact has this address. */
		contact_id: string;
	}

	export interface DeletedTemplate {
		/** Always true: the object is deleted. */
		deleted: boolean;
		/** Id of what was deleted. */
		id: string;
		/** The alias, which may be reused. */
		alias: string;
	}

	export interface Domain {
		/** Id of this object: an opaque string that never changes. */
		id: string;
		/** The domain name, in lower case, with A-labels. */
		name: string;
		/** Mail is sent only from a `verified` domain. */
		status: Api.Domain.StatusEnum;
		/** The DNS records to publish, with the result of the last look-up of each. */
		records: Api.DomainRecord[];
		/** Local part of the sender of broadcasts that name none; null for `hello`. */
		default_from_local_part: string | null;
		/** Whether opens of mail from this domain are tracked, unless the mail says otherwise. */
		open_tracking: boolean;
		/** Whether clicks in mail from this domain are tracked, unless the mail says otherwise. */
		click_tracking: boolean;
		/** Whether mail to this domain is received. */
		inbound: boolean;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
		/** When it was last verified, ms since 1970-01-01T00:00:00Z; null before. */
		verified_at: number | null;
	}

	export namespace Domain {
		/** Mail is sent only from a `verified` domain. */
		export type StatusEnum = "pending" | "verified" | "failed";
	}

	export interface DomainLimitReached {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.DomainLimitReached.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The limit that was reached. */
		limit: number;
	}

	export namespace DomainLimitReached {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "domain_limit_reached";
	}

	export interface DomainRecord {
		/** Purpose of the record; a domain is verified by `dkim`, and by `return_path` if there is one. */
		purpose: Api.DomainRecord.PurposeEnum;
		/** Type of the DNS record. */
		type: Api.DomainRecord.TypeEnum;
		/** Fully qualified name of the record. */
		name: string;
		/** Value to publish. */
		value: string;
		/** What the operator has to configure if `value` is an IP address or a name without a dot, which such a record cannot hold. */
		detail?: string | undefined;
		/** Preference of an MX record; null for other types. */
		priority: number | null;
		/** `pending`: not found yet. `failed`: something else is there, it has gone, or it was not there when a look-up was asked for. */
		status: Api.DomainRecord.StatusEnum;
		/** In the answer to a verification alone: what DNS has at the name now, at most 10 records of 1000 characters; empty where there is none, null where DNS did not answer. */
		found?: (string[]) | null | undefined;
	}

	export namespace DomainRecord {
		/** Purpose of the record; a domain is verified by `dkim`, and by `return_path` if there is one. */
		export type PurposeEnum = "dkim" | "return_path" | "spf" | "dmarc" | "tracking" | "inbound";

		/** Type of the DNS record. */
		export type TypeEnum = "TXT" | "CNAME" | "MX";

		/** `pending`: not found yet. `failed`: something else is there, it has gone, or it was not there when a look-up was asked for. */
		export type StatusEnum = "pending" | "verified" | "failed";
	}

	export interface DomainsCreate422Response {
		/** The code, which tells programs what went wrong and stays as it is. */
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
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "missing_field" | "validation_failed" | "invalid_domain";
	}

	export interface DomainsCreateRequest {
		/** Domain name, such as `mail.example.com`. */
		name: string;
		/** Track opens of mail from this domain; off by default. */
		open_tracking?: boolean | undefined;
		/** Track clicks in mail from this domain; off by default. */
		click_tracking?: boolean | undefined;
		/** Receive mail to this domain; off by default. */
		inbound?: boolean | undefined;
		/** Local part of the sender of broadcasts that name none. */
		default_from_local_part?: string | null | undefined;
	}

	export interface DomainsList200Response {
		/** The rows of this page, in list order; empty if there are none. */
		data: Api.Domain[];
		/** Cursor of the next page; null on the last one. */
		next_cursor: string | null;
	}

	/** Only sending domains in this state; an unknown value is ignored. */
	export type DomainsListStatusEnum = "pending" | "verified" | "failed";

	export interface DomainsUpdateRequest {
		/** Track opens of mail from this domain; off by default. */
		open_tracking?: boolean | undefined;
		/** Track clicks in mail from this domain; off by default. */
		click_tracking?: boolean | undefined;
		/** Receive mail to this domain; off by default. */
		inbound?: boolean | undefined;
		/** Local part of the sender of broadcasts that name none. */
		default_from_local_part?: string | null | undefined;
	}

	export interface DomainTaken {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.DomainTaken.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
	}

	export namespace DomainTaken {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "domain_taken";
	}

	export interface EmailCancel200Response {
		/** Id of the message. */
		message_id: string;
		/** Always `cancelled`: nothing is sent. */
		status: Api.EmailCancel200Response.StatusEnum;
	}

	export namespace EmailCancel200Response {
		/** Always `cancelled`: nothing is sent. */
		export type StatusEnum = "cancelled";
	}

	/** A test of the contact's address. */
	export interface EmailCondition {
		/** The contact's address, in lower case and its domain in ASCII (`xn--bcher-kva.example`); what it is compared with is put so too, each label of a domain as a whole. */
		field: Api.EmailCondition.FieldEnum;
		/** What the text is, holds, begins or ends with; each `not_` and `neq` matches exactly what its opposite does not. */
		op: Api.EmailCondition.OpEnum;
		/** At most 1024 characters. */
		value: string;
	}

	export namespace EmailCondition {
		/** The contact's address, in lower case and its domain in ASCII (`xn--bcher-kva.example`); what it is compared with is put so too, each label of a domain as a whole. */
		export type FieldEnum = "email";

		/** What the text is, holds, begins or ends with; each `not_` and `neq` matches exactly what its opposite does not. */
		export type OpEnum = "eq" | "neq" | "contains" | "not_contains" | "starts_with" | "ends_with";
	}

	/** A test of the contact's address against a list. */
	export interface EmailListCondition {
		/** The contact's address, in lower case and its domain in ASCII (`xn--bcher-kva.example`); what it is compared with is put so too, each label of a domain as a whole. */
		field: Api.EmailListCondition.FieldEnum;
		/** `in`: the field is one of the values; `not_in`: it is not. */
		op: Api.EmailListCondition.OpEnum;
		/** 1 to 100 strings, each of at most 1024 characters. */
		value: string[];
	}

	export namespace EmailListCondition {
		/** The contact's address, in lower case and its domain in ASCII (`xn--bcher-kva.example`); what it is compared with is put so too, each label of a domain as a whole. */
		export type FieldEnum = "email";

		/** `in`: the field is one of the values; `not_in`: it is not. */
		export type OpEnum = "in" | "not_in";
	}

	export interface EmailListTestEvents200Response {
		/** The rows of this page, in list order; empty if there are none. */
		data: Api.TestEvent[];
		/** Cursor of the next page; null on the last one. */
		next_cursor: number | null;
	}

	export interface EmailReschedule200Response {
		/** Id of the message. */
		message_id: string;
		/** Always `scheduled`, at the new time. */
		status: Api.EmailReschedule200Response.StatusEnum;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		scheduled_at: number;
	}

	export namespace EmailReschedule200Response {
		/** Always `scheduled`, at the new time. */
		export type StatusEnum = "scheduled";
	}

	export interface EmailReschedule422Response {
		/** The code, which tells programs what went wrong and stays as it is. */
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
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "missing_field" | "validation_failed" | "scheduled_at_must_be_in_the_future" | "message_not_reschedulable";
	}

	export interface EmailRescheduleRequest {
		/** When to send, ms since 1970-01-01T00:00:00Z; in the future. */
		scheduled_at: number;
	}

	export interface EmailResend400Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.EmailResend400Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
	}

	export namespace EmailResend400Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "invalid_json";
	}

	export interface EmailResend402Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.EmailResend402Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The limit that was reached. */
		limit?: number | undefined;
	}

	export namespace EmailResend402Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "credits_exhausted" | "storage_limit_reached";
	}

	export interface EmailResend404Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.EmailResend404Response.ErrorEnum;
	}

	export namespace EmailResend404Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "not_found";
	}

	export interface EmailResend408Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.EmailResend408Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
	}

	export namespace EmailResend408Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "request_timeout";
	}

	export interface EmailResend409Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.EmailResend409Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The state that it is in. */
		status?: string | undefined;
	}

	export namespace EmailResend409Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "idempotency_in_progress" | "not_resendable";
	}

	export interface EmailResend413Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.EmailResend413Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The limit in bytes. */
		max_bytes: number;
	}

	export namespace EmailResend413Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "request_too_large";
	}

	export interface EmailResend422Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.EmailResend422Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** Path of the offending field, such as `attachments[0].filename`. */
		field?: string | undefined;
		/** The limit that was exceeded. */
		max?: number | undefined;
		/** The limit in bytes. */
		max_bytes?: number | undefined;
		/** The sender as given; empty where none was. */
		from?: string | undefined;
	}

	export namespace EmailResend422Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "validation_failed" | "invalid_idempotency_key" | "from_domain_not_verified";
	}

	export interface EmailResend429Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.EmailResend429Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The limit that was reached. */
		limit: number;
		/** The window whose quota is used up. */
		window?: Api.EmailResend429Response.WindowEnum | undefined;
	}

	export namespace EmailResend429Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "rate_limit_exceeded" | "quota_exceeded";

		/** The window whose quota is used up. */
		export type WindowEnum = "daily" | "monthly";
	}

	/** `true`: delivery is simulated, as by `test_mode`. */
	export type EmailResendXServiceTestEnum = "false" | "true";

	export interface EmailSend400Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.EmailSend400Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
	}

	export namespace EmailSend400Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "invalid_json";
	}

	export interface EmailSend402Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.EmailSend402Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The limit that was reached. */
		limit?: number | undefined;
	}

	export namespace EmailSend402Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "credits_exhausted" | "storage_limit_reached";
	}

	export interface EmailSend408Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.EmailSend408Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
	}

	export namespace EmailSend408Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "request_timeout";
	}

	export interface EmailSend409Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.EmailSend409Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
	}

	export namespace EmailSend409Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "idempotency_in_progress";
	}

	export interface EmailSend413Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.EmailSend413Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The limit in bytes. */
		max_bytes: number;
	}

	export namespace EmailSend413Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "request_too_large";
	}

	export interface EmailSend422Response {
		/** The code, which tells programs what went wrong and stays as it is. */
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
		/** With `strict`: paths that the model lacks or has as null. */
		missing?: string[] | undefined;
		/** The sender as given; empty where none was. */
		from?: string | undefined;
	}

	export namespace EmailSend422Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "validation_failed" | "invalid_idempotency_key" | "template_not_found" | "template_render_failed" | "from_domain_not_verified";
	}

	export interface EmailSend429Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.EmailSend429Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The limit that was reached. */
		limit: number;
		/** The window whose quota is used up. */
		window?: Api.EmailSend429Response.WindowEnum | undefined;
	}

	export namespace EmailSend429Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "rate_limit_exceeded" | "quota_exceeded";

		/** The window whose quota is used up. */
		export type WindowEnum = "daily" | "monthly";
	}

	export interface EmailSendBatch200Response {
		/** One result per item, in order. */
		data: (Api.BatchSendResult | Api.BatchSendRefusal)[];
	}

	export interface EmailSendBatch400Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.EmailSendBatch400Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
	}

	export namespace EmailSendBatch400Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "invalid_json";
	}

	export interface EmailSendBatch402Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.EmailSendBatch402Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The limit that was reached. */
		limit?: number | undefined;
	}

	export namespace EmailSendBatch402Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "credits_exhausted" | "storage_limit_reached";
	}

	export interface EmailSendBatch408Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.EmailSendBatch408Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
	}

	export namespace EmailSendBatch408Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "request_timeout";
	}

	export interface EmailSendBatch409Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.EmailSendBatch409Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
	}

	export namespace EmailSendBatch409Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "idempotency_in_progress";
	}

	export interface EmailSendBatch413Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.EmailSendBatch413Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The limit in bytes. */
		max_bytes: number;
	}

	export namespace EmailSendBatch413Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "request_too_large";
	}

	export interface EmailSendBatch422Response {
		/** The code, which tells programs what went wrong and stays as it is. */
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
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "validation_failed" | "empty_batch" | "batch_too_large" | "invalid_idempotency_key";
	}

	export interface EmailSendBatch429Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.EmailSendBatch429Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The limit that was reached. */
		limit: number;
		/** The window whose quota is used up. */
		window?: Api.EmailSendBatch429Response.WindowEnum | undefined;
	}

	export namespace EmailSendBatch429Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "rate_limit_exceeded" | "quota_exceeded";

		/** The window whose quota is used up. */
		export type WindowEnum = "daily" | "monthly";
	}

	export interface EmailSendBatchRequest {
		/** Send requests, 1 to 100. */
		emails: Api.SendRequest[];
	}

	/** `strict`: one invalid item rejects the whole batch, and nothing is sent. The default is `permissive`. */
	export type EmailSendBatchXBatchValidationEnum = "permissive" | "strict";

	/** `true`: delivery is simulated, as by `test_mode`. */
	export type EmailSendBatchXServiceTestEnum = "false" | "true";

	/** `true`: delivery is simulated, as by `test_mode`. */
	export type EmailSendXServiceTestEnum = "false" | "true";

	export interface Enrollment {
		/** Id of this object: an opaque string that never changes. */
		id: string;
		/** Id of this object: an opaque string that never changes. */
		automation_id: string;
		/** Id of this object: an opaque string that never changes. */
		contact_id: string;
		/** All but `active` are final. */
		status: Api.Enrollment.StatusEnum;
		/** Whether the trigger enrolled the contact, or a request did. */
		source: Api.Enrollment.SourceEnum;
		/** Id of the next or current step; of the last one if the run has ended. */
		current_step: string | null;
		/** When it continues at the latest; null if it has ended. */
		next_run_at: number | null;
		/** Why it was completed or cancelled. */
		exit_reason: Api.Enrollment.ExitReasonEnum | null;
		/** Error of the last attempt at a step; a step is tried five times. */
		error: string | null;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		updated_at: number;
		/** When it ended, in any way, in milliseconds since 1970-01-01T00:00:00Z. */
		completed_at: number | null;
	}

	export namespace Enrollment {
		/** All but `active` are final. */
		export type StatusEnum = "active" | "completed" | "cancelled" | "failed";

		/** Whether the trigger enrolled the contact, or a request did. */
		export type SourceEnum = "trigger" | "manual";

		export type ExitReasonEnum = "end" | "exit" | "archived" | "cancelled" | "unsubscribed" | "cleaned" | "suppressed";
	}

	export interface ErasedAddress {
		/** Always true: it is erased. */
		erased: boolean;
		/** The address, bare and in lower case; the service no longer stores it. */
		email: string;
	}

	export interface ErasuresCreateRequest {
		/** A bare email address; it is trimmed and converted to lower case. */
		email: string;
	}

	/** Every error code. */
	export type ErrorCode = "invalid_json" | "missing_file" | "empty_file" | "sign_in_failed" | "code_required" | "unauthorized" | "contact_limit_reached" | "credits_exhausted" | "webhook_limit_reached" | "domain_limit_reached" | "storage_limit_reached" | "insufficient_scope" | "proof_required" | "wrong_origin" | "tenant_suspended" | "not_found" | "method_not_allowed" | "request_timeout" | "idempotency_in_progress" | "domain_taken" | "import_limit_reached" | "export_limit_reached" | "automation_limit_reached" | "account_exists" | "last_owner" | "no_system_mail" | "no_issuer" | "passkeys_unavailable" | "alias_taken" | "not_editable" | "not_draft" | "not_cancelable" | "not_pausable" | "not_resumable" | "not_retryable" | "not_resendable" | "clock_is_real" | "not_activatable" | "not_active" | "not_archivable" | "invalid_link" | "event_removed" | "request_too_large" | "file_too_large" | "missing_field" | "validation_failed" | "empty_batch" | "batch_too_large" | "invalid_idempotency_key" | "scheduled_at_must_be_in_the_future" | "message_not_reschedulable" | "message_not_cancellable" | "invalid_email" | "invalid_filter" | "invalid_steps" | "invalid_trigger" | "invalid_status" | "invalid_name" | "target_not_found" | "contact_not_found" | "too_many_attribute_keys" | "attributes_too_large" | "invalid_attribute_value" | "invalid_event_type" | "url_must_be_https" | "url_not_allowed" | "invalid_cursor" | "invalid_domain" | "invalid_alias" | "template_limit_reached" | "version_limit_reached" | "invalid_template" | "template_not_found" | "template_render_failed" | "from_domain_not_verified" | "passkey_refused" | "wrong_code" | "weak_password" | "too_many_tries" | "rate_limit_exceeded" | "quota_exceeded" | "internal_error" | "service_unavailable";

	/** A test of what happened to mail to the contact. */
	export interface EventCondition {
		/** `events.` and the type of an event. Only mail of broadcasts and automations to the contact counts, not other mail to its address. */
		field: Api.EventCondition.FieldEnum;
		/** Whether it happened at least `min_count` times. */
		op: Api.EventCondition.OpEnum;
		/** Only events of the last so many days, 1 to 3650; without limit by default. */
		within_days?: number | undefined;
		/** How often, 1 to 1000; once by default. */
		min_count?: number | undefined;
		/** Only events of mail of this broadcast. */
		broadcast_id?: string | undefined;
	}

	export namespace EventCondition {
		/** `events.` and the type of an event. Only mail of broadcasts and automations to the contact counts, not other mail to its address. */
		export type FieldEnum = "events.sent" | "events.delivery" | "events.bounce" | "events.complaint" | "events.open" | "events.click";

		/** Whether it happened at least `min_count` times. */
		export type OpEnum = "happened" | "not_happened";
	}

	export interface EventRemoved {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.EventRemoved.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
	}

	export namespace EventRemoved {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "event_removed";
	}

	export interface EventsList200Response {
		/** The next events, oldest first; empty if none occurred in time. */
		data: (Api.MessageWebhookEvent | Api.ContactWebhookEvent | Api.ImportWebhookEvent | Api.InboundWebhookEvent | Api.AutomationWebhookEvent)[];
		/** Where to continue, as `after`; null while the tenant has no event: omit `after` again. */
		next_cursor: string | null;
		/** True: ask again at once, as there are more events, or more to search through. */
		has_more: boolean;
	}

	/** Ends the run. */
	export interface ExitStep {
		type: 'exit';
		/** 1 to 40 small letters, digits, _ and -, unique within the automation; given where there is none. */
		id?: string | undefined;
	}

	export namespace ExitStep {
		/** Type of the step, which determines its fields. */
		export type TypeEnum = "exit";
	}

	export interface ExportLimitReached {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.ExportLimitReached.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The limit that was reached. */
		limit: number;
	}

	export namespace ExportLimitReached {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "export_limit_reached";
	}

	export interface FileTooLarge {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.FileTooLarge.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The limit in bytes. */
		max_bytes: number;
	}

	export namespace FileTooLarge {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "file_too_large";
	}

	export interface GalleryTemplate {
		/** Name in the gallery, also a suitable alias. */
		name: string;
		/** Name shown to people. */
		title: string;
		/** Purpose, in one sentence. */
		purpose: string;
		/** Subject of the mail, with Liquid. */
		subject: string;
		/** HTML with Liquid: a complete document of tables and inline styles, for light and dark mode. */
		html_body: string;
		/** Plain text with Liquid. */
		text_body: string;
		/** A model with every value that the template uses. */
		sample_model: { [name: string]: unknown };
	}

	export interface GalleryTemplateSummary {
		/** Name in the gallery, also a suitable alias. */
		name: string;
		/** Name shown to people. */
		title: string;
		/** Purpose, in one sentence. */
		purpose: string;
		/** Subject of the mail, with Liquid. */
		subject: string;
		/** A model with every value that the template uses. */
		sample_model: { [name: string]: unknown };
	}

	export interface HealthCheck200Response {
		/** Always `ok` with this status. */
		status: Api.HealthCheck200Response.StatusEnum;
		/** Version of this interface. */
		version: string;
	}

	export namespace HealthCheck200Response {
		/** Always `ok` with this status. */
		export type StatusEnum = "ok";
	}

	export type HealthCheck503Response = Api.HealthCheck503Response.ObjectValue | Api.HealthCheck503Response.ObjectValue2;

	export namespace HealthCheck503Response {
		export interface ObjectValue {
			/** Always `unavailable` with this status. */
			status: Api.HealthCheck503Response.ObjectValue.StatusEnum;
			/** State of each component that was checked, by name. */
			checks: { [name: string]: string };
		}

		export namespace ObjectValue {
			/** Always `unavailable` with this status. */
			export type StatusEnum = "unavailable";
		}

		export interface ObjectValue2 {
			/** The code, which tells programs what went wrong and stays as it is. */
			error: Api.HealthCheck503Response.ObjectValue2.ErrorEnum;
			/** For people; the wording may change. */
			detail: string;
		}

		export namespace ObjectValue2 {
			/** The code, which tells programs what went wrong and stays as it is. */
			export type ErrorEnum = "service_unavailable";
		}
	}

	/** `true`: the earlier request with this `Idempotency-Key` had a different body; this one was ignored. */
	export type IdempotentMismatchEnum = "true";

	/** `true`: the earlier request with this `Idempotency-Key` had a different body; this one was ignored. */
	export type IdempotentMismatchEnum2 = "true";

	/** `true`: the earlier request with this `Idempotency-Key` had a different body; this one was ignored. */
	export type IdempotentMismatchEnum3 = "true";

	/** `true`: this is the response to an earlier request with the same `Idempotency-Key`; nothing was sent. */
	export type IdempotentReplayedEnum = "true";

	/** `true`: this is the response to an earlier request with the same `Idempotency-Key`; nothing was sent. */
	export type IdempotentReplayedEnum2 = "true";

	/** `true`: this is the response to an earlier request with the same `Idempotency-Key`; nothing was sent. */
	export type IdempotentReplayedEnum3 = "true";

	export interface ImportLimitReached {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.ImportLimitReached.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The limit that was reached. */
		limit: number;
	}

	export namespace ImportLimitReached {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "import_limit_reached";
	}

	export interface ImportWebhookEvent {
		/** An import has completed or failed. */
		type: Api.ImportWebhookEvent.TypeEnum;
		/** Id of the event, the same for all attempts and replays: use it to recognise duplicates. */
		event_id: string;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		timestamp: number;
		/** True for a sample event, absent otherwise. */
		sample?: boolean | undefined;
		/** The import, as `GET /v1/contacts/imports/{id}` shows it. */
		import: { [name: string]: unknown };
	}

	export namespace ImportWebhookEvent {
		/** An import has completed or failed. */
		export type TypeEnum = "contact.import.completed";
	}

	export interface InboundList200Response {
		/** The rows of this page, in list order; empty if there are none. */
		data: Api.InboundMail[];
		/** Cursor of the next page; null on the last one. */
		next_cursor: number | null;
	}

	export interface InboundMail {
		/** Id of this object: an opaque string that never changes. */
		id: string;
		/** Address of the From header, or else the envelope sender. */
		from_addr: string;
		/** Display name of the From header; null if it has none. */
		from_name: string | null;
		/** MAIL FROM; empty for the null sender of reports. */
		envelope_from: string;
		/** Addresses of the To header. */
		to_addrs: string[];
		/** The first envelope recipient at one of your domains. */
		rcpt_addr: string;
		/** All envelope recipients at your domains. */
		rcpt_addrs: string[];
		/** The subject, decoded; empty where there is none. */
		subject: string;
		/** The Message-ID header; null where there is none. */
		message_id_header: string | null;
		/** The In-Reply-To header; null where there is none. */
		in_reply_to: string | null;
		/** Size of the whole mail in bytes. */
		size: number;
		/** Always null: spam is not measured. */
		spam_score: null;
		/** SPF of the envelope sender (RFC 7208). */
		spf: Api.InboundMail.SpfEnum;
		/** Whether a DKIM signature of the whole mail is valid (RFC 6376). */
		dkim: Api.InboundMail.DkimEnum;
		/** DMARC of the From header (RFC 7489). */
		dmarc: Api.InboundMail.DmarcEnum;
		/** Attachments without their bytes, in the order of the mail. */
		attachments: Api.InboundMail.Attachment[];
		/** Why the mail could not be read; null where it was. Such a mail is kept with its source, and only the envelope says who sent it: it has more than 1,000 parts, 256 KiB of headers or 20 levels, or takes too long. Where even the source was lost it says so, and `raw` is null. */
		unreadable: string | null;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
	}

	export namespace InboundMail {
		/** SPF of the envelope sender (RFC 7208). */
		export type SpfEnum = "pass" | "fail" | "none";

		/** Whether a DKIM signature of the whole mail is valid (RFC 6376). */
		export type DkimEnum = "pass" | "fail" | "none";

		/** DMARC of the From header (RFC 7489). */
		export type DmarcEnum = "pass" | "fail" | "none";

		export interface Attachment {
			/** Index of the attachment, from 0, for its download. */
			index: number;
			/** File name; null if the mail gives none. */
			filename: string | null;
			/** Media type, as declared by the mail. */
			content_type: string;
			/** Size in bytes, decoded. */
			size: number;
			/** Content id by which the HTML may refer to it, as `cid:` (RFC 2392), without `<` and `>`; absent if the mail gives none or one of more than 255 characters, and for mail logged by a release that did not keep it. */
			content_id?: string | undefined;
		}
	}

	export interface InboundMailDetail {
		/** Id of this object: an opaque string that never changes. */
		id: string;
		/** Address of the From header, or else the envelope sender. */
		from_addr: string;
		/** Display name of the From header; null if it has none. */
		from_name: string | null;
		/** MAIL FROM; empty for the null sender of reports. */
		envelope_from: string;
		/** Addresses of the To header. */
		to_addrs: string[];
		/** The first envelope recipient at one of your domains. */
		rcpt_addr: string;
		/** All envelope recipients at your domains. */
		rcpt_addrs: string[];
		/** The subject, decoded; empty where there is none. */
		subject: string;
		/** The Message-ID header; null where there is none. */
		message_id_header: string | null;
		/** The In-Reply-To header; null where there is none. */
		in_reply_to: string | null;
		/** Size of the whole mail in bytes. */
		size: number;
		/** Always null: spam is not measured. */
		spam_score: null;
		/** SPF of the envelope sender (RFC 7208). */
		spf: Api.InboundMailDetail.SpfEnum;
		/** Whether a DKIM signature of the whole mail is valid (RFC 6376). */
		dkim: Api.InboundMailDetail.DkimEnum;
		/** DMARC of the From header (RFC 7489). */
		dmarc: Api.InboundMailDetail.DmarcEnum;
		/** Attachments without their bytes, in the order of the mail. */
		attachments: Api.InboundMailDetail.Attachment[];
		/** Why the mail could not be read; null where it was. Such a mail is kept with its source, and only the envelope says who sent it: it has more than 1,000 parts, 256 KiB of headers or 20 levels, or takes too long. Where even the source was lost it says so, and `raw` is null. */
		unreadable: string | null;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
		/** Cc recipients by the header, with their names, decoded; at most 1,000. */
		cc: string[];
		/** Bcc recipients in the same form; mail rarely names them. */
		bcc: string[];
		/** Addresses of the Reply-To header in the same form; empty if replies go to the sender. */
		reply_to: string[];
		/** Headers in the order of the mail, unfolded. */
		headers: Api.InboundMailDetail.Header[];
		/** Plain text of the mail; null where there is none. All texts of a mail together are truncated after 5 MiB; `raw` is complete. */
		text_body: string | null;
		/** HTML of the mail as received, not sanitised; null if there is none. */
		html_body: string | null;
		/** The source of the mail; null once it was erased or if it was lost, as are bodies; `headers`, `cc`, `bcc` and `reply_to` are then empty, as they are where `unreadable` says why. */
		raw: string | null;
		/** Encoding of `raw`: base64 if the source is not valid UTF-8. */
		raw_encoding: Api.InboundMailDetail.RawEncodingEnum | null;
	}

	export namespace InboundMailDetail {
		/** SPF of the envelope sender (RFC 7208). */
		export type SpfEnum = "pass" | "fail" | "none";

		/** Whether a DKIM signature of the whole mail is valid (RFC 6376). */
		export type DkimEnum = "pass" | "fail" | "none";

		/** DMARC of the From header (RFC 7489). */
		export type DmarcEnum = "pass" | "fail" | "none";

		export interface Attachment {
			/** Index of the attachment, from 0, for its download. */
			index: number;
			/** File name; null if the mail gives none. */
			filename: string | null;
			/** Media type, as declared by the mail. */
			content_type: string;
			/** Size in bytes, decoded. */
			size: number;
			/** Content id by which the HTML may refer to it, as `cid:` (RFC 2392), without `<` and `>`; absent if the mail gives none or one of more than 255 characters, and for mail logged by a release that did not keep it. */
			content_id?: string | undefined;
		}

		export interface Header {
			/** Name as the mail has it. */
			name: string;
			/** Value, unfolded; encoded words (RFC 2047) as they are. */
			value: string;
		}

		export type RawEncodingEnum = "utf8" | "base64";
	}

	export interface InboundWebhookEvent {
		/** A mail was received. */
		type: Api.InboundWebhookEvent.TypeEnum;
		/** Id of the event, the same for all attempts and replays: use it to recognise duplicates. */
		event_id: string;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		timestamp: number;
		/** True for a sample event, absent otherwise. */
		sample?: boolean | undefined;
		/** The mail, as `GET /v1/inbound` shows it. */
		inbound: Api.InboundMail;
	}

	export namespace InboundWebhookEvent {
		/** A mail was received. */
		export type TypeEnum = "inbound.received";
	}

	export interface InsufficientScope {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.InsufficientScope.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
	}

	export namespace InsufficientScope {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "insufficient_scope";
	}

	export interface InternalError {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.InternalError.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
	}

	export namespace InternalError {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "internal_error";
	}

	export interface InvalidCursor {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.InvalidCursor.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
	}

	export namespace InvalidCursor {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "invalid_cursor";
	}

	export interface InvalidFilter {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.InvalidFilter.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** Place of the fault within the filter, such as `and[1].op`; empty for the filter as a whole. */
		path: string;
	}

	export namespace InvalidFilter {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "invalid_filter";
	}

	export interface InvalidFilterOrInvalidCursor {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.InvalidFilterOrInvalidCursor.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** Place of the fault within the filter, such as `and[1].op`; empty for the filter as a whole. */
		path?: string | undefined;
	}

	export namespace InvalidFilterOrInvalidCursor {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "invalid_filter" | "invalid_cursor";
	}

	export interface InvalidJson {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.InvalidJson.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
	}

	export namespace InvalidJson {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "invalid_json";
	}

	export interface ListedEnrollment {
		/** Id of this object: an opaque string that never changes. */
		id: string;
		/** Id of this object: an opaque string that never changes. */
		automation_id: string;
		/** Id of this object: an opaque string that never changes. */
		contact_id: string;
		/** All but `active` are final. */
		status: Api.ListedEnrollment.StatusEnum;
		/** Whether the trigger enrolled the contact, or a request did. */
		source: Api.ListedEnrollment.SourceEnum;
		/** Id of the next or current step; of the last one if the run has ended. */
		current_step: string | null;
		/** When it continues at the latest; null if it has ended. */
		next_run_at: number | null;
		/** Why it was completed or cancelled. */
		exit_reason: Api.ListedEnrollment.ExitReasonEnum | null;
		/** Error of the last attempt at a step; a step is tried five times. */
		error: string | null;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		updated_at: number;
		/** When it ended, in any way, in milliseconds since 1970-01-01T00:00:00Z. */
		completed_at: number | null;
		/** Address of the contact, as it is now. */
		email: string;
	}

	export namespace ListedEnrollment {
		/** All but `active` are final. */
		export type StatusEnum = "active" | "completed" | "cancelled" | "failed";

		/** Whether the trigger enrolled the contact, or a request did. */
		export type SourceEnum = "trigger" | "manual";

		export type ExitReasonEnum = "end" | "exit" | "archived" | "cancelled" | "unsubscribed" | "cleaned" | "suppressed";
	}

	export interface Membership {
		/** Id of the audience. */
		audience_id: string;
		/** Id of the contact. */
		contact_id: string;
		/** False if the contact was a member already. */
		added: boolean;
	}

	export interface Message {
		/** Id of this object: an opaque string that never changes. */
		id: string;
		/** Sender, `a@example.com` or `Name <a@example.com>`. */
		from: string;
		/** `a@example.com` or `Name <a@example.com>`. */
		to: string[];
		/** `a@example.com` or `Name <a@example.com>`. */
		cc: string[];
		/** `a@example.com` or `Name <a@example.com>`. */
		bcc: string[];
		/** The subject; for mail of a broadcast as written, not as rendered for the recipient. */
		subject: string;
		/** State of the message; `failed`, `cancelled` and `suppressed` are final. */
		status: Api.Message.StatusEnum;
		/** `transactional`, or `marketing`, which the recipient can unsubscribe from. */
		stream: Api.Message.StreamEnum;
		/** Tags by key, as given when it was sent. */
		tags: { [name: string]: string };
		/** Template that it was rendered from; null if none. */
		template_alias: string | null;
		/** Whether delivery was simulated. */
		test_mode: boolean;
		/** Time it is or was scheduled for, ms since 1970-01-01T00:00:00Z; null if it was sent at once. */
		scheduled_at: number | null;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		updated_at: number;
		/** When the provider accepted it, ms since 1970-01-01T00:00:00Z; null until then. */
		sent_at: number | null;
		/** Id of the message at the provider, once it was accepted there. */
		provider_message_id: string | null;
		/** Broadcast that it belongs to; null if none. */
		broadcast_id: string | null;
		/** Automation that sent it; null if none. */
		automation_id: string | null;
		/** Contact that a broadcast or automation sent it to; null otherwise. */
		contact_id: string | null;
		/** Recipients left out because they are suppressed. */
		suppressed_recipients: string[];
	}

	export namespace Message {
		/** State of the message; `failed`, `cancelled` and `suppressed` are final. */
		export type StatusEnum = "queued" | "scheduled" | "sending" | "sent" | "failed" | "cancelled" | "suppressed";

		/** `transactional`, or `marketing`, which the recipient can unsubscribe from. */
		export type StreamEnum = "transactional" | "marketing";
	}

	export interface MessageDetail {
		/** Id of this object: an opaque string that never changes. */
		id: string;
		/** Sender, `a@example.com` or `Name <a@example.com>`. */
		from: string;
		/** `a@example.com` or `Name <a@example.com>`. */
		to: string[];
		/** `a@example.com` or `Name <a@example.com>`. */
		cc: string[];
		/** `a@example.com` or `Name <a@example.com>`. */
		bcc: string[];
		/** The subject; for mail of a broadcast as written, not as rendered for the recipient. */
		subject: string;
		/** State of the message; `failed`, `cancelled` and `suppressed` are final. */
		status: Api.MessageDetail.StatusEnum;
		/** `transactional`, or `marketing`, which the recipient can unsubscribe from. */
		stream: Api.MessageDetail.StreamEnum;
		/** Tags by key, as given when it was sent. */
		tags: { [name: string]: string };
		/** Template that it was rendered from; null if none. */
		template_alias: string | null;
		/** Whether delivery was simulated. */
		test_mode: boolean;
		/** Time it is or was scheduled for, ms since 1970-01-01T00:00:00Z; null if it was sent at once. */
		scheduled_at: number | null;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		updated_at: number;
		/** When the provider accepted it, ms since 1970-01-01T00:00:00Z; null until then. */
		sent_at: number | null;
		/** Id of the message at the provider, once it was accepted there. */
		provider_message_id: string | null;
		/** Broadcast that it belongs to; null if none. */
		broadcast_id: string | null;
		/** Automation that sent it; null if none. */
		automation_id: string | null;
		/** Contact that a broadcast or automation sent it to; null otherwise. */
		contact_id: string | null;
		/** Recipients left out because they are suppressed. */
		suppressed_recipients: string[];
		/** HTML, for mail of a broadcast as written; null once the retention time of bodies has passed. */
		html_body: string | null;
		/** Plain text, for mail of a broadcast as written; null once the retention time of bodies has passed. */
		text_body: string | null;
		/** Custom headers, as given when it was sent. */
		headers: { [name: string]: string };
		/** `a@example.com` or `Name <a@example.com>`. */
		reply_to: string[];
		/** Attachments without their bytes. */
		attachments: Api.MessageDetail.Attachment[];
		/** Version of the template; null without a template. */
		template_version: number | null;
		/** Every recipient, with the state of its delivery. */
		recipients: Api.MessageDetail.Recipient[];
		/** Events of the message, oldest first. */
		events: Api.MessageDetail.Event[];
	}

	export namespace MessageDetail {
		/** State of the message; `failed`, `cancelled` and `suppressed` are final. */
		export type StatusEnum = "queued" | "scheduled" | "sending" | "sent" | "failed" | "cancelled" | "suppressed";

		/** `transactional`, or `marketing`, which the recipient can unsubscribe from. */
		export type StreamEnum = "transactional" | "marketing";

		export interface Attachment {
			/** File name shown to the reader. */
			filename: string;
			/** Media type of the file. */
			content_type: string;
			/** Size in bytes, decoded. */
			size: number;
		}

		export interface Recipient {
			/** Bare address in lower case. */
			email: string;
			/** The field that named the recipient. */
			kind: Api.MessageDetail.Recipient.KindEnum;
			/** State of the delivery to this recipient. */
			status: Api.MessageDetail.Recipient.StatusEnum;
			/** Reply of the receiving server or the provider; null if there is none. */
			detail: string | null;
			/** Milliseconds since 1970-01-01T00:00:00Z. */
			updated_at: number;
		}

		export namespace Recipient {
			/** The field that named the recipient. */
			export type KindEnum = "to" | "cc" | "bcc";

			/** State of the delivery to this recipient. */
			export type StatusEnum = "pending" | "sent" | "delivered" | "delayed" | "bounced" | "complained" | "failed" | "suppressed";
		}

		export interface Event {
			/** Id of this object: an opaque string that never changes. */
			id: string;
			/** What happened to the message. */
			type: Api.MessageDetail.Event.TypeEnum;
			/** Affected addresses; empty if an open or click cannot be attributed to one. */
			recipients: string[];
			/** Milliseconds since 1970-01-01T00:00:00Z. */
			timestamp: number;
			/** By type: an open has `ip` and `user_agent`, a click `url` too; `prefetch: true` where a program and no reader asked. */
			data: { [name: string]: unknown };
		}

		export namespace Event {
			/** What happened to the message. */
			export type TypeEnum = "sent" | "delivery" | "delivery_delayed" | "failed" | "bounce" | "complaint" | "suppressed" | "open" | "click" | "scheduled" | "cancelled";
		}
	}

	export interface MessageNotCancellable {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.MessageNotCancellable.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The state that the message is in. */
		status: string;
	}

	export namespace MessageNotCancellable {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "message_not_cancellable";
	}

	export interface MessagesList200Response {
		/** The rows of this page, in list order; empty if there are none. */
		data: Api.Message[];
		/** Cursor of the next page; null on the last one. */
		next_cursor: number | null;
	}

	export interface MessagesSearch200Response {
		/** Matching messages, newest first; empty if there are none. */
		data: Api.Message[];
		/** Cursor to continue the search; null once all messages were examined. */
		next_cursor: number | null;
		/** All messages accepted after this time were examined, in milliseconds since 1970-01-01T00:00:00Z; null once all were. */
		searched_until: number | null;
	}

	/** Only messages in this state. */
	export type MessagesSearchStatusEnum = "queued" | "scheduled" | "sending" | "sent" | "failed" | "cancelled" | "suppressed";

	/** Only messages of this stream. */
	export type MessagesSearchStreamEnum = "transactional" | "marketing";

	export interface MessageWebhookEvent {
		/** What happened to the message. */
		type: Api.MessageWebhookEvent.TypeEnum;
		/** Id of the message, as in `GET /v1/messages/{id}`. */
		message_id: string;
		/** Id of the message at the provider; null until the provider accepted it. */
		provider_message_id: string | null;
		/** Affected addresses; empty if an open or click cannot be attributed to one. */
		recipients: string[];
		/** Id of the event, the same for all attempts and replays: use it to recognise duplicates. */
		event_id: string;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		timestamp: number;
		/** True for a sample event, absent otherwise. */
		sample?: boolean | undefined;
		/** Whether delivery was simulated. */
		test_mode: boolean;
		/** The message's tags. */
		tags: { [name: string]: string };
		/** bounce: `{class: hard|soft|policy, code, diagnostic}`; click: `{url, ip, user_agent}`; open: `{ip, user_agent}`; failed and delivery_delayed: `{reason}`; scheduled: `{scheduled_at}`; otherwise empty. */
		data: { [name: string]: unknown };
	}

	export namespace MessageWebhookEvent {
		/** What happened to the message. */
		export type TypeEnum = "sent" | "delivery" | "delivery_delayed" | "failed" | "bounce" | "complaint" | "suppressed" | "open" | "click" | "scheduled" | "cancelled";
	}

	export interface MissingFieldOrValidationFailed {
		/** The code, which tells programs what went wrong and stays as it is. */
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
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "missing_field" | "validation_failed";
	}

	export interface MissingFileOrEmptyFile {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.MissingFileOrEmptyFile.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
	}

	export namespace MissingFileOrEmptyFile {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "missing_file" | "empty_file";
	}

	export interface NotActive {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.NotActive.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The state that it is in. */
		status: string;
	}

	export namespace NotActive {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "not_active";
	}

	export interface NotArchivable {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.NotArchivable.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The state that it is in. */
		status: string;
	}

	export namespace NotArchivable {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "not_archivable";
	}

	export interface NotCancelable {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.NotCancelable.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The state that it is in. */
		status: string;
	}

	export namespace NotCancelable {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "not_cancelable";
	}

	export interface NotDraft {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.NotDraft.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The state that it is in. */
		status: string;
	}

	export namespace NotDraft {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "not_draft";
	}

	export interface NotEditable {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.NotEditable.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The state that it is in. */
		status: string;
	}

	export namespace NotEditable {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "not_editable";
	}

	/** Matches what its filter does not match. */
	export interface NotFilter {
		/** Which contacts: conditions, joined by `and`, `or` and `not`, or `{"all": true}`. A negative operator matches exactly what its positive one does not, so `neq` also matches contacts without the attribute; null counts as no value. A field that a form does not have is refused. At most 5 levels, 50 conditions and 16384 bytes of JSON. */
		not: Api.SegmentFilter;
	}

	export interface NotFound {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.NotFound.ErrorEnum;
	}

	export namespace NotFound {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "not_found";
	}

	export interface NotPausable {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.NotPausable.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The state that it is in. */
		status: string;
	}

	export namespace NotPausable {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "not_pausable";
	}

	export interface NotResumable {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.NotResumable.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The state that it is in. */
		status: string;
	}

	export namespace NotResumable {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "not_resumable";
	}

	export interface NotRetryable {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.NotRetryable.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The state that it is in. */
		status: string;
	}

	export namespace NotRetryable {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "not_retryable";
	}

	/** Matches what any of its filters matches. */
	export interface OrFilter {
		/** Filters, at least one. */
		or: Api.SegmentFilter[];
	}

	export interface PreviewedTemplate {
		/** The rendered subject; null if the version has none. */
		subject: string | null;
		/** The rendered HTML; null if the version has none. */
		html_body: string | null;
		/** The rendered plain text; null if the version has none. */
		text_body: string | null;
		/** Paths such as `user.name` that the model lacks or has as null; they were rendered as nothing. */
		missing: string[];
		/** Problems that prevent it from being sent. */
		warnings: Api.PreviewedTemplate.Warning[];
	}

	export namespace PreviewedTemplate {
		export interface Warning {
			/** The rendered subject is empty: such mail is refused, or fails. */
			code: Api.PreviewedTemplate.Warning.CodeEnum;
			/** Human-readable explanation that names the empty variables; the wording may change. */
			detail: string;
		}

		export namespace Warning {
			/** The rendered subject is empty: such mail is refused, or fails. */
			export type CodeEnum = "empty_subject";
		}
	}

	export interface RateLimitExceeded {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.RateLimitExceeded.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The limit that was reached. */
		limit: number;
	}

	export namespace RateLimitExceeded {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "rate_limit_exceeded";
	}

	/** Takes the contact out of an audience. */
	export interface RemoveFromAudienceStep {
		type: 'remove_from_audience';
		/** 1 to 40 small letters, digits, _ and -, unique within the automation; given where there is none. */
		id?: string | undefined;
		/** Id of the audience. */
		audience_id: string;
	}

	export namespace RemoveFromAudienceStep {
		/** Type of the step, which determines its fields. */
		export type TypeEnum = "remove_from_audience";
	}

	export interface RenderedTemplate {
		/** The version that was rendered. */
		version: number;
		/** The rendered subject; null if the version has none. */
		subject: string | null;
		/** The rendered HTML; null if the version has none. */
		html_body: string | null;
		/** The rendered plain text; null if the version has none. */
		text_body: string | null;
		/** Paths such as `user.name` that the model lacks or has as null; they were rendered as nothing. */
		missing: string[];
		/** Problems that prevent it from being sent. */
		warnings: Api.RenderedTemplate.Warning[];
	}

	export namespace RenderedTemplate {
		export interface Warning {
			/** The rendered subject is empty: such mail is refused, or fails. */
			code: Api.RenderedTemplate.Warning.CodeEnum;
			/** Human-readable explanation that names the empty variables; the wording may change. */
			detail: string;
		}

		export namespace Warning {
			/** The rendered subject is empty: such mail is refused, or fails. */
			export type CodeEnum = "empty_subject";
		}
	}

	export interface RequestTimeout {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.RequestTimeout.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
	}

	export namespace RequestTimeout {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "request_timeout";
	}

	export interface RequestTooLarge {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.RequestTooLarge.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The limit in bytes. */
		max_bytes: number;
	}

	export namespace RequestTooLarge {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "request_too_large";
	}

	export interface Segment {
		/** Id of this object: an opaque string that never changes. */
		id: string;
		/** Display name of this object. */
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
		/** Id of the segment. */
		segment_id: string;
		/** Contacts that match now. */
		count: number;
	}

	export interface SegmentsCreate422Response {
		/** The code, which tells programs what went wrong and stays as it is. */
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
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "missing_field" | "validation_failed" | "invalid_filter";
	}

	export interface SegmentsCreateRequest {
		/** 1 to 255 characters, not counting surrounding white space; need not be unique. */
		name: string;
		/** Which contacts: conditions, joined by `and`, `or` and `not`, or `{"all": true}`. A negative operator matches exactly what its positive one does not, so `neq` also matches contacts without the attribute; null counts as no value. A field that a form does not have is refused. At most 5 levels, 50 conditions and 16384 bytes of JSON. */
		filter: Api.SegmentFilter;
	}

	export interface SegmentsList200Response {
		/** The rows of this page, in list order; empty if there are none. */
		data: Api.Segment[];
		/** Cursor of the next page; null on the last one. */
		next_cursor: string | null;
	}

	export interface SegmentsListContacts200Response {
		/** The rows of this page, in list order; empty if there are none. */
		data: Api.Contact[];
		/** Cursor of the next page; null on the last one. */
		next_cursor: string | null;
	}

	export interface SegmentsPreview200Response {
		/** Contacts that match now. */
		count: number;
		/** The newest contacts that match, at most `limit`. */
		data: Api.Contact[];
	}

	export interface SegmentsPreview422Response {
		/** The code, which tells programs what went wrong and stays as it is. */
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
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "missing_field" | "validation_failed" | "invalid_filter";
	}

	export interface SegmentsPreviewRequest {
		/** Which contacts: conditions, joined by `and`, `or` and `not`, or `{"all": true}`. A negative operator matches exactly what its positive one does not, so `neq` also matches contacts without the attribute; null counts as no value. A field that a form does not have is refused. At most 5 levels, 50 conditions and 16384 bytes of JSON. */
		filter: Api.SegmentFilter;
		/** Rows per page, 1 to 100. Numbers outside this range are clamped, anything else counts as 25. A page has fewer rows if they exceed 2 MiB; continue with `next_cursor`. */
		limit?: number | undefined;
	}

	export interface SegmentsUpdate422Response {
		/** The code, which tells programs what went wrong and stays as it is. */
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
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "missing_field" | "validation_failed" | "invalid_filter";
	}

	export interface SegmentsUpdateRequest {
		/** 1 to 255 characters, not counting surrounding white space; need not be unique. */
		name?: string | undefined;
		/** Which contacts: conditions, joined by `and`, `or` and `not`, or `{"all": true}`. A negative operator matches exactly what its positive one does not, so `neq` also matches contacts without the attribute; null counts as no value. A field that a form does not have is refused. At most 5 levels, 50 conditions and 16384 bytes of JSON. */
		filter?: Api.SegmentFilter | undefined;
	}

	/** Sends marketing mail; ends the run for contacts that are not subscribed, or are suppressed. */
	export interface SendEmailStep {
		type: 'send_email';
		/** 1 to 40 small letters, digits, _ and -, unique within the automation; given where there is none. */
		id?: string | undefined;
		/** Renders the active version of this template; a subject or body given here overrides its own. */
		template_alias?: string | undefined;
		/** Values for the template, at most 262144 bytes of JSON; no whole number beyond 2^53 - 1, which would be rounded. */
		template_model?: { [name: string]: unknown } | undefined;
		/** A template in one line, at most 998 characters; required where no template has one. For whom nothing is to be seen of it, the mail fails as `empty_subject`, and the run goes on. */
		subject?: string | undefined;
		/** A template in HTML; this or `text_body` is required without `template_alias`. */
		html_body?: string | undefined;
		/** A template in plain text; generated from the HTML by default. */
		text_body?: string | undefined;
		/** Sender on a verified domain; that of the automation by default. */
		from?: string | undefined;
		/** Address for replies; that of the automation by default. */
		reply_to?: string | undefined;
		/** Labels to find the message by, at most 50; keys of 1 to 64 letters, digits, _ and -, values up to 256 characters. */
		tags?: { [name: string]: string } | undefined;
	}

	export namespace SendEmailStep {
		/** Type of the step, which determines its fields. */
		export type TypeEnum = "send_email";
	}

	export interface SendRequest {
		/** Sender; its domain must be a verified domain of the tenant and, if the key is scoped to a domain, that one. */
		from: string;
		/** Recipients, 1 to 50 over `to`, `cc` and `bcc`. */
		to: string[];
		/** Recipients visible to all others. An address given more than once counts once, where it comes first. */
		cc?: string[] | undefined;
		/** Recipients hidden from the others. */
		bcc?: string[] | undefined;
		/** Addresses for replies, at most 10. */
		reply_to?: string | string[] | undefined;
		/** 1 to 998 characters, of which something is to be seen, also where the template has it; required unless the template has one. */
		subject?: string | undefined;
		/** HTML, at most 1 MiB. One of `html_body` and `text_body` is required, and without `attachments` one of them that is not blank: white space and characters that nobody sees, such as U+200B, count as nothing. */
		html_body?: string | undefined;
		/** Plain text, at most 1 MiB; generated from `html_body` if absent. */
		text_body?: string | undefined;
		/** Renders the active version of this template. A subject or body given as well overrides the template's. */
		template_alias?: string | undefined;
		/** Values for the template, at most 262144 bytes of JSON; no whole number beyond 2^53 - 1, which would be rounded. */
		template_model?: { [name: string]: unknown } | undefined;
		/** True: the email is refused if the template uses a variable that the model lacks. Otherwise such a variable is rendered as nothing, with a warning. */
		strict?: boolean | undefined;
		/** Custom headers, at most 50. Headers that the service sets itself are refused. */
		headers?: { [name: string]: string } | undefined;
		/** Labels to find the message by, at most 50; keys of letters, digits, _ and -, values up to 256 characters. */
		tags?: { [name: string]: string } | undefined;
		/** At most 20, 10 MiB each, 25 MiB together. */
		attachments?: Api.Attachment[] | undefined;
		/** Whether opens are tracked; defaults to the domain's setting. */
		track_opens?: boolean | undefined;
		/** Whether clicks are tracked, for the first 1,000 links of the HTML only; defaults to the domain's setting. */
		track_clicks?: boolean | undefined;
		/** `transactional` unless given; `marketing` takes exactly one recipient, carries List-Unsubscribe with one-click (RFC 8058), and gives templates `unsubscribe_url` unless the model has one; in bodies given beside or without a template, `{{ unsubscribe_url }}` alone is replaced. */
		stream?: Api.SendRequest.StreamEnum | undefined;
		/** True: delivery is simulated; the local part of recipients at the test domain chooses the outcome. */
		test_mode?: boolean | undefined;
		/** When to send, ms since 1970-01-01T00:00:00Z, at most 100 years ahead. A time in the past sends at once. */
		scheduled_at?: number | undefined;
	}

	export namespace SendRequest {
		/** `transactional` unless given; `marketing` takes exactly one recipient, carries List-Unsubscribe with one-click (RFC 8058), and gives templates `unsubscribe_url` unless the model has one; in bodies given beside or without a template, `{{ unsubscribe_url }}` alone is replaced. */
		export type StreamEnum = "transactional" | "marketing";
	}

	export interface SendResult {
		/** Id of the message. */
		message_id: string;
		/** `suppressed`: every recipient in `to` is suppressed, and nothing is sent. `sent` and `failed` occur only in test mode. */
		status: Api.SendResult.StatusEnum;
		/** Whether delivery is simulated. */
		test_mode: boolean;
		/** Null unless the message is scheduled. */
		scheduled_at: number | null;
		/** Recipients left out because they are suppressed. */
		suppressed_recipients: string[];
		/** Present where something seems to be amiss with what was accepted, at most 20. With `strict` it is refused instead. */
		warnings?: Api.SendWarning[] | undefined;
		/** Present if this is the response to an earlier request with the same key. */
		idempotent_replay?: boolean | undefined;
	}

	export namespace SendResult {
		/** `suppressed`: every recipient in `to` is suppressed, and nothing is sent. `sent` and `failed` occur only in test mode. */
		export type StatusEnum = "queued" | "scheduled" | "suppressed" | "sent" | "failed";
	}

	export interface SendWarning {
		/** `missing_variable`: the template asks for what the model lacks or has as null, and nothing stands there. `empty_subject`, of a test of a broadcast alone: but for `[test]` nothing is to be seen of the subject; to contacts such mail does not leave. */
		code: Api.SendWarning.CodeEnum;
		/** Path within `template_model`, such as `user.name`, at most 200 characters; `subject` if the subject is concerned. */
		path: string;
	}

	export namespace SendWarning {
		/** `missing_variable`: the template asks for what the model lacks or has as null, and nothing stands there. `empty_subject`, of a test of a broadcast alone: but for `[test]` nothing is to be seen of the subject; to contacts such mail does not leave. */
		export type CodeEnum = "missing_variable" | "empty_subject";
	}

	export interface ServiceUnavailable {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.ServiceUnavailable.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
	}

	export namespace ServiceUnavailable {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "service_unavailable";
	}

	export interface Stats {
		/** Length of an entry of `data`. */
		interval: Api.Stats.IntervalEnum;
		/** Time zone of the days. */
		timezone: string;
		/** False while some mail has yet to be counted, such as mail from before an upgrade. */
		complete: boolean;
		/** One entry per hour or day of the range, oldest first, including those in which nothing happened. */
		data: Api.Stats.Datum[];
		/** Sums over all entries. */
		totals: Api.Stats.Totals;
	}

	export namespace Stats {
		/** Length of an entry of `data`. */
		export type IntervalEnum = "hour" | "day";

		export interface Datum {
			/** Start of the hour or day, in milliseconds since 1970-01-01T00:00:00Z. */
			at: number;
			/** Emails accepted, by time of acceptance; those of broadcasts by when they were created. */
			accepted: number;
			/** Recipients whose mail the provider accepted. */
			sent: number;
			/** Recipients whose server was reported to have accepted the mail. */
			delivered: number;
			/** Recipients whose delivery was delayed, here or at the provider; counted once per mail. */
			delayed: number;
			/** Recipients whose address permanently failed. */
			bounced_hard: number;
			/** Recipients that failed temporarily, for example because of a full mailbox. */
			bounced_soft: number;
			/** Recipients whose server rejected the mail or its sender by policy. */
			bounced_policy: number;
			/** Recipients who reported the mail as spam. */
			complained: number;
			/** Opens, counted each time; opens by programs are left out. */
			opened: number;
			/** Clicks, counted each time; clicks by programs are left out. */
			clicked: number;
			/** Recipients whose mail could not be sent. */
			failed: number;
			/** Recipients left out because they are suppressed. */
			suppressed: number;
		}

		/** Sums over all entries. */
		export interface Totals {
			/** Emails accepted, by time of acceptance; those of broadcasts by when they were created. */
			accepted: number;
			/** Recipients whose mail the provider accepted. */
			sent: number;
			/** Recipients whose server was reported to have accepted the mail. */
			delivered: number;
			/** Recipients whose delivery was delayed, here or at the provider; counted once per mail. */
			delayed: number;
			/** Recipients whose address permanently failed. */
			bounced_hard: number;
			/** Recipients that failed temporarily, for example because of a full mailbox. */
			bounced_soft: number;
			/** Recipients whose server rejected the mail or its sender by policy. */
			bounced_policy: number;
			/** Recipients who reported the mail as spam. */
			complained: number;
			/** Opens, counted each time; opens by programs are left out. */
			opened: number;
			/** Clicks, counted each time; clicks by programs are left out. */
			clicked: number;
			/** Recipients whose mail could not be sent. */
			failed: number;
			/** Recipients left out because they are suppressed. */
			suppressed: number;
		}
	}

	/** `day` by default. The range is at most 400 days, or 31 days by hour. */
	export type StatsGetIntervalEnum = "hour" | "day";

	/** Only mail of this stream. */
	export type StatsGetStreamEnum = "transactional" | "marketing";

	/** `true`: only mail in test mode; otherwise only real mail. */
	export type StatsGetTestModeEnum = "false" | "true";

	/** A test of the contact's status. */
	export interface StatusCondition {
		/** The contact's status. */
		field: Api.StatusCondition.FieldEnum;
		/** `eq`: the field is the value; `neq`: it is not. */
		op: Api.StatusCondition.OpEnum;
		/** Status to compare it with. */
		value: Api.StatusCondition.ValueEnum;
	}

	export namespace StatusCondition {
		/** The contact's status. */
		export type FieldEnum = "status";

		/** `eq`: the field is the value; `neq`: it is not. */
		export type OpEnum = "eq" | "neq";

		/** Status to compare it with. */
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

	export interface StorageLimitReached {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.StorageLimitReached.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The limit that was reached. */
		limit: number;
	}

	export namespace StorageLimitReached {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "storage_limit_reached";
	}

	export interface Suppression {
		/** Bare and in lower case. */
		email: string;
		/** `manual` for entries added through the API; the service adds the others. */
		reason: Api.Suppression.ReasonEnum;
		/** `marketing`: blocks only mail of that stream, as after an unsubscription. */
		scope: Api.Suppression.ScopeEnum;
		/** The message that the reason came from. */
		source_message_id: string | null;
		/** Whether the reason was simulated. */
		test_mode: boolean;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
	}

	export namespace Suppression {
		/** `manual` for entries added through the API; the service adds the others. */
		export type ReasonEnum = "manual" | "hard_bounce" | "complaint" | "unsubscribe";

		/** `marketing`: blocks only mail of that stream, as after an unsubscription. */
		export type ScopeEnum = "all" | "marketing";
	}

	export interface SuppressionsAddMany200Response {
		/** A result for each item, in order. */
		data: Api.SuppressionsAddMany200Response.Datum[];
		/** How many items there are of each kind. */
		summary: Api.SuppressionsAddMany200Response.Summary;
	}

	export namespace SuppressionsAddMany200Response {
		export interface Datum {
			/** Bare and in lower case, or as sent if it is not an address; null if it is not a string. */
			email: string | null;
			/** False if the address was on the list already. */
			added: boolean;
			/** Error code if the item failed; otherwise null. */
			error: string | null;
		}

		/** How many items there are of each kind. */
		export interface Summary {
			/** Addresses added to the list. */
			added: number;
			/** Items that added nothing. */
			skipped: number;
		}
	}

	export interface SuppressionsAddMany422Response {
		/** The code, which tells programs what went wrong and stays as it is. */
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
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "validation_failed" | "empty_batch" | "batch_too_large";
	}

	export interface SuppressionsAddManyRequest {
		/** Addresses, 1 to 100. */
		emails: string[];
	}

	export interface SuppressionsAddRequest {
		/** A bare email address; it is trimmed and converted to lower case. */
		email: string;
	}

	export interface SuppressionsList200Response {
		/** The rows of this page, in list order; empty if there are none. */
		data: Api.Suppression[];
		/** Cursor of the next page; null on the last one. */
		next_cursor: number | null;
	}

	/** Only entries with this reason; an unknown value is ignored. */
	export type SuppressionsListReasonEnum = "manual" | "hard_bounce" | "complaint" | "unsubscribe";

	export interface SuppressionsRemoveMany200Response {
		/** A result for each item, in order. */
		data: Api.SuppressionsRemoveMany200Response.Datum[];
		/** Number of items. */
		summary: Api.SuppressionsRemoveMany200Response.Summary;
	}

	export namespace SuppressionsRemoveMany200Response {
		export interface Datum {
			/** Bare and in lower case, or as sent if it is not an address; null if it is not a string. */
			email: string | null;
			/** Always true: the object is deleted. */
			deleted: boolean;
		}

		/** Number of items. */
		export interface Summary {
			/** Number of items, including those that were not on the list. */
			deleted: number;
		}
	}

	export interface SuppressionsRemoveMany422Response {
		/** The code, which tells programs what went wrong and stays as it is. */
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
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "validation_failed" | "empty_batch" | "batch_too_large";
	}

	export interface SuppressionsRemoveManyRequest {
		/** Addresses, 1 to 100. */
		emails: string[];
	}

	export interface Template {
		/** Id of this object: an opaque string that never changes. */
		id: string;
		/** Name of the template in requests, as `template_alias`. */
		alias: string;
		/** Display name; null if it has none. */
		name: string | null;
		/** The version that is sent; null if none is active. */
		active_version: number | null;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
		/** When a version was last added or activated, in milliseconds since 1970-01-01T00:00:00Z. */
		updated_at: number;
	}

	export interface TemplateDetail {
		/** Id of this object: an opaque string that never changes. */
		id: string;
		/** Name of the template in requests, as `template_alias`. */
		alias: string;
		/** Display name; null if it has none. */
		name: string | null;
		/** The version that is sent; null if none is active. */
		active_version: number | null;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
		/** When a version was last added or activated, in milliseconds since 1970-01-01T00:00:00Z. */
		updated_at: number;
		/** All versions without their bodies, newest first. */
		versions: Api.TemplateVersionSummary[];
	}

	export interface TemplatesCreate422Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.TemplatesCreate422Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** Path of the offending field, such as `attachments[0].filename`. */
		field?: string | undefined;
		/** The limit that was exceeded. */
		max?: number | undefined;
		/** The limit in bytes. */
		max_bytes?: number | undefined;
		/** The limit that was reached. */
		limit?: number | undefined;
	}

	export namespace TemplatesCreate422Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "missing_field" | "validation_failed" | "invalid_alias" | "template_limit_reached";
	}

	export interface TemplatesCreateRequest {
		/** A letter, then up to 99 letters, digits, `_`, `.` and `-`; case-sensitive, unique per tenant. */
		alias: string;
		/** 1 to 255 characters, not counting surrounding white space; need not be unique. */
		name?: string | undefined;
	}

	export interface TemplatesCreateVersion422Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.TemplatesCreateVersion422Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** Path of the offending field, such as `attachments[0].filename`. */
		field?: string | undefined;
		/** The limit that was exceeded. */
		max?: number | undefined;
		/** The limit in bytes. */
		max_bytes?: number | undefined;
		/** The limit that was reached. */
		limit?: number | undefined;
		/** Line of the fault within the field, from 1. */
		line?: number | undefined;
		/** Character of that line, from 1; absent where the field as a whole is at fault. */
		column?: number | undefined;
	}

	export namespace TemplatesCreateVersion422Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "missing_field" | "validation_failed" | "version_limit_reached" | "invalid_template";
	}

	export interface TemplatesCreateVersionRequest {
		/** Liquid, at most 512 KiB; an email needs a subject from here or from its request. */
		subject?: string | undefined;
		/** Liquid, at most 512 KiB; values are HTML-escaped. One of `html_body` and `text_body` is required. */
		html_body?: string | undefined;
		/** Liquid, at most 512 KiB; values are not escaped. */
		text_body?: string | undefined;
		/** Whether this version is sent from now on; true by default. */
		activate?: boolean | undefined;
	}

	export interface TemplatesList200Response {
		/** All templates, newest first. */
		data: Api.Template[];
		/** Always null: the list has a single page. */
		next_cursor: null;
	}

	export interface TemplatesListGallery200Response {
		/** All templates of the gallery, without their bodies. */
		data: Api.GalleryTemplateSummary[];
		/** Always null: the list has a single page. */
		next_cursor: null;
	}

	export interface TemplatesPreview422Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.TemplatesPreview422Response.ErrorEnum;
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
		/** Character of that line, from 1; absent where the field as a whole is at fault. */
		column?: number | undefined;
		/** Alias of the template. */
		alias?: string | undefined;
		/** With `strict`: paths that the model lacks or has as null. */
		missing?: string[] | undefined;
	}

	export namespace TemplatesPreview422Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "missing_field" | "validation_failed" | "invalid_template" | "template_render_failed";
	}

	export interface TemplatesPreviewRequest {
		/** Liquid, at most 512 KiB. */
		subject?: string | undefined;
		/** Liquid, at most 512 KiB; values are HTML-escaped. One of `html_body` and `text_body` is required. */
		html_body?: string | undefined;
		/** Liquid, at most 512 KiB; values are not escaped. */
		text_body?: string | undefined;
		/** Values for the template, at most 262144 bytes of JSON; no whole number beyond 2^53 - 1, which would be rounded. */
		template_model?: { [name: string]: unknown } | undefined;
	}

	export interface TemplatesRender422Response {
		/** The code, which tells programs what went wrong and stays as it is. */
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
		/** With `strict`: paths that the model lacks or has as null. */
		missing?: string[] | undefined;
	}

	export namespace TemplatesRender422Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "missing_field" | "validation_failed" | "template_not_found" | "template_render_failed";
	}

	export interface TemplatesRenderRequest {
		/** Values for the template, at most 262144 bytes of JSON; no whole number beyond 2^53 - 1, which would be rounded. */
		template_model?: { [name: string]: unknown } | undefined;
		/** Version to render; the active one by default. */
		version?: number | undefined;
	}

	export interface TemplateVersion {
		/** Id of this object: an opaque string that never changes. */
		id: string;
		/** Number of the version within the template: 1, 2, … without gaps. */
		version: number;
		/** Subject, with Liquid; null if requests bring their own. */
		subject: string | null;
		/** HTML with Liquid; null if there is none. */
		html_body: string | null;
		/** Plain text with Liquid; null if there is none. */
		text_body: string | null;
		/** Whether this is the version that is sent. */
		active: boolean;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
	}

	export interface TemplateVersionSummary {
		/** Id of this object: an opaque string that never changes. */
		id: string;
		/** Number of the version within the template: 1, 2, … without gaps. */
		version: number;
		/** Liquid, its first 998 characters; null if requests bring their own. */
		subject: string | null;
		/** Whether this is the version that is sent. */
		active: boolean;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
	}

	export interface TestEvent {
		/** Id of this object: an opaque string that never changes. */
		id: string;
		/** Id of the message. */
		message_id: string;
		/** The simulated outcome, chosen by the local part of the recipient. */
		type: Api.TestEvent.TypeEnum;
		/** Addresses that the event concerns. */
		recipients: string[];
		/** Simulated id of the message at the provider. */
		provider_message_id: string;
		/** Simulated reply of the receiving server; null if there is none. */
		detail: string | null;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		timestamp: number;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
	}

	export namespace TestEvent {
		/** The simulated outcome, chosen by the local part of the recipient. */
		export type TypeEnum = "delivery" | "bounce" | "complaint";
	}

	/** A test of a time of the contact against an instant. */
	export interface TimeCondition {
		/** When the contact was created, or last changed. */
		field: Api.TimeCondition.FieldEnum;
		/** Greater than the value, at least, less than, or at most the value. */
		op: Api.TimeCondition.OpEnum;
		/** Milliseconds since 1970-01-01T00:00:00Z; a value in seconds is refused. */
		value: number;
	}

	export namespace TimeCondition {
		/** When the contact was created, or last changed. */
		export type FieldEnum = "created_at" | "updated_at";

		/** Greater than the value, at least, less than, or at most the value. */
		export type OpEnum = "gt" | "gte" | "lt" | "lte";
	}

	export interface Unauthorized {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.Unauthorized.ErrorEnum;
	}

	export namespace Unauthorized {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "unauthorized";
	}

	/** Changes the contact. */
	export interface UpdateContactStep {
		type: 'update_contact';
		/** 1 to 40 small letters, digits, _ and -, unique within the automation; given where there is none. */
		id?: string | undefined;
		/** Put over those that the contact has, by names of 1 to 100 characters: strings of at most 4096 characters, numbers, booleans, null; no whole number beyond 2^53 - 1. This or `status` is required. */
		attributes?: { [name: string]: (string | number | boolean) | null } | undefined;
		/** The status to give the contact. */
		status?: Api.UpdateContactStep.StatusEnum | undefined;
	}

	export namespace UpdateContactStep {
		/** Type of the step, which determines its fields. */
		export type TypeEnum = "update_contact";

		/** The status to give the contact. */
		export type StatusEnum = "subscribed" | "unsubscribed" | "cleaned";
	}

	export interface Upload {
		/** Identifies the file in `attachments[].storage_key` and in its download path, `/attachments/{storage_key}`. */
		storage_key: string;
		/** Name under which it is stored: letters, digits, `.`, `_` and `-`, at most 200 characters. */
		filename: string;
		/** Media type, as given by the form. */
		content_type: string;
		/** Size of the file in bytes. */
		size: number;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
	}

	export interface Usage {
		/** Plan of the tenant, which determines its limits. */
		plan: Api.Usage.PlanEnum;
		/** Send requests in the rolling minute. */
		rate_limit: Api.Usage.RateLimit;
		/** The last 24 hours, to the minute. */
		daily: Api.Usage.Daily;
		/** The last 30 times 24 hours, to the hour. */
		monthly: Api.Usage.Monthly;
		/** Contacts of the tenant. */
		contacts: Api.Usage.Contacts;
		/** Webhook endpoints of the tenant. */
		webhooks: Api.Usage.Webhooks;
		/** Bytes stored: attachments, bodies of messages and drafts, templates, uploads, files of imports and exports. */
		storage: Api.Usage.Storage;
		/** Prepaid emails left; negative if more were sent. */
		credits_balance: number;
		/** Emails of the rolling month past the plan's included volume; those in test mode are never billed. */
		overage_emails: number;
		/** Emails of the rolling month from broadcasts, automations and the marketing stream. */
		marketing_emails: number;
		/** Price of `overage_emails` in US dollars: 0.35 per 1,000 on payg; 0.28 on credits, drawn from the balance. */
		estimated_cost_usd: number;
	}

	export namespace Usage {
		/** Plan of the tenant, which determines its limits. */
		export type PlanEnum = "free" | "payg" | "credits" | "unlimited";

		/** Send requests in the rolling minute. */
		export interface RateLimit {
			/** The limit; null if there is none. */
			limit: number | null;
			/** What is left of the limit, never below 0; null without a limit. */
			remaining: number | null;
			/** Seconds until the oldest counted request leaves the minute; 0 if none is counted. */
			reset: number;
		}

		/** The last 24 hours, to the minute. */
		export interface Daily {
			/** The limit; null if there is none. */
			limit: number | null;
			/** Emails in the rolling window, including test mode. */
			used: number;
			/** What is left of the limit, never below 0; null without a limit. */
			remaining: number | null;
		}

		/** The last 30 times 24 hours, to the hour. */
		export interface Monthly {
			/** The limit; null if there is none. */
			limit: number | null;
			/** Emails in the rolling window, including test mode. */
			used: number;
			/** What is left of the limit, never below 0; null without a limit. */
			remaining: number | null;
			/** False: `limit` is what the plan includes, and sending continues beyond it. */
			gates: boolean;
		}

		/** Contacts of the tenant. */
		export interface Contacts {
			/** The limit; null if there is none. */
			limit: number | null;
			/** Number in use now. */
			used: number;
		}

		/** Webhook endpoints of the tenant. */
		export interface Webhooks {
			/** The limit; null if there is none. */
			limit: number | null;
			/** Number in use now. */
			used: number;
		}

		/** Bytes stored: attachments, bodies of messages and drafts, templates, uploads, files of imports and exports. */
		export interface Storage {
			/** The limit; null if there is none. */
			limit: number | null;
			/** Number in use now. */
			used: number;
			/** Bytes of received mail, which do not count towards the limit. */
			received: number;
		}
	}

	export interface ValidationFailed {
		/** The code, which tells programs what went wrong and stays as it is. */
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
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "validation_failed";
	}

	export interface ValidationFailedOrInvalidCursor {
		/** The code, which tells programs what went wrong and stays as it is. */
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
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "validation_failed" | "invalid_cursor";
	}

	export interface ValidationFailedOrInvalidEmail {
		/** The code, which tells programs what went wrong and stays as it is. */
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
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "validation_failed" | "invalid_email";
	}

	export interface ValidationFailedOrInvalidName {
		/** The code, which tells programs what went wrong and stays as it is. */
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
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "validation_failed" | "invalid_name";
	}

	/** Waits for an event of a mail, for a limited time. */
	export interface WaitForEventStep {
		type: 'wait_for_event';
		/** 1 to 40 small letters, digits, _ and -, unique within the automation; given where there is none. */
		id?: string | undefined;
		/** Event to wait for, of a mail of this automation to the contact; an earlier one counts. */
		event: Api.WaitForEventStep.EventEnum;
		/** Id of the earlier `send_email` step whose mail is meant; any earlier one by default. */
		step?: string | undefined;
		/** How long to wait, in seconds: 60 to 7776000. */
		timeout_seconds: number;
		/** Steps to execute when it happens. */
		then?: Api.AutomationStep[] | undefined;
		/** Steps to execute on timeout. */
		else?: Api.AutomationStep[] | undefined;
	}

	export namespace WaitForEventStep {
		/** Type of the step, which determines its fields. */
		export type TypeEnum = "wait_for_event";

		/** Event to wait for, of a mail of this automation to the contact; an earlier one counts. */
		export type EventEnum = "delivery" | "open" | "click" | "bounce";
	}

	/** Waits for a time. */
	export interface WaitStep {
		type: 'wait';
		/** 1 to 40 small letters, digits, _ and -, unique within the automation; given where there is none. */
		id?: string | undefined;
		/** How long, in seconds: 60 to 7776000. */
		seconds: number;
	}

	export namespace WaitStep {
		/** Type of the step, which determines its fields. */
		export type TypeEnum = "wait";
	}

	/** Waits until a point in time. */
	export interface WaitUntilStep {
		type: 'wait_until';
		/** 1 to 40 small letters, digits, _ and -, unique within the automation; given where there is none. */
		id?: string | undefined;
		/** When to continue, in milliseconds since 1970-01-01T00:00:00Z; at once if it has passed. */
		at: number;
	}

	export namespace WaitUntilStep {
		/** Type of the step, which determines its fields. */
		export type TypeEnum = "wait_until";
	}

	export interface Webhook {
		/** Id of this object: an opaque string that never changes. */
		id: string;
		/** URL that events are posted to. */
		url: string;
		/** Types of events, or only `*` for all of them, including types added later. */
		events: Api.Webhook.EventEnum[];
		/** Your description of it; null if there is none. */
		description: string | null;
		/** An inactive endpoint gets no events; its waiting deliveries are held until it is active again. */
		active: boolean;
		/** Attempts that have failed since the last success; null if the last attempt succeeded, or none was made to this URL. */
		failing: Api.Webhook.Failing | null;
		/** Signing secret; begins with `whsec_`. Shown only once, when it is created; empty everywhere else. */
		secret: string;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
	}

	export namespace Webhook {
		export type EventEnum = "*" | "sent" | "delivery" | "delivery_delayed" | "failed" | "bounce" | "complaint" | "suppressed" | "open" | "click" | "scheduled" | "cancelled" | "contact.created" | "contact.updated" | "contact.import.completed" | "inbound.received" | "automation.webhook";

		export interface Failing {
			/** Time of the first failed attempt, ms since 1970-01-01T00:00:00Z. */
			since: number;
			/** Number of attempts that have failed since, over all deliveries. */
			attempts: number;
			/** Time of the last failed attempt, ms since 1970-01-01T00:00:00Z. */
			last_attempt_at: number;
			/** HTTP status of the last one; null if there was no response. */
			response_status: number | null;
			/** Why the last one got no response, with the codes of delivery attempts; null if it got one. */
			error: string | null;
		}
	}

	export interface WebhookDelivery {
		/** Id of this object: an opaque string that never changes. */
		id: string;
		/** Id of the endpoint. */
		webhook_id: string;
		/** Id of the event: the same for all attempts, replays and endpoints. */
		event_id: string;
		/** Type of the event. */
		type: Api.WebhookDelivery.TypeEnum;
		/** Message that the event concerns; null for other types. */
		message_id: string | null;
		/** `failed` after the eighth attempt, or if the event is no longer kept. */
		status: Api.WebhookDelivery.StatusEnum;
		/** All attempts so far, oldest first. */
		attempts: Api.WebhookDelivery.Attempt[];
		/** Number of attempts so far, at most 8. */
		attempt_count: number;
		/** When the next attempt is due; null once the delivery succeeded or failed. */
		next_attempt_at: number | null;
		/** Delivery that this one repeats; null if it is no replay. */
		replay_of: string | null;
		/** Body of the POST request, as JSON; null once the event is no longer kept. */
		payload: (Api.MessageWebhookEvent | Api.ContactWebhookEvent | Api.ImportWebhookEvent | Api.InboundWebhookEvent | Api.AutomationWebhookEvent) | null;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
	}

	export namespace WebhookDelivery {
		/** Type of the event. */
		export type TypeEnum = "sent" | "delivery" | "delivery_delayed" | "failed" | "bounce" | "complaint" | "suppressed" | "open" | "click" | "scheduled" | "cancelled" | "contact.created" | "contact.updated" | "contact.import.completed" | "inbound.received" | "automation.webhook";

		/** `failed` after the eighth attempt, or if the event is no longer kept. */
		export type StatusEnum = "pending" | "delivered" | "failed";

		export interface Attempt {
			/** Number of the attempt, 1 for the first. */
			attempt: number;
			/** Milliseconds since 1970-01-01T00:00:00Z. */
			at: number;
			/** HTTP status of the response; null if there was none. */
			response_status: number | null;
			/** Milliseconds until the response, or until the attempt was given up. */
			duration_ms: number;
			/** Why there was no response: `timeout`, `answer_too_large`, `invalid_response` (not HTTP, or status 100 or 101), `url_not_allowed` or a code such as `ECONNREFUSED`. `event_removed`: the event is no longer kept, so nothing was posted, and there is no retry. */
			error: string | null;
		}
	}

	export interface WebhookLimitReached {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.WebhookLimitReached.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The limit that was reached. */
		limit: number;
	}

	export namespace WebhookLimitReached {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "webhook_limit_reached";
	}

	export interface WebhooksCreate422Response {
		/** The code, which tells programs what went wrong and stays as it is. */
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
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "missing_field" | "validation_failed" | "invalid_event_type" | "url_must_be_https" | "url_not_allowed";
	}

	export interface WebhooksCreateRequest {
		/** An https URL without credentials, whose host has public addresses only. */
		url: string;
		/** Types of events to receive; `*` for all. */
		events: Api.WebhooksCreateRequest.EventEnum[];
		/** Your description of it; at most 1000 characters. */
		description?: string | undefined;
	}

	export namespace WebhooksCreateRequest {
		export type EventEnum = "*" | "sent" | "delivery" | "delivery_delayed" | "failed" | "bounce" | "complaint" | "suppressed" | "open" | "click" | "scheduled" | "cancelled" | "contact.created" | "contact.updated" | "contact.import.completed" | "inbound.received" | "automation.webhook";
	}

	export interface WebhooksList200Response {
		/** All endpoints, newest first. */
		data: Api.Webhook[];
		/** Always null: the list has a single page. */
		next_cursor: null;
	}

	export interface WebhooksListDeliveries200Response {
		/** The rows of this page, in list order; empty if there are none. */
		data: Api.WebhookDelivery[];
		/** Cursor of the next page; null on the last one. */
		next_cursor: string | null;
	}

	/** Only deliveries in this state; an unknown value is ignored. */
	export type WebhooksListDeliveriesStatusEnum = "pending" | "delivered" | "failed";

	/** Only this type of event; an unknown value is ignored. */
	export type WebhooksListDeliveriesTypeEnum = "sent" | "delivery" | "delivery_delayed" | "failed" | "bounce" | "complaint" | "suppressed" | "open" | "click" | "scheduled" | "cancelled" | "contact.created" | "contact.updated" | "contact.import.completed" | "inbound.received" | "automation.webhook";

	export interface WebhooksReplay202Response {
		/** Number of new deliveries, at most 50. */
		replayed: number;
		/** The new deliveries, in the order of the ones they repeat. */
		data: Api.WebhookDelivery[];
	}

	export interface WebhooksReplay422Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.WebhooksReplay422Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** Path of the offending field, such as `attachments[0].filename`. */
		field?: string | undefined;
		/** The limit that was exceeded. */
		max?: number | undefined;
		/** The limit in bytes. */
		max_bytes?: number | undefined;
	}

	export namespace WebhooksReplay422Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "missing_field" | "validation_failed" | "invalid_event_type";
	}

	export interface WebhooksReplayRequest {
		/** Only these deliveries; an empty list matches none. */
		delivery_ids?: string[] | undefined;
		/** Only events of this message. */
		message_id?: string | undefined;
		/** Only events of these types; an empty list matches none. */
		types?: Api.WebhooksReplayRequest.TypeEnum[] | undefined;
		/** Only deliveries in this state. */
		status?: Api.WebhooksReplayRequest.StatusEnum | undefined;
		/** Only deliveries created at or after this time. */
		since?: number | undefined;
		/** Only deliveries created at or before this time. */
		until?: number | undefined;
		/** Maximum number of deliveries to repeat, 1 to 50; 50 by default. */
		limit?: number | undefined;
	}

	export namespace WebhooksReplayRequest {
		export type TypeEnum = "sent" | "delivery" | "delivery_delayed" | "failed" | "bounce" | "complaint" | "suppressed" | "open" | "click" | "scheduled" | "cancelled" | "contact.created" | "contact.updated" | "contact.import.completed" | "inbound.received" | "automation.webhook";

		/** Only deliveries in this state. */
		export type StatusEnum = "pending" | "delivered" | "failed";
	}

	/** Delivers an `automation.webhook` event to the webhook endpoints that subscribe to it. */
	export interface WebhookStep {
		type: 'webhook';
		/** 1 to 40 small letters, digits, _ and -, unique within the automation; given where there is none. */
		id?: string | undefined;
		/** Name of the event, 1 to 255 characters. */
		name: string;
		/** Data of the event. */
		data?: { [name: string]: unknown } | undefined;
	}

	export namespace WebhookStep {
		/** Type of the step, which determines its fields. */
		export type TypeEnum = "webhook";
	}

	export interface WebhooksTest422Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.WebhooksTest422Response.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** Path of the offending field, such as `attachments[0].filename`. */
		field?: string | undefined;
		/** The limit that was exceeded. */
		max?: number | undefined;
		/** The limit in bytes. */
		max_bytes?: number | undefined;
	}

	export namespace WebhooksTest422Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "missing_field" | "validation_failed" | "invalid_event_type";
	}

	export interface WebhooksTestRequest {
		/** Type of the event; by default the first one that the endpoint subscribes to. */
		type?: Api.WebhooksTestRequest.TypeEnum | undefined;
	}

	export namespace WebhooksTestRequest {
		/** Type of the event; by default the first one that the endpoint subscribes to. */
		export type TypeEnum = "sent" | "delivery" | "delivery_delayed" | "failed" | "bounce" | "complaint" | "suppressed" | "open" | "click" | "scheduled" | "cancelled" | "contact.created" | "contact.updated" | "contact.import.completed" | "inbound.received" | "automation.webhook";
	}

	export interface WebhooksUpdate422Response {
		/** The code, which tells programs what went wrong and stays as it is. */
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
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "missing_field" | "validation_failed" | "invalid_event_type" | "url_must_be_https" | "url_not_allowed";
	}

	export interface WebhooksUpdateRequest {
		/** An https URL without credentials, whose host has public addresses only. */
		url?: string | undefined;
		/** Types of events to receive; `*` for all. */
		events?: Api.WebhooksUpdateRequest.EventEnum[] | undefined;
		/** False: it gets no events, and its waiting deliveries are held until it is active again. */
		active?: boolean | undefined;
		/** At most 1000 characters; null clears it. */
		description?: string | null | undefined;
	}

	export namespace WebhooksUpdateRequest {
		export type EventEnum = "*" | "sent" | "delivery" | "delivery_delayed" | "failed" | "bounce" | "complaint" | "suppressed" | "open" | "click" | "scheduled" | "cancelled" | "contact.created" | "contact.updated" | "contact.import.completed" | "inbound.received" | "automation.webhook";
	}
}
