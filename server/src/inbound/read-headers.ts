/** Bytes of a mail within which its headers end. */
const MOST_BYTES = 256 * 1024;

/** Returns the headers of a mail, and reads no more of it than that takes. */
export async function readHeaders(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const read: Uint8Array[] = [];
  let size = 0;
  for await (const piece of pieces) {
    read.push(piece);
    size += piece.length;
    if (size >= MOST_BYTES) break;
  }
  const start = Buffer.concat(read).subarray(0, MOST_BYTES);
  const ends = ['\n\n', '\n\r\n'].map((end) => start.indexOf(end)).filter((at) => at >= 0);
  return start.subarray(0, Math.min(start.length, ...ends));
}
