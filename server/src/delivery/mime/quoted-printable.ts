const [TAB, LF, CR, SPACE, EQUALS] = [9, 10, 13, 32, 61];
const HEX = Buffer.from('0123456789ABCDEF');
/** 1 for the bytes that are not escaped, unless they end a line. */
const LITERAL = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte === TAB || byte === LF || byte === CR || (byte >= SPACE && byte < 127 && byte !== EQUALS)),
);
const LINE = 76;
const LAST_THIRD = 25;
/** A line ends after one of these, if its last third has one. */
const GAPS = new Set(Buffer.from(' \t.,!?'));
const NOT_ASCII = 0x80;
const FIRST_OF_CHARACTER = 0xc0;

function afterLastGap(text: string, end: number): number {
  for (let place = end - 1; place >= end - LAST_THIRD; place -= 1) if (GAPS.has(text.charCodeAt(place))) return place + 1;
  return -1;
}

const endsInEscape = (text: string, end: number) => text.charCodeAt(end - 3) === EQUALS;

/** Returns an end that splits neither an escape nor a character, which can be several escapes. */
function beforeCut(text: string, wanted: number): number {
  let end = wanted;
  if (text.charCodeAt(end - 1) === EQUALS) end -= 1;
  else if (text.charCodeAt(end - 2) === EQUALS) end -= 2;
  else if (!endsInEscape(text, end)) return end;
  while (end < text.length && endsInEscape(text, end)) {
    const byte = Number.parseInt(text.slice(end - 2, end), 16);
    if (byte < NOT_ASCII) return end;
    end -= 3;
    if (byte >= FIRST_OF_CHARACTER) return end;
  }
  return end;
}

function softEnd(text: string, start: number): number {
  const most = Math.min(start + LINE, text.length);
  const gap = most - start > LINE - LAST_THIRD ? afterLastGap(text, most) : -1;
  const end = gap < 0 ? beforeCut(text, most) : gap;
  if (end - start < LINE || end === text.length) return end;
  // Leaves room for the equals sign of the soft break.
  return endsInEscape(text, end) ? end - 3 : end - 1;
}

function wrap(text: string): string {
  if (text.length <= LINE) return text;
  let wrapped = '';
  let hardEnd = -1;
  for (let start = 0; start < text.length; ) {
    if (hardEnd < start + 2) {
      const found = text.indexOf('\r\n', start);
      hardEnd = found < 0 ? Number.POSITIVE_INFINITY : found + 2;
    }
    const end = hardEnd - start <= LINE ? hardEnd : softEnd(text, start);
    wrapped += text.slice(start, end);
    if (end < text.length && end !== hardEnd) wrapped += '=\r\n';
    start = end;
  }
  return wrapped;
}

function escapeBytes(text: string): string {
  const bytes = Buffer.from(text);
  const escaped = Buffer.allocUnsafe(bytes.length * 3);
  let length = 0;
  for (let place = 0; place < bytes.length; place += 1) {
    const byte = bytes[place] ?? 0;
    if (LITERAL[byte] === 1 && !((byte === SPACE || byte === TAB) && bytes[place + 1] === CR)) {
      escaped[length++] = byte;
    } else {
      escaped[length++] = EQUALS;
      escaped[length++] = HEX[byte >> 4] ?? 0;
      escaped[length++] = HEX[byte & 15] ?? 0;
    }
  }
  return escaped.toString('latin1', 0, length);
}

/**
 * Encodes a text as quoted-printable (RFC 2045, section 6.7), with the line breaks that nodemailer makes. Its lines end in CRLF, and it does
 * not end in space.
 */
export const encodeQuotedPrintable = (text: string): string => wrap(escapeBytes(text));
