import { isUtf8 } from 'node:buffer';

const utf8 = new TextDecoder();
/** Every byte is a character in it, and most mail that declares no charset and is not UTF-8 uses it. */
const western = new TextDecoder('windows-1252');

const LAST_OF_ASCII = 0x7f;
const NOT_UTF8 = 0xfffd;

/**
 * Returns whether most of the text beyond ASCII was written as UTF-8: two letters of another charset may look like one character of
 * UTF-8, as in `CAFÉ»`.
 */
function isMostlyUtf8(text: string): boolean {
  let balance = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > LAST_OF_ASCII) balance += code === NOT_UTF8 ? -1 : 1;
  }
  return balance >= 0;
}

/** Decodes a text with a missing or wrong charset: as UTF-8 if possible, otherwise as windows-1252. */
export function guessText(bytes: Uint8Array): string {
  const text = utf8.decode(bytes);
  // Truncated or damaged in places, it is still UTF-8.
  return isUtf8(bytes) || isMostlyUtf8(text) ? text : western.decode(bytes);
}
