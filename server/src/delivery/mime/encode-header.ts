import { foldLines, MimeNode } from '../../provider/nodemailer.ts';
import type { GivenHeader } from './to-header.ts';

const FOLDED_FROM = 76;
/** An address that stays as it is: a dot-atom at a domain in lower case, none of whose labels could be encoded. */
const PLAIN_ADDRESS = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@[a-z\d]+(?:[.-][a-z\d]+)*\.[a-z]{2,}$/;
const PLAIN_NAME = /^[\w ]*$/;
const SPECIAL_NAMES = /^X-SMTPAPI$|^(?:MIME|DKIM|ARC|BIMI)\b|^OTP(?=-Token$)|^[a-z]|-(?:SPF|FBL|ID|MD5)$|-[a-z]/gi;

/** An address with its name, empty where there is none. */
export interface Box {
  readonly address: string;
  readonly name: string;
}

/** Returns the name of a header as nodemailer spells it. */
export const spellName = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(SPECIAL_NAMES, (found) => found.toUpperCase())
    .replace(/^Content-Features$/i, 'Content-features');

/** Returns a header in lines of at most 76 characters, as far as it can be folded; an empty text for an empty value. */
export function foldHeader(name: string, value: string): string {
  if (value.trim() === '') return '';
  const line = `${name}: ${value}`;
  return line.length < FOLDED_FROM ? line : foldLines(line, FOLDED_FROM);
}

const isPlain = ({ address, name }: Box) => PLAIN_ADDRESS.test(address) && PLAIN_NAME.test(name);
const show = ({ address, name }: Box) => (name === '' ? address : `${name} <${address}>`);

/** Returns a header of addresses, encoded and folded. */
export function encodeAddresses(name: string, boxes: readonly Box[]): string {
  const value = boxes.every(isPlain)
    ? boxes.map(show).join(', ')
    : MimeNode.encodeHeaderValue(
        name,
        boxes.map((box) => ({ ...box })),
      );
  return foldHeader(name, value);
}

/** Returns a header, encoded and folded; an empty text for an empty value. */
export function encodeHeader({ key, value }: GivenHeader): string {
  const name = spellName(key);
  const encoded = typeof value === 'string' ? MimeNode.encodeHeaderValue(name, value) : value.value;
  return foldHeader(name, encoded);
}
