import type { CodeOf, contract } from '@posthorn/contract';
import type { ApiError } from '../../core/errors/api-error.ts';

type Email = typeof contract.email;
type Domains = typeof contract.domains;
type Inbound = typeof contract.inbound;

/** Every code that the operations served here can return. */
type ServedCode =
  | CodeOf<Email['send']>
  | CodeOf<Email['sendBatch']>
  | CodeOf<Email['reschedule']>
  | CodeOf<Email['cancel']>
  | CodeOf<typeof contract.messages.get>
  | CodeOf<typeof contract.messages.list>
  | CodeOf<Inbound['list']>
  | CodeOf<Inbound['get']>
  | CodeOf<Domains['list']>
  | CodeOf<Domains['get']>
  | CodeOf<Domains['verify']>
  | 'method_not_allowed';

/** Resend's name for each code. The status stays that of `/v1`. */
const NAMES: Readonly<Record<ServedCode, string>> = {
  batch_too_large: 'validation_error',
  credits_exhausted: 'monthly_quota_exceeded',
  domain_taken: 'validation_error',
  empty_batch: 'validation_error',
  from_domain_not_verified: 'validation_error',
  idempotency_in_progress: 'concurrent_idempotent_requests',
  insufficient_scope: 'restricted_api_key',
  internal_error: 'internal_server_error',
  invalid_cursor: 'validation_error',
  invalid_idempotency_key: 'invalid_idempotency_key',
  invalid_json: 'validation_error',
  message_not_cancellable: 'validation_error',
  message_not_reschedulable: 'validation_error',
  method_not_allowed: 'method_not_allowed',
  missing_field: 'missing_required_field',
  not_found: 'not_found',
  quota_exceeded: 'monthly_quota_exceeded',
  rate_limit_exceeded: 'rate_limit_exceeded',
  request_timeout: 'application_error',
  request_too_large: 'validation_error',
  scheduled_at_must_be_in_the_future: 'validation_error',
  service_unavailable: 'application_error',
  storage_limit_reached: 'monthly_quota_exceeded',
  template_not_found: 'validation_error',
  template_render_failed: 'validation_error',
  unauthorized: 'invalid_api_key',
  validation_failed: 'validation_error',
};

/** Sentences for the two codes that have none in `/v1`. */
const SENTENCES: Partial<Record<string, string>> = {
  not_found: 'There is no such email or domain.',
  unauthorized: 'The API key is not valid.',
};

/** Our fields under Resend's names. */
const FIELDS: readonly (readonly [ours: RegExp, theirs: string])[] = [
  [/\bhtml_body\b/g, 'html'],
  [/\btext_body\b/g, 'text'],
  [/\btemplate_alias\b/g, 'template.id'],
  [/\btemplate_model\b/g, 'template.variables'],
];

/** Returns a sentence of ours with the caller's names of fields. */
export const inTheirWords = (sentence: string): string => FIELDS.reduce((text, [ours, theirs]) => text.replaceAll(ours, theirs), sentence);

const isNamed = (code: string): code is ServedCode => Object.hasOwn(NAMES, code);

function fieldName({ code, fields }: ApiError): string | undefined {
  const field = code === 'validation_failed' ? String(fields.field ?? '') : '';
  if (field === 'from') return 'invalid_from_address';
  return field.startsWith('attachments') ? 'invalid_attachment' : undefined;
}

function nameOf(fault: ApiError, authorization: string | null): string {
  if (fault.code === 'unauthorized' && authorization === null) return 'missing_api_key';
  if (fault.code === 'quota_exceeded' && fault.fields.window === 'daily') return 'daily_quota_exceeded';
  return fieldName(fault) ?? (isNamed(fault.code) ? NAMES[fault.code] : 'application_error');
}

/** Returns an error in the shape that Resend's clients read. */
export function toResendError(fault: ApiError, authorization: string | null) {
  return {
    statusCode: fault.status,
    name: nameOf(fault, authorization),
    message: inTheirWords(fault.detail ?? SENTENCES[fault.code] ?? fault.code),
  };
}
