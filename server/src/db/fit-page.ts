/** The most bytes of the rows of a page, unless the first one alone has more. */
const PAGE_BYTES = 2 * 1024 * 1024;

/** Returns how many rows a page has room for, one at least, by the bytes of each: 2 MiB in all. */
export function countFitting(sizes: readonly number[]): number {
  let bytes = 0;
  const over = sizes.findIndex((size) => {
    bytes += size;
    return bytes > PAGE_BYTES;
  });
  return Math.max(1, over === -1 ? sizes.length : over);
}

/** Returns a request for a page with its limit lowered to the rows that fit. `weigh` returns the bytes of the rows, in their order, without reading them. */
export async function fitPage<P extends { readonly limit: number }>(page: P, weigh: (page: P) => Promise<readonly number[]>): Promise<P> {
  return { ...page, limit: Math.min(page.limit, countFitting(await weigh(page))) };
}
