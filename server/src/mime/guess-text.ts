import { isUtf8 } from 'node:buffer';

const utf8 = new TextDecoder();
/** Every byte is a character of it, and most mail with no charset that is not UTF-8 is written in it. */
const western = new TextDecoder('windows-1252');

const LAST_OF_ASCII = 0x7f;
const NOT_UTF8 = 0xfffd;

/** Whether most of what is beyond ASCII was written as UTF-8: two letters of another charset may happen to be one of it, as in `CAFÉ»`. */
function isMostlyUtf8(text: string): boolean {
  let balance = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > LAST_OF_ASCII) balance += code === NOT_UTF8 ? -1 : 1;
  }
  return balance >= 0;
}

/** Returns a text whose charset is undeclared, or declared wrongly: as UTF-8 where it can be, else as windows-1252. */
export function guessText(bytes: Uint8Array): string {
  const text = utf8.decode(bytes);
  // Cut off or spoiled in places, it is UTF-8 still.
  return isUtf8(bytes) || isMostlyUtf8(text) ? text : western.decode(bytes);
}
