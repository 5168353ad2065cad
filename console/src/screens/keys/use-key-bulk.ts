import type { ApiKey } from '@posthorn/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useMay } from '../../session/rights.ts';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { legible } from '../../ui/legible.ts';
import type { Bulk, BulkAction } from '../../ui/lists/bulk.tsx';
import { each } from '../../ui/lists/bulk-run.ts';

/** Returns the bulk actions for a tenant's keys. */
export function useKeyBulk(): Bulk<ApiKey> {
  const words = useWords();
  const queries = useQueryClient();
  const { id: tenant, posthorn } = useTenancy();
  const mayChange = useMay('API keys');
  const revoke: BulkAction<ApiKey> = {
    name: words.keysScreen.revoke,
    text: words.keysScreen.revokeText,
    work: each(({ id }) => posthorn.apiKeys.delete(id)),
    refresh: () => queries.invalidateQueries({ queryKey: ['keys', tenant] }),
  };
  return { actions: mayChange ? [revoke] : [], nameOf: ({ name }) => legible(name) };
}
