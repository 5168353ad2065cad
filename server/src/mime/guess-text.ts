import { isUtf8 } from 'node:buffer';

const utf8 = new TextDecoder();
/** Every byte is a character of it, and it is what most mail is written in that does not say and is not UTF-8. */
const western = new TextDecoder('windows-1252');

/** U+FFFD stands for bytes that are no UTF-8; any other character beyond ASCII was written as UTF-8. */
const WRITTEN_AS_UTF8 = /[^\u0000-\u007f\ufffd]/;

/** Returns a text of which nobody says in which charset it is, or who says is wrong: UTF-8 where it can be, else windows-1252. */
export function guessText(bytes: Uint8Array): string {
  const text = utf8.decode(bytes);
  // Cut off or spoiled in places, it is UTF-8 still.
  return isUtf8(bytes) || WRITTEN_AS_UTF8.test(text) ? text : western.decode(bytes);
}
