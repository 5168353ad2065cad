import type { Random } from './crypto/random.ts';

const RANDOM_BYTES = 10;
const STEP_BYTES = 4;
/** The random part is counted in two halves, since 80 bits are more than a number holds. */
const HALF_BYTES = RANDOM_BYTES / 2;
const HALF = 2 ** (8 * HALF_BYTES);
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
  | 'enr'
  | 'crd'
  | 'usr'
  | 'mem'
  | 'inv'
  | 'sgn'
  | 'adt'
  | 'psk'
  | 'std';

/** Makes an id such as `msg_01jd…`: a prefix and a ULID in lower case, so ids sort by the time they were made for. */
export type NewId = (prefix: IdPrefix, at: number) => string;

/** Four characters of 20 bits. */
const encodeQuarter = (bits: number): string =>
  `${ALPHABET[bits >> 15]}${ALPHABET[(bits >> 10) & 31]}${ALPHABET[(bits >> 5) & 31]}${ALPHABET[bits & 31]}`;

/** Eight characters of 40 bits. */
const encodeHalf = (bits: number): string => `${encodeQuarter(Math.floor(bits / 2 ** 20))}${encodeQuarter(bits % 2 ** 20)}`;

/** Ten characters; times have 48 bits and less. */
function encodeTime(at: number): string {
  const above = Math.floor(at / HALF);
  return `${ALPHABET[(above >> 5) & 31]}${ALPHABET[above & 31]}${encodeHalf(at % HALF)}`;
}

/** Returns what all ids made for a time or later sort after, and those made before it sort before. */
export const firstIdAt = (prefix: IdPrefix, at: number): string => `${prefix}_${encodeTime(at)}`;

const TIME_CHARACTERS = 10;
const BEGINS_WITH_TIME = /^[a-z]+_([0-7][0-9a-hjkmnp-tv-z]{9})/;

/** Returns the time that an id was made for; undefined where it begins with none. */
export function timeOfId(id: string): number | undefined {
  const time = BEGINS_WITH_TIME.exec(id)?.[1];
  if (time === undefined) return undefined;
  let at = 0;
  for (let place = 0; place < TIME_CHARACTERS; place += 1) at = at * 32 + ALPHABET.indexOf(time[place] ?? '');
  return at;
}

/** Returns an id as if it had been created at another time: always the same one for the same input. */
export function idForTime(id: string, at: number): string {
  const begin = id.indexOf('_') + 1;
  return id.slice(0, begin) + encodeTime(at) + id.slice(begin + TIME_CHARACTERS);
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

/** Ids made for the same time sort in the order in which they were made, whatever was made in between. */
export function createIdFactory(random: Random): NewId {
  const first = random.bytes(RANDOM_BYTES);
  let [high, low] = [first.readUIntBE(0, HALF_BYTES), first.readUIntBE(HALF_BYTES, HALF_BYTES)];
  return (prefix, at) => {
    // By a random increment, so that ids cannot be guessed from each other.
    low += random.bytes(STEP_BYTES).readUInt32BE(0) + 1;
    if (low >= HALF) {
      low -= HALF;
      high = (high + 1) % HALF;
    }
    return `${prefix}_${encodeTime(at)}${encodeHalf(high)}${encodeHalf(low)}`;
  };
}
