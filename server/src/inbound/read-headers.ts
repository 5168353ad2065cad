import type { BlobRef, Blobs } from '../blobs/blobs.ts';
import { BlobLengthMismatch } from '../blobs/create-blobs.ts';
import { yieldTurns } from '../core/concurrency/event-loop.ts';
import { headerAddress } from './erasure-store.ts';

/** Bytes of a mail within which its headers end, and that are read of its beginning. */
export const MOST_BYTES = 256 * 1024;

/** Returns the headers of a mail, given all of it or its beginning. */
function headersIn(mail: Buffer): Buffer {
  const start = mail.subarray(0, MOST_BYTES);
  const ends = ['\n\n', '\n\r\n'].map((end) => start.indexOf(end)).filter((at) => at >= 0);
  return start.subarray(0, Math.min(start.length, ...ends));
}

async function readInto(read: Uint8Array[], pieces: AsyncIterable<Uint8Array>): Promise<void> {
  let size = 0;
  for await (const piece of pieces) {
    read.push(piece);
    size += piece.length;
    if (size >= MOST_BYTES) return;
  }
}

/** Returns at least the first 256 KiB of a mail; all there is of a shorter one, or of an incomplete source. */
async function readStart(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const read: Uint8Array[] = [];
  try {
    await readInto(read, pieces);
  } catch (error) {
    if (!(error instanceof BlobLengthMismatch)) throw error;
  }
  return Buffer.concat(read);
}

/** Returns the first 256 KiB of a mail; all there is of a shorter one, or of an incomplete source. */
export const readBeginning = async (pieces: AsyncIterable<Uint8Array>): Promise<Buffer> =>
  (await readStart(pieces)).subarray(0, MOST_BYTES);

/** Returns the headers of a mail, reading no more of it than necessary; for an incomplete source, as many as there are. */
export const readHeaders = async (pieces: AsyncIterable<Uint8Array>): Promise<Buffer> => headersIn(await readStart(pieces));

/** More than people write to at once, and longer than an address may be. */
const MOST_ADDRESSES = 1000;
const MOST_CHARACTERS = 320;
const WORDS = /[^\s<>()[\]",;:]+/g;
/** What may be at the ends of an address without being of it. */
const AT_ENDS = "'.*_{}|`";
/** What ends the domain of an address, as in a link that writes to it. */
const NO_DOMAIN = /[?&#/=|{}*!%`]/;

function isAddress(word: string): boolean {
  const at = word.indexOf('@');
  return at >= 0 && word.length <= MOST_CHARACTERS && word.indexOf('@', at + 1) < 0;
}

function withoutEnds(word: string): string {
  let [start, end] = [0, word.length];
  while (start < end && AT_ENDS.includes(word.charAt(start))) start += 1;
  while (start < end && AT_ENDS.includes(word.charAt(end - 1))) end -= 1;
  return word.slice(start, end);
}

function withoutQuery(word: string): string {
  const domain = word.indexOf('@') + 1;
  const length = word.slice(domain).search(NO_DOMAIN);
  return length < 0 ? word : word.slice(0, domain + length);
}

/** Returns the addresses that a word may mean: what is beside a quote, a full stop, `=` or the like is of an address, or is not. */
function meaningsOf(word: string): string[] {
  const bare = withoutEnds(withoutQuery(word));
  return [word, bare, bare.slice(bare.lastIndexOf('=') + 1)].filter(isAddress);
}

/** Tells what reads like an address in the headers of a mail, taken as text. */
function* addressesIn(mail: Buffer): Generator<string> {
  const read = new Set<string>();
  for (const [word] of headersIn(mail).toString().matchAll(WORDS)) {
    if (!isAddress(word) || read.has(word)) continue;
    read.add(word);
    yield* meaningsOf(word);
  }
}

/** Returns what reads like an address in the headers of a mail, also of one that nobody can take apart, at most 1,000. */
export function findAddresses(mail: Buffer): string[] {
  const found = new Set<string>();
  for (const address of addressesIn(mail)) {
    if (found.size === MOST_ADDRESSES) break;
    found.add(address);
  }
  return [...found];
}

/** Addresses that are looked at between two turns of the event loop. */
const ADDRESSES_A_TURN = 2000;

/** Returns what reads like an address in the headers of a source, of whatever there is of it, at most 1,000. */
export async function findAddressesInSource(blobs: Pick<Blobs, 'open'>, source: BlobRef): Promise<string[]> {
  const blob = await blobs.open(source);
  return blob === undefined ? [] : findAddresses(await readHeaders(blob.content));
}

/** Returns whether an address, in the form that erasures use, is in the headers of a mail, taken as text. */
export async function isInHeaders(pieces: AsyncIterable<Uint8Array>, email: string): Promise<boolean> {
  let read = 0;
  for (const address of addressesIn(await readHeaders(pieces))) {
    if (read++ % ADDRESSES_A_TURN === 0) await yieldTurns(1);
    if (headerAddress(address) === email) return true;
  }
  return false;
}
