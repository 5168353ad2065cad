import type { SmtpFault } from '../smtp-fault.ts';
import { type Conversation, closedFault } from './conversation.ts';
import type { OpenConnection, SmtpTimeouts } from './open-connection.ts';
import { smtpFault, type Transfer, type TransferResult } from './transfer.ts';

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
  readonly under: Transfer[];
  /** Of them, those that have gone elsewhere: the connection ends before their turn comes. */
  readonly gone: Set<Transfer>;
  /** Mails whose envelope was said. */
  begun: number;
  isOpen: boolean;
  /** What was said of the mail before is to be forgotten first. */
  toReset: boolean;
  /** Only of a server that answers a content at once another mail can wait for the answer. */
  isQuick: boolean;
}

const IDLE_MS = 30_000;
const GOODBYE_MS = 5000;
const MAILS = 100;
const SOCKET_CODES = ['ECONNECTION', 'ESOCKET', 'ETIMEDOUT'];

/** Whether the connection has carried as many mails as one may. */
export const isUsedUp = ({ begun }: SessionState): boolean => begun >= MAILS;

/** Whether the connection is what failed, and another might do. */
const isOfConnection = ({ code = '', responseCode }: SmtpFault) => responseCode === 421 || SOCKET_CODES.includes(code);

/** Breaks a connection off. `of`: the mail that the fault is about, where it is about one. */
export function closeSession(state: SessionState, fault: SmtpFault, of?: Transfer): void {
  const { options, under, gone, begun } = state;
  if (!state.isOpen) return;
  state.isOpen = false;
  options.connection.socket.destroy();
  const isBlamed = (transfer: Transfer) => (of === undefined ? !isOfConnection(fault) : of === transfer);
  const left = under.filter((transfer) => !gone.has(transfer));
  const lost = left.filter((transfer) => begun > 1 && !transfer.begun && !isBlamed(transfer));
  for (const transfer of left) if (!lost.includes(transfer)) transfer.end({ response: undefined, fault: transfer.mailFault ?? fault });
  options.onClosed(lost, fault);
}

/** Ends a connection that nothing is under way on. */
function leave(state: SessionState): void {
  const { socket } = state.options.connection;
  if (!state.isOpen) return;
  state.isOpen = false;
  socket.setTimeout(GOODBYE_MS, () => socket.destroy());
  socket.end('QUIT\r\n');
  state.options.onClosed([], closedFault());
}

/** Ends a connection on which nothing was heard for as long as one waits. */
export function endSilent(state: SessionState): void {
  if (state.under.length === 0) leave(state);
  else closeSession(state, smtpFault('Timeout', { code: 'ETIMEDOUT', command: 'CONN' }));
}

/** Ends a mail, and lets the connection go on with another. */
export function finishMail(state: SessionState, transfer: Transfer, result: TransferResult): void {
  const { options, under, gone } = state;
  under.splice(under.indexOf(transfer), 1);
  transfer.end(result);
  if (gone.size > 0) closeSession(state, closedFault());
  else if (state.isOpen && under.length === 0 && isUsedUp(state)) leave(state);
  else if (state.isOpen && under.length === 0) {
    options.connection.socket.setTimeout(IDLE_MS);
    options.onFree();
  }
}

/** Ends a mail that the server has refused, and not the connection. */
export function refuseMail(state: SessionState, transfer: Transfer, fault: SmtpFault): void {
  state.toReset ||= fault.code === 'EENVELOPE';
  finishMail(state, transfer, { response: undefined, fault });
}
