import type { SmtpFault } from '../smtp-fault.ts';
import { closedFault } from './conversation.ts';
import type { SessionState } from './session-state.ts';
import { smtpFault, type Transfer } from './transfer.ts';

const GOODBYE_MS = 5000;
const SOCKET_CODES = ['ECONNECTION', 'ESOCKET', 'ETIMEDOUT'];

/** Whether the connection is what failed, and another might do. */
const isOfConnection = ({ code = '', responseCode }: SmtpFault) => responseCode === 421 || SOCKET_CODES.includes(code);

/** Breaks a connection off. `of`: the mail that the fault is about, where it is about one. */
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

/** Ends a connection that nothing is under way on. */
export function leaveSession(state: SessionState): void {
  const { socket } = state.options.connection;
  if (!state.isOpen) return;
  state.isOpen = false;
  socket.setTimeout(GOODBYE_MS, () => socket.destroy());
  socket.end('QUIT\r\n');
  state.options.onClosed([], closedFault());
}

/** Ends a connection on which nothing came for as long as one waits. */
export function endSilent(state: SessionState): void {
  if (state.underWay.length === 0) leaveSession(state);
  else closeSession(state, smtpFault('Timeout', { code: 'ETIMEDOUT', command: 'CONN' }));
}
