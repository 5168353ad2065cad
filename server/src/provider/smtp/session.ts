import type { SmtpFault } from '../smtp-fault.ts';
import { beginMail } from './begin-mail.ts';
import { createConversation } from './conversation.ts';
import { closeSession, endSilent } from './end-session.ts';
import type { SessionOptions, SessionState } from './session-state.ts';
import type { Transfer } from './transfer.ts';

/** The mails of one connection, one after the other. */
export interface Session {
  /** Begins with a mail; false where it cannot be said to this server. Only for a session that is free. */
  begin(transfer: Transfer): boolean;
  /** Gives a mail up: with the connection, unless another mail on it is waiting for its final reply. */
  abandon(transfer: Transfer, fault: SmtpFault): void;
  /** Breaks all off. */
  destroy(fault: SmtpFault): void;
}

export function createSession(options: SessionOptions): Session {
  const state: SessionState = {
    options,
    conversation: createConversation(options.connection.socket, {
      onFault: (fault) => closeSession(state, fault),
      onSilence: () => endSilent(state),
    }),
    underWay: [],
    gone: new Set(),
    begun: 0,
    isOpen: true,
    toReset: false,
    isQuick: false,
  };
  return {
    begin: (transfer) => beginMail(state, transfer),
    abandon(transfer, fault) {
      const { underWay, gone } = state;
      if (underWay.some((other) => other !== transfer && other.begun)) gone.add(transfer);
      else closeSession(state, fault, transfer);
    },
    destroy: (fault) => closeSession(state, fault),
  };
}
