import type { SmtpFault } from '../smtp-fault.ts';
import type { Conversation, ReplyHandler } from './conversation.ts';
import { findRefusal, mailCommand, noteMail, noteRcpt, rcptCommand } from './envelope.ts';
import type { Capabilities } from './open-connection.ts';
import type { Transfer } from './transfer.ts';

const DATA = 'DATA\r\n';

/** Commands that are sent together, and the handlers of their replies. */
export interface Pipeline {
  readonly commands: string;
  readonly handlers: readonly ReplyHandler[];
}

/** Returns an envelope, up to DATA, for a server with pipelining (RFC 2920). */
export function pipelineEnvelope(transfer: Transfer, capabilities: Capabilities, onDataReply: ReplyHandler): Pipeline {
  const { to } = transfer.mail.envelope;
  const ofRecipients = to.map((recipient) => (reply: string) => noteRcpt(transfer, recipient, reply));
  return {
    commands: `${mailCommand(transfer, capabilities)}${to.map(rcptCommand).join('')}${DATA}`,
    handlers: [(reply) => noteMail(transfer, reply), ...ofRecipients, onDataReply],
  };
}

interface EnvelopeParts extends Pick<Conversation, 'send'> {
  onRefused(fault: SmtpFault): void;
  /** Handles the reply to DATA. */
  readonly onDataReply: ReplyHandler;
}

/** Sends an envelope, up to DATA, to a server without pipelining: each command waits for the reply to the previous one. */
export function sendEnvelope(transfer: Transfer, capabilities: Capabilities, { send, onRefused, onDataReply }: EnvelopeParts): void {
  function sendNext(recipients: readonly string[]): void {
    const [recipient, ...others] = recipients;
    const refusal = recipient === undefined ? findRefusal(transfer) : transfer.mailFault;
    if (refusal !== undefined) onRefused(refusal);
    else if (recipient === undefined) send(DATA, onDataReply);
    else
      send(rcptCommand(recipient), (reply) => {
        noteRcpt(transfer, recipient, reply);
        sendNext(others);
      });
  }
  send(mailCommand(transfer, capabilities), (reply) => {
    noteMail(transfer, reply);
    sendNext(transfer.mail.envelope.to);
  });
}
