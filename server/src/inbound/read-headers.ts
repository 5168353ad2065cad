import { BlobLengthMismatch } from '../blobs/create-blobs.ts';
import { headerAddress } from './erasure-store.ts';

/** Bytes of a mail within which its headers end. */
const MOST_BYTES = 256 * 1024;

/** Returns the headers of a mail, of which this is all or the beginning. */
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

/** Returns the headers of a mail, and reads no more of it than that takes; of a source that is not whole what there is of them. */
export async function readHeaders(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const read: Uint8Array[] = [];
  try {
    await readInto(read, pieces);
  } catch (error) {
    if (!(error instanceof BlobLengthMismatch)) throw error;
  }
  return headersIn(Buffer.concat(read));
}

/** More than people write to at once, and longer than an address may be. */
const MOST_ADDRESSES = 1000;
const MOST_CHARACTERS = 320;
const BETWEEN_WORDS = /[\s<>()[\]"',;:=]/;

const isAddress = (word: string) => word.length <= MOST_CHARACTERS && word.split('@').length === 2;

/** Returns what reads like an address in the headers of a mail, taken as text: also of one that nobody can take apart. */
export function findAddresses(mail: Buffer): string[] {
  const words = headersIn(mail).toString().split(BETWEEN_WORDS);
  return [...new Set(words.filter(isAddress))].slice(0, MOST_ADDRESSES);
}

/** Returns whether an address, in the form that erasures use, is in the headers of a mail, taken as text. */
export const isInHeaders = async (pieces: AsyncIterable<Uint8Array>, email: string): Promise<boolean> =>
  findAddresses(await readHeaders(pieces))
    .map(headerAddress)
    .includes(email);
