import type { CodeOf, contract } from '@posthorn/contract';
import type { ApiError } from '../core/errors/api-error.ts';
import { Refusal } from '../smtp/refusal.ts';

/** Every code that a send can answer with. */
type SendCode = CodeOf<typeof contract.email.send>;

interface Reply {
  /** RFC 5321, section 4.2: 4yz is worth another try, 5yz is not. */
  readonly code: number;
  /** RFC 3463. */
  readonly status: string;
}

const INVALID: Reply = { code: 554, status: '5.6.0' };
const LATER: Reply = { code: 451, status: '4.3.0' };

const REPLIES: Readonly<Record<SendCode, Reply>> = {
  credits_exhausted: { code: 452, status: '4.7.1' },
  from_domain_not_verified: { code: 550, status: '5.7.1' },
  idempotency_in_progress: LATER,
  insufficient_scope: { code: 550, status: '5.7.1' },
  internal_error: LATER,
  invalid_idempotency_key: INVALID,
  invalid_json: INVALID,
  quota_exceeded: { code: 452, status: '4.7.1' },
  rate_limit_exceeded: { code: 451, status: '4.7.1' },
  request_timeout: { code: 451, status: '4.4.2' },
  request_too_large: { code: 552, status: '5.3.4' },
  service_unavailable: LATER,
  storage_limit_reached: { code: 452, status: '4.3.1' },
  template_not_found: INVALID,
  template_render_failed: INVALID,
  unauthorized: { code: 530, status: '5.7.0' },
  validation_failed: INVALID,
};

/** Texts for codes that have no sentence of their own. */
const SENTENCES: Partial<Record<string, string>> = { unauthorized: 'The API key may not be used any more; log in again with another.' };

/** Most characters of text in a line of a reply, which may have 512 bytes (RFC 5321, section 4.5.3.1.5). */
const MOST_TEXT = 400;

const isNamed = (code: string): code is SendCode => Object.hasOwn(REPLIES, code);

/** Text as any client reads it: one line of ASCII. */
const asLine = (text: string) => text.replaceAll(/[^\x20-\x7e]+/g, '?').slice(0, MOST_TEXT);

const waitOf = ({ headers }: ApiError) => (headers['Retry-After'] === undefined ? '' : ` Try again in ${headers['Retry-After']} s.`);

/** Returns the reply to a client of a suspended tenant: 454 at log-in, 450 after DATA. */
export const tenantSuspended = (code: 450 | 454) =>
  new Refusal(code, '4.7.0 The tenant of this API key is suspended: ask who runs this service, and keep the mail until then');

/** Returns the reply that a refusal of `POST /v1/email` becomes. */
export function refusalOf(fault: ApiError): Refusal {
  const { code, status } = isNamed(fault.code) ? REPLIES[fault.code] : LATER;
  const text = SENTENCES[fault.code] ?? fault.detail ?? fault.code;
  return new Refusal(code, asLine(`${status} ${fault.code}: ${text}${waitOf(fault)}`));
}
