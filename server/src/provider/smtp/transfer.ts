import type { OutgoingMail, SendOptions } from '../provider.ts';
import type { SmtpFault } from '../smtp-fault.ts';
import type { SmtpEnd } from '../smtp-reply.ts';

/** How a transfer ended: with the final reply of a server that accepted the mail, or a fault. */
export type TransferResult = Pick<SmtpEnd, 'response' | 'fault'>;

/** A mail on its way through the pool, and its progress. */
export interface Transfer {
  readonly mail: OutgoingMail;
  readonly beforeData: SendOptions['beforeData'];
  /** Called when a connection begins with the envelope. */
  onStart(): void;
  /** Called when it waits for another connection. */
  onWait(): void;
  /** Recipients accepted by the server, on the current connection. */
  accepted: string[];
  rejectedErrors: SmtpFault[];
  mailFault: SmtpFault | undefined;
  /** Its content has begun, or is about to. */
  begun: boolean;
  /** The system has, or may have, sent all of it, including the final dot. */
  transmitted: boolean;
  brokenOff: boolean;
  /** Number of connections it lost before its content was begun. */
  losses: number;
  /** The fault that ended the last of them. */
  lostBy: SmtpFault | undefined;
  ended: boolean;
  end(result: TransferResult): void;
}

/** A fault in the form of nodemailer's errors: with the reply that caused it, and the step. */
export function smtpFault(message: string, given: Pick<SmtpFault, 'code' | 'command' | 'response' | 'recipient'>): SmtpFault {
  const { response } = given;
  const [code] = response === undefined ? [] : (/^[2-5]\d{2}(?!\d)/.exec(response) ?? []);
  const text = response === undefined ? message : `${message}: ${response}`;
  return Object.assign(new Error(text), given, code === undefined ? {} : { responseCode: Number(code) });
}

/** Creates a transfer that has not begun, or begins again. */
export function resetTransfer(transfer: Transfer): void {
  transfer.accepted = [];
  transfer.rejectedErrors = [];
  transfer.mailFault = undefined;
}

interface TransferOptions extends SendOptions, Pick<Transfer, 'onStart' | 'onWait'> {
  /** Called once. */
  onEnd(end: SmtpEnd): void;
}

export function createTransfer(mail: OutgoingMail, { beforeData, onStart, onWait, onEnd }: TransferOptions): Transfer {
  const transfer: Transfer = {
    mail,
    beforeData,
    onStart,
    onWait,
    accepted: [],
    rejectedErrors: [],
    mailFault: undefined,
    begun: false,
    transmitted: false,
    brokenOff: false,
    losses: 0,
    lostBy: undefined,
    ended: false,
    end({ response, fault }) {
      if (transfer.ended) return;
      transfer.ended = true;
      const { accepted, rejectedErrors, transmitted, brokenOff } = transfer;
      onEnd({ to: mail.envelope.to, envelope: { accepted, rejectedErrors }, response, fault, transmitted, brokenOff });
    },
  };
  return transfer;
}
