import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Makes a change and caches its answer; queries that started earlier cannot overwrite it. Returns the answer. */
export async function keepAnswer<T>(queries: QueryClient, queryKey: QueryKey, change: () => Promise<T>): Promise<T> {
  const after = await change();
  await queries.cancelQueries({ queryKey });
  queries.setQueryData(queryKey, after);
  return after;
}
