import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

/** Approximate bytes of a handshake. */
const HANDSHAKE_BYTES = 1024;

/** The error of a connection over which more came in answer to a request than is allowed. */
export class AnswerTooLarge extends Error {
  readonly code = 'answer_too_large';

  constructor(mostBytes: number) {
    super(`more than ${mostBytes} bytes came in answer to a request`);
    this.name = 'AnswerTooLarge';
  }
}

/**
 * Ends a connection over which more bytes come than `mostBytes` since something was last written to it, which begins a request.
 * The client itself bounds a head and a body alone: 103s, empty lines and extensions of a chunk are read as long as they come.
 */
export function limitAnswers(socket: Socket, mostBytes: number): void {
  let written = socket.bytesWritten;
  let read = 0;
  const count = (bytes: number): boolean => {
    if (socket.bytesWritten !== written) read = 0;
    written = socket.bytesWritten;
    read += bytes;
    if (read > mostBytes) socket.destroy(new AnswerTooLarge(mostBytes));
    return read <= mostBytes;
  };
  const push = socket.push.bind(socket);
  socket.push = (chunk: Buffer | null, encoding) => count(chunk?.length ?? 0) && push(chunk, encoding);
  if (!(socket instanceof TLSSocket)) return;
  // Session tickets and renegotiations are only visible here as having occurred.
  socket.on('session', () => count(HANDSHAKE_BYTES)).on('secure', () => count(HANDSHAKE_BYTES));
}
