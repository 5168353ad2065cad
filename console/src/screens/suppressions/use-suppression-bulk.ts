import type { Suppression } from '@posthorn/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useMay } from '../../session/rights.ts';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { legibleAddress } from '../../ui/legible.ts';
import type { Bulk } from '../../ui/lists/bulk.tsx';
import { ROWS_A_REQUEST } from '../../ui/lists/bulk-run.ts';

/** Returns the bulk actions for suppressions. */
export function useSuppressionBulk(): Bulk<Suppression> {
  const words = useWords();
  const queries = useQueryClient();
  const { id: tenant, posthorn } = useTenancy();
  const mayChange = useMay('Suppressions');
  const remove = {
    name: words.suppressions.remove,
    text: words.suppressions.removeText,
    work: {
      atOnce: ROWS_A_REQUEST,
      async act(rows: readonly Suppression[]) {
        await posthorn.suppressions.removeMany({ emails: rows.map(({ email }) => email) });
        return [];
      },
    },
    refresh: () => queries.invalidateQueries({ queryKey: ['suppressions', tenant] }),
  };
  return { actions: mayChange ? [remove] : [], nameOf: ({ email }) => legibleAddress(email) };
}
