import { useQuery } from '@tanstack/react-query';
import { useTenancy } from '../../session/session.ts';

/** The most that a page of a list has. */
const PAGE_DOMAINS = 100;
/** Changes made here are seen at once; what else changes is, within this. */
const FRESH_MS = 60_000;

/** All domains of the tenant, newest first. A tenant may have more than a page of them: each page is asked for. */
export function useDomains({ enabled = true } = {}) {
  const { id: tenant, posthorn } = useTenancy();
  return useQuery({
    queryKey: ['domains', tenant, 'all'],
    enabled,
    staleTime: FRESH_MS,
    queryFn: ({ signal }) => Array.fromAsync(posthorn.domains.iterate({ limit: PAGE_DOMAINS }, { signal })),
  });
}

/** The verified domains, from which mail may be sent; none before they are known. */
export function useVerifiedDomains() {
  const { data, isPending, error } = useDomains();
  return { domains: data?.filter(({ status }) => status === 'verified') ?? [], isPending, error };
}
