import { isHeaderName } from '../../core/text/header-name.ts';
import { encodeWord } from '../../provider/nodemailer.ts';

/** A header in nodemailer's form. */
export interface GivenHeader {
  readonly key: string;
  readonly value: string | { readonly prepared: true; readonly foldLines: true; readonly value: string };
}

const PRINTABLE = /^[\x20-\x7e]*$/;
// Longer ones cannot be folded into lines of 998 bytes, or only into lines of nothing but space (RFC 5322, section 3.2.2).
const LONGEST_WORD = 997;
const LONGEST_SPACE = ' '.repeat(60);
const ENCODED_WORD_LENGTH = 52;

/** Headers of identifiers, which nodemailer does not encode. */
const IDENTIFIERS = new Set(['references', 'in-reply-to', 'otp-token']);

const isFoldable = (text: string) =>
  text.trim() === text && !text.includes(LONGEST_SPACE) && text.split(/\s/).every((word) => word.length <= LONGEST_WORD);

/** Returns the identifiers that are in ASCII: others cannot be encoded, and a relay without SMTPUTF8 (RFC 6532) may refuse the mail for them. */
const asciiIdentifiers = (identifiers: string) =>
  identifiers
    .split(' ')
    .filter((one) => PRINTABLE.test(one))
    .join(' ');

/**
 * Returns a header with its value as given, folded, or as encoded words (RFC 2047) where that is impossible. Encoded words in the value
 * stay as they are. Of identifiers, those in ASCII stay. Throws for a bad name.
 */
export function toHeader(name: string, value: string): GivenHeader {
  if (!isHeaderName(name)) throw new Error(`${JSON.stringify(name)} is not the name of a header`);
  const line = value.replaceAll(/\p{Cc}+/gu, ' ');
  const clean = IDENTIFIERS.has(name.toLowerCase()) ? asciiIdentifiers(line) : line;
  // nodemailer encodes whatever else is not ASCII, and has a form of its own for References.
  if (!PRINTABLE.test(clean) || name.toLowerCase() === 'references') return { key: name, value: clean };
  if (!isFoldable(clean)) return { key: name, value: encodeWord(clean, 'Q', ENCODED_WORD_LENGTH) };
  return { key: name, value: { prepared: true, foldLines: true, value: clean } };
}
