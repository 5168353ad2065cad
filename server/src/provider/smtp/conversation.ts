import type { Socket } from 'node:net';
import type { SmtpFault } from '../smtp-fault.ts';
import { createReplyReader } from './read-replies.ts';
import { smtpFault } from './transfer.ts';

/** Handles the reply to a command. */
export type ReplyHandler = (reply: string) => void;

/** Commands and replies on one connection. Replies are handled in the order of their commands (RFC 2920). */
export interface Conversation {
  /** Writes commands, with one handler for each reply. */
  send(commands: string | Buffer, ...handlers: readonly ReplyHandler[]): void;
  /** Adds handlers for replies to what `write` sends. */
  expect(...handlers: readonly ReplyHandler[]): void;
  /** Writes content. Resolves once the system has accepted it, even if the connection has failed. */
  write(piece: Buffer): Promise<void>;
}

export interface ConversationOptions {
  /** Called when the connection can no longer be used. */
  onFault(fault: SmtpFault): void;
  /** Called when the server was silent for the socket's time-out. */
  onSilence(): void;
}

const FAILURE = /^[45]\d{2}[ -]/;
const CLOSING = /^421[ -]/;

const faultOf = (message: string, code: string, response?: string) =>
  smtpFault(message, { code, command: 'CONN', ...(response === undefined ? {} : { response }) });

export const closedFault = (response?: string): SmtpFault => faultOf('Connection closed unexpectedly', 'ECONNECTION', response);

/** Begins a conversation on a socket that is past EHLO and AUTH. */
export function createConversation(socket: Socket, { onFault, onSilence }: ConversationOptions): Conversation {
  const reader = createReplyReader();
  const expected: ReplyHandler[] = [];

  function onReply(reply: string): void {
    const handler = expected.shift();
    handler?.(reply);
    if (CLOSING.test(reply)) onFault(faultOf('Server closed the connection', 'ECONNECTION', reply));
    else if (handler === undefined) onFault(faultOf('Unexpected Response', 'EPROTOCOL', reply));
  }

  socket.on('data', (chunk: Buffer) => {
    const replies = reader.read(chunk);
    if (replies === undefined) onFault(faultOf('Server response exceeds maximum allowed size', 'EPROTOCOL'));
    for (const reply of replies ?? []) if (!socket.destroyed) onReply(reply);
  });
  socket.on('error', ({ message, code }: NodeJS.ErrnoException) => {
    onFault(Object.assign(faultOf(message, 'ESOCKET'), code === undefined ? {} : { originalCode: code }));
  });
  socket.on('timeout', onSilence);
  socket.on('close', () => {
    const rest = reader.rest();
    onFault(closedFault(FAILURE.test(rest) ? rest : undefined));
  });

  return {
    send(commands, ...handlers) {
      expected.push(...handlers);
      socket.write(commands);
    },
    expect: (...handlers) => void expected.push(...handlers),
    write: (piece) => new Promise((resolve) => socket.write(piece, () => resolve())),
  };
}
