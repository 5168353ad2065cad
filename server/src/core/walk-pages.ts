/** Asks for the rows after one. */
export type ReadPage<Place, Row extends Place> = (page: { readonly after: Place; readonly limit: number }) => Promise<Row[]>;

/** Yields pages of `limit` rows, each of those after the last row of the one before, until one has fewer. */
export async function* walkPages<Place, Row extends Place>(
  { first, limit }: { readonly first: Place; readonly limit: number },
  read: ReadPage<Place, Row>,
): AsyncGenerator<Row[], void, undefined> {
  for (let after = first, more = true; more; ) {
    const page = await read({ after, limit });
    if (page.length > 0) yield page;
    after = page.at(-1) ?? after;
    more = page.length === limit;
  }
}
