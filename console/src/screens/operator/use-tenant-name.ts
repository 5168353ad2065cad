import { useQuery } from '@tanstack/react-query';
import { useClients } from '../../session/session.ts';
import { legible } from '../../ui/legible.ts';

const STALE_AFTER_MS = 300_000;

/** Returns the name of a tenant for an operator; undefined until it is known, and if there is no such tenant any more. */
export function useTenantName(id: string | undefined): string | undefined {
  const { admin } = useClients();
  const { data } = useQuery({
    queryKey: ['operator', 'tenant', id],
    enabled: id !== undefined,
    staleTime: STALE_AFTER_MS,
    queryFn: ({ signal }) => admin('GET /admin/tenants/{id}', { params: { id: id ?? '' }, signal }),
  });
  return data && legible(data.name);
}
