import type { SmtpFault } from '../smtp-fault.ts';
import { beginMail } from './begin-mail.ts';
import { createConversation } from './conversation.ts';
import { closeSession, endIdleSession } from './end-session.ts';
import type { SessionOptions, SessionState } from './session-state.ts';
import type { Transfer } from './transfer.ts';

/** Sends mails over one connection, one after the other. */
export interface Session {
  /** Begins to send a mail; returns false if it cannot be sent to this server. To be called only while the session is free. */
  begin(transfer: Transfer): boolean;
  /** Abandons a mail, and with it the connection, unless another mail on it waits for its final reply. */
  abandon(transfer: Transfer, fault: SmtpFault): void;
  /** Ends the connection at once, and its mails with the fault. */
  destroy(fault: SmtpFault): void;
}

/** Creates a session on an open connection. */
export function createSession(options: SessionOptions): Session {
  const state: SessionState = {
    options,
    conversation: createConversation(options.connection.socket, {
      onFault: (fault) => closeSession(state, fault),
      onSilence: () => endIdleSession(state),
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
