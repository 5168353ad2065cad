/** Things of one request. */
const LARGEST_BATCH = 100;

/** The items in parts that one request takes. */
export function* inBatches<T>(items: readonly T[]): Generator<T[], void, undefined> {
  for (let at = 0; at < items.length; at += LARGEST_BATCH) yield items.slice(at, at + LARGEST_BATCH);
}
