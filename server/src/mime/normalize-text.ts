import { isAscii, isUtf8 } from 'node:buffer';
import type { PartForm } from './content-type.ts';
import { guessText } from './guess-text.ts';
import { unfoldFlowed } from './unfold-flowed.ts';

/** Charsets that say nothing reliable: texts in any other are labelled so. */
const UNCERTAIN: ReadonlySet<string> = new Set(['', 'us-ascii', 'ascii', 'utf-8', 'utf8', 'unknown', 'unknown-8bit', '8bit', 'x-unknown']);
const UTF8: ReadonlySet<string> = new Set(['', 'utf-8', 'utf8']);
const LF = 0x0a;

/** Returns the text, decoded; undefined for a charset that is not known here. */
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
  // Behind the last line there was none.
  return out.subarray(0, length - 1);
}

/** Returns the text of a part in UTF-8, its lines as they are shown, where the parser would not read it so; else undefined. */
export function normalizeText(content: Buffer, { type, charset, flow }: PartForm): Buffer | undefined {
  const isGuessed = UNCERTAIN.has(charset) && !isAscii(content) && !(UTF8.has(charset) && isUtf8(content));
  if (flow === 'fixed' && !isGuessed) return undefined;
  const text = decode(content, charset);
  if (text === undefined) return undefined;
  // Lines of HTML do not flow, whatever their part says; the parser would join them.
  return flow === 'fixed' || type !== 'text/plain' ? Buffer.from(text) : unfold(text, flow === 'flowed-delsp');
}

/** Returns headers as UTF-8, each line by itself: people write them in whatever their machine has. */
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
