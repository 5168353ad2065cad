import type { Api } from './generated/models.ts';

/** Every error code; `unexpected_response` is a response that is not from this API, such as a proxy's page. */
export type ErrorCode = Api.ErrorCode | 'unexpected_response';

interface FieldsByCode {
  request_too_large: { readonly max_bytes: number };
  file_too_large: { readonly max_bytes: number };
  missing_field: { readonly field: string };
  invalid_event_type: { readonly field: string };
  validation_failed: { readonly field?: string | undefined; readonly max?: number | undefined; readonly max_bytes?: number | undefined };
  batch_too_large: { readonly max: number };
  contact_limit_reached: { readonly limit: number };
  too_many_attribute_keys: { readonly max: number };
  attributes_too_large: { readonly max_bytes: number };
  invalid_attribute_value: { readonly field: string };
  webhook_limit_reached: { readonly limit: number };
  automation_limit_reached: { readonly limit: number };
  template_limit_reached: { readonly limit: number };
  version_limit_reached: { readonly limit: number };
  domain_limit_reached: { readonly limit: number };
  storage_limit_reached: { readonly limit: number };
  import_limit_reached: { readonly limit: number };
  export_limit_reached: { readonly limit: number };
  from_domain_not_verified: { readonly from: string };
  invalid_filter: { readonly path: string };
  invalid_steps: { readonly path: string };
  not_editable: { readonly status: string };
  not_activatable: { readonly status: string };
  not_active: { readonly status: string };
  not_archivable: { readonly status: string };
  alias_taken: { readonly alias: string };
  invalid_template: { readonly field: string; readonly line: number; readonly column?: number | undefined };
  template_not_found: { readonly alias: string };
  template_render_failed: { readonly alias: string; readonly missing?: string[] | undefined };
  target_not_found: { readonly field: string };
  last_owner: { readonly tenant?: { readonly id: string; readonly name: string } | undefined };
  not_draft: { readonly status: string };
  not_cancelable: { readonly status: string };
  not_pausable: { readonly status: string };
  not_resumable: { readonly status: string };
  not_retryable: { readonly status: string };
  not_resendable: { readonly status: string };
  message_not_reschedulable: { readonly status: string };
  message_not_cancellable: { readonly status: string };
  rate_limit_exceeded: { readonly limit: number };
  quota_exceeded: { readonly limit: number; readonly window: 'daily' | 'monthly' };
}

/** The fields of an error besides `error` and `detail`, by code. */
export type ErrorFields<C extends string> = C extends keyof FieldsByCode
  ? FieldsByCode[C]
  : C extends ErrorCode
    ? Readonly<Record<never, never>>
    : Readonly<Record<string, unknown>>;

interface Answer<C extends string> {
  readonly status: number;
  readonly headers: Headers;
  readonly code: C;
  readonly detail: string | null;
  readonly fields: ErrorFields<C>;
}

/** An error response. Later versions of the service may have codes that `ErrorCode` does not list. */
export class PosthornError<C extends string = string> extends Error {
  /** HTTP status. */
  readonly status: number;
  readonly code: C;
  /** Human-readable explanation; the wording may change. Null if the code says everything. */
  readonly detail: string | null;
  readonly fields: ErrorFields<C>;
  /** Identifies the request in the service's log. */
  readonly requestId: string | null;
  readonly headers: Headers;

  constructor({ status, headers, code, detail, fields }: Answer<C>) {
    super(`${status} ${code}${detail === null ? '' : `: ${detail}`}`);
    this.name = 'PosthornError';
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.fields = fields;
    this.requestId = headers.get('x-request-id');
    this.headers = headers;
  }

  /** Returns whether the code is one of these, which also narrows the type of `fields`. */
  is<K extends ErrorCode>(...codes: readonly K[]): this is PosthornError<K> {
    return (codes as readonly string[]).includes(this.code);
  }
}

/** Error codes with which Node, Bun and Deno report that a connection ended before the response. */
const BROKEN = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ConnectionClosed'];

function isBroken(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  return ('code' in cause && BROKEN.includes(String(cause.code))) || isBroken(cause.cause);
}

/** Returns the message for a missing response. It matters whether a connection was made: the request may have been carried out then. */
function messageOf(reason: 'network' | 'timeout', cause: unknown): string {
  if (reason === 'timeout') return 'did not answer in time';
  return isBroken(cause) ? 'did not answer to the end, and may have done what was asked' : 'could not be reached';
}

interface ConnectionErrorOptions {
  readonly cause?: unknown;
  /** The URL of the service. */
  readonly baseUrl?: string;
}

/** There was no response: the service could not be reached (`network`; `cause` says why) or took longer than `timeoutMs` (`timeout`). */
export class PosthornConnectionError extends Error {
  readonly reason: 'network' | 'timeout';

  constructor(reason: 'network' | 'timeout', { baseUrl, ...options }: ConnectionErrorOptions = {}) {
    super(`the service${baseUrl === undefined ? '' : ` at ${baseUrl}`} ${messageOf(reason, options.cause)}`, options);
    this.name = 'PosthornConnectionError';
    this.reason = reason;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

/** Returns the error in a response; undefined if its body is no error envelope. */
export function readEnvelope({ status, headers }: Response, body: unknown): PosthornError | undefined {
  if (!isObject(body) || typeof body.error !== 'string') return undefined;
  const { error: code, detail, ...fields } = body;
  return new PosthornError({ status, headers, code, detail: typeof detail === 'string' ? detail : null, fields });
}

const unexpected = ({ status, headers }: Pick<Response, 'status' | 'headers'>, detail: string): PosthornError =>
  new PosthornError({ status, headers, code: 'unexpected_response', detail, fields: {} });

/** Returns the error for a response that is not from this API. */
export function unexpectedResponse(response: Response): PosthornError {
  const { status, headers } = response;
  const location = status >= 300 && status < 400 ? headers.get('location') : null;
  const what = location === null ? (headers.get('content-type') ?? 'no content type') : `a redirect to ${location}, which is not followed`;
  return unexpected(response, `not an answer of this interface (${what})`);
}

/** Returns the error for a list that is not from this API, or that never ends. */
export const unexpectedPage = (detail: string): PosthornError => unexpected({ status: 200, headers: new Headers() }, detail);

/** Returns the error in a response of a path that this client does not know, such as an operator's; `body` is its parsed JSON. */
export function toPosthornError(response: Response, body: unknown): PosthornError {
  return readEnvelope(response, body) ?? unexpectedResponse(response);
}
