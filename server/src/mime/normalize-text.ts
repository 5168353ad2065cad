import { isAscii, isUtf8 } from 'node:buffer';
import type { PartForm } from './content-type.ts';
import { guessText } from './guess-text.ts';
import { unfoldFlowed } from './unfold-flowed.ts';

/** Charsets that are unreliable: texts in any other charset are labelled with them. */
const UNCERTAIN: ReadonlySet<string> = new Set(['', 'us-ascii', 'ascii', 'utf-8', 'utf8', 'unknown', 'unknown-8bit', '8bit', 'x-unknown']);
const UTF8: ReadonlySet<string> = new Set(['', 'utf-8', 'utf8']);
const LF = 0x0a;

/** Decodes the text; returns undefined for an unknown charset. */
function decode(content: Buffer, charset: string): string | undefined {
  if (UNCERTAIN.has(charset)) return guessText(content);
  try {
    return new TextDecoder(charset).decode(content);
  } catch {
    return undefined;
  }
}

function unfold(text: string, deletesSpace: boolean): Buffer {
  const out = Buffer.alloc(Buffer.byteLength(text) + 1);
  let length = 0;
  for (const line of unfoldFlowed(text, deletesSpace)) {
    length += out.write(line, length);
    out[length] = LF;
    length += 1;
  }
  // The last line had no line end.
  return out.subarray(0, length - 1);
}

/** Returns the text of a part as UTF-8, in its displayed lines, if the parser would misread it; otherwise undefined. */
export function normalizeText(content: Buffer, { type, charset, flow }: PartForm): Buffer | undefined {
  const isGuessed = UNCERTAIN.has(charset) && !isAscii(content) && !(UTF8.has(charset) && isUtf8(content));
  if (flow === 'fixed' && !isGuessed) return undefined;
  const text = decode(content, charset);
  if (text === undefined) return undefined;
  // HTML never flows, even if its part says so; the parser would join the lines.
  return flow === 'fixed' || type !== 'text/plain' ? Buffer.from(text) : unfold(text, flow === 'flowed-delsp');
}

/** Returns a text as UTF-8; unchanged if its charset is unknown, or if it is UTF-8 and of no certain charset. */
export function toUtf8(content: Buffer, { charset }: PartForm): Buffer {
  const text = UNCERTAIN.has(charset) && isUtf8(content) ? undefined : decode(content, charset);
  return text === undefined ? content : Buffer.from(text);
}

/** Returns headers as UTF-8, guessing the charset of each line: senders use whatever charset their machine has. */
export function normalizeHead(head: Buffer): Buffer {
  if (isUtf8(head)) return head;
  const lines: Buffer[] = [];
  for (let start = 0; start < head.length; ) {
    const found = head.indexOf(LF, start);
    const end = found < 0 ? head.length : found + 1;
    lines.push(Buffer.from(guessText(head.subarray(start, end))));
    start = end;
  }
  return Buffer.concat(lines);
}
