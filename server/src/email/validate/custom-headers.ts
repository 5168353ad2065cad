import { limits } from '@posthorn/contract';
import { isLongerThan } from '../../core/text/characters.ts';
import { isHeaderName } from '../../core/text/header-name.ts';
import { invalid, type SendFault } from './send-fault.ts';

const RESERVED = new Set([
  'from',
  'to',
  'cc',
  'bcc',
  'sender',
  'reply-to',
  'subject',
  'date',
  'message-id',
  'return-path',
  'received',
  'mime-version',
  'dkim-signature',
  'authentication-results',
]);
const RESERVED_FAMILY = /^(?:content-|arc-|x-service-)/;
/** Headers that change what relays do with a mail, or make receiving systems reply to somebody. */
const STEERING = new Set(['x-smtpapi', 'errors-to', 'return-receipt-to', 'disposition-notification-to', 'apparently-to']);
const STEERING_FAMILY = /^(?:x-ses-|x-mailgun-|x-mc-|x-pm-|x-mj-|x-sib-|resent-)/;
const VALUE = /^\P{Cc}*$/u;
/** Most characters that are shown of a name that is refused. */
const SHOWN = 80;

const isSteering = (name: string) => STEERING.has(name) || STEERING_FAMILY.test(name);

function isReserved(name: string, stream: 'transactional' | 'marketing'): boolean {
  if (stream === 'marketing' && name === 'list-unsubscribe-post') return true;
  return RESERVED.has(name) || RESERVED_FAMILY.test(name);
}

function findFault(name: string, value: string, stream: 'transactional' | 'marketing'): SendFault | undefined {
  if (!isHeaderName(name))
    return invalid('headers', `Names have 1 to 76 letters, digits and -, unlike ${JSON.stringify(name.slice(0, SHOWN))}.`);
  if (isReserved(name.toLowerCase(), stream)) return invalid(`headers.${name}`, 'The service sets this header itself.');
  if (isSteering(name.toLowerCase()))
    return invalid(`headers.${name}`, 'It would steer a relay or ask for receipts, which is for the service to do.');
  if (!VALUE.test(value)) return invalid(`headers.${name}`, 'No tab, line break or other control character.');
  if (isLongerThan(value, limits.headerLength)) {
    return invalid(`headers.${name}`, `At most ${limits.headerLength} characters.`, limits.headerLength);
  }
  return undefined;
}

/** Returns what is wrong with the custom headers of an email: they may neither break the message (RFC 5322, section 2.2) nor replace headers of the service. */
export function findForbiddenHeader(
  headers: Readonly<Record<string, string>>,
  stream: 'transactional' | 'marketing',
): SendFault | undefined {
  const entries = Object.entries(headers);
  if (entries.length > limits.headers) return invalid('headers', `At most ${limits.headers} headers.`, limits.headers);
  const seen = new Set<string>();
  for (const [name, value] of entries) {
    const fault = findFault(name, value, stream);
    if (fault !== undefined) return fault;
    if (seen.has(name.toLowerCase())) return invalid(`headers.${name}`, 'Named twice.');
    seen.add(name.toLowerCase());
  }
  return undefined;
}
