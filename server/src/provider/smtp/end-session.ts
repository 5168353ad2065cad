import type { SmtpFault } from '../smtp-fault.ts';
import { closedFault } from './conversation.ts';
import type { SessionState } from './session-state.ts';
import { smtpFault, type Transfer } from './transfer.ts';

const GOODBYE_MS = 5000;
const SOCKET_CODES = ['ECONNECTION', 'ESOCKET', 'ETIMEDOUT'];

/** Whether the fault is one of the connection, so that another connection may succeed. */
const isOfConnection = ({ code = '', responseCode }: SmtpFault) => responseCode === 421 || SOCKET_CODES.includes(code);

/**
 * Destroys a connection. Mails whose content was not begun move to another one, unless the fault is theirs. `of`: the mail that the fault
 * is about.
 */
export function closeSession(state: SessionState, fault: SmtpFault, of?: Transfer): void {
  const { options, underWay, gone, begun } = state;
  if (!state.isOpen) return;
  state.isOpen = false;
  options.connection.socket.destroy();
  const isBlamed = (transfer: Transfer) => (of === undefined ? !isOfConnection(fault) : of === transfer);
  const left = underWay.filter((transfer) => !gone.has(transfer));
  const lost = left.filter((transfer) => begun > 1 && !transfer.begun && !isBlamed(transfer));
  for (const transfer of left) if (!lost.includes(transfer)) transfer.end({ response: undefined, fault: transfer.mailFault ?? fault });
  options.onClosed(lost, fault);
}

/** Ends an idle connection with QUIT. */
export function quitSession(state: SessionState): void {
  const { socket } = state.options.connection;
  if (!state.isOpen) return;
  state.isOpen = false;
  socket.setTimeout(GOODBYE_MS, () => socket.destroy());
  socket.end('QUIT\r\n');
  state.options.onClosed([], closedFault());
}

/** Ends a connection whose server was silent for too long: with QUIT if it is idle, otherwise with a timeout of its mails. */
export function endIdleSession(state: SessionState): void {
  if (state.underWay.length === 0) quitSession(state);
  else closeSession(state, smtpFault('Timeout', { code: 'ETIMEDOUT', command: 'CONN' }));
}
