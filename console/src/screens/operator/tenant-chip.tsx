import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useClients } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { legible } from '../../ui/legible.ts';
import { FilterChips } from '../../ui/lists/filters.tsx';

/** The tenant that an operator's list is limited to, by name once that is known, and the button that removes the limit. */
export function TenantChip() {
  const words = useWords();
  const { admin } = useClients();
  const { tenant = '' } = useSearch({ strict: false });
  const query = useQuery({
    queryKey: ['operator', 'tenant', tenant],
    enabled: tenant !== '',
    queryFn: ({ signal }) => admin('GET /admin/tenants/{id}', { params: { id: tenant }, signal }),
  });
  if (tenant === '') return null;
  return <FilterChips chips={[{ label: `${words.operator.tenant}: ${legible(query.data?.name ?? tenant)}`, names: ['tenant'] }]} />;
}
