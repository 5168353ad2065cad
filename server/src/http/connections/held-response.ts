import { type IncomingMessage, ServerResponse } from 'node:http';

/** An answer that takes up memory beyond what waits in its socket. */
export class HeldResponse<R extends IncomingMessage = IncomingMessage> extends ServerResponse<R> {
  /** Bytes that are kept until the client has read it. */
  heldBytes = 0;
}
