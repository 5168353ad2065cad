import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useClients } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { legible } from '../../ui/legible.ts';
import { FilterChips } from '../../ui/lists/filters.tsx';

/** Which tenant a list of the operator is narrowed to, by its name once that is known, and the button that widens it. */
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
