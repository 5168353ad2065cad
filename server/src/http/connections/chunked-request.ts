import { IncomingMessage, type ServerResponse } from 'node:http';
import { closeLingering, type DropLimits } from './linger.ts';

/** Chunks of a body that may be of any size. */
const ANY_SIZE = 8192;
/** Bytes that the others have to have, on average. */
const LEAST_BYTES = 32;

/**
 * A request of which the chunks (RFC 9112, section 7.1) are counted: Node makes an object of each, so that a body of
 * 900 kB in chunks of a byte took seconds of the event loop. Of a body with too many small ones nothing more is taken in.
 */
export class ChunkedRequest extends IncomingMessage {
  #chunks = 0;
  #bytes = 0;
  #hasTooManyChunks = false;

  /**
   * Whether the body was given up, for it came in chunks that are too small; `tooManyChunks` is emitted then. It ends there as if
   * it were whole: whoever reads it looks at this at its end.
   */
  get hasTooManyChunks(): boolean {
    return this.#hasTooManyChunks;
  }

  get #isChunked(): boolean {
    return this.headers['transfer-encoding'] !== undefined;
  }

  /** Called by Node with each chunk, or what has come of one, and with null at the end. */
  override push(chunk: Buffer | null): boolean {
    if (this.#hasTooManyChunks) return false;
    if (chunk === null) return super.push(null);
    this.#chunks += 1;
    this.#bytes += chunk.length;
    if (this.#chunks <= ANY_SIZE + this.#bytes / LEAST_BYTES || !this.#isChunked) return super.push(chunk);
    this.#hasTooManyChunks = true;
    this.emit('tooManyChunks');
    // Of one that ends before it is complete Node cuts the connection, ahead of the answer.
    this.complete = true;
    super.push(null);
    return false;
  }

  /**
   * Has the connection end with the answer where the body is given up: what its client goes on to send is dropped unparsed.
   * To be called before anybody reads the request or answers it; of one without chunks nothing is done.
   */
  endWithAnswer(response: ServerResponse, limits?: DropLimits): void {
    if (!this.#isChunked) return;
    // What nobody has begun to read when it is answered, Node would drop uncounted.
    this.read(0);
    response.once('finish', () => this.resume());
    const close = () => closeLingering(this.socket, limits);
    const end = () => {
      if (!response.headersSent) response.setHeader('Connection', 'close');
      // It is told of within the parser, which goes on to the end of what has come.
      else if (response.writableFinished) process.nextTick(close);
      else response.once('finish', close);
    };
    // It may have come while others of its connection were answered.
    if (this.#hasTooManyChunks) end();
    else this.once('tooManyChunks', end);
  }
}
