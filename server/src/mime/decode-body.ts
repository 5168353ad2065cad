import type { PartForm } from './content-type.ts';

const [LF, CR, EQUALS] = [0x0a, 0x0d, 0x3d];

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

/** Writes the decoded bytes of a quoted-printable line, and returns their number. */
function writeQuoted(line: Buffer, out: Buffer, from: number): number {
  let to = from;
  for (let at = 0; at < line.length; at += 1, to += 1) {
    const isEscape = line[at] === EQUALS && at + 2 < line.length;
    const [high, low] = isEscape ? [nibble(line[at + 1]), nibble(line[at + 2])] : [-1, -1];
    const isByte = high >= 0 && low >= 0;
    out[to] = isByte ? high * 16 + low : (line[at] ?? 0);
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
    length += quoted ? writeQuoted(body.subarray(start, joins ? end - 1 : end), out, length) : body.copy(out, length, start, end);
    if (!joins) {
      out[length] = LF;
      length += 1;
    }
    start = lineEnd + 1;
  }
  return out.subarray(0, length);
}

/** Returns the decoded body of a part. */
export function decodeBody(body: Buffer, encoding: PartForm['encoding']): Buffer {
  return encoding === 'base64' ? decodeBase64(body) : decodeLines(body, encoding === 'quoted-printable');
}
