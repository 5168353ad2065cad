import type { ApiKey } from '@posthorn/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { PAGE_ROWS, useList } from '../../api/lists.ts';
import { useClients } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { ListOf } from '../../ui/lists/list.tsx';
import { Section } from '../../ui/page.tsx';
import { KeyTable } from '../keys/key-table.tsx';
import { RevokeKey } from '../keys/revoke-key.tsx';

/** The API keys of a tenant, which the operator can revoke, for example after a leak. */
export function TenantKeys({ id }: { readonly id: string }) {
  const words = useWords();
  const queries = useQueryClient();
  const { admin } = useClients();
  const [revoking, setRevoking] = useState<ApiKey>();
  const key = ['operator', 'keys', id] as const;
  const list = useList<ApiKey, string>({
    key,
    load: (cursor, signal) => admin('GET /admin/tenants/{id}/api-keys', { params: { id }, query: { limit: PAGE_ROWS, cursor }, signal }),
  });
  const revoke = async ({ id: key_id }: ApiKey) => {
    await admin('DELETE /admin/tenants/{id}/api-keys/{key_id}', { params: { id, key_id } });
    await queries.invalidateQueries({ queryKey: key });
  };
  return (
    <Section title={words.places.keys}>
      <ListOf list={list} isSaved={false} empty={<p className="text-faint">{words.keysScreen.emptyTitle}</p>}>
        {(rows) => <KeyTable rows={rows} onRevoke={setRevoking} />}
      </ListOf>
      <RevokeKey revoking={revoking} revoke={revoke} onClose={() => setRevoking(undefined)} />
    </Section>
  );
}
