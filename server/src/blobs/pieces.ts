/** Cuts a stream of bytes into pieces of one size, the last one shorter; yields nothing for no bytes. */
export async function* inPieces(content: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer<ArrayBuffer>> {
  let held: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    held.push(chunk);
    bytes += chunk.length;
    if (bytes < size) continue;
    const joined = Buffer.concat(held);
    const whole = joined.length - (joined.length % size);
    for (let start = 0; start < whole; start += size) yield joined.subarray(start, start + size);
    held = [joined.subarray(whole)];
    bytes = joined.length - whole;
  }
  if (bytes > 0) yield Buffer.concat(held);
}
