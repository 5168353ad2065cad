import type { SmtpFault } from '../smtp-fault.ts';
import type { Conversation, Heard } from './conversation.ts';
import { findRefusal, mailCommand, noteMail, noteRcpt, rcptCommand } from './envelope.ts';
import type { Offers } from './open-connection.ts';
import type { Transfer } from './transfer.ts';

const DATA = 'DATA\r\n';

/** Commands that are said at once, and who hears what is answered. */
export interface Said {
  readonly commands: string;
  readonly heard: readonly Heard[];
}

/** Returns an envelope, up to DATA, as it is said to a server with pipelining (RFC 2920). */
export function pipelineEnvelope(transfer: Transfer, offers: Offers, hearData: Heard): Said {
  const { to } = transfer.mail.envelope;
  const ofRecipients = to.map((recipient) => (reply: string) => noteRcpt(transfer, recipient, reply));
  return {
    commands: `${mailCommand(transfer, offers)}${to.map(rcptCommand).join('')}${DATA}`,
    heard: [(reply) => noteMail(transfer, reply), ...ofRecipients, hearData],
  };
}

interface EnvelopeParts extends Pick<Conversation, 'say'> {
  onRefused(fault: SmtpFault): void;
  /** Takes the answer to DATA. */
  readonly hearData: Heard;
}

/** Says an envelope, up to DATA, to a server without pipelining: each command waits for the answer to the one before. */
export function sayEnvelope(transfer: Transfer, offers: Offers, { say, onRefused, hearData }: EnvelopeParts): void {
  function sayNext(recipients: readonly string[]): void {
    const [recipient, ...others] = recipients;
    const refusal = recipient === undefined ? findRefusal(transfer) : transfer.mailFault;
    if (refusal !== undefined) onRefused(refusal);
    else if (recipient === undefined) say(DATA, hearData);
    else
      say(rcptCommand(recipient), (reply) => {
        noteRcpt(transfer, recipient, reply);
        sayNext(others);
      });
  }
  say(mailCommand(transfer, offers), (reply) => {
    noteMail(transfer, reply);
    sayNext(transfer.mail.envelope.to);
  });
}
