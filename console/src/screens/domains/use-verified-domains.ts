import { useQuery } from '@tanstack/react-query';
import { useTenancy } from '../../session/session.ts';

/** The verified domains, from which mail may be sent. */
export function useVerifiedDomains() {
  const { id: tenant, posthorn } = useTenancy();
  const { data, isPending, error } = useQuery({
    queryKey: ['domains', tenant, 'all'],
    queryFn: ({ signal }) => posthorn.domains.list({ limit: 100 }, { signal }),
  });
  return { domains: data?.data.filter(({ status }) => status === 'verified') ?? [], isPending, error };
}
