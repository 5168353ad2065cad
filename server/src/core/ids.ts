import type { Random } from './random.ts';

const RANDOM_BYTES = 10;
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Prefixes of the ids of each kind of object. */
export type IdPrefix =
  | 'ten'
  | 'key'
  | 'dom'
  | 'msg'
  | 'bod'
  | 'evt'
  | 'job'
  | 'att'
  | 'cap'
  | 'tpl'
  | 'tpv'
  | 'con'
  | 'imp'
  | 'exp'
  | 'aud'
  | 'seg'
  | 'whk'
  | 'whd'
  | 'inb'
  | 'bc'
  | 'aut'
  | 'enr';

/** Makes an id such as `msg_01jd…`: a prefix and a ULID in lower case, so ids sort by the time they were made for. */
export type NewId = (prefix: IdPrefix, at: number) => string;

function encodeTime(at: number): string {
  let rest = at;
  let text = '';
  for (let index = 0; index < 10; index += 1) {
    text = `${ALPHABET[rest % 32]}${text}`;
    rest = Math.floor(rest / 32);
  }
  return text;
}

/** In lower case, without i, l, o and u; the bits that fill no character are left out. */
export function toBase32(bytes: Buffer): string {
  let text = '';
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET[(held >> bits) & 31];
    }
    held &= (1 << bits) - 1;
  }
  return text;
}

/** The next number, in place; carries from the last byte to the first. */
function increment(bytes: Buffer): void {
  for (let index = bytes.length - 1; index >= 0; index -= 1) {
    const next = ((bytes[index] ?? 0) + 1) & 0xff;
    bytes[index] = next;
    if (next !== 0) return;
  }
}

/** Ids made for the same millisecond sort in the order in which they were made. */
export function idFactory(random: Random): NewId {
  let lastAt = -1;
  let bytes: Buffer = Buffer.alloc(RANDOM_BYTES);
  return (prefix, at) => {
    if (at === lastAt) increment(bytes);
    else bytes = random.bytes(RANDOM_BYTES);
    lastAt = at;
    return `${prefix}_${encodeTime(at)}${toBase32(bytes)}`;
  };
}
