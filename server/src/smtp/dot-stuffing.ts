import type { SMTPServer } from 'smtp-server';

type Connection = SMTPServer['connections'] extends Set<infer One> ? One : never;
type Parser = ReturnType<Connection['_createParser']>;

const DOT = 0x2e;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const END_OF_NOTHING = Buffer.from('.\r\n');
/** Bytes that wait for what comes next: all but the last of the five that end a mail, `\r\n.\r\n`. */
const HELD_BYTES = 4;

/** Whether a dot after a line feed ends the mail. */
const isEnd = (chunk: Buffer, dot: number): boolean =>
  chunk[dot - 2] === CARRIAGE_RETURN && chunk[dot + 1] === CARRIAGE_RETURN && chunk[dot + 2] === LINE_FEED;

/** Hands content on; whoever sends it waits for whoever reads it. A stream that was given up is never drained, it only closes. */
function pass({ _dataStream: stream }: Parser, content: Buffer, done: () => void): void {
  if (content.length === 0 || !stream?.writable || stream.write(content) || stream.destroyed) {
    done();
    return;
  }
  const goOn = () => {
    stream.off('drain', goOn).off('close', goOn);
    done();
  };
  stream.on('drain', goOn).on('close', goOn);
}

interface UnescapedContent {
  readonly content: Buffer;
  /** What comes after: behind the end of the mail where that was found, else bytes that may be a part of it. */
  readonly rest: Buffer;
  readonly isEnded: boolean;
}

/** Takes out the dots that were put before dots. */
function unescapeDots(chunk: Buffer, start: number): UnescapedContent {
  let from = start;
  let kept: Buffer | undefined;
  let size = 0;
  const contentTo = (to: number): Buffer => {
    if (kept === undefined) return chunk.subarray(from, to);
    size += chunk.copy(kept, size, from, to);
    return kept.subarray(0, size);
  };
  for (let at = from + 2; at < chunk.length - 2; at += 1) {
    if (chunk[at] !== DOT || chunk[at - 1] !== LINE_FEED) continue;
    if (chunk[at + 1] === DOT) {
      kept ??= Buffer.allocUnsafe(chunk.length);
      // Byte by byte: a call of the engine takes longer than a short line.
      for (; from < at; from += 1, size += 1) kept[size] = chunk[from] ?? 0;
      from = at + 1;
      at += 2;
    } else if (isEnd(chunk, at)) return { content: contentTo(at), rest: chunk.subarray(at + 3), isEnded: true };
  }
  const end = Math.max(from, chunk.length - HELD_BYTES);
  return { content: contentTo(end), rest: chunk.subarray(end), isEnded: false };
}

/**
 * Takes a chunk of a mail, of any length, without the dots that were put before dots (RFC 5321, section 4.5.2), up to the end of
 * the mail. It tells what the library tells, of the same bytes, which gives each such dot a turn of the event loop and a write.
 */
function takeChunk(this: Parser, given: Buffer, done: () => void): void {
  const chunk = this._lastBytes ? Buffer.concat([this._lastBytes, given]) : given;
  this._lastBytes = false;
  if (this._atDataStart && chunk.subarray(0, END_OF_NOTHING.length).equals(END_OF_NOTHING)) {
    this._endDataMode(false, chunk.subarray(END_OF_NOTHING.length), done);
    return;
  }
  const isEscaped = this._atDataStart && chunk[0] === DOT && chunk[1] === DOT;
  if (isEscaped) this._atDataStart = false;
  const { content, rest, isEnded } = unescapeDots(chunk, isEscaped ? 1 : 0);
  this._countDataBytes(content.length);
  if (isEnded) {
    this._endDataMode(content, rest, done);
    return;
  }
  this._lastBytes = rest;
  pass(this, content, done);
}

const mend = (parser: Parser): Parser => Object.assign(parser, { _feedDataStream: takeChunk });

/** Has the mails of a connection unescaped by whole chunks, before STARTTLS and after. */
export function unescapeByChunks(connection: Connection): void {
  const create = connection._createParser.bind(connection);
  connection._createParser = () => mend(create());
  if (connection._parser) mend(connection._parser);
}
