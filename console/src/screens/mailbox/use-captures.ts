import { useQuery } from '@tanstack/react-query';
import { useClients } from '../../session/session.ts';

/** Returns whether the service keeps mail instead of sending it, or has; asked once, for operators. */
export function useCaptures(isOperator: boolean): boolean {
  const { admin } = useClients();
  const { data } = useQuery({
    queryKey: ['operator', 'captures'],
    enabled: isOperator,
    staleTime: Number.POSITIVE_INFINITY,
    async queryFn({ signal }) {
      const { data: kept } = await admin('GET /admin/captured', { query: { limit: 1 }, signal });
      if (kept.length > 0) return true;
      const { provider } = await admin('GET /admin/stats', { signal });
      return provider?.name.startsWith('capture') ?? false;
    },
  });
  return data ?? false;
}
