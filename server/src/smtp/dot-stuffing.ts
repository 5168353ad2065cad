import type { SMTPServer } from 'smtp-server';

type Connection = SMTPServer['connections'] extends Set<infer One> ? One : never;
type Parser = ReturnType<Connection['_createParser']>;

const DOT = 0x2e;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const END_OF_NOTHING = Buffer.from('.\r\n');
/** Bytes that may have to wait for what comes next: all but the last of the five that end a mail, `\r\n.\r\n`. */
const MOST_HELD_BYTES = 4;
/** Dots that are closer together than this are looked for one byte after another, for so many bytes. */
const CLOSE_BYTES = 128;
const NEAR_BYTES = 1024;

/**
 * Returns the position of the next dot after a line feed, starting at `from`, or the length. Text without dots is skipped by the engine's
 * search, a call of which takes longer than a short line.
 */
function findDot(chunk: Buffer, from: number): number {
  let near = Math.min(from + CLOSE_BYTES, chunk.length);
  for (let at = from; ; ) {
    for (; at < near; at += 1) if (chunk[at] === DOT && chunk[at - 1] === LINE_FEED) return at;
    const next = at < chunk.length ? chunk.indexOf(DOT, at) : -1;
    if (next < 0) return chunk.length;
    near = Math.min(next + (next - at < CLOSE_BYTES ? NEAR_BYTES : 1), chunk.length);
    at = next;
  }
}

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
  /** The rest: after the end of the mail if it was found, or else bytes that may be part of it. */
  readonly rest: Buffer;
  readonly isEnded: boolean;
  /** The first byte of what is left that may be a dot to look at: none of the two that follow one that was taken out. */
  readonly lookFrom: number;
}

/** Returns where the bytes begin that what comes next may make a dot to look at, or the end of the mail. */
function findHeld(chunk: Buffer, from: number): number {
  const start = Math.max(from, chunk.length - MOST_HELD_BYTES);
  for (let at = start; at < chunk.length; at += 1) if (chunk[at] === CARRIAGE_RETURN || chunk[at] === LINE_FEED) return start;
  return chunk.length;
}

/** Takes out the dots that were put before dots, in what begins at `start`. Dots before `lookFrom` are none of them. */
function unescapeDots(chunk: Buffer, start: number, lookFrom: number): UnescapedContent {
  let from = start;
  let kept: Buffer | undefined;
  let size = 0;
  const contentTo = (to: number): Buffer => {
    if (kept === undefined) return chunk.subarray(from, to);
    size += chunk.copy(kept, size, from, to);
    return kept.subarray(0, size);
  };
  let next = lookFrom;
  for (let at = findDot(chunk, next); at < chunk.length - 2; at = findDot(chunk, next)) {
    next = at + 1;
    if (chunk[at + 1] === DOT) {
      kept ??= Buffer.allocUnsafe(chunk.length);
      // Byte by byte: a call of the engine takes longer than a short line.
      for (; from < at; from += 1, size += 1) kept[size] = chunk[from] ?? 0;
      from = at + 1;
      next = at + 3;
    } else if (isEnd(chunk, at)) return { content: contentTo(at), rest: chunk.subarray(at + 3), isEnded: true, lookFrom: 0 };
  }
  const held = findHeld(chunk, from);
  return { content: contentTo(held), rest: chunk.subarray(held), isEnded: false, lookFrom: Math.max(next - held, 0) };
}

/** Takes what ends the mail, or hands content on and keeps what may be a part of the end. */
function take(parser: Parser, { content, rest, isEnded }: UnescapedContent, done: () => void): void {
  parser._countDataBytes(content.length);
  parser._lastBytes = !isEnded && rest.length > 0 && rest;
  if (isEnded) parser._endDataMode(content, rest, done);
  else pass(parser, content, done);
}

/**
 * Returns a function that takes the chunks of mails, of any length, without the dots that were put before dots (RFC 5321, section
 * 4.5.2), up to the end of each. It tells what the library tells, of the same bytes, which gives each such dot a turn of the event loop
 * and a write, and copies every chunk.
 */
function createChunkTaker() {
  let lookFrom = 0;
  return function takeChunk(this: Parser, given: Buffer, done: () => void): void {
    const chunk = this._lastBytes ? Buffer.concat([this._lastBytes, given]) : given;
    const isStart = this._atDataStart;
    if (isStart && chunk.subarray(0, END_OF_NOTHING.length).equals(END_OF_NOTHING)) {
      take(this, { content: chunk.subarray(0, 0), rest: chunk.subarray(END_OF_NOTHING.length), isEnded: true, lookFrom: 0 }, done);
      return;
    }
    if (isStart && chunk.length <= MOST_HELD_BYTES) {
      take(this, { content: chunk.subarray(0, 0), rest: chunk, isEnded: false, lookFrom: 0 }, done);
      return;
    }
    const start = isStart && chunk[0] === DOT && chunk[1] === DOT ? 1 : 0;
    const unescaped = unescapeDots(chunk, start, isStart ? start + 2 : lookFrom);
    this._atDataStart = false;
    lookFrom = unescaped.lookFrom;
    take(this, unescaped, done);
  };
}

const mend = (parser: Parser): Parser => Object.assign(parser, { _feedDataStream: createChunkTaker() });

/** Has the mails of a connection unescaped by whole chunks, before STARTTLS and after. */
export function unescapeByChunks(connection: Connection): void {
  const create = connection._createParser.bind(connection);
  connection._createParser = () => mend(create());
  if (connection._parser) mend(connection._parser);
}
