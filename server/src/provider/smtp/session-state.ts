import type { SmtpFault } from '../smtp-fault.ts';
import type { Conversation } from './conversation.ts';
import type { OpenConnection, SmtpTimeouts } from './open-connection.ts';
import type { Transfer } from './transfer.ts';

export interface SessionOptions {
  readonly connection: OpenConnection;
  readonly timeouts: Pick<SmtpTimeouts, 'silence' | 'follow'>;
  /** Called when nothing is under way: the session can begin another mail. */
  onFree(): void;
  /** Called when no more mail can be sent on it, with the mails whose content was not begun, for another connection. */
  onClosed(lost: readonly Transfer[], fault: SmtpFault): void;
  /** Called when the reply to the previous mail keeps one waiting; another connection may be free for it. */
  onHeldUp(transfer: Transfer): void;
  /** Returns the next mail, whose envelope is sent along with a content (RFC 2920, section 3.1); undefined if there is none. */
  next(): Transfer | undefined;
}

/** The progress of a connection with its mails. */
export interface SessionState {
  readonly options: SessionOptions;
  readonly conversation: Conversation;
  /** In the order of their envelopes: the one whose content is being sent, or was last, and perhaps the next. */
  readonly underWay: Transfer[];
  /** Those of them that have moved to another connection: this one ends before their turn. */
  readonly gone: Set<Transfer>;
  /** Number of mails whose envelope was sent. */
  begun: number;
  isOpen: boolean;
  /** The envelope of the previous mail has to be reset first (RSET). */
  toReset: boolean;
  /** Another mail waits for the reply to a content only if the server replies at once. */
  isQuick: boolean;
}

const MAILS = 100;

/** Whether the connection has carried its maximum number of mails. */
export const isUsedUp = ({ begun }: SessionState): boolean => begun >= MAILS;
