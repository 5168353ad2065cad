/** How many items one request takes. */
const LARGEST_BATCH = 100;

/** Returns the items in parts of the size that one request takes. */
export function* inBatches<T>(items: readonly T[]): Generator<T[], void, undefined> {
  for (let at = 0; at < items.length; at += LARGEST_BATCH) yield items.slice(at, at + LARGEST_BATCH);
}
