/** What is done to many rows. */
export interface BulkWork<T> {
  /** Rows that are handed over at once. */
  readonly atOnce: number;
  /** Resolves for each row, in order, what it failed with; undefined where it was done. */
  act(rows: readonly T[], fields: ReadonlyMap<string, string>): Promise<readonly unknown[]>;
}

/** Rows that one request takes, where the service takes several. */
export const ROWS_A_REQUEST = 100;

/** Requests at a time: the service has a tenant's other requests wait beside them. */
const AT_A_TIME = 4;

/** One request for each row. */
export const each = <T>(act: (row: T, fields: ReadonlyMap<string, string>) => Promise<unknown>): BulkWork<T> => ({
  atOnce: AT_A_TIME,
  async act(rows, fields) {
    const all = await Promise.allSettled(rows.map((row) => act(row, fields)));
    return all.map((one) => (one.status === 'rejected' ? one.reason : undefined));
  },
});

/** What became of each row. */
export interface BulkResult<T> {
  readonly done: number;
  readonly refused: readonly { readonly row: T; readonly why: unknown }[];
  /** Not reached, since it was stopped. */
  readonly left: readonly T[];
}

interface RunOptions {
  readonly fields: ReadonlyMap<string, string>;
  readonly signal: AbortSignal;
  onProgress(handled: number): void;
}

/** Goes through the rows, part by part. A request that fails as a whole fails for each of its rows. */
export async function runBulk<T>(work: BulkWork<T>, rows: readonly T[], options: RunOptions): Promise<BulkResult<T>> {
  const refused: { row: T; why: unknown }[] = [];
  let handled = 0;
  while (handled < rows.length && !options.signal.aborted) {
    const part = rows.slice(handled, handled + work.atOnce);
    const answers = await work.act(part, options.fields).catch((error: unknown) => part.map(() => error));
    refused.push(...part.flatMap((row, place) => (answers[place] === undefined ? [] : [{ row, why: answers[place] }])));
    handled += part.length;
    options.onProgress(handled);
  }
  return { done: handled - refused.length, refused, left: rows.slice(handled) };
}
