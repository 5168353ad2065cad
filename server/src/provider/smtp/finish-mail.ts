import type { SmtpFault } from '../smtp-fault.ts';
import { closedFault } from './conversation.ts';
import { closeSession, quitSession } from './end-session.ts';
import { isUsedUp, type SessionState } from './session-state.ts';
import type { Transfer, TransferResult } from './transfer.ts';

const IDLE_MS = 30_000;

/** Ends a mail, and lets the connection go on with another. */
export function finishMail(state: SessionState, transfer: Transfer, result: TransferResult): void {
  const { options, underWay, gone } = state;
  underWay.splice(underWay.indexOf(transfer), 1);
  transfer.end(result);
  if (gone.size > 0) closeSession(state, closedFault());
  else if (state.isOpen && underWay.length === 0 && isUsedUp(state)) quitSession(state);
  else if (state.isOpen && underWay.length === 0) {
    options.connection.socket.setTimeout(IDLE_MS);
    options.onFree();
  }
}

/** Ends a mail that the server has refused, and not the connection. */
export function refuseMail(state: SessionState, transfer: Transfer, fault: SmtpFault): void {
  state.toReset ||= fault.code === 'EENVELOPE';
  finishMail(state, transfer, { response: undefined, fault });
}
