import { IncomingMessage, type ServerResponse } from 'node:http';
import { closeLingering, type DropLimits } from './linger.ts';

/** Chunks of any size that a body may have. */
const ANY_SIZE = 8192;
/** Average bytes that further chunks must have. */
const LEAST_BYTES = 32;

/**
 * A request whose chunks (RFC 9112, section 7.1) are counted: Node creates an object for each, so a body of 900 kB in one-byte chunks took
 * seconds of the event loop. A body with too many small ones is cut off.
 */
export class ChunkedRequest extends IncomingMessage {
  #chunks = 0;
  #bytes = 0;
  #hasTooManyChunks = false;

  /**
   * Whether the body was cut off because its chunks are too small; `tooManyChunks` is emitted then. The stream ends as if the body were
   * complete: its reader has to check this at the end.
   */
  get hasTooManyChunks(): boolean {
    return this.#hasTooManyChunks;
  }

  get #isChunked(): boolean {
    return this.headers['transfer-encoding'] !== undefined;
  }

  /** Called by Node with each chunk, or a part of one, and with null at the end. */
  override push(chunk: Buffer | null): boolean {
    if (this.#hasTooManyChunks) return false;
    if (chunk === null) return super.push(null);
    this.#chunks += 1;
    this.#bytes += chunk.length;
    if (this.#chunks <= ANY_SIZE + this.#bytes / LEAST_BYTES || !this.#isChunked) return super.push(chunk);
    this.#hasTooManyChunks = true;
    this.emit('tooManyChunks');
    // If the request ends before it is complete, Node closes the connection before the response.
    this.complete = true;
    super.push(null);
    return false;
  }

  /**
   * Ends the connection with the response if the body is cut off: what the client still sends is dropped unparsed. To be called before the
   * request is read or answered; does nothing for requests without chunks.
   */
  endWithAnswer(response: ServerResponse, limits?: DropLimits): void {
    if (!this.#isChunked) return;
    // Node would drop a body that nobody has begun to read when the response is sent, without counting it.
    this.read(0);
    response.once('finish', () => this.resume());
    const close = () => closeLingering(this.socket, limits);
    const end = () => {
      if (!response.headersSent) response.setHeader('Connection', 'close');
      // The event is emitted inside the parser, which first finishes the data that has arrived.
      else if (response.writableFinished) process.nextTick(close);
      else response.once('finish', close);
    };
    // It may have arrived while other requests of the connection were answered.
    if (this.#hasTooManyChunks) end();
    else this.once('tooManyChunks', end);
  }
}
