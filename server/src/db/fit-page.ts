/** Of what the rows of a page say, but for that of the first. */
const PAGE_BYTES = 2 * 1024 * 1024;

/** Returns how many rows a page has room for, one at least, by the bytes of each. */
export function countFitting(sizes: readonly number[]): number {
  let bytes = 0;
  const over = sizes.findIndex((size) => {
    bytes += size;
    return bytes > PAGE_BYTES;
  });
  return Math.max(1, over === -1 ? sizes.length : over);
}

/** Returns the request for a page that ends before it is large. `weigh` tells the bytes of its rows, in their order, without reading them. */
export async function fitPage<P extends { readonly limit: number }>(page: P, weigh: (page: P) => Promise<readonly number[]>): Promise<P> {
  return { ...page, limit: Math.min(page.limit, countFitting(await weigh(page))) };
}
