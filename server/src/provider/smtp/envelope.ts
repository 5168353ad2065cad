import { isAscii } from 'node:buffer';
import type { SmtpFault } from '../smtp-fault.ts';
import type { Offers } from './open-connection.ts';
import { smtpFault, type Transfer } from './transfer.ts';

/** What would end a command. */
const ENDS_COMMAND = /[\r\n<>]/;
const NOT_ASCII = /[^\0-\x7f]/;

/** Why a mail cannot be sent to this server; undefined where it can. */
export function findUnsayable({ mail: { envelope, raw } }: Transfer, { largest }: Offers): SmtpFault | undefined {
  const { from, to } = envelope;
  const of = { code: 'EENVELOPE', command: 'API' };
  if (largest > 0 && raw.length > largest)
    return smtpFault(`Message size larger than allowed ${largest}`, { code: 'EMESSAGE', command: 'MAIL FROM' });
  if (to.length === 0) return smtpFault('No recipients defined', of);
  if (ENDS_COMMAND.test(from)) return smtpFault(`Invalid sender ${JSON.stringify(from)}`, of);
  const broken = to.find((address) => address === '' || ENDS_COMMAND.test(address));
  return broken === undefined ? undefined : smtpFault(`Invalid recipient ${JSON.stringify(broken)}`, of);
}

export function mailCommand({ mail: { envelope, raw } }: Transfer, offers: Offers): string {
  const { from, to } = envelope;
  const utf8 = offers.utf8 && [from, ...to].some((address) => NOT_ASCII.test(address)) ? ' SMTPUTF8' : '';
  const eightBit = offers.eightBit && !isAscii(raw) ? ' BODY=8BITMIME' : '';
  const size = offers.size && raw.length > 0 ? ` SIZE=${raw.length}` : '';
  return `MAIL FROM:<${from}>${utf8}${eightBit}${size}\r\n`;
}

export const rcptCommand = (address: string): string => `RCPT TO:<${address}>\r\n`;

export function noteMail(transfer: Transfer, reply: string): void {
  if (reply.startsWith('2')) return;
  transfer.mailFault = smtpFault('Mail command failed', { code: 'EENVELOPE', command: 'MAIL FROM', response: reply });
}

export function noteRcpt(transfer: Transfer, recipient: string, reply: string): void {
  if (reply.startsWith('2')) return void transfer.accepted.push(recipient);
  const of = { code: 'EENVELOPE', command: 'RCPT TO', response: reply, recipient };
  transfer.rejectedErrors.push(smtpFault('Recipient command failed', of));
}

/** What ends a mail before its content, once all of its envelope was answered; undefined where its content can come. */
export function findRefusal({ mailFault, accepted, rejectedErrors }: Transfer): SmtpFault | undefined {
  if (mailFault !== undefined || accepted.length > 0) return mailFault;
  // A temporary refusal speaks for all, or a whole mail would have failed for good.
  const rejection = rejectedErrors.find(({ responseCode = 0 }) => responseCode < 500) ?? rejectedErrors.at(-1);
  return smtpFault("Can't send mail - all recipients were rejected", {
    code: 'EENVELOPE',
    command: 'RCPT TO',
    ...(rejection?.response === undefined ? {} : { response: rejection.response }),
  });
}
