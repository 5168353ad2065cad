import type { SmtpFault } from '../smtp-fault.ts';
import type { Conversation } from './conversation.ts';
import type { OpenConnection, SmtpTimeouts } from './open-connection.ts';
import type { Transfer } from './transfer.ts';

export interface SessionOptions {
  readonly connection: OpenConnection;
  readonly timeouts: Pick<SmtpTimeouts, 'silence' | 'follow'>;
  /** Nothing is under way: the session can begin with another mail. */
  onFree(): void;
  /** No more mail goes over it; given are those whose content was not begun, for another connection. */
  onClosed(lost: readonly Transfer[], fault: SmtpFault): void;
  /** The answer to the mail before keeps one waiting that another connection may be free for. */
  onHeldUp(transfer: Transfer): void;
  /** Returns the next mail, whose envelope goes along with a content (RFC 2920, section 3.1); undefined where there is none. */
  next(): Transfer | undefined;
}

/** How far a connection has come with its mails. */
export interface SessionState {
  readonly options: SessionOptions;
  readonly conversation: Conversation;
  /** In the order of their envelopes: the one whose content is on its way, or was last, and perhaps the next. */
  readonly underWay: Transfer[];
  /** The transfers among them that have gone to another connection: this one ends before their turn comes. */
  readonly gone: Set<Transfer>;
  /** Mails whose envelope was said. */
  begun: number;
  isOpen: boolean;
  /** What was said of the mail before is to be forgotten first. */
  toReset: boolean;
  /** Only of a server that answers a content at once another mail can wait for the answer. */
  isQuick: boolean;
}

const MAILS = 100;

/** Whether the connection has carried as many mails as one may. */
export const isUsedUp = ({ begun }: SessionState): boolean => begun >= MAILS;
