import { type ErrorCode, type ErrorFields, errors } from '../core/errors.ts';

/** The codes whose envelope has required further fields. */
type CodeWithFields = { [C in ErrorCode]: Record<never, never> extends ErrorFields<C> ? never : C }[ErrorCode];

type FieldExamples = { readonly [C in CodeWithFields]: ErrorFields<C> };

/** The further fields of each code that has some. A missing or wrong one does not compile. */
const fields: FieldExamples = {
  contact_limit_reached: { limit: 1000 },
  webhook_limit_reached: { limit: 3 },
  domain_limit_reached: { limit: 10 },
  storage_limit_reached: { limit: 1_073_741_824 },
  import_limit_reached: { limit: 10 },
  export_limit_reached: { limit: 10 },
  automation_limit_reached: { limit: 100 },
  template_limit_reached: { limit: 1000 },
  version_limit_reached: { limit: 1000 },
  alias_taken: { alias: 'welcome' },
  not_editable: { status: 'sent' },
  not_draft: { status: 'sent' },
  not_cancelable: { status: 'sending' },
  not_pausable: { status: 'draft' },
  not_resumable: { status: 'sending' },
  not_retryable: { status: 'draft' },
  not_resendable: { status: 'queued' },
  not_activatable: { status: 'active' },
  not_active: { status: 'paused' },
  not_archivable: { status: 'archived' },
  request_too_large: { max_bytes: 4_194_304 },
  file_too_large: { max_bytes: 10_485_760 },
  missing_field: { field: 'name' },
  batch_too_large: { max: 100 },
  message_not_reschedulable: { status: 'sent' },
  message_not_cancellable: { status: 'sent' },
  invalid_filter: { path: 'and[1].op' },
  invalid_steps: { path: 'steps[2].seconds' },
  target_not_found: { field: 'target_id' },
  too_many_attribute_keys: { max: 100 },
  attributes_too_large: { max_bytes: 16_384 },
  invalid_attribute_value: { field: 'address' },
  invalid_event_type: { field: 'events[0]' },
  invalid_template: { field: 'html_body', line: 3 },
  template_not_found: { alias: 'welcome' },
  template_render_failed: { alias: 'welcome' },
  from_domain_not_verified: { from: 'hello@other.example' },
  rate_limit_exceeded: { limit: 100 },
  quota_exceeded: { limit: 150, window: 'daily' },
};

const hasFields = (code: ErrorCode): code is keyof FieldExamples => Object.hasOwn(fields, code);

const POINTS_AT_A_FIELD: readonly ErrorCode[] = ['missing_field', 'validation_failed'];

/** The example envelope of a code in the document; `field`: one of the operation's fields. */
export function errorExample(code: ErrorCode, field?: string): Readonly<Record<string, unknown>> {
  const { detail } = errors[code];
  const place = field !== undefined && POINTS_AT_A_FIELD.includes(code) ? { field } : {};
  return { error: code, ...(detail === null ? {} : { detail }), ...(hasFields(code) ? fields[code] : {}), ...place };
}
