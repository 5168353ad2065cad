import { isAscii } from 'node:buffer';
import type { SmtpFault } from '../smtp-fault.ts';
import type { Capabilities } from './open-connection.ts';
import { smtpFault, type Transfer } from './transfer.ts';

/** Characters that would end an SMTP command or a path in it. */
const ENDS_COMMAND = /[\r\n<>]/;
const NOT_ASCII = /[^\0-\x7f]/;

/** Returns why a mail cannot be sent to this server, by its size or its addresses; undefined if it can. */
export function findUnsendable({ mail: { envelope, raw } }: Transfer, { maxBytes }: Capabilities): SmtpFault | undefined {
  const { from, to } = envelope;
  const of = { code: 'EENVELOPE', command: 'API' };
  if (maxBytes > 0 && raw.length > maxBytes)
    return smtpFault(`Message size larger than allowed ${maxBytes}`, { code: 'EMESSAGE', command: 'MAIL FROM' });
  if (to.length === 0) return smtpFault('No recipients defined', of);
  if (ENDS_COMMAND.test(from)) return smtpFault(`Invalid sender ${JSON.stringify(from)}`, of);
  const broken = to.find((address) => address === '' || ENDS_COMMAND.test(address));
  return broken === undefined ? undefined : smtpFault(`Invalid recipient ${JSON.stringify(broken)}`, of);
}

/** Returns the MAIL command, with the parameters that the server's extensions allow. */
export function mailCommand({ mail: { envelope, raw } }: Transfer, capabilities: Capabilities): string {
  const { from, to } = envelope;
  const utf8 = capabilities.utf8 && [from, ...to].some((address) => NOT_ASCII.test(address)) ? ' SMTPUTF8' : '';
  const eightBit = capabilities.eightBit && !isAscii(raw) ? ' BODY=8BITMIME' : '';
  const size = capabilities.size && raw.length > 0 ? ` SIZE=${raw.length}` : '';
  return `MAIL FROM:<${from}>${utf8}${eightBit}${size}\r\n`;
}

export const rcptCommand = (address: string): string => `RCPT TO:<${address}>\r\n`;

/** Records the reply to MAIL. */
export function noteMail(transfer: Transfer, reply: string): void {
  if (reply.startsWith('2')) return;
  transfer.mailFault = smtpFault('Mail command failed', { code: 'EENVELOPE', command: 'MAIL FROM', response: reply });
}

/** Records the reply to RCPT for a recipient. */
export function noteRcpt(transfer: Transfer, recipient: string, reply: string): void {
  if (reply.startsWith('2')) return void transfer.accepted.push(recipient);
  const of = { code: 'EENVELOPE', command: 'RCPT TO', response: reply, recipient };
  transfer.rejectedErrors.push(smtpFault('Recipient command failed', of));
}

/** Returns the fault that ends a mail before its content, once the whole envelope was answered; undefined if the content can be sent. */
export function findRefusal({ mailFault, accepted, rejectedErrors }: Transfer): SmtpFault | undefined {
  if (mailFault !== undefined || accepted.length > 0) return mailFault;
  // A temporary refusal stands for all, or the whole mail would fail permanently.
  const rejection = rejectedErrors.find(({ responseCode = 0 }) => responseCode < 500) ?? rejectedErrors.at(-1);
  return smtpFault("Can't send mail - all recipients were rejected", {
    code: 'EENVELOPE',
    command: 'RCPT TO',
    ...(rejection?.response === undefined ? {} : { response: rejection.response }),
  });
}
