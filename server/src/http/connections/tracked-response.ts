import { type IncomingMessage, ServerResponse } from 'node:http';

/** A response whose memory is counted, beyond what Node buffers for its socket. */
export class TrackedResponse<R extends IncomingMessage = IncomingMessage> extends ServerResponse<R> {
  /** Bytes that stay in memory until the client has read it. */
  retainedBytes = 0;
}
