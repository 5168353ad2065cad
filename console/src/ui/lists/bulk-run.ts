/** A bulk operation on rows. */
export interface BulkWork<T> {
  /** Rows passed in one call. */
  readonly atOnce: number;
  /** Resolves with the failure of each row, in order; undefined if it succeeded. */
  act(rows: readonly T[], fields: ReadonlyMap<string, string>): Promise<readonly unknown[]>;
}

/** Rows per request, if the service accepts several. */
export const ROWS_A_REQUEST = 100;

/** Concurrent requests: the service makes a tenant's other requests wait beside them. */
const AT_A_TIME = 4;

/** Makes one request for each row. */
export const each = <T>(act: (row: T, fields: ReadonlyMap<string, string>) => Promise<unknown>): BulkWork<T> => ({
  atOnce: AT_A_TIME,
  async act(rows, fields) {
    const all = await Promise.allSettled(rows.map((row) => act(row, fields)));
    return all.map((one) => (one.status === 'rejected' ? one.reason : undefined));
  },
});

/** The result for each row. */
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

/** Processes the rows, part by part. If a request fails as a whole, it fails for each of its rows. */
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
