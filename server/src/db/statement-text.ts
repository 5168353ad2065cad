/** Returns the code of an engine's error; empty where it has none. */
export function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

/** Returns names of ours quoted, as both engines write them, with commas between them. */
export const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ');

/** Returns the beginning of an insert. */
export const insertHead = (table: string, columns: readonly string[]) => `insert into ${quoted([table])} (${quoted(columns)})`;

/** Returns the end of an insert that adds to rows which are there by their key. */
export function addTail(table: string, { columns, key }: { readonly columns: readonly string[]; readonly key: readonly string[] }): string {
  const added = columns
    .filter((column) => !key.includes(column))
    .map((column) => `"${column}" = "${table}"."${column}" + excluded."${column}"`);
  return `on conflict (${quoted(key)}) do update set ${added.join(', ')}`;
}
