import { useQuery } from '@tanstack/react-query';
import { useTenancy } from '../../session/session.ts';

/** The maximum page size of a list. */
const PAGE_DOMAINS = 100;
/** Changes made here show at once; other changes within this time. */
const FRESH_MS = 60_000;

/** Loads all domains of the tenant, newest first, page by page. */
export function useDomains({ enabled = true } = {}) {
  const { id: tenant, posthorn } = useTenancy();
  return useQuery({
    queryKey: ['domains', tenant, 'all'],
    enabled,
    staleTime: FRESH_MS,
    queryFn: ({ signal }) => Array.fromAsync(posthorn.domains.iterate({ limit: PAGE_DOMAINS }, { signal })),
  });
}

/** Returns the verified domains, from which mail may be sent; none before they are loaded. */
export function useVerifiedDomains() {
  const { data, isPending, error } = useDomains();
  return { domains: data?.filter(({ status }) => status === 'verified') ?? [], isPending, error };
}
