/** Returns the code of an error, such as `ENOENT`; undefined for what has none. */
export const errorCodeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;
