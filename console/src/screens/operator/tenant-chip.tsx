import { useSearch } from '@tanstack/react-router';
import { useWords } from '../../text/words.ts';
import { legible } from '../../ui/legible.ts';
import { FilterChips } from '../../ui/lists/filters.tsx';
import { useTenantName } from './use-tenant-name.ts';

/** The tenant that an operator's list is limited to, by name once that is known, and the button that removes the limit. */
export function TenantChip() {
  const words = useWords();
  const { tenant } = useSearch({ strict: false });
  const name = useTenantName(tenant);
  if (tenant === undefined) return null;
  return <FilterChips chips={[{ label: `${words.operator.tenant}: ${name ?? legible(tenant)}`, names: ['tenant'] }]} />;
}
