import type { BlobRef, Blobs } from './blobs.ts';

/**
 * One part of something that is written page by page, from 0: a blob of its own, which a writer that
 * begins again after a crash simply puts again.
 */
export const partOf = ({ tenantId, key }: BlobRef, number: number): BlobRef => ({
  tenantId,
  key: `${key}/${String(number).padStart(8, '0')}`,
});

/** The first `count` parts of something, one after the other. Throws where one is missing. */
export async function* readParts(blobs: Pick<Blobs, 'open'>, ref: BlobRef, count: number): AsyncIterable<Uint8Array> {
  for (let number = 0; number < count; number += 1) {
    const part = await blobs.open(partOf(ref, number));
    if (part === undefined) throw new Error(`part ${number} of ${ref.key} is gone`);
    yield* part.content;
  }
}
