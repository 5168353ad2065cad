import { type PartForm, readForm } from './content-type.ts';
import { mailLimits, UnreadableMail } from './mail-limits.ts';

/** A part with a body and no parts of its own. */
export interface Part {
  readonly kind: 'part';
  readonly head: Buffer;
  readonly body: Buffer;
  /** The body without the line end before a delimiter, which belongs to the delimiter (RFC 2046, section 5.1.1). */
  readonly content: Buffer;
  readonly form: PartForm;
  readonly inDigest: boolean;
}

/** A section of a mail: plain lines or a part. */
export type Piece = { readonly kind: 'lines'; readonly bytes: Buffer } | Part;

interface Multipart {
  readonly boundary: Buffer;
  readonly isDigest: boolean;
}

interface Delimiter {
  readonly start: number;
  /** After its line. */
  readonly end: number;
  /** Position of the multipart that it belongs to. */
  readonly level: number;
  readonly closes: boolean;
}

interface Head {
  readonly end: number;
  /** Whether a body follows: it does unless the mail ends there or the next part begins. */
  readonly hasBody: boolean;
}

const [LF, CR, DASH, SPACE, TAB] = [0x0a, 0x0d, 0x2d, 0x20, 0x09];

function endOfLine(raw: Buffer, start: number): number {
  const found = raw.indexOf(LF, start);
  return found < 0 ? raw.length : found + 1;
}

const isBlank = (raw: Buffer, from: number, to: number) =>
  raw.subarray(from, to).every((byte) => byte === SPACE || byte === TAB || byte === CR || byte === LF);

/** An empty line ends the headers, as the parser sees it: however many CRs it has. */
function isEmpty(raw: Buffer, from: number, to: number): boolean {
  let at = from;
  while (at < to && (raw[at] === CR || raw[at] === LF)) at += 1;
  return at === to;
}

const hasDashes = (raw: Buffer, at: number) => raw[at] === DASH && raw[at + 1] === DASH;

/** Returns the delimiter on a line, of the innermost multipart that uses it (RFC 2046, section 5.1.1). */
function delimiterAt(raw: Buffer, start: number, open: readonly Multipart[]): Delimiter | undefined {
  if (open.length === 0 || !hasDashes(raw, start)) return undefined;
  for (let level = open.length - 1; level >= 0; level -= 1) {
    const boundary = open[level]?.boundary ?? raw;
    const after = start + 2 + boundary.length;
    if (after > raw.length || raw[start + 2] !== boundary[0] || raw.compare(boundary, 0, boundary.length, start + 2, after) !== 0) continue;
    const closes = hasDashes(raw, after);
    const end = endOfLine(raw, after);
    if (isBlank(raw, closes ? after + 2 : after, end)) return { start, end, level, closes };
  }
  return undefined;
}

function findDelimiter(raw: Buffer, from: number, open: readonly Multipart[]): Delimiter | undefined {
  for (let line = from; open.length > 0; ) {
    const found = delimiterAt(raw, line, open);
    if (found !== undefined) return found;
    const next = raw.indexOf('\n--', line);
    if (next < 0) return undefined;
    line = next + 1;
  }
  return undefined;
}

/** Counts headers over all parts: otherwise each of many parts could have as many as one. */
function createHeadReader(raw: Buffer, open: readonly Multipart[]): (start: number) => Head {
  let [bytes, lines] = [0, 0];
  return (start) => {
    for (let line = start; line < raw.length; ) {
      if (delimiterAt(raw, line, open) !== undefined) return { end: line, hasBody: false };
      const end = endOfLine(raw, line);
      if (isEmpty(raw, line, end)) return { end, hasBody: true };
      bytes += end - line;
      lines += 1;
      if (bytes > mailLimits.headerBytes) throw new UnreadableMail(`It has more than ${mailLimits.headerBytes} bytes of headers.`);
      if (lines > mailLimits.headerLines) throw new UnreadableMail(`It has more than ${mailLimits.headerLines} lines of headers.`);
      line = end;
    }
    return { end: raw.length, hasBody: false };
  };
}

/** The multiparts that are open at a place in a mail. */
function createLevels() {
  const open: Multipart[] = [];
  return {
    open,
    /** For a part that declares a boundary for its own parts. */
    enter({ boundary, isDigest }: PartForm): void {
      if (boundary === null || boundary === '') return;
      open.push({ boundary: Buffer.from(boundary, 'latin1'), isDigest });
      if (open.length > mailLimits.depth) throw new UnreadableMail(`It has parts within parts, more than ${mailLimits.depth} deep.`);
    },
    /** For a delimiter: ends what is within its multipart, and the multipart itself if it is a closing one. */
    leave({ level, closes }: Delimiter): void {
      open.length = closes ? level : level + 1;
    },
  };
}

function withoutLineEnd(body: Buffer): Buffer {
  if (body.at(-1) !== LF) return body;
  return body.subarray(0, body.at(-2) === CR ? -2 : -1);
}

function bodyOf(raw: Buffer, start: number, next: Delimiter | undefined): Pick<Part, 'body' | 'content'> {
  const body = raw.subarray(start, next?.start ?? raw.length);
  return { body, content: next === undefined ? body : withoutLineEnd(body) };
}

/** Splits a mail into its parts, in linear time. Throws UnreadableMail for a mail with too many parts, levels or headers. */
export function* findParts(raw: Buffer): Iterable<Piece> {
  const { open, enter, leave } = createLevels();
  const readHead = createHeadReader(raw, open);
  let parts = 0;
  for (let at = 0; at < raw.length; ) {
    parts += 1;
    if (parts > mailLimits.parts) throw new UnreadableMail(`It has more than ${mailLimits.parts} parts.`);
    const { end, hasBody } = readHead(at);
    const head = raw.subarray(at, end);
    const form = readForm(head);
    const inDigest = open.at(-1)?.isDigest ?? false;
    enter(form);
    let next = findDelimiter(raw, end, open);
    yield form.boundary !== null || !hasBody
      ? { kind: 'lines', bytes: head }
      : { kind: 'part', head, ...bodyOf(raw, end, next), form, inDigest };
    at = raw.length;
    // Text after the last part of a multipart belongs to no part.
    while (next !== undefined) {
      yield { kind: 'lines', bytes: raw.subarray(next.start, next.end) };
      leave(next);
      if (!next.closes) at = next.end;
      next = next.closes ? findDelimiter(raw, next.end, open) : undefined;
    }
  }
}
