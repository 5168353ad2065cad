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
		/** What kind of step it is, and so which fields it has. */
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
		/** Name of this object, for people. */
		name: string;
		/** `full_access` may do everything, `sending_access` only send. */
		permission: Api.ApiKey.PermissionEnum;
		/** The only domain this key may send from; null for every verified one. */
		domain_id: string | null;
		/** First characters of the key, to recognise it by. */
		prefix: string;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
		/** Accurate to a minute. */
		last_used_at: number | null;
	}

	export namespace ApiKey {
		/** `full_access` may do everything, `sending_access` only send. */
		export type PermissionEnum = "full_access" | "sending_access";
	}

	export interface ApiKeysCreateRequest {
		/** 1 to 255 characters, without the space around them; need not be unique. */
		name: string;
		/** `full_access` may do everything, `sending_access` only send. */
		permission: Api.ApiKeysCreateRequest.PermissionEnum;
		/** A verified domain; only with `sending_access`. */
		domain_id?: string | undefined;
	}

	export namespace ApiKeysCreateRequest {
		/** `full_access` may do everything, `sending_access` only send. */
		export type PermissionEnum = "full_access" | "sending_access";
	}

	export interface ApiKeysList200Response {
		/** The rows of this page, in the order of the list; empty where there are none. */
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
		/** Number to compare it with. */
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
		/** Id of this object: an opaque string that never changes. */
		id: string;
		/** Name of this object, for people. */
		name: string;
		/** Empty where none was given. */
		description: string;
		/** Contacts in it, whatever their status. */
		member_count: number;
		/** Those of them that are subscribed. */
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
		/** Id of this object: an opaque string that never changes. */
		id: string;
		/** Name of this object, for people. */
		name: string;
		/** Empty where none was given. */
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
		export type ErrorEnum = "missing_field" | "validation_failed" | "contact_not_found";
	}

	export interface AudiencesAddMemberRequest {
		/** Id of a contact of the tenant. */
		contact_id: string;
	}

	export interface AudiencesAddMembers200Response {
		/** A result for each item, in order. */
		data: Api.AudiencesAddMembers200Response.Datum[];
		/** How many items there are of each kind. */
		summary: Api.AudiencesAddMembers200Response.Summary;
	}

	export namespace AudiencesAddMembers200Response {
		export interface Datum {
			/** As sent; null where it is no string. */
			contact_id: string | null;
			/** Whether the contact is a new member. */
			added: boolean;
			/** An error code; null also where the contact was a member before. */
			error: string | null;
		}

		/** How many items there are of each kind. */
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
		/** The rows of this page, in the order of the list; empty where there are none. */
		data: Api.Audience[];
		/** Position of the next page; null on the last one. */
		next_cursor: string | null;
	}

	export interface AudiencesListMembers200Response {
		/** The rows of this page, in the order of the list; empty where there are none. */
		data: Api.Contact[];
		/** Position of the next page; null on the last one. */
		next_cursor: string | null;
	}

	export interface AudiencesListOfContact200Response {
		/** The rows of this page, in the order of the list; empty where there are none. */
		data: Api.Audience[];
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
		/** Id of this object: an opaque string that never changes. */
		id: string;
		/** What you call it; contacts never see it. */
		name: string;
		/** What you note about it. */
		description: string | null;
		/** What enrolls contacts. */
		trigger_kind: Api.Automation.TriggerKindEnum;
		/** `audience_id` for `audience_added`; looked up at activation. */
		trigger_config: Api.Automation.TriggerConfig;
		/** As submitted, with ids for steps that had none. */
		steps: Api.AutomationStep[];
		/** The domain that its mail is sent from, as given; activation wants a verified one. */
		from_domain_id: string | null;
		/** The sender of its mail, as given; null for the usual one of the domain. */
		from: string | null;
		/** Where answers to its mail go; null for the sender. */
		reply_to: string | null;
		/** `archived` is final. */
		status: Api.Automation.StatusEnum;
		/** How many enrollments it has, by their state. */
		enrollment_counts: Api.Automation.EnrollmentCounts;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		updated_at: number;
		/** When it was last activated, in milliseconds since 1970-01-01T00:00:00Z. */
		activated_at: number | null;
		/** When it was archived, in milliseconds since 1970-01-01T00:00:00Z; null where it is not. */
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

		/** How many enrollments it has, by their state. */
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
		/** The limit that is reached. */
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
		/** 1 to 255 characters, without the space around them; need not be unique. */
		name: string;
		/** `contact_created`: contacts that are created one by one. `audience_added`: contacts that join an audience. */
		trigger_kind: Api.AutomationsCreateRequest.TriggerKindEnum;
		/** At most 1000 characters. */
		description?: string | null | undefined;
		/** `audience_id` for `audience_added`; looked up at activation. */
		trigger_config?: Api.AutomationsCreateRequest.TriggerConfig | undefined;
		/** None unless given. */
		steps?: Api.AutomationStep[] | undefined;
		/** Id of the verified domain that its mail is sent from; activation wants one. */
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
		export type ErrorEnum = "missing_field" | "validation_failed" | "contact_not_found";
	}

	export interface AutomationsEnrollRequest {
		/** Id of the contact. */
		contact_id: string;
	}

	export interface AutomationSimulation {
		/** The steps that the contact would take, in order. */
		path: Api.AutomationSimulation.Path[];
		/** How the walk ends. */
		ended: Api.AutomationSimulation.EndedEnum;
	}

	export namespace AutomationSimulation {
		export interface Path {
			/** Id of the step. */
			step: string;
			/** What kind of step it is. */
			type: Api.AutomationSimulation.Path.TypeEnum;
			/** When it would be done, in milliseconds since 1970-01-01T00:00:00Z. */
			at: number;
			/** What would become of it. */
			outcome: Api.AutomationSimulation.Path.OutcomeEnum;
			/** The subject of a mail, or why a step fails or cancels; after `empty_subject: …` the run goes on. */
			detail: string | null;
		}

		export namespace Path {
			/** What kind of step it is. */
			export type TypeEnum = "send_email" | "wait" | "wait_until" | "update_contact" | "add_to_audience" | "remove_from_audience" | "webhook" | "exit" | "wait_for_event" | "branch";

			/** What would become of it. */
			export type OutcomeEnum = "sent" | "waited" | "happened" | "timed_out" | "then" | "else" | "updated" | "added" | "removed" | "announced" | "exited" | "cancelled" | "failed";
		}

		/** How the walk ends. */
		export type EndedEnum = "completed" | "cancelled" | "failed";
	}

	export interface AutomationsList200Response {
		/** The rows of this page, in the order of the list; empty where there are none. */
		data: Api.Automation[];
		/** Position of the next page; null on the last one. */
		next_cursor: string | null;
	}

	export interface AutomationsListEnrollments200Response {
		/** The rows of this page, in the order of the list; empty where there are none. */
		data: Api.ListedEnrollment[];
		/** Position of the next page; null on the last one. */
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
			/** What happens to the mail. */
			event: Api.AutomationsSimulateRequest.Event.EventEnum;
			/** Id of the `send_email` step whose mail it happens to, or else 422; the last one that was sent before the wait unless given. */
			step?: string | undefined;
			/** Seconds from the sending of that mail to the event. */
			after_seconds: number;
		}

		export namespace Event {
			/** What happens to the mail. */
			export type EventEnum = "delivery" | "open" | "click" | "bounce";
		}
	}

	export interface AutomationStats {
		/** Id of the automation. */
		automation_id: string;
		/** All enrollments, by their state. */
		enrollments: Api.AutomationStats.Enrollments;
		/** Every step, in the order in which they are written. */
		steps: Api.AutomationStats.Step[];
	}

	export namespace AutomationStats {
		/** All enrollments, by their state. */
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
			/** What the step does. */
			type: string;
			/** Where it stands, such as `steps[1].then[0]`. */
			path: string;
			/** Contacts that are at this step now. */
			active: number;
			/** Contacts that were taken out here. */
			cancelled: number;
			/** Contacts at which this step failed for good. */
			failed: number;
			/** What became of the mails of this step; null where it sends none. */
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
		/** 1 to 255 characters, without the space around them; need not be unique. */
		name?: string | undefined;
		/** `contact_created`: contacts that are created one by one. `audience_added`: contacts that join an audience. */
		trigger_kind?: Api.AutomationsUpdateRequest.TriggerKindEnum | undefined;
		/** At most 1000 characters. */
		description?: string | null | undefined;
		/** `audience_id` for `audience_added`; looked up at activation. */
		trigger_config?: Api.AutomationsUpdateRequest.TriggerConfig | undefined;
		/** None unless given. */
		steps?: Api.AutomationStep[] | undefined;
		/** Id of the verified domain that its mail is sent from; activation wants one. */
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
			/** The audience that contacts join, for `audience_added`. */
			audience_id?: string | undefined;
		}
	}

	export interface AutomationWebhookEvent {
		/** A step of an automation says so. */
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
		/** Id of the automation. */
		automation_id: string;
		/** Id of the enrollment. */
		enrollment_id: string;
		/** The contact as it was then. */
		contact: Api.Contact;
	}

	export namespace AutomationWebhookEvent {
		/** A step of an automation says so. */
		export type TypeEnum = "automation.webhook";
	}

	export interface BatchSendRefusal {
		[key: string]: unknown | undefined;
		/** Place of the item in the request, from 0. */
		index: number;
		/** Always null: there is no message. */
		message_id: null;
		/** Always `rejected`: the item was not accepted. */
		status: Api.BatchSendRefusal.StatusEnum;
		/** Why the item was not accepted, an error code; its further fields stand beside it. */
		error: string;
		/** The same for people; the wording may change. */
		detail: string;
	}

	export namespace BatchSendRefusal {
		/** Always `rejected`: the item was not accepted. */
		export type StatusEnum = "rejected";
	}

	export interface BatchSendResult {
		/** Id of the message. */
		message_id: string;
		/** `suppressed`: every recipient in `to` is on a list, and nothing is sent. `sent` and `failed` come of test mode alone. */
		status: Api.BatchSendResult.StatusEnum;
		/** Whether delivery is simulated. */
		test_mode: boolean;
		/** Null unless the message is scheduled. */
		scheduled_at: number | null;
		/** Recipients left out because they are suppressed. */
		suppressed_recipients: string[];
		/** Present where something seems to be amiss with what was accepted, at most 20. With `strict` it is refused instead. */
		warnings?: Api.SendWarning[] | undefined;
		/** Place of the item in the request, from 0. */
		index: number;
		/** Always null: the item was accepted. */
		error: null;
	}

	export namespace BatchSendResult {
		/** `suppressed`: every recipient in `to` is on a list, and nothing is sent. `sent` and `failed` come of test mode alone. */
		export type StatusEnum = "queued" | "scheduled" | "suppressed" | "sent" | "failed";
	}

	/** Goes one way or another by what the contact is then. */
	export interface BranchStep {
		type: 'branch';
		/** 1 to 40 small letters, digits, _ and -, unique within the automation; given where there is none. */
		id?: string | undefined;
		/** Which contacts: conditions, joined by `and`, `or` and `not`, or `{"all": true}`. A negative operator matches exactly what its positive one does not, so `neq` also matches contacts without the attribute; null counts as no value. A field that a form does not have is refused. At most 5 levels, 50 conditions and 16384 bytes of JSON. */
		filter: Api.SegmentFilter;
		/** What is done where the filter matches the contact. */
		then?: Api.AutomationStep[] | undefined;
		/** What is done where it does not. */
		else?: Api.AutomationStep[] | undefined;
	}

	export namespace BranchStep {
		/** What kind of step it is, and so which fields it has. */
		export type TypeEnum = "branch";
	}

	export interface Broadcast {
		/** Id of this object: an opaque string that never changes. */
		id: string;
		/** Name of this object, for people. */
		name: string;
		/** Liquid, as are the bodies; empty in a draft that has none yet. */
		subject: string;
		/** The domain that it is sent from; null for that of `from`, or else the tenant's oldest. */
		from_domain_id: string | null;
		/** The sender; null for the domain's default. */
		from: string | null;
		/** Where answers go; null for the sender. */
		reply_to: string | null;
		/** What a mailbox shows beside the subject. */
		preview_text: string | null;
		/** HTML as it was written; null where there is none. */
		body_html: string | null;
		/** Plain text as it was written; null where it is made from `body_html`. */
		body_text: string | null;
		/** What `target_id` names; null while there is no target. */
		target_kind: Api.Broadcast.TargetKindEnum | null;
		/** The audience or segment that it goes to; null while there is none. */
		target_id: string | null;
		/** Where it is; `sent` once every recipient was tried, `sent` and `cancelled` are final. */
		status: Api.Broadcast.StatusEnum;
		/** When it is to be sent, ms since 1970-01-01T00:00:00Z; null unless it was scheduled. */
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

		/** Where it is; `sent` once every recipient was tried, `sent` and `cancelled` are final. */
		export type StatusEnum = "draft" | "scheduled" | "sending" | "paused" | "sent" | "cancelled";
	}

	export interface BroadcastLedger {
		/** The sum of the others; 0 for a broadcast that was cancelled, of whose target nobody is looked at. */
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
		/** What to look at before sending; it can be sent all the same. */
		warnings: Api.BroadcastPreview.Warning[];
	}

	export namespace BroadcastPreview {
		export interface Counts {
			/** All contacts of the target. */
			total: number;
			/** Subscribed and on no list. */
			deliverable: number;
			/** Contacts that are unsubscribed. */
			unsubscribed: number;
			/** Contacts that are cleaned. */
			cleaned: number;
			/** Subscribed, but on a list. */
			suppressed: number;
		}

		/** The mail as one contact would get it. */
		export interface Sample {
			/** The contact; null where nobody would get it, and it was rendered for none. */
			contact_id: string | null;
			/** The sender; null while there is none that it could be sent from. */
			from: string | null;
			/** The subject as rendered. */
			subject: string;
			/** The HTML as rendered; null where there is none. */
			html_body: string | null;
			/** The plain text as rendered; null where there is none. */
			text_body: string | null;
			/** Bytes of subject and bodies. */
			size: number;
		}

		export interface Warning {
			/** What it is about, for programs. */
			code: Api.BroadcastPreview.Warning.CodeEnum;
			/** What it is about, for people; the wording may change. */
			detail: string;
		}

		export namespace Warning {
			/** What it is about, for programs. */
			export type CodeEnum = "empty_subject" | "insecure_link" | "no_unsubscribe_link" | "large_message";
		}
	}

	export interface BroadcastRecipient {
		/** Id of the contact. */
		contact_id: string;
		/** Address of the contact when it was looked at. */
		email: string;
		/** What became of it, by the names of the ledger. */
		status: Api.BroadcastRecipient.StatusEnum;
		/** Why there was no mail: `unsubscribed`, `cleaned`, `deleted`, `cancelled`, `suppressed`, what could not be filled in (`empty_subject: …`, `template_render_failed: …`), or what the last attempt was answered. */
		reason: string | null;
		/** The mail that was made; null where there is none. */
		message_id: string | null;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		updated_at: number;
	}

	export namespace BroadcastRecipient {
		/** What became of it, by the names of the ledger. */
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
		/** 1 to 255 characters, without the space around them; need not be unique. */
		name: string;
		/** Liquid, at most 998 characters. Required to send; for whom nothing is to be seen of it, the mail fails as `empty_subject`. */
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

	export interface BroadcastsDuplicateRequest {
		/** 1 to 255 characters. Unless given, the name of the other one with ` (copy)` after it. */
		name?: string | undefined;
	}

	export interface BroadcastsList200Response {
		/** The rows of this page, in the order of the list; empty where there are none. */
		data: Api.Broadcast[];
		/** Position of the next page; null on the last one. */
		next_cursor: string | null;
	}

	export interface BroadcastsListRecipients200Response {
		/** The rows of this page, in the order of the list; empty where there are none. */
		data: Api.BroadcastRecipient[];
		/** Position of the next page; null on the last one. */
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
		/** Every contact of the target, counted once by what became of it. */
		ledger: Api.BroadcastLedger;
		/** Events of its mail, by type. */
		events: Api.BroadcastsStats200Response.Events;
		/** Contacts that opened it. */
		unique_opens: number;
		/** Contacts that clicked in it. */
		unique_clicks: number;
		/** First to last, those in which nothing happened left out, the newest 1,000; null without `interval`. */
		timeline: (Api.BroadcastsStats200Response.Timeline[]) | null;
		/** Links that were clicked, most clicks first, at most 100; null without `links`. */
		links: (Api.BroadcastsStats200Response.Link[]) | null;
	}

	export namespace BroadcastsStats200Response {
		/** Events of its mail, by type. */
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

		export interface Timeline {
			/** When the hour or the day began, ms since 1970-01-01T00:00:00Z. */
			at: number;
			/** Events in it, by type. */
			events: Api.BroadcastsStats200Response.Timeline.Events;
		}

		export namespace Timeline {
			/** Events in it, by type. */
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

		export interface Link {
			/** Where the link leads. */
			url: string;
			/** Clicks, those that repeat included. */
			clicks: number;
			/** Contacts that clicked it. */
			unique_clicks: number;
		}
	}

	/** `hour` or `day`: also counts events over time, by hours or days of UTC. */
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
		/** 1 to 255 characters, without the space around them; need not be unique. */
		name?: string | undefined;
		/** Liquid, at most 998 characters. Required to send; for whom nothing is to be seen of it, the mail fails as `empty_subject`. */
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
		/** Id of this object: an opaque string that never changes. */
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

	export interface ContactEvent {
		/** Id of this object: an opaque string that never changes. */
		id: string;
		/** What happened to the contact or to its mail. */
		type: Api.ContactEvent.TypeEnum;
		/** The message that it happened to; null where it happened to the contact. */
		message_id: string | null;
		/** Whether delivery was simulated. */
		test_mode: boolean;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		timestamp: number;
		/** By type, as webhooks are told. */
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
		/** Contacts in the file; null until it is done. */
		row_count: number | null;
		/** Where the file is, for the same key; null unless it is done. */
		download_url: string | null;
		/** `too_many_columns`: the contacts have attributes by more than 1000 names. */
		error: Api.ContactExport.ErrorEnum | null;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
		/** When it ended, done or failed, ms since 1970-01-01T00:00:00Z; null before. */
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
		/** Id of the import. */
		import_id: string;
		/** `failed` where the file could not be read; rows that could not be used do not fail an import. */
		status: Api.ContactImport.StatusEnum;
		/** Name of the file, as the form gave it, without an address that was erased since. */
		file_name: string;
		/** The audience that its contacts join, as the upload named it, also where it is deleted by now; null without one. */
		audience_id: string | null;
		/** The status that the upload named for its contacts; null without one. */
		contact_status: Api.ContactImport.ContactStatusEnum | null;
		/** Rows below the header; null until they are counted. */
		total_rows: number | null;
		/** Rows that were worked off so far. */
		processed_rows: number;
		/** Rows that made a contact. */
		created: number;
		/** Rows whose contact was there. */
		updated: number;
		/** Rows that could not be used. */
		failed: number;
		/** The first 100 rows that could not be used. */
		errors: Api.ContactImport.Error[];
		/** Why the file could not be read; `too_many_columns` where its header has more than 101 columns, and `file_lost` where the service has it no more. */
		error: Api.ContactImport.ErrorEnum | null;
		/** Names of the columns, at most 100 characters of each; null until the header was read, and where it could not be. */
		columns: (string[]) | null;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
		/** When the first rows were worked off, ms since 1970-01-01T00:00:00Z; null before. */
		started_at: number | null;
		/** When it ended, done or failed, ms since 1970-01-01T00:00:00Z; null before. */
		completed_at: number | null;
	}

	export namespace ContactImport {
		/** `failed` where the file could not be read; rows that could not be used do not fail an import. */
		export type StatusEnum = "pending" | "processing" | "done" | "failed";

		/** `unsubscribed` by its own wish or after a complaint; `cleaned` after a hard bounce. Only `subscribed` gets marketing mail. */
		export type ContactStatusEnum = "subscribed" | "unsubscribed" | "cleaned";

		export interface Error {
			/** Number of the row, 1 for the first one below the header. */
			row: number;
			/** As it stands in the file, at most 254 characters; empty with `address_erased`. */
			email: string;
			/** An error code; `address_erased` where the address was erased after the file was uploaded. */
			error: string;
		}

		export type ErrorEnum = "missing_email_column" | "invalid_csv" | "invalid_encoding" | "too_many_columns" | "file_lost";
	}

	export interface ContactLimitReached {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.ContactLimitReached.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The limit that is reached. */
		limit: number;
	}

	export namespace ContactLimitReached {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "contact_limit_reached";
	}

	export interface ContactRequest {
		/** A bare address; trimmed and put in lower case. */
		email: string;
		/** Put over those that are there; others are kept. At most 100, 16384 bytes as JSON in all; names of 1 to 100 characters, strings of at most 4096 characters, finite numbers, booleans, null. Whole numbers beyond 2^53 - 1 are refused, which are not exact once JSON is read: they are strings. */
		attributes?: { [name: string]: (string | number | boolean) | null } | undefined;
		/** A new contact is `subscribed` unless this says otherwise; one that is there keeps its status. Anything unknown counts as absent. `subscribed` also lifts an unsubscription. */
		status?: Api.ContactRequest.StatusEnum | undefined;
	}

	export namespace ContactRequest {
		/** A new contact is `subscribed` unless this says otherwise; one that is there keeps its status. Anything unknown counts as absent. `subscribed` also lifts an unsubscription. */
		export type StatusEnum = "subscribed" | "unsubscribed" | "cleaned";
	}

	export interface ContactResult {
		/** Id of this object: an opaque string that never changes. */
		id: string;
		/** Address in lower case. */
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
		/** Id of the export. */
		export_id: string;
		/** Always `pending`: the work has not begun. */
		status: Api.ContactsExport202Response.StatusEnum;
	}

	export namespace ContactsExport202Response {
		/** Always `pending`: the work has not begun. */
		export type StatusEnum = "pending";
	}

	export interface ContactsImport202Response {
		/** Id of the import. */
		import_id: string;
		/** Always `pending`: the work has not begun. */
		status: Api.ContactsImport202Response.StatusEnum;
	}

	export namespace ContactsImport202Response {
		/** Always `pending`: the work has not begun. */
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
		/** Id of the audience that the contacts join; none unless given. */
		audience_id?: string | undefined;
		/** Status of the contacts, for a file of those who must get no mail: `unsubscribed` and `cleaned` are set on each, new or known. `subscribed` is what new ones are anyway, and brings nobody back. */
		contact_status?: Api.ContactsImportRequest.ContactStatusEnum | undefined;
	}

	export namespace ContactsImportRequest {
		/** Status of the contacts, for a file of those who must get no mail: `unsubscribed` and `cleaned` are set on each, new or known. `subscribed` is what new ones are anyway, and brings nobody back. */
		export type ContactStatusEnum = "subscribed" | "unsubscribed" | "cleaned";

		export interface MultipartFormData {
			file: Api.ContactsImportRequest.MultipartFormData.FilePart;
			/** Id of the audience that the contacts join; none unless given. */
			audience_id?: string | undefined;
			/** Status of the contacts, for a file of those who must get no mail: `unsubscribed` and `cleaned` are set on each, new or known. `subscribed` is what new ones are anyway, and brings nobody back. */
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
		/** The rows of this page, in the order of the list; empty where there are none. */
		data: Api.Contact[];
		/** Position of the next page; null on the last one. */
		next_cursor: string | null;
	}

	export interface ContactsListEvents200Response {
		/** The rows of this page, in the order of the list; empty where there are none. */
		data: Api.ContactEvent[];
		/** Position of the next page; null on the last one. */
		next_cursor: string | null;
	}

	export interface ContactsListExports200Response {
		/** The rows of this page, in the order of the list; empty where there are none. */
		data: Api.ContactExport[];
		/** Position of the next page; null on the last one. */
		next_cursor: string | null;
	}

	export interface ContactsListImports200Response {
		/** The rows of this page, in the order of the list; empty where there are none. */
		data: Api.ContactImport[];
		/** Position of the next page; null on the last one. */
		next_cursor: string | null;
	}

	/** Only contacts with this status; an unknown one is ignored. */
	export type ContactsListStatusEnum = "subscribed" | "unsubscribed" | "cleaned";

	export interface ContactsSearch200Response {
		/** The contacts that were found, newest first; empty where there are none. */
		data: Api.Contact[];
		/** Position from which the search goes on; null once all has been looked at. */
		next_cursor: string | null;
		/** Whatever was made later has been looked at, in milliseconds since 1970-01-01T00:00:00Z; null once all has been. */
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
		/** Put over those that are there; others are kept. At most 100, 16384 bytes as JSON in all; names of 1 to 100 characters, strings of at most 4096 characters, finite numbers, booleans, null. Whole numbers beyond 2^53 - 1 are refused, which are not exact once JSON is read: they are strings. */
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
		/** How many items there are of each kind. */
		summary: Api.ContactsUpsertMany200Response.Summary;
	}

	export namespace ContactsUpsertMany200Response {
		export interface Datum {
			/** Place in the request, from 0. */
			index: number;
			/** In lower case, or as sent where the item failed; null where it is no string. */
			email: string | null;
			/** Id of the contact; null where the item failed. */
			id: string | null;
			/** Status of the contact; null where the item failed. */
			status: Api.ContactsUpsertMany200Response.Datum.StatusEnum | null;
			/** Whether the item made the contact. */
			created: boolean;
			/** Why the item failed, an error code; null where it did not. */
			error: string | null;
		}

		export namespace Datum {
			/** `unsubscribed` by its own wish or after a complaint; `cleaned` after a hard bounce. Only `subscribed` gets marketing mail. */
			export type StatusEnum = "subscribed" | "unsubscribed" | "cleaned";
		}

		/** How many items there are of each kind. */
		export interface Summary {
			/** Items that made a contact. */
			created: number;
			/** Items whose contact was there. */
			updated: number;
			/** Items that failed, and changed nothing. */
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
		/** What happened to the contact. */
		export type TypeEnum = "contact.created" | "contact.updated";
	}

	export interface CreatedApiKey {
		/** Id of this object: an opaque string that never changes. */
		id: string;
		/** Name of this object, for people. */
		name: string;
		/** `full_access` may do everything, `sending_access` only send. */
		permission: Api.CreatedApiKey.PermissionEnum;
		/** The only domain this key may send from; null for every verified one. */
		domain_id: string | null;
		/** First characters of the key, to recognise it by. */
		prefix: string;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
		/** The key itself, shown this once. */
		key: string;
	}

	export namespace CreatedApiKey {
		/** `full_access` may do everything, `sending_access` only send. */
		export type PermissionEnum = "full_access" | "sending_access";
	}

	export interface Deleted {
		/** Always true: it is gone. */
		deleted: boolean;
		/** Id of what was deleted. */
		id: string;
	}

	export interface DeletedAddress {
		/** Always true: it is gone. */
		deleted: boolean;
		/** The address, bare and in lower case. */
		email: string;
	}

	export interface DeletedContact {
		/** Always true: it is gone. */
		deleted: boolean;
		/** Id of what was deleted. */
		id: string;
		/** Address of the contact that is gone. */
		email: string;
	}

	export interface DeletedMembership {
		/** Always true: it is gone. */
		deleted: boolean;
		/** Id of the audience. */
		audience_id: string;
		/** Id of the contact. */
		contact_id: string;
	}

	export interface DeletedTemplate {
		/** Always true: it is gone. */
		deleted: boolean;
		/** Id of what was deleted. */
		id: string;
		/** The alias, which may be used anew. */
		alias: string;
	}

	export interface Domain {
		/** Id of this object: an opaque string that never changes. */
		id: string;
		/** The domain name, in lower case and A-labels. */
		name: string;
		/** Mail is sent from a `verified` domain alone. */
		status: Api.Domain.StatusEnum;
		/** The DNS records to publish, and what the last look-up of each found. */
		records: Api.DomainRecord[];
		/** Local part of the sender where a broadcast names none; null for `hello`. */
		default_from_local_part: string | null;
		/** Whether opens of mail from it are counted, unless the mail says otherwise. */
		open_tracking: boolean;
		/** Whether clicks in mail from it are counted, unless the mail says otherwise. */
		click_tracking: boolean;
		/** Whether mail for it is taken. */
		inbound: boolean;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
		/** When it was last verified, ms since 1970-01-01T00:00:00Z; null before. */
		verified_at: number | null;
	}

	export namespace Domain {
		/** Mail is sent from a `verified` domain alone. */
		export type StatusEnum = "pending" | "verified" | "failed";
	}

	export interface DomainLimitReached {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.DomainLimitReached.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The limit that is reached. */
		limit: number;
	}

	export namespace DomainLimitReached {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "domain_limit_reached";
	}

	export interface DomainRecord {
		/** What the record is for; a domain is verified by `dkim`, and by `return_path` where there is one. */
		purpose: Api.DomainRecord.PurposeEnum;
		/** Type of the DNS record. */
		type: Api.DomainRecord.TypeEnum;
		/** Full name to publish the record at. */
		name: string;
		/** What the record has to say. */
		value: string;
		/** What the operator sets where `value` is an address or a name without a dot, which such a record cannot say. */
		detail?: string | undefined;
		/** Preference of an MX record; null for other types. */
		priority: number | null;
		/** `pending`: not found yet. `failed`: something else is there, it has gone, or it was not there when a look-up was asked for. */
		status: Api.DomainRecord.StatusEnum;
		/** In the answer to a verification alone: what DNS has at the name now, at most 10 records of 1000 characters; empty where there is none, null where DNS did not answer. */
		found?: (string[]) | null | undefined;
	}

	export namespace DomainRecord {
		/** What the record is for; a domain is verified by `dkim`, and by `return_path` where there is one. */
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
		/** The rows of this page, in the order of the list; empty where there are none. */
		data: Api.Domain[];
		/** Position of the next page; null on the last one. */
		next_cursor: string | null;
	}

	/** Only sending domains in this state; an unknown one is ignored. */
	export type DomainsListStatusEnum = "pending" | "verified" | "failed";

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
		/** The rows of this page, in the order of the list; empty where there are none. */
		data: Api.TestEvent[];
		/** Position of the next page; null on the last one. */
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
		/** The limit that is reached. */
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
		/** The limit that is reached. */
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
		/** The limit that is reached. */
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
		/** The limit that is reached. */
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
		/** A result for each item, in order. */
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
		/** The limit that is reached. */
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
		/** The limit that is reached. */
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

	/** `strict`: one item that is wrong refuses the whole batch, and nothing is sent. `permissive` unless given. */
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

		/** Whether the trigger enrolled the contact, or a request did. */
		export type SourceEnum = "trigger" | "manual";

		export type ExitReasonEnum = "end" | "exit" | "archived" | "cancelled" | "unsubscribed" | "cleaned" | "suppressed";
	}

	export interface ErasedAddress {
		/** Always true: it is erased. */
		erased: boolean;
		/** The address, bare and in lower case; the service itself has forgotten it. */
		email: string;
	}

	export interface ErasuresCreateRequest {
		/** An email address, bare; trimmed and put in lower case. */
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
	export type ErrorCode = "invalid_json" | "missing_file" | "empty_file" | "sign_in_failed" | "code_required" | "unauthorized" | "contact_limit_reached" | "credits_exhausted" | "webhook_limit_reached" | "domain_limit_reached" | "storage_limit_reached" | "insufficient_scope" | "proof_required" | "wrong_origin" | "tenant_suspended" | "not_found" | "method_not_allowed" | "request_timeout" | "idempotency_in_progress" | "domain_taken" | "import_limit_reached" | "export_limit_reached" | "automation_limit_reached" | "account_exists" | "last_owner" | "no_system_mail" | "no_issuer" | "passkeys_unavailable" | "alias_taken" | "not_editable" | "not_draft" | "not_cancelable" | "not_pausable" | "not_resumable" | "not_retryable" | "not_resendable" | "clock_is_real" | "not_activatable" | "not_active" | "not_archivable" | "invalid_link" | "event_removed" | "request_too_large" | "file_too_large" | "missing_field" | "validation_failed" | "empty_batch" | "batch_too_large" | "invalid_idempotency_key" | "scheduled_at_must_be_in_the_future" | "message_not_reschedulable" | "message_not_cancellable" | "invalid_email" | "invalid_filter" | "invalid_steps" | "invalid_trigger" | "invalid_status" | "invalid_name" | "target_not_found" | "contact_not_found" | "too_many_attribute_keys" | "attributes_too_large" | "invalid_attribute_value" | "invalid_event_type" | "url_must_be_https" | "url_not_allowed" | "invalid_cursor" | "invalid_domain" | "invalid_alias" | "template_limit_reached" | "version_limit_reached" | "invalid_template" | "template_not_found" | "template_render_failed" | "from_domain_not_verified" | "passkey_refused" | "wrong_code" | "weak_password" | "too_many_tries" | "rate_limit_exceeded" | "quota_exceeded" | "internal_error" | "service_unavailable";

	/** A test of what happened to mail to the contact. */
	export interface EventCondition {
		/** `events.` and the type of an event of mail to the contact: of broadcasts and automations, and not of sends to its address. */
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
		/** `events.` and the type of an event of mail to the contact: of broadcasts and automations, and not of sends to its address. */
		export type FieldEnum = "events.sent" | "events.delivery" | "events.bounce" | "events.complaint" | "events.open" | "events.click";

		/** Whether it happened, as often as is asked for. */
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
		/** The next events, first to last; empty where none came in time. */
		data: (Api.MessageWebhookEvent | Api.ContactWebhookEvent | Api.ImportWebhookEvent | Api.InboundWebhookEvent | Api.AutomationWebhookEvent)[];
		/** Where to go on, as `after`; null where the tenant has no event yet, and `after` is left out once more. */
		next_cursor: string | null;
		/** Whether to ask again at once: there is more, or more to look through. */
		has_more: boolean;
	}

	/** Ends the run. */
	export interface ExitStep {
		type: 'exit';
		/** 1 to 40 small letters, digits, _ and -, unique within the automation; given where there is none. */
		id?: string | undefined;
	}

	export namespace ExitStep {
		/** What kind of step it is, and so which fields it has. */
		export type TypeEnum = "exit";
	}

	export interface ExportLimitReached {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.ExportLimitReached.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The limit that is reached. */
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
		/** What the gallery calls it, and an alias that fits. */
		name: string;
		/** Name for people. */
		title: string;
		/** What it is for, in a sentence. */
		purpose: string;
		/** Subject of the mail, with Liquid. */
		subject: string;
		/** HTML with Liquid: a whole document of tables and inline styles, in light and dark. */
		html_body: string;
		/** Plain text with Liquid. */
		text_body: string;
		/** A model with every value that the template uses. */
		sample_model: { [name: string]: unknown };
	}

	export interface GalleryTemplateSummary {
		/** What the gallery calls it, and an alias that fits. */
		name: string;
		/** Name for people. */
		title: string;
		/** What it is for, in a sentence. */
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
			/** State of each part that was looked at, by its name. */
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

	/** `true`: the earlier request with this `Idempotency-Key` had another body, and this one was not looked at. */
	export type IdempotentMismatchEnum = "true";

	/** `true`: the earlier request with this `Idempotency-Key` had another body, and this one was not looked at. */
	export type IdempotentMismatchEnum2 = "true";

	/** `true`: the earlier request with this `Idempotency-Key` had another body, and this one was not looked at. */
	export type IdempotentMismatchEnum3 = "true";

	/** `true`: the answer to an earlier request with this `Idempotency-Key`, again; nothing was sent. */
	export type IdempotentReplayedEnum = "true";

	/** `true`: the answer to an earlier request with this `Idempotency-Key`, again; nothing was sent. */
	export type IdempotentReplayedEnum2 = "true";

	/** `true`: the answer to an earlier request with this `Idempotency-Key`, again; nothing was sent. */
	export type IdempotentReplayedEnum3 = "true";

	export interface ImportLimitReached {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.ImportLimitReached.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The limit that is reached. */
		limit: number;
	}

	export namespace ImportLimitReached {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "import_limit_reached";
	}

	export interface ImportWebhookEvent {
		/** An import has ended, done or failed. */
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
		/** An import has ended, done or failed. */
		export type TypeEnum = "contact.import.completed";
	}

	export interface InboundList200Response {
		/** The rows of this page, in the order of the list; empty where there are none. */
		data: Api.InboundMail[];
		/** Position of the next page; null on the last one. */
		next_cursor: number | null;
	}

	export interface InboundMail {
		/** Id of this object: an opaque string that never changes. */
		id: string;
		/** The header's From address, else the envelope's. */
		from_addr: string;
		/** Name of the From header; null where it has none. */
		from_name: string | null;
		/** MAIL FROM; empty for the null sender of reports. */
		envelope_from: string;
		/** Addresses of the To header. */
		to_addrs: string[];
		/** The first recipient of the envelope at a domain of yours. */
		rcpt_addr: string;
		/** All recipients of the envelope at domains of yours. */
		rcpt_addrs: string[];
		/** The subject, decoded; empty where there is none. */
		subject: string;
		/** The Message-ID header; null where there is none. */
		message_id_header: string | null;
		/** The In-Reply-To header; null where there is none. */
		in_reply_to: string | null;
		/** Bytes of the whole mail. */
		size: number;
		/** Always null: spam is not measured. */
		spam_score: null;
		/** SPF of the envelope sender (RFC 7208). */
		spf: Api.InboundMail.SpfEnum;
		/** Whether a DKIM signature holds (RFC 6376), for the whole mail. */
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

		/** Whether a DKIM signature holds (RFC 6376), for the whole mail. */
		export type DkimEnum = "pass" | "fail" | "none";

		/** DMARC of the From header (RFC 7489). */
		export type DmarcEnum = "pass" | "fail" | "none";

		export interface Attachment {
			/** From 0, for its download. */
			index: number;
			/** Null where the mail gives none. */
			filename: string | null;
			/** Media type, as the mail says it. */
			content_type: string;
			/** Size in bytes, decoded. */
			size: number;
		}
	}

	export interface InboundMailDetail {
		/** Id of this object: an opaque string that never changes. */
		id: string;
		/** The header's From address, else the envelope's. */
		from_addr: string;
		/** Name of the From header; null where it has none. */
		from_name: string | null;
		/** MAIL FROM; empty for the null sender of reports. */
		envelope_from: string;
		/** Addresses of the To header. */
		to_addrs: string[];
		/** The first recipient of the envelope at a domain of yours. */
		rcpt_addr: string;
		/** All recipients of the envelope at domains of yours. */
		rcpt_addrs: string[];
		/** The subject, decoded; empty where there is none. */
		subject: string;
		/** The Message-ID header; null where there is none. */
		message_id_header: string | null;
		/** The In-Reply-To header; null where there is none. */
		in_reply_to: string | null;
		/** Bytes of the whole mail. */
		size: number;
		/** Always null: spam is not measured. */
		spam_score: null;
		/** SPF of the envelope sender (RFC 7208). */
		spf: Api.InboundMailDetail.SpfEnum;
		/** Whether a DKIM signature holds (RFC 6376), for the whole mail. */
		dkim: Api.InboundMailDetail.DkimEnum;
		/** DMARC of the From header (RFC 7489). */
		dmarc: Api.InboundMailDetail.DmarcEnum;
		/** Attachments without their bytes, in the order of the mail. */
		attachments: Api.InboundMailDetail.Attachment[];
		/** Why the mail could not be read; null where it was. Such a mail is kept with its source, and only the envelope says who sent it: it has more than 1,000 parts, 256 KiB of headers or 20 levels, or takes too long. Where even the source was lost it says so, and `raw` is null. */
		unreadable: string | null;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
		/** In the order of the mail, unfolded. */
		headers: Api.InboundMailDetail.Header[];
		/** Plain text of the mail; null where there is none. All texts of a mail are cut off after 5 MiB; `raw` has the whole. */
		text_body: string | null;
		/** HTML of the mail, as it came and not made safe; null where there is none. */
		html_body: string | null;
		/** The mail as it came; null once it was erased or where it was lost, as are headers and bodies. */
		raw: string | null;
		/** How `raw` carries the bytes: base64 where they are not valid UTF-8. */
		raw_encoding: Api.InboundMailDetail.RawEncodingEnum | null;
	}

	export namespace InboundMailDetail {
		/** SPF of the envelope sender (RFC 7208). */
		export type SpfEnum = "pass" | "fail" | "none";

		/** Whether a DKIM signature holds (RFC 6376), for the whole mail. */
		export type DkimEnum = "pass" | "fail" | "none";

		/** DMARC of the From header (RFC 7489). */
		export type DmarcEnum = "pass" | "fail" | "none";

		export interface Attachment {
			/** From 0, for its download. */
			index: number;
			/** Null where the mail gives none. */
			filename: string | null;
			/** Media type, as the mail says it. */
			content_type: string;
			/** Size in bytes, decoded. */
			size: number;
		}

		export interface Header {
			/** Name as the mail has it. */
			name: string;
			/** Value, unfolded and decoded. */
			value: string;
		}

		export type RawEncodingEnum = "utf8" | "base64";
	}

	export interface InboundWebhookEvent {
		/** A mail has come. */
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
		/** A mail has come. */
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
		/** Id of the step that is next or under way; of the last one where the run has ended. */
		current_step: string | null;
		/** When it goes on at the latest; null where it has ended. */
		next_run_at: number | null;
		/** Why it was completed or cancelled. */
		exit_reason: Api.ListedEnrollment.ExitReasonEnum | null;
		/** What the last try of a step failed for; it is tried five times. */
		error: string | null;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		updated_at: number;
		/** When it ended, however it did, in milliseconds since 1970-01-01T00:00:00Z. */
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
		/** False where the contact was a member before. */
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
		/** The subject; of a broadcast as it is written, not as it was filled in for the reader. */
		subject: string;
		/** State of the message; `failed`, `cancelled` and `suppressed` are final. */
		status: Api.Message.StatusEnum;
		/** `transactional` mail is owed to its reader; `marketing` mail can be unsubscribed from. */
		stream: Api.Message.StreamEnum;
		/** Tags by key, as they were sent. */
		tags: { [name: string]: string };
		/** The template that it was rendered from; null where from none. */
		template_alias: string | null;
		/** Whether delivery was simulated. */
		test_mode: boolean;
		/** When it is or was to be sent, ms since 1970-01-01T00:00:00Z; null for at once. */
		scheduled_at: number | null;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		updated_at: number;
		/** When the provider accepted it, ms since 1970-01-01T00:00:00Z; null before. */
		sent_at: number | null;
		/** The delivery provider's id, once it accepted the message. */
		provider_message_id: string | null;
		/** The broadcast that it is of; null where of none. */
		broadcast_id: string | null;
		/** The automation that sent it; null where none did. */
		automation_id: string | null;
		/** The contact that it went to, of a broadcast or an automation; null otherwise. */
		contact_id: string | null;
		/** Recipients left out because they are suppressed. */
		suppressed_recipients: string[];
	}

	export namespace Message {
		/** State of the message; `failed`, `cancelled` and `suppressed` are final. */
		export type StatusEnum = "queued" | "scheduled" | "sending" | "sent" | "failed" | "cancelled" | "suppressed";

		/** `transactional` mail is owed to its reader; `marketing` mail can be unsubscribed from. */
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
		/** The subject; of a broadcast as it is written, not as it was filled in for the reader. */
		subject: string;
		/** State of the message; `failed`, `cancelled` and `suppressed` are final. */
		status: Api.MessageDetail.StatusEnum;
		/** `transactional` mail is owed to its reader; `marketing` mail can be unsubscribed from. */
		stream: Api.MessageDetail.StreamEnum;
		/** Tags by key, as they were sent. */
		tags: { [name: string]: string };
		/** The template that it was rendered from; null where from none. */
		template_alias: string | null;
		/** Whether delivery was simulated. */
		test_mode: boolean;
		/** When it is or was to be sent, ms since 1970-01-01T00:00:00Z; null for at once. */
		scheduled_at: number | null;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		updated_at: number;
		/** When the provider accepted it, ms since 1970-01-01T00:00:00Z; null before. */
		sent_at: number | null;
		/** The delivery provider's id, once it accepted the message. */
		provider_message_id: string | null;
		/** The broadcast that it is of; null where of none. */
		broadcast_id: string | null;
		/** The automation that sent it; null where none did. */
		automation_id: string | null;
		/** The contact that it went to, of a broadcast or an automation; null otherwise. */
		contact_id: string | null;
		/** Recipients left out because they are suppressed. */
		suppressed_recipients: string[];
		/** HTML, of a broadcast as it is written like the subject; null once the retention time of bodies has passed. */
		html_body: string | null;
		/** Plain text, of a broadcast as it is written; null once the retention time of bodies has passed. */
		text_body: string | null;
		/** Further headers, as they were sent. */
		headers: { [name: string]: string };
		/** `a@example.com` or `Name <a@example.com>`. */
		reply_to: string[];
		/** Attachments without their bytes. */
		attachments: Api.MessageDetail.Attachment[];
		/** The version that it was rendered from; null without a template. */
		template_version: number | null;
		/** Every recipient, with what became of the mail to it. */
		recipients: Api.MessageDetail.Recipient[];
		/** What happened, oldest first. */
		events: Api.MessageDetail.Event[];
	}

	export namespace MessageDetail {
		/** State of the message; `failed`, `cancelled` and `suppressed` are final. */
		export type StatusEnum = "queued" | "scheduled" | "sending" | "sent" | "failed" | "cancelled" | "suppressed";

		/** `transactional` mail is owed to its reader; `marketing` mail can be unsubscribed from. */
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
			/** What became of the mail to this recipient. */
			status: Api.MessageDetail.Recipient.StatusEnum;
			/** What the receiving server or the provider said; null where nothing. */
			detail: string | null;
			/** Milliseconds since 1970-01-01T00:00:00Z. */
			updated_at: number;
		}

		export namespace Recipient {
			/** The field that named the recipient. */
			export type KindEnum = "to" | "cc" | "bcc";

			/** What became of the mail to this recipient. */
			export type StatusEnum = "pending" | "sent" | "delivered" | "delayed" | "bounced" | "complained" | "failed" | "suppressed";
		}

		export interface Event {
			/** Id of this object: an opaque string that never changes. */
			id: string;
			/** What happened to the message. */
			type: Api.MessageDetail.Event.TypeEnum;
			/** Affected addresses; empty where an open or click cannot name one. */
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
		/** The rows of this page, in the order of the list; empty where there are none. */
		data: Api.Message[];
		/** Position of the next page; null on the last one. */
		next_cursor: number | null;
	}

	export interface MessagesSearch200Response {
		/** The messages that were found, newest first; empty where there are none. */
		data: Api.Message[];
		/** Position from which the search goes on; null once all has been looked at. */
		next_cursor: number | null;
		/** Whatever was accepted later has been looked at, in milliseconds since 1970-01-01T00:00:00Z; null once all has been. */
		searched_until: number | null;
	}

	/** Only messages in this state. */
	export type MessagesSearchStatusEnum = "queued" | "scheduled" | "sending" | "sent" | "failed" | "cancelled" | "suppressed";

	/** Only messages of this stream. */
	export type MessagesSearchStreamEnum = "transactional" | "marketing";

	export interface MessageWebhookEvent {
		/** What happened to the message. */
		type: Api.MessageWebhookEvent.TypeEnum;
		/** Id of the message. Joins to `GET /v1/messages/{id}`. */
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
		/** The subject as rendered; null where the version has none. */
		subject: string | null;
		/** The HTML as rendered; null where the version has none. */
		html_body: string | null;
		/** The plain text as rendered; null where the version has none. */
		text_body: string | null;
		/** Paths such as `user.name` that the model lacks or has as null; they were rendered as nothing. */
		missing: string[];
		/** What keeps it from being sent. */
		warnings: Api.PreviewedTemplate.Warning[];
	}

	export namespace PreviewedTemplate {
		export interface Warning {
			/** Nothing is to be seen of the subject: such a mail is refused, or fails. */
			code: Api.PreviewedTemplate.Warning.CodeEnum;
			/** The same for people, with the variables that are empty; the wording may change. */
			detail: string;
		}

		export namespace Warning {
			/** Nothing is to be seen of the subject: such a mail is refused, or fails. */
			export type CodeEnum = "empty_subject";
		}
	}

	export interface RateLimitExceeded {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.RateLimitExceeded.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The limit that is reached. */
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
		/** What kind of step it is, and so which fields it has. */
		export type TypeEnum = "remove_from_audience";
	}

	export interface RenderedTemplate {
		/** The version that was rendered. */
		version: number;
		/** The subject as rendered; null where the version has none. */
		subject: string | null;
		/** The HTML as rendered; null where the version has none. */
		html_body: string | null;
		/** The plain text as rendered; null where the version has none. */
		text_body: string | null;
		/** Paths such as `user.name` that the model lacks or has as null; they were rendered as nothing. */
		missing: string[];
		/** What keeps it from being sent. */
		warnings: Api.RenderedTemplate.Warning[];
	}

	export namespace RenderedTemplate {
		export interface Warning {
			/** Nothing is to be seen of the subject: such a mail is refused, or fails. */
			code: Api.RenderedTemplate.Warning.CodeEnum;
			/** The same for people, with the variables that are empty; the wording may change. */
			detail: string;
		}

		export namespace Warning {
			/** Nothing is to be seen of the subject: such a mail is refused, or fails. */
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
		/** Name of this object, for people. */
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
		/** 1 to 255 characters, without the space around them; need not be unique. */
		name: string;
		/** Which contacts: conditions, joined by `and`, `or` and `not`, or `{"all": true}`. A negative operator matches exactly what its positive one does not, so `neq` also matches contacts without the attribute; null counts as no value. A field that a form does not have is refused. At most 5 levels, 50 conditions and 16384 bytes of JSON. */
		filter: Api.SegmentFilter;
	}

	export interface SegmentsList200Response {
		/** The rows of this page, in the order of the list; empty where there are none. */
		data: Api.Segment[];
		/** Position of the next page; null on the last one. */
		next_cursor: string | null;
	}

	export interface SegmentsListContacts200Response {
		/** The rows of this page, in the order of the list; empty where there are none. */
		data: Api.Contact[];
		/** Position of the next page; null on the last one. */
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
		/** Rows a page, 1 to 100. Values outside are moved to the nearest bound, anything else counts as 25. A page has fewer where they come to more than 2 MiB; `next_cursor` leads on. */
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
		/** 1 to 255 characters, without the space around them; need not be unique. */
		name?: string | undefined;
		/** Which contacts: conditions, joined by `and`, `or` and `not`, or `{"all": true}`. A negative operator matches exactly what its positive one does not, so `neq` also matches contacts without the attribute; null counts as no value. A field that a form does not have is refused. At most 5 levels, 50 conditions and 16384 bytes of JSON. */
		filter?: Api.SegmentFilter | undefined;
	}

	/** Sends marketing mail; ends the run of whoever does not want it. */
	export interface SendEmailStep {
		type: 'send_email';
		/** 1 to 40 small letters, digits, _ and -, unique within the automation; given where there is none. */
		id?: string | undefined;
		/** Renders the active version of this template; its subject and body are what is not given here. */
		template_alias?: string | undefined;
		/** Values for the template, at most 262144 bytes of JSON; no whole number beyond 2^53 - 1, which would be rounded. */
		template_model?: { [name: string]: unknown } | undefined;
		/** A template in one line, at most 998 characters; required where no template has one. For whom nothing is to be seen of it, the mail fails as `empty_subject`, and the run goes on. */
		subject?: string | undefined;
		/** A template in HTML; this or `text_body` is required without `template_alias`. */
		html_body?: string | undefined;
		/** A template in plain text; made of the HTML unless given. */
		text_body?: string | undefined;
		/** Sender on a verified domain; the automation's unless given. */
		from?: string | undefined;
		/** Where answers go; the automation's unless given. */
		reply_to?: string | undefined;
		/** Labels to find the message by, at most 50; keys of 1 to 64 letters, digits, _ and -, values up to 256 characters. */
		tags?: { [name: string]: string } | undefined;
	}

	export namespace SendEmailStep {
		/** What kind of step it is, and so which fields it has. */
		export type TypeEnum = "send_email";
	}

	export interface SendRequest {
		/** Sender; its domain must be a verified domain of the tenant, and the one the key is scoped to, if it is. */
		from: string;
		/** Recipients, 1 to 50 over `to`, `cc` and `bcc`. */
		to: string[];
		/** Recipients whom all others see. An address that is named twice counts once, where it comes first. */
		cc?: string[] | undefined;
		/** Recipients whom the others do not see. */
		bcc?: string[] | undefined;
		/** Where answers go, at most 10 addresses. */
		reply_to?: string | string[] | undefined;
		/** 1 to 998 characters, of which something is to be seen, also where the template has it; required unless the template has one. */
		subject?: string | undefined;
		/** HTML, at most 1 MiB. One of `html_body` and `text_body` is required, and without `attachments` one of them that is not blank: white space and characters that nobody sees, such as U+200B, count as nothing. */
		html_body?: string | undefined;
		/** Plain text, at most 1 MiB; made from `html_body` where it is absent. */
		text_body?: string | undefined;
		/** Renders the active version of this template. A subject or body given beside it wins over the template's. */
		template_alias?: string | undefined;
		/** Values for the template, at most 262144 bytes of JSON; no whole number beyond 2^53 - 1, which would be rounded. */
		template_model?: { [name: string]: unknown } | undefined;
		/** True: refused where the template asks for what the model lacks, which otherwise is rendered as nothing and warned of. */
		strict?: boolean | undefined;
		/** Further headers, at most 50. Those the service sets itself are refused. */
		headers?: { [name: string]: string } | undefined;
		/** Labels to find the message by, at most 50; keys of letters, digits, _ and -, values up to 256 characters. */
		tags?: { [name: string]: string } | undefined;
		/** At most 20, 10 MiB each, 25 MiB together. */
		attachments?: Api.Attachment[] | undefined;
		/** Whether opens are counted. The domain's setting unless given. */
		track_opens?: boolean | undefined;
		/** Whether clicks are counted, on the first 1,000 links of the HTML alone. The domain's setting unless given. */
		track_clicks?: boolean | undefined;
		/** `transactional` unless given; `marketing` takes exactly one recipient, carries List-Unsubscribe with one-click (RFC 8058), and gives templates `unsubscribe_url` unless the model has one; in bodies given beside or without a template, `{{ unsubscribe_url }}` alone is replaced. */
		stream?: Api.SendRequest.StreamEnum | undefined;
		/** True: delivery is simulated; the local part of recipients at the test domain chooses the outcome. */
		test_mode?: boolean | undefined;
		/** When to send, ms since 1970-01-01T00:00:00Z, at most 100 years ahead. A time that has passed sends at once. */
		scheduled_at?: number | undefined;
	}

	export namespace SendRequest {
		/** `transactional` unless given; `marketing` takes exactly one recipient, carries List-Unsubscribe with one-click (RFC 8058), and gives templates `unsubscribe_url` unless the model has one; in bodies given beside or without a template, `{{ unsubscribe_url }}` alone is replaced. */
		export type StreamEnum = "transactional" | "marketing";
	}

	export interface SendResult {
		/** Id of the message. */
		message_id: string;
		/** `suppressed`: every recipient in `to` is on a list, and nothing is sent. `sent` and `failed` come of test mode alone. */
		status: Api.SendResult.StatusEnum;
		/** Whether delivery is simulated. */
		test_mode: boolean;
		/** Null unless the message is scheduled. */
		scheduled_at: number | null;
		/** Recipients left out because they are suppressed. */
		suppressed_recipients: string[];
		/** Present where something seems to be amiss with what was accepted, at most 20. With `strict` it is refused instead. */
		warnings?: Api.SendWarning[] | undefined;
		/** Present when an earlier request with this key was answered again. */
		idempotent_replay?: boolean | undefined;
	}

	export namespace SendResult {
		/** `suppressed`: every recipient in `to` is on a list, and nothing is sent. `sent` and `failed` come of test mode alone. */
		export type StatusEnum = "queued" | "scheduled" | "suppressed" | "sent" | "failed";
	}

	export interface SendWarning {
		/** `missing_variable`: the template asks for what the model lacks or has as null, and nothing stands there. `empty_subject`, of a test of a broadcast alone: but for `[test]` nothing is to be seen of the subject; to contacts such mail does not leave. */
		code: Api.SendWarning.CodeEnum;
		/** Place within `template_model`, such as `user.name`, at most 200 characters; `subject` where it is the subject. */
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
		/** What an entry of `data` is about. */
		interval: Api.Stats.IntervalEnum;
		/** The time zone whose days are told. */
		timezone: string;
		/** False while some of the mail is still to be counted, such as that from before an upgrade. */
		complete: boolean;
		/** An entry for each hour or day of the range, oldest first; those in which nothing happened too. */
		data: Api.Stats.Datum[];
		/** All entries together. */
		totals: Api.Stats.Totals;
	}

	export namespace Stats {
		/** What an entry of `data` is about. */
		export type IntervalEnum = "hour" | "day";

		export interface Datum {
			/** When it begins, in milliseconds since 1970-01-01T00:00:00Z. */
			at: number;
			/** Emails that were accepted, by when they were; those of broadcasts when they were made. */
			accepted: number;
			/** Recipients for whom the provider accepted a mail. */
			sent: number;
			/** Recipients whose server is said to have the mail. */
			delivered: number;
			/** Recipients whose mail was put off, here or there; told once of a mail. */
			delayed: number;
			/** Recipients whose address does not work. */
			bounced_hard: number;
			/** Recipients whose server said no for now, such as for a full mailbox. */
			bounced_soft: number;
			/** Recipients whose server did not want the mail or its sender. */
			bounced_policy: number;
			/** Recipients who called the mail spam. */
			complained: number;
			/** Opens, each time; without those by programs. */
			opened: number;
			/** Clicks, each time; without those by programs. */
			clicked: number;
			/** Recipients whom the mail could not be sent to. */
			failed: number;
			/** Recipients who were left out because they are suppressed. */
			suppressed: number;
		}

		/** All entries together. */
		export interface Totals {
			/** Emails that were accepted, by when they were; those of broadcasts when they were made. */
			accepted: number;
			/** Recipients for whom the provider accepted a mail. */
			sent: number;
			/** Recipients whose server is said to have the mail. */
			delivered: number;
			/** Recipients whose mail was put off, here or there; told once of a mail. */
			delayed: number;
			/** Recipients whose address does not work. */
			bounced_hard: number;
			/** Recipients whose server said no for now, such as for a full mailbox. */
			bounced_soft: number;
			/** Recipients whose server did not want the mail or its sender. */
			bounced_policy: number;
			/** Recipients who called the mail spam. */
			complained: number;
			/** Opens, each time; without those by programs. */
			opened: number;
			/** Clicks, each time; without those by programs. */
			clicked: number;
			/** Recipients whom the mail could not be sent to. */
			failed: number;
			/** Recipients who were left out because they are suppressed. */
			suppressed: number;
		}
	}

	/** `day` unless given. Days: a range of at most 400; hours: one of at most 31 days. */
	export type StatsGetIntervalEnum = "hour" | "day";

	/** Only mail of this stream. */
	export type StatsGetStreamEnum = "transactional" | "marketing";

	/** `true`: mail in test mode, which is told apart; otherwise real mail alone. */
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
		/** The limit that is reached. */
		limit: number;
	}

	export namespace StorageLimitReached {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "storage_limit_reached";
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
		/** A result for each item, in order. */
		data: Api.SuppressionsAddMany200Response.Datum[];
		/** How many items there are of each kind. */
		summary: Api.SuppressionsAddMany200Response.Summary;
	}

	export namespace SuppressionsAddMany200Response {
		export interface Datum {
			/** Bare and in lower case, or as sent where it is no address; null where it is no string. */
			email: string | null;
			/** False where the address was on the list already. */
			added: boolean;
			/** Why the item failed, an error code; null where it did not. */
			error: string | null;
		}

		/** How many items there are of each kind. */
		export interface Summary {
			/** Addresses that are new on the list. */
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
		/** An email address, bare; trimmed and put in lower case. */
		email: string;
	}

	export interface SuppressionsList200Response {
		/** The rows of this page, in the order of the list; empty where there are none. */
		data: Api.Suppression[];
		/** Position of the next page; null on the last one. */
		next_cursor: number | null;
	}

	/** Only entries with this reason; an unknown one is ignored. */
	export type SuppressionsListReasonEnum = "manual" | "hard_bounce" | "complaint" | "unsubscribe";

	export interface SuppressionsRemoveMany200Response {
		/** A result for each item, in order. */
		data: Api.SuppressionsRemoveMany200Response.Datum[];
		/** How many items there are. */
		summary: Api.SuppressionsRemoveMany200Response.Summary;
	}

	export namespace SuppressionsRemoveMany200Response {
		export interface Datum {
			/** Bare and in lower case, or as sent where it is no address; null where it is no string. */
			email: string | null;
			/** Always true: it is gone. */
			deleted: boolean;
		}

		/** How many items there are. */
		export interface Summary {
			/** Number of items, those that were not on the list included. */
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
		/** What requests call it by, in `template_alias`. */
		alias: string;
		/** Name for people; null where it has none. */
		name: string | null;
		/** The version that is sent; null where none is active. */
		active_version: number | null;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
		/** When a version was last added or activated, in milliseconds since 1970-01-01T00:00:00Z. */
		updated_at: number;
	}

	export interface TemplateDetail {
		/** Id of this object: an opaque string that never changes. */
		id: string;
		/** What requests call it by, in `template_alias`. */
		alias: string;
		/** Name for people; null where it has none. */
		name: string | null;
		/** The version that is sent; null where none is active. */
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
		/** The limit that is reached. */
		limit?: number | undefined;
	}

	export namespace TemplatesCreate422Response {
		/** The code, which tells programs what went wrong and stays as it is. */
		export type ErrorEnum = "missing_field" | "validation_failed" | "invalid_alias" | "template_limit_reached";
	}

	export interface TemplatesCreateRequest {
		/** A letter, then up to 99 letters, digits, `_`, `.` and `-`; case-sensitive, unique per tenant. */
		alias: string;
		/** 1 to 255 characters, without the space around them; need not be unique. */
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
		/** The limit that is reached. */
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
		/** All templates, newest first. */
		data: Api.Template[];
		/** Always null: the list has one page. */
		next_cursor: null;
	}

	export interface TemplatesListGallery200Response {
		/** All of them, without their bodies. */
		data: Api.GalleryTemplateSummary[];
		/** Always null: the list has one page. */
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
		/** The active version unless given. */
		version?: number | undefined;
	}

	export interface TemplateVersion {
		/** Id of this object: an opaque string that never changes. */
		id: string;
		/** 1, 2, … within the template, without gaps. */
		version: number;
		/** Liquid; null where the subject comes with the request. */
		subject: string | null;
		/** HTML with Liquid; null where there is none. */
		html_body: string | null;
		/** Plain text with Liquid; null where there is none. */
		text_body: string | null;
		/** Whether sending renders this version. */
		active: boolean;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
	}

	export interface TemplateVersionSummary {
		/** Id of this object: an opaque string that never changes. */
		id: string;
		/** 1, 2, … within the template, without gaps. */
		version: number;
		/** Liquid, its first 998 characters; null where the subject comes with the request. */
		subject: string | null;
		/** Whether sending renders this version. */
		active: boolean;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
	}

	export interface TestEvent {
		/** Id of this object: an opaque string that never changes. */
		id: string;
		/** Id of the message. */
		message_id: string;
		/** What was simulated, as the local part of the recipient says. */
		type: Api.TestEvent.TypeEnum;
		/** Addresses that it concerns. */
		recipients: string[];
		/** What a provider would have called the message. */
		provider_message_id: string;
		/** What a receiving server would have said; null where nothing. */
		detail: string | null;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		timestamp: number;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
	}

	export namespace TestEvent {
		/** What was simulated, as the local part of the recipient says. */
		export type TypeEnum = "delivery" | "bounce" | "complaint";
	}

	/** A test of a time of the contact against an instant. */
	export interface TimeCondition {
		/** When the contact was created, or last changed. */
		field: Api.TimeCondition.FieldEnum;
		/** The field is greater than the value, at least it, less than it, or at most it. */
		op: Api.TimeCondition.OpEnum;
		/** Milliseconds since 1970-01-01T00:00:00Z; seconds are refused. */
		value: number;
	}

	export namespace TimeCondition {
		/** When the contact was created, or last changed. */
		export type FieldEnum = "created_at" | "updated_at";

		/** The field is greater than the value, at least it, less than it, or at most it. */
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
		/** What kind of step it is, and so which fields it has. */
		export type TypeEnum = "update_contact";

		/** The status to give the contact. */
		export type StatusEnum = "subscribed" | "unsubscribed" | "cleaned";
	}

	export interface Upload {
		/** Names the file in `attachments[].storage_key`, and in its download path `/attachments/{storage_key}`. */
		storage_key: string;
		/** The name it is stored under: letters, digits, `.`, `_` and `-`, at most 200 characters. */
		filename: string;
		/** Media type, as the form gave it. */
		content_type: string;
		/** Size of the file in bytes. */
		size: number;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
	}

	export interface Usage {
		/** The plan of the tenant, which its limits come from. */
		plan: Api.Usage.PlanEnum;
		/** Send requests of the rolling minute. */
		rate_limit: Api.Usage.RateLimit;
		/** The last 24 hours, to the minute. */
		daily: Api.Usage.Daily;
		/** The last 30 times 24 hours, to the hour. */
		monthly: Api.Usage.Monthly;
		/** Contacts of the tenant. */
		contacts: Api.Usage.Contacts;
		/** Webhook endpoints of the tenant. */
		webhooks: Api.Usage.Webhooks;
		/** Bytes that are kept: attachments, bodies of messages and drafts, templates, uploads, files of imports and exports. */
		storage: Api.Usage.Storage;
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
		/** The plan of the tenant, which its limits come from. */
		export type PlanEnum = "free" | "payg" | "credits" | "unlimited";

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

		/** Contacts of the tenant. */
		export interface Contacts {
			/** Null where there is none. */
			limit: number | null;
			/** What there is of it now. */
			used: number;
		}

		/** Webhook endpoints of the tenant. */
		export interface Webhooks {
			/** Null where there is none. */
			limit: number | null;
			/** What there is of it now. */
			used: number;
		}

		/** Bytes that are kept: attachments, bodies of messages and drafts, templates, uploads, files of imports and exports. */
		export interface Storage {
			/** Null where there is none. */
			limit: number | null;
			/** What there is of it now. */
			used: number;
			/** Bytes of received mail, which the limit does not count. */
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
		/** What is to happen to a mail of this automation to the contact; one that has happened counts. */
		event: Api.WaitForEventStep.EventEnum;
		/** Id of an earlier `send_email` whose mail it is about; any earlier one unless given. */
		step?: string | undefined;
		/** How long to wait, in seconds: 60 to 7776000. */
		timeout_seconds: number;
		/** What is done when it happens. */
		then?: Api.AutomationStep[] | undefined;
		/** What is done when the time is up. */
		else?: Api.AutomationStep[] | undefined;
	}

	export namespace WaitForEventStep {
		/** What kind of step it is, and so which fields it has. */
		export type TypeEnum = "wait_for_event";

		/** What is to happen to a mail of this automation to the contact; one that has happened counts. */
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
		/** What kind of step it is, and so which fields it has. */
		export type TypeEnum = "wait";
	}

	/** Waits until a point in time. */
	export interface WaitUntilStep {
		type: 'wait_until';
		/** 1 to 40 small letters, digits, _ and -, unique within the automation; given where there is none. */
		id?: string | undefined;
		/** When to go on, in milliseconds since 1970-01-01T00:00:00Z; at once where it has passed. */
		at: number;
	}

	export namespace WaitUntilStep {
		/** What kind of step it is, and so which fields it has. */
		export type TypeEnum = "wait_until";
	}

	export interface Webhook {
		/** Id of this object: an opaque string that never changes. */
		id: string;
		/** Where events are posted to. */
		url: string;
		/** Types of events, or `*` alone for all of them, those to come included. */
		events: Api.Webhook.EventEnum[];
		/** What it is for, in words of your own; null where there are none. */
		description: string | null;
		/** An endpoint that is not active gets no events; what waits for it is held until it is again. */
		active: boolean;
		/** Attempts that have failed without a success since; null where the last attempt has succeeded, or none was made at this URL. */
		failing: Api.Webhook.Failing | null;
		/** Key of the signatures; begins with `whsec_`. Shown once, when it is made; empty everywhere else. */
		secret: string;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
	}

	export namespace Webhook {
		export type EventEnum = "*" | "sent" | "delivery" | "delivery_delayed" | "failed" | "bounce" | "complaint" | "suppressed" | "open" | "click" | "scheduled" | "cancelled" | "contact.created" | "contact.updated" | "contact.import.completed" | "inbound.received" | "automation.webhook";

		export interface Failing {
			/** When the first of them was made, ms since 1970-01-01T00:00:00Z. */
			since: number;
			/** How many attempts have failed since, of whichever deliveries. */
			attempts: number;
			/** When the last of them was made, ms since 1970-01-01T00:00:00Z. */
			last_attempt_at: number;
			/** HTTP status of the last one; null where no answer came. */
			response_status: number | null;
			/** Why no answer came to the last one, as attempts of deliveries say it; null where one came. */
			error: string | null;
		}
	}

	export interface WebhookDelivery {
		/** Id of this object: an opaque string that never changes. */
		id: string;
		/** Id of the endpoint. */
		webhook_id: string;
		/** The same over attempts and replays, and for every endpoint that gets the event. */
		event_id: string;
		/** Type of the event. */
		type: Api.WebhookDelivery.TypeEnum;
		/** The message that it happened to; null for other types. */
		message_id: string | null;
		/** `failed` after the eighth attempt, or where the event is no longer kept. */
		status: Api.WebhookDelivery.StatusEnum;
		/** Every attempt so far, first to last. */
		attempts: Api.WebhookDelivery.Attempt[];
		/** Number of attempts so far, at most 8. */
		attempt_count: number;
		/** Null once it is delivered or failed. */
		next_attempt_at: number | null;
		/** The delivery that this one repeats. */
		replay_of: string | null;
		/** What is posted, as JSON; null once the event is no longer kept. */
		payload: (Api.MessageWebhookEvent | Api.ContactWebhookEvent | Api.ImportWebhookEvent | Api.InboundWebhookEvent | Api.AutomationWebhookEvent) | null;
		/** Milliseconds since 1970-01-01T00:00:00Z. */
		created_at: number;
	}

	export namespace WebhookDelivery {
		/** Type of the event. */
		export type TypeEnum = "sent" | "delivery" | "delivery_delayed" | "failed" | "bounce" | "complaint" | "suppressed" | "open" | "click" | "scheduled" | "cancelled" | "contact.created" | "contact.updated" | "contact.import.completed" | "inbound.received" | "automation.webhook";

		/** `failed` after the eighth attempt, or where the event is no longer kept. */
		export type StatusEnum = "pending" | "delivered" | "failed";

		export interface Attempt {
			/** Number of the attempt, 1 for the first. */
			attempt: number;
			/** Milliseconds since 1970-01-01T00:00:00Z. */
			at: number;
			/** HTTP status; null where no answer came. */
			response_status: number | null;
			/** Milliseconds until the answer, or until it was given up. */
			duration_ms: number;
			/** Why no answer came: `timeout`, `answer_too_large`, `url_not_allowed` or a code such as `ECONNREFUSED`. `event_removed`: the event is no longer kept, so that nothing was posted, and it is not tried again. */
			error: string | null;
		}
	}

	export interface WebhookLimitReached {
		/** The code, which tells programs what went wrong and stays as it is. */
		error: Api.WebhookLimitReached.ErrorEnum;
		/** For people; the wording may change. */
		detail: string;
		/** The limit that is reached. */
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
		/** Types of events to get; `*` for all. */
		events: Api.WebhooksCreateRequest.EventEnum[];
		/** What it is for, in words of your own; at most 1000 characters. */
		description?: string | undefined;
	}

	export namespace WebhooksCreateRequest {
		export type EventEnum = "*" | "sent" | "delivery" | "delivery_delayed" | "failed" | "bounce" | "complaint" | "suppressed" | "open" | "click" | "scheduled" | "cancelled" | "contact.created" | "contact.updated" | "contact.import.completed" | "inbound.received" | "automation.webhook";
	}

	export interface WebhooksList200Response {
		/** All endpoints, newest first. */
		data: Api.Webhook[];
		/** Always null: the list has one page. */
		next_cursor: null;
	}

	export interface WebhooksListDeliveries200Response {
		/** The rows of this page, in the order of the list; empty where there are none. */
		data: Api.WebhookDelivery[];
		/** Position of the next page; null on the last one. */
		next_cursor: string | null;
	}

	/** Only deliveries in this state; an unknown one is ignored. */
	export type WebhooksListDeliveriesStatusEnum = "pending" | "delivered" | "failed";

	/** Only this type of event; an unknown one is ignored. */
	export type WebhooksListDeliveriesTypeEnum = "sent" | "delivery" | "delivery_delayed" | "failed" | "bounce" | "complaint" | "suppressed" | "open" | "click" | "scheduled" | "cancelled" | "contact.created" | "contact.updated" | "contact.import.completed" | "inbound.received" | "automation.webhook";

	export interface WebhooksReplay202Response {
		/** Number of new deliveries, at most 50. */
		replayed: number;
		/** The new deliveries, in the order of those that they repeat. */
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
		/** Only these deliveries; an empty list is none of them. */
		delivery_ids?: string[] | undefined;
		/** Only events of this message. */
		message_id?: string | undefined;
		/** Only these types of events; an empty list is none of them. */
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

	/** Announces `automation.webhook` to the webhooks that subscribe to it. */
	export interface WebhookStep {
		type: 'webhook';
		/** 1 to 40 small letters, digits, _ and -, unique within the automation; given where there is none. */
		id?: string | undefined;
		/** What it is called in the announcement, 1 to 255 characters. */
		name: string;
		/** Handed on with it. */
		data?: { [name: string]: unknown } | undefined;
	}

	export namespace WebhookStep {
		/** What kind of step it is, and so which fields it has. */
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
		/** The first type that the endpoint gets unless given. */
		type?: Api.WebhooksTestRequest.TypeEnum | undefined;
	}

	export namespace WebhooksTestRequest {
		/** The first type that the endpoint gets unless given. */
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
		/** Types of events to get; `*` for all. */
		events?: Api.WebhooksUpdateRequest.EventEnum[] | undefined;
		/** False: it gets no events, and what waits for it is held until it is active again. */
		active?: boolean | undefined;
		/** At most 1000 characters; null clears it. */
		description?: string | null | undefined;
	}

	export namespace WebhooksUpdateRequest {
		export type EventEnum = "*" | "sent" | "delivery" | "delivery_delayed" | "failed" | "bounce" | "complaint" | "suppressed" | "open" | "click" | "scheduled" | "cancelled" | "contact.created" | "contact.updated" | "contact.import.completed" | "inbound.received" | "automation.webhook";
	}
}
