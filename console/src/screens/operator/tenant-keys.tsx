import type { ApiKey } from '@posthorn/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { PAGE_ROWS, useList } from '../../api/lists.ts';
import { useClients } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { legible } from '../../ui/legible.ts';
import { ListOf } from '../../ui/lists/list.tsx';
import { Table } from '../../ui/lists/table.tsx';
import { Confirm } from '../../ui/overlays/confirm.tsx';
import { useToast } from '../../ui/overlays/toast.tsx';
import { Section } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';

/** The API keys of a tenant, which the operator can revoke, as where one has leaked. */
export function TenantKeys({ id }: { readonly id: string }) {
  const words = useWords();
  const say = useToast();
  const queries = useQueryClient();
  const { admin } = useClients();
  const [revoking, setRevoking] = useState<ApiKey>();
  const key = ['operator', 'keys', id] as const;
  const list = useList<ApiKey, string>({
    key,
    load: (cursor, signal) => admin('GET /admin/tenants/{id}/api-keys', { params: { id }, query: { limit: PAGE_ROWS, cursor }, signal }),
  });
  const revoke = async () => {
    if (revoking !== undefined) await admin('DELETE /admin/tenants/{id}/api-keys/{key_id}', { params: { id, key_id: revoking.id } });
    await queries.invalidateQueries({ queryKey: key });
    say(words.keysScreen.revoked);
  };
  const usedAt = ({ last_used_at: at }: ApiKey) => (at === null ? words.common.never : <Time at={at} ago />);
  return (
    <Section title={words.places.keys}>
      <ListOf list={list} isSaved={false} empty={<p className="text-faint">{words.keysScreen.emptyTitle}</p>}>
        {(rows) => (
          <Table
            label={words.places.keys}
            rows={rows}
            keyOf={(row) => row.id}
            columns={[
              { name: words.common.name, cell: ({ name }) => <span className="font-medium">{legible(name)}</span> },
              {
                name: words.keysScreen.key,
                width: 'w-40',
                wide: true,
                cell: ({ prefix }) => <code className="font-mono text-xs text-faint">{prefix}…</code>,
              },
              {
                name: words.keysScreen.permission,
                width: 'w-36',
                wide: true,
                cell: ({ permission }) => words.keysScreen.short[permission],
              },
              { name: words.keysScreen.used, width: 'w-32', wide: true, cell: (row) => <span className="text-faint">{usedAt(row)}</span> },
              {
                name: words.common.actions,
                width: 'w-28',
                end: true,
                cell: (row) => (
                  <Button small look="quiet" aria-label={words.keysScreen.revokeNamed(legible(row.name))} onClick={() => setRevoking(row)}>
                    {words.keysScreen.revoke}
                  </Button>
                ),
              },
            ]}
            below={(row) => (
              <>
                {words.keysScreen.short[row.permission]} · {words.keysScreen.used}: {usedAt(row)}
              </>
            )}
          />
        )}
      </ListOf>
      <Confirm
        open={revoking !== undefined}
        onClose={() => setRevoking(undefined)}
        title={words.keysScreen.revokeTitle(legible(revoking?.name ?? ''))}
        action={words.keysScreen.revoke}
        onConfirm={revoke}
      >
        {words.keysScreen.revokeText}
      </Confirm>
    </Section>
  );
}
