import type { Message, MessageSearch } from '@posthorn/sdk';
import { useQuery } from '@tanstack/react-query';
import { PAGE_ROWS } from '../../api/lists.ts';
import { useTenancy } from '../../session/session.ts';

const LOOK_EVERY_MS = 10_000;
/** How far ahead the browser's clock may be if nothing shown tells the server's time. */
const AHEAD_MS = 5 * 60_000;

interface LoadedRows {
  readonly rows: readonly Message[] | undefined;
  /** When they were loaded, by the browser's clock. */
  readonly loadedAt: number;
}

/** Returns how many mails are newer than those shown; at most a page. Only those are searched. */
export function useNewer({ rows, loadedAt }: LoadedRows, filter: MessageSearch): number {
  const { id: tenant, posthorn } = useTenancy();
  const since = Math.max(rows?.[0]?.created_at ?? loadedAt - AHEAD_MS, filter.since ?? 0);
  const { data } = useQuery({
    queryKey: ['messages', tenant, 'newer', filter, since],
    queryFn: ({ signal }) => posthorn.messages.search({ ...filter, since, limit: PAGE_ROWS }, { signal }),
    refetchInterval: LOOK_EVERY_MS,
    enabled: rows !== undefined,
  });
  if (rows === undefined || data === undefined) return 0;
  const known = new Set(rows.slice(0, 2 * PAGE_ROWS).map(({ id }) => id));
  return data.data.filter(({ id }) => !known.has(id)).length;
}
