import { wrapBase64 } from '../../provider/nodemailer.ts';
import { encodeQuotedPrintable } from './quoted-printable.ts';

/** A text in its transfer encoding. */
export interface EncodedText {
  readonly encoding: '7bit' | 'quoted-printable' | 'base64';
  readonly content: string;
}

/** The bytes that nodemailer encodes at once. Between two such chunks, it may end a line earlier. */
const MOST_BYTES = 64 * 1024;
const LONGEST_LINE = 76;

/** What determines the encoding of a text. */
interface Survey {
  readonly longestLine: number;
  /** UTF-16 units that are ASCII letters. */
  readonly letters: number;
  /** UTF-16 units that are control characters, or not ASCII. */
  readonly foreign: number;
}

function survey(text: string): Survey {
  let [longestLine, line, letters, foreign] = [0, 0, 0, 0];
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    if (code === 10 || code === 13) {
      line = 0;
      continue;
    }
    line += 1;
    if (line > longestLine) longestLine = line;
    if (code >= 0x80 || (code < 32 && code !== 9)) foreign += 1;
    else if ((code | 32) >= 97 && (code | 32) <= 122) letters += 1;
  }
  return { longestLine, letters, foreign };
}

const isTooLong = (text: string) => text.length > MOST_BYTES / 3 && Buffer.byteLength(text) > MOST_BYTES;

/**
 * Encodes a text, whose lines end in CRLF, as nodemailer does: unchanged where 7 bit can carry it, as base64 where few of its letters are
 * ASCII, and otherwise as quoted-printable. Returns undefined for texts that nodemailer has to encode: long ones, and some that end in space.
 */
export function encodeText(text: string): EncodedText | undefined {
  if (isTooLong(text)) return undefined;
  const { longestLine, letters, foreign } = survey(text);
  if (foreign === 0 && longestLine <= LONGEST_LINE) return { encoding: '7bit', content: text };
  if (foreign >= letters) return { encoding: 'base64', content: wrapBase64(Buffer.from(text).toString('base64')) };
  if (text.endsWith(' ') || text.endsWith('\t')) return undefined;
  return { encoding: 'quoted-printable', content: encodeQuotedPrintable(text) };
}
