/** Bytes that are encoded in one turn of the event loop: about a millisecond. */
const PIECE_BYTES = 256 * 1024;
const [LF, CR, DOT] = [10, 13, 46];
const BARE_LINE_END = /\r(?!\n)|(?<!\r)\n/g;
const DOT_AFTER_LINE_END = /\n\./g;

function hasBareLineEnd(raw: Buffer): boolean {
  for (let place = raw.indexOf(LF); place >= 0; place = raw.indexOf(LF, place + 1)) if (raw[place - 1] !== CR) return true;
  for (let place = raw.indexOf(CR); place >= 0; place = raw.indexOf(CR, place + 1)) if (raw[place + 1] !== LF) return true;
  return false;
}

function dotStuff(piece: Buffer, startsLine: boolean): Buffer {
  const mended = hasBareLineEnd(piece) ? Buffer.from(piece.toString('latin1').replaceAll(BARE_LINE_END, '\r\n'), 'latin1') : piece;
  const leads = startsLine && mended[0] === DOT;
  if (!leads && !mended.includes('\n.')) return mended;
  return Buffer.from(`${leads ? '.' : ''}${mended.toString('latin1').replaceAll(DOT_AFTER_LINE_END, '\n..')}`, 'latin1');
}

/** Returns the end of a piece: after a line if possible, and never between CR and LF. */
function endOfPiece(raw: Buffer, start: number): number {
  const most = start + PIECE_BYTES;
  if (most >= raw.length) return raw.length;
  const afterLine = raw.lastIndexOf(LF, most - 1) + 1;
  if (afterLine > start) return afterLine;
  return raw[most - 1] === CR ? most - 1 : most;
}

/**
 * Yields the content of a mail in pieces, as DATA transmits it (RFC 5321, section 4.5.2): dot-stuffed, with CRLF for all line ends, so that
 * nothing within a mail can be taken for its end, and with the final dot.
 */
export function* encodeContent(raw: Buffer): Generator<Buffer> {
  let last = 0;
  for (let start = 0; start < raw.length; ) {
    const end = endOfPiece(raw, start);
    const piece = dotStuff(raw.subarray(start, end), start === 0 || last === LF);
    last = piece.at(-1) ?? last;
    yield piece;
    start = end;
  }
  yield Buffer.from(last === LF ? '.\r\n' : '\r\n.\r\n');
}

/** Returns whether the content of a mail is a single piece. */
export const isSmall = (raw: Buffer): boolean => raw.length <= PIECE_BYTES;
