import { z } from 'zod';
import { limits } from './limits.ts';

interface ErrorSpec {
  readonly status: number;
  /** The default sentence of `detail`; `null`: the envelope has only `error`. */
  readonly detail: string | null;
  /** Fields of the envelope besides `error` and `detail`. */
  readonly fields: Readonly<Record<string, z.ZodType>>;
}

const spec = <const S extends ErrorSpec>(value: S): S => value;

const field = z.string().describe('Path of the offending field, such as `attachments[0].filename`.');
const max = z.int().describe('The limit that was exceeded.');
const limit = z.int().describe('The limit that was reached.');
const status = z.string().describe('The state that the message is in.');
const state = z.string().describe('The state that it is in.');
const alias = z.string().describe('Alias of the template.');
const maxBytes = z.int().describe('The limit in bytes.');

const namedTenant = z
  .object({ id: z.string().describe('Id of the tenant.'), name: z.string().describe('Name of the tenant.') })
  .describe('The tenant that would be left without an owner; present when an account is deleted, since it may belong to several tenants.');

/** Every error code: its HTTP status, its sentence and the extra fields of its envelope. */
export const errors = {
  invalid_json: spec({ status: 400, detail: 'The body is not a JSON object.', fields: {} }),
  missing_file: spec({
    status: 400,
    detail: 'The body is to be a form, multipart/form-data, with the file in a part named file.',
    fields: {},
  }),
  empty_file: spec({ status: 400, detail: 'The file is empty.', fields: {} }),
  sign_in_failed: spec({ status: 401, detail: 'The address, the password or the code is not right.', fields: {} }),
  code_required: spec({
    status: 401,
    detail: 'This account asks for a code too: that of the authenticator app, or a recovery code, in `code`.',
    fields: {},
  }),
  unauthorized: spec({ status: 401, detail: null, fields: {} }),
  contact_limit_reached: spec({
    status: 402,
    detail: 'The plan has no room for another contact; delete some, or ask the operator for more.',
    fields: { limit },
  }),
  credits_exhausted: spec({ status: 402, detail: 'The prepaid emails are used up.', fields: {} }),
  webhook_limit_reached: spec({
    status: 402,
    detail: 'The plan takes no more webhook endpoints; delete one, or ask the operator for more.',
    fields: { limit },
  }),
  domain_limit_reached: spec({ status: 402, detail: 'The plan takes no more domains; delete one.', fields: { limit } }),
  storage_limit_reached: spec({
    status: 402,
    detail: 'The plan has no room for these bytes; delete templates or drafts, or wait until older mail and files go.',
    fields: { limit },
  }),
  insufficient_scope: spec({
    status: 403,
    detail: 'This key may only send, by POST /v1/email and POST /v1/email/batch; all else takes a full_access key.',
    fields: {},
  }),
  proof_required: spec({
    status: 403,
    detail: 'Confirm who you are with POST /account/proof, which holds for 15 minutes, then try again.',
    fields: {},
  }),
  wrong_origin: spec({
    status: 403,
    detail:
      'Writes to /account come from a page of this service: with `Sec-Fetch-Site: same-origin`, which browsers send over https and on localhost, and `Content-Type: application/json`.',
    fields: {},
  }),
  tenant_suspended: spec({
    status: 403,
    detail: 'The operator has suspended this tenant: ask who runs the service.',
    fields: {},
  }),
  not_found: spec({ status: 404, detail: null, fields: {} }),
  method_not_allowed: spec({ status: 405, detail: 'This path does not take that method.', fields: {} }),
  request_timeout: spec({ status: 408, detail: 'The body came too slowly.', fields: {} }),
  idempotency_in_progress: spec({
    status: 409,
    detail: 'A request with this Idempotency-Key is still under way; send it again in a moment.',
    fields: {},
  }),
  domain_taken: spec({ status: 409, detail: 'The tenant has this domain already, or another one has verified it.', fields: {} }),
  import_limit_reached: spec({ status: 409, detail: 'Too many imports are under way; wait until one ends.', fields: { limit } }),
  export_limit_reached: spec({ status: 409, detail: 'Too many exports are under way; wait until one ends.', fields: { limit } }),
  automation_limit_reached: spec({ status: 409, detail: 'Too many automations are active; pause or archive one.', fields: { limit } }),
  account_exists: spec({
    status: 409,
    detail: 'Somebody has an account with this address: sign in, and accept the invitation by POST /account/memberships.',
    fields: {},
  }),
  last_owner: spec({
    status: 409,
    detail: 'A tenant must keep at least one owner: make somebody else an owner first.',
    fields: { tenant: namedTenant.optional() },
  }),
  no_system_mail: spec({
    status: 409,
    detail: 'This service mails no links; the operator makes one by `posthorn people invite`, or sets SYSTEM_FROM.',
    fields: {},
  }),
  no_issuer: spec({ status: 409, detail: 'Single sign-on is not configured: OIDC_ISSUER is not set.', fields: {} }),
  passkeys_unavailable: spec({
    status: 409,
    detail:
      'Browsers allow passkeys only over https or on localhost, and never at an IP address: reach the service by a name, and set BASE_URL to it.',
    fields: {},
  }),
  alias_taken: spec({ status: 409, detail: 'This alias is already in use.', fields: { alias } }),
  not_editable: spec({ status: 409, detail: 'Only a draft can be edited.', fields: { status: state } }),
  not_draft: spec({ status: 409, detail: 'Only a draft can be sent.', fields: { status: state } }),
  not_cancelable: spec({ status: 409, detail: 'Only a draft or a scheduled broadcast can be cancelled.', fields: { status: state } }),
  not_pausable: spec({ status: 409, detail: 'Only a broadcast that is being sent can be paused.', fields: { status: state } }),
  not_resumable: spec({ status: 409, detail: 'Only a paused broadcast can be resumed.', fields: { status: state } }),
  not_retryable: spec({
    status: 409,
    detail: 'This broadcast has not been sent, so there is nothing to retry.',
    fields: { status: state },
  }),
  not_resendable: spec({ status: 409, detail: 'This message cannot be sent once more.', fields: { status: state } }),
  clock_is_real: spec({ status: 409, detail: 'The clock moves by itself; start with CLOCK=virtual to move it.', fields: {} }),
  not_activatable: spec({ status: 409, detail: 'Only drafts and paused automations can be activated.', fields: { status: state } }),
  not_active: spec({ status: 409, detail: 'It is not active.', fields: { status: state } }),
  not_archivable: spec({ status: 409, detail: 'This automation is already archived.', fields: { status: state } }),
  invalid_link: spec({
    status: 410,
    detail: 'This link was used, has expired, was replaced by a newer one, or never was one; ask for another.',
    fields: {},
  }),
  event_removed: spec({
    status: 410,
    detail: 'The events of these deliveries are no longer kept, so there is nothing to deliver again.',
    fields: {},
  }),
  request_too_large: spec({ status: 413, detail: 'The body is too large.', fields: { max_bytes: maxBytes } }),
  file_too_large: spec({ status: 413, detail: 'The file is too large.', fields: { max_bytes: maxBytes } }),
  missing_field: spec({ status: 422, detail: 'A required field is missing.', fields: { field } }),
  validation_failed: spec({
    status: 422,
    detail: 'A field is not valid.',
    fields: { field: field.optional(), max: max.optional(), max_bytes: maxBytes.optional() },
  }),
  empty_batch: spec({ status: 422, detail: 'The batch has no items.', fields: {} }),
  batch_too_large: spec({ status: 422, detail: 'The batch has too many items; send them in several.', fields: { max } }),
  invalid_idempotency_key: spec({ status: 422, detail: 'Idempotency-Key takes 1 to 256 visible ASCII characters.', fields: {} }),
  scheduled_at_must_be_in_the_future: spec({ status: 422, detail: 'scheduled_at must be in the future.', fields: {} }),
  message_not_reschedulable: spec({ status: 422, detail: 'Only queued and scheduled messages can be rescheduled.', fields: { status } }),
  message_not_cancellable: spec({ status: 422, detail: 'Only queued and scheduled messages can be cancelled.', fields: { status } }),
  invalid_email: spec({ status: 422, detail: 'This is not an email address.', fields: {} }),
  invalid_filter: spec({
    status: 422,
    detail: 'The filter is not valid.',
    fields: { path: z.string().describe('Place of the fault within the filter, such as `and[1].op`; empty for the filter as a whole.') },
  }),
  invalid_steps: spec({
    status: 422,
    detail: 'The steps are not valid.',
    fields: { path: z.string().describe('Place of the fault, such as `steps[2].seconds`; `steps` for the program as a whole.') },
  }),
  invalid_trigger: spec({ status: 422, detail: 'There is no such trigger.', fields: {} }),
  invalid_status: spec({ status: 422, detail: 'There is no such status.', fields: {} }),
  invalid_name: spec({ status: 422, detail: 'A name has 1 to 255 characters that are not all blank.', fields: {} }),
  target_not_found: spec({ status: 422, detail: 'There is no such audience or segment.', fields: { field } }),
  contact_not_found: spec({ status: 422, detail: 'There is no contact with this id.', fields: {} }),
  too_many_attribute_keys: spec({ status: 422, detail: 'A contact cannot have that many attributes.', fields: { max } }),
  attributes_too_large: spec({ status: 422, detail: 'The attributes are too large.', fields: { max_bytes: maxBytes } }),
  invalid_attribute_value: spec({
    status: 422,
    detail: `An attribute has a name of 1 to ${limits.attributeNameLength} characters and a string of at most ${limits.attributeLength}, a finite number, a boolean or null.`,
    fields: { field: z.string().describe('Name of the attribute, or `attributes` where they are no object.') },
  }),
  invalid_event_type: spec({ status: 422, detail: 'There is no such type of event.', fields: { field } }),
  url_must_be_https: spec({ status: 422, detail: 'This is not an https URL.', fields: {} }),
  url_not_allowed: spec({
    status: 422,
    detail: 'The URL has credentials, or its host an address that is not public.',
    fields: {},
  }),
  invalid_cursor: spec({
    status: 422,
    detail: 'This cursor was not handed out by this list; pass next_cursor on as it came, or none for the first page.',
    fields: {},
  }),
  invalid_domain: spec({
    status: 422,
    detail: 'Not a domain that can send: a name such as mail.example.com, and not the test domain.',
    fields: {},
  }),
  invalid_alias: spec({ status: 422, detail: 'An alias is a letter and up to 99 letters, digits, _, . and -.', fields: {} }),
  template_limit_reached: spec({ status: 422, detail: 'The tenant has as many templates as it may have; delete one.', fields: { limit } }),
  version_limit_reached: spec({ status: 422, detail: 'The template has all the versions that it may have.', fields: { limit } }),
  invalid_template: spec({
    status: 422,
    detail: 'The template has a fault.',
    fields: {
      field,
      line: z.int().describe('Line of the fault within the field, from 1.'),
      column: z.int().describe('Character of that line, from 1; absent where the field as a whole is at fault.').optional(),
    },
  }),
  template_not_found: spec({ status: 422, detail: 'There is no template with an active version under this alias.', fields: { alias } }),
  template_render_failed: spec({
    status: 422,
    detail: 'The template could not be rendered with this model.',
    fields: { alias, missing: z.array(z.string()).describe('With `strict`: paths that the model lacks or has as null.').optional() },
  }),
  from_domain_not_verified: spec({
    status: 422,
    detail:
      'The domain of from is not a verified domain that this key may send from: add it by POST /v1/domains and verify it, or send from another.',
    fields: { from: z.string().describe('The sender as given; empty where none was.') },
  }),
  passkey_refused: spec({ status: 422, detail: 'The passkey could not be verified.', fields: {} }),
  wrong_code: spec({ status: 422, detail: 'This is not the code that the authenticator app shows; check its clock.', fields: {} }),
  weak_password: spec({ status: 422, detail: 'This password is too easy to guess; choose another.', fields: {} }),
  too_many_tries: spec({
    status: 429,
    detail: 'Too many tries; wait for as long as Retry-After says, or ask the operator for a link by `posthorn people invite`.',
    fields: {},
  }),
  rate_limit_exceeded: spec({ status: 429, detail: 'Too many requests in the last minute.', fields: { limit } }),
  quota_exceeded: spec({
    status: 429,
    detail: 'The sending quota has no room for this request: wait, or ask the operator for more.',
    fields: { limit, window: z.enum(['daily', 'monthly']).describe('The window whose quota is used up.') },
  }),
  internal_error: spec({ status: 500, detail: 'Something went wrong on our side.', fields: {} }),
  service_unavailable: spec({ status: 503, detail: 'The service is busy or stopping; try again.', fields: {} }),
} as const;

export type ErrorCode = keyof typeof errors;

type Shape<C extends ErrorCode> = (typeof errors)[C]['fields'];

type Values<S> = { -readonly [K in keyof S]: S[K] extends z.ZodType ? z.infer<S[K]> : never };
type OptionalKey<T> = { [K in keyof T]: undefined extends T[K] ? K : never }[keyof T];

/** The fields of the envelope that a code adds. */
export type ErrorFields<C extends ErrorCode> = Omit<Values<Shape<C>>, OptionalKey<Values<Shape<C>>>> &
  Partial<Pick<Values<Shape<C>>, OptionalKey<Values<Shape<C>>>>>;

export const isErrorCode = (value: string): value is ErrorCode => Object.hasOwn(errors, value);

/** Every code in one schema, whatever operation returns it. */
export const errorCode = z
  .enum(Object.keys(errors) as [ErrorCode, ...ErrorCode[]])
  .meta({ id: 'ErrorCode', description: 'Every error code.' });
