import type { PartForm } from './content-type.ts';

const [LF, CR, EQUALS, SPACE, TAB] = [0x0a, 0x0d, 0x3d, 0x20, 0x09];

/** Decodes base64, even if padding ends more than one section of it: each is decoded separately. */
function decodeBase64(body: Buffer): Buffer {
  const out = Buffer.alloc(Math.ceil((body.length / 4) * 3) + 3);
  let length = 0;
  for (let at = 0; at < body.length; ) {
    const found = body.indexOf(EQUALS, at);
    const end = found < 0 ? body.length : found;
    if (end > at) length += out.write(body.toString('latin1', at, end), length, 'base64');
    at = end + 1;
  }
  return out.subarray(0, length);
}

const nibble = (byte = 0): number => {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
};

/** Writes the decoded bytes of the quoted-printable line between two positions, and returns their number. */
function writeQuoted(body: Buffer, [start, end]: readonly [number, number], out: Buffer, from: number): number {
  let to = from;
  for (let at = start; at < end; at += 1, to += 1) {
    const isEscape = body[at] === EQUALS && at + 2 < end;
    const high = isEscape ? nibble(body[at + 1]) : -1;
    const low = isEscape ? nibble(body[at + 2]) : -1;
    const isByte = high >= 0 && low >= 0;
    out[to] = isByte ? high * 16 + low : (body[at] ?? 0);
    if (isByte) at += 2;
  }
  return to - from;
}

function endOfText(body: Buffer, start: number, end: number): number {
  let last = end;
  while (last > start && body[last - 1] === CR) last -= 1;
  return last;
}

/** Normalizes every line end to LF. In quoted-printable, an `=` at the end joins two lines (RFC 2045, section 6.7). */
function decodeLines(body: Buffer, quoted: boolean): Buffer {
  const out = Buffer.alloc(body.length + 1);
  let length = 0;
  for (let start = 0; start < body.length; ) {
    const found = body.indexOf(LF, start);
    const lineEnd = found < 0 ? body.length : found;
    const end = endOfText(body, start, lineEnd);
    const joins = quoted && end > start && body[end - 1] === EQUALS;
    length += quoted ? writeQuoted(body, [start, joins ? end - 1 : end], out, length) : body.copy(out, length, start, end);
    if (!joins) {
      out[length] = LF;
      length += 1;
    }
    start = lineEnd + 1;
  }
  return out.subarray(0, length);
}

/** Returns where the CR LF, or LF, of a line begins. */
function endOfLine(body: Buffer, start: number): number {
  const found = body[start] === LF ? start : body.indexOf(LF, start);
  return endOfText(body, start, found < 0 ? body.length : found);
}

/** Returns where a line ends without the white space at its end, which quoted-printable ignores (RFC 2045, section 6.7). */
function endOfQuoted(body: Buffer, start: number, end: number): number {
  let last = end;
  while (last > start && (body[last - 1] === SPACE || body[last - 1] === TAB)) last -= 1;
  return last;
}

function decodeQuoted(body: Buffer): Buffer {
  const out = Buffer.alloc(body.length);
  let length = 0;
  for (let start = 0; start < body.length; ) {
    const lineEnd = endOfLine(body, start);
    const end = endOfQuoted(body, start, lineEnd);
    const joins = end > start && body[end - 1] === EQUALS;
    length += writeQuoted(body, [start, joins ? end - 1 : end], out, length);
    start = lineEnd;
    // The line end, as it is.
    for (let isEnd = false; !isEnd && start < body.length; start += 1) {
      isEnd = body[start] === LF;
      if (!joins) {
        out[length] = body[start] ?? 0;
        length += 1;
      }
    }
  }
  return out.subarray(0, length);
}

/** Returns the decoded body of a text: each of its lines, the last one too, ends with LF. */
export function decodeText(body: Buffer, encoding: PartForm['encoding']): Buffer {
  return encoding === 'base64' ? decodeBase64(body) : decodeLines(body, encoding === 'quoted-printable');
}

/** Returns the decoded body of an attachment, byte for byte. */
export function decodeContent(body: Buffer, encoding: PartForm['encoding']): Buffer {
  if (encoding === 'none') return body;
  return encoding === 'base64' ? decodeBase64(body) : decodeQuoted(body);
}
