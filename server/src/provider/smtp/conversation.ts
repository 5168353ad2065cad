import type { Socket } from 'node:net';
import type { SmtpFault } from '../smtp-fault.ts';
import { createReplyReader } from './read-replies.ts';
import { smtpFault } from './transfer.ts';

/** Takes the answer to a command. */
export type ReplyHandler = (reply: string) => void;

/** A connection's commands, and the handlers of their replies, in the order in which those are expected. */
export interface Conversation {
  /** Writes commands; each reply to them goes to a handler. */
  send(commands: string | Buffer, ...handlers: readonly ReplyHandler[]): void;
  expect(...handlers: readonly ReplyHandler[]): void;
  /** Resolves when the system has taken the piece, or never will. */
  write(piece: Buffer): Promise<void>;
}

export interface ConversationOptions {
  /** The connection is of no use any more. */
  onFault(fault: SmtpFault): void;
  /** Nothing came for as long as the socket's time-out says. */
  onSilence(): void;
}

const FAILURE = /^[45]\d{2}[ -]/;
const CLOSING = /^421[ -]/;

const faultOf = (message: string, code: string, response?: string) =>
  smtpFault(message, { code, command: 'CONN', ...(response === undefined ? {} : { response }) });

export const closedFault = (response?: string): SmtpFault => faultOf('Connection closed unexpectedly', 'ECONNECTION', response);

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
