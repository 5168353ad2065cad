import { wrapBase64 } from '../../provider/nodemailer.ts';
import { encodeQuotedPrintable } from './quoted-printable.ts';

/** A text in the encoding in which it travels. */
export interface EncodedText {
  readonly encoding: '7bit' | 'quoted-printable' | 'base64';
  readonly content: string;
}

/** As many bytes as nodemailer encodes at once: where it goes on with the next of them, it may end a line earlier. */
const MOST_BYTES = 64 * 1024;
const LONGEST_LINE = 76;

/** What has to be known of a text to choose its encoding. */
interface Survey {
  readonly longestLine: number;
  /** UTF-16 units of letters of ASCII. */
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
 * Encodes a text as nodemailer does: as it is where 7 bit can carry it, else as quoted-printable, or as base64 where few
 * letters of it are ASCII. Lines end in CRLF. Undefined where nodemailer has to do it: for long texts, and such as end in space.
 */
export function encodeText(text: string): EncodedText | undefined {
  if (isTooLong(text)) return undefined;
  const { longestLine, letters, foreign } = survey(text);
  if (foreign === 0 && longestLine <= LONGEST_LINE) return { encoding: '7bit', content: text };
  if (foreign >= letters) return { encoding: 'base64', content: wrapBase64(Buffer.from(text).toString('base64')) };
  if (text.endsWith(' ') || text.endsWith('\t')) return undefined;
  return { encoding: 'quoted-printable', content: encodeQuotedPrintable(text) };
}
