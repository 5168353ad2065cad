import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Makes a change, and shows what was answered to it: what was asked before is not to come after it. Returns the answer. */
export async function keepAnswer<T>(queries: QueryClient, queryKey: QueryKey, change: () => Promise<T>): Promise<T> {
  const after = await change();
  await queries.cancelQueries({ queryKey });
  queries.setQueryData(queryKey, after);
  return after;
}
