type Search = Readonly<Record<string, unknown>>;

const isGiven = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Returns a validator that reads texts by these names from the query; the address contains only those that are given. */
export const texts =
  <N extends string>(...names: readonly N[]) =>
  (search: Search): { [K in N]?: string } =>
    // Safe because every name is one of these, and every value a text.
    Object.fromEntries(names.flatMap((name) => (isGiven(search[name]) ? [[name, search[name]]] : []))) as { [K in N]?: string };

/** Parses a query to texts by name; none becomes a number or an object. */
export const parseSearch = (query: string): Search => Object.fromEntries(new URLSearchParams(query));

export function stringifySearch(search: Search): string {
  const query = new URLSearchParams(Object.entries(search).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));
  return query.size === 0 ? '' : `?${query}`;
}
