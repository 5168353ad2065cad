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
  | 'enr'
  | 'crd'
  | 'usr'
  | 'mem'
  | 'inv'
  | 'sgn'
  | 'adt'
  | 'psk';

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

const MOST = 1n << BigInt(8 * RANDOM_BYTES);
const STEP_BYTES = 4;

const toNumber = (bytes: Buffer) => BigInt(`0x${bytes.toString('hex')}`);
const toBytes = (value: bigint) => Buffer.from(value.toString(16).padStart(2 * RANDOM_BYTES, '0'), 'hex');

/** Ids made for the same time sort in the order in which they were made, whatever was made in between. */
export function createIdFactory(random: Random): NewId {
  let last = toNumber(random.bytes(RANDOM_BYTES));
  return (prefix, at) => {
    // By a random step, so that nobody can tell the next from one.
    last = (last + toNumber(random.bytes(STEP_BYTES)) + 1n) % MOST;
    return `${prefix}_${encodeTime(at)}${toBase32(toBytes(last))}`;
  };
}
