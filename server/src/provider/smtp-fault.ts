import type { ProviderFault } from '@posthorn/contract';
import { reasonOf } from '../core/errors/reason-of.ts';

/** The ways in which nodemailer tells what went wrong. */
export interface SmtpFault extends Error {
  /** The step: `EENVELOPE` and `EMESSAGE` for the mail itself, others for the connection. */
  readonly code?: string | undefined;
  /** What the system or the TLS library called it. */
  readonly originalCode?: string | undefined;
  readonly command?: string | undefined;
  readonly response?: string | undefined;
  readonly responseCode?: number | undefined;
  readonly recipient?: string | undefined;
}

const REPLY_LENGTH = 500;
const TLS_CODE = /^(?:ERR_(?:TLS|SSL)_|EPROTO$|UPGRADE_TIMEOUT$|UNABLE_TO_)|CERT/;
const SOCKET_STEPS = ['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS'];

// Authentication asked for, or refused (RFC 4954, section 6), and encryption (RFC 3207, section 4).
const LOG_IN_CODES = [530, 534, 535, 538];
const LOG_IN_WORDS =
  /\bauthentication (?:is )?(?:required|needed)\b|\b(?:must|please|need to|have to) (?:first )?(?:authenticate|log ?in|issue an? auth)\b|\bnot (?:yet )?authenticated\b|\bauth (?:is )?(?:first|required)\b/i;
/** Speaks of how mail proves its sender, and not of a log-in. */
const PROOF_WORDS = /\b(?:spf|dkim|dmarc|arc)\b/i;
const RELAYING_WORDS =
  /\brelay(?:ing)? (?:access )?(?:is )?(?:denied|prohibited|not (?:permitted|allowed|authorized)|forbidden|disallowed)\b|\b(?:unable|not allowed|not permitted|not authorized|refused?) to relay\b|\bwe (?:do not|don't) relay\b|\ballowed rcpthosts\b/i;

/** A server's reply, or what went wrong on the way, in one line. */
export const describeFault = (fault: SmtpFault): string =>
  (fault.response ?? reasonOf(fault))
    .slice(0, 2 * REPLY_LENGTH)
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, REPLY_LENGTH)
    .toWellFormed();

/** Whether the encryption broke, or whom it was made with cannot be trusted. */
export const isTlsFault = ({ code, originalCode = '' }: SmtpFault): boolean => code === 'ETLS' || TLS_CODE.test(originalCode);

const REPLY = /^[2-5]\d{2}(?!\d)/;

/** Whether what answers does not speak SMTP (RFC 5321, section 4.2), as at the port of another service, or never ends its reply. */
const speaksOtherwise = ({ code, command, response }: SmtpFault): boolean =>
  command !== 'DATA' && (response === undefined ? code === 'EPROTOCOL' : !REPLY.test(response));

/** Whether the server turns us away, and would any mail of ours. What it says after the content is about the mail. */
function turnsAway(fault: SmtpFault): ProviderFault | undefined {
  const { code, responseCode = 0 } = fault;
  if (LOG_IN_CODES.includes(responseCode)) return 'log_in';
  if (code !== 'EENVELOPE' || responseCode < 500) return undefined;
  const words = describeFault(fault);
  if (LOG_IN_WORDS.test(words) && !PROOF_WORDS.test(words)) return 'log_in';
  return RELAYING_WORDS.test(words) ? 'relaying' : undefined;
}

/** What is wrong between us and the server; undefined for what is said of one mail. */
export function providerFault(fault: SmtpFault): ProviderFault | undefined {
  if (fault.code === 'EAUTH') return 'log_in';
  if (isTlsFault(fault)) return 'tls';
  if (SOCKET_STEPS.includes(fault.code ?? '') && fault.response === undefined) return 'unreachable';
  return speaksOtherwise(fault) ? 'unreachable' : turnsAway(fault);
}
