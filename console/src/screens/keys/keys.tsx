import type { ApiKey } from '@posthorn/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { PAGE_ROWS, useList } from '../../api/lists.ts';
import { useMay } from '../../session/rights.ts';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { legible } from '../../ui/legible.ts';
import { ListOf } from '../../ui/lists/list.tsx';
import { Confirm } from '../../ui/overlays/confirm.tsx';
import { useToast } from '../../ui/overlays/toast.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { KeyTable } from './key-table.tsx';
import { NewKey } from './new-key.tsx';

/** Asks before a key is revoked, while there is one to revoke. */
function RevokeKey({ revoking, onClose }: { readonly revoking: ApiKey | undefined; onClose(): void }) {
  const words = useWords();
  const say = useToast();
  const queries = useQueryClient();
  const { id: tenant, posthorn } = useTenancy();
  const revoke = async () => {
    if (revoking !== undefined) await posthorn.apiKeys.delete(revoking.id);
    await queries.invalidateQueries({ queryKey: ['keys', tenant] });
    say(words.keysScreen.revoked);
  };
  return (
    <Confirm
      open={revoking !== undefined}
      onClose={onClose}
      title={words.keysScreen.revokeTitle(legible(revoking?.name ?? ''))}
      action={words.keysScreen.revoke}
      onConfirm={revoke}
    >
      {words.keysScreen.revokeText}
    </Confirm>
  );
}

export function Keys() {
  const words = useWords();
  const { id: tenant, posthorn } = useTenancy();
  const mayChange = useMay('API keys');
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey>();
  const list = useList<ApiKey, string>({
    key: ['keys', tenant],
    load: (cursor, signal) => posthorn.apiKeys.list({ limit: PAGE_ROWS, cursor }, { signal }),
  });
  const create = mayChange && (
    <Button look="primary" icon={Plus} data-new onClick={() => setCreating(true)}>
      {words.keysScreen.create}
    </Button>
  );
  return (
    <Page title={words.places.keys} intro={words.keysScreen.intro} actions={create}>
      <ListOf
        list={list}
        empty={
          <Empty title={words.keysScreen.emptyTitle}>
            <p>{words.keysScreen.emptyText}</p>
          </Empty>
        }
      >
        {(rows) => <KeyTable rows={rows} onRevoke={setRevoking} />}
      </ListOf>
      <NewKey open={creating} onClose={() => setCreating(false)} />
      <RevokeKey revoking={revoking} onClose={() => setRevoking(undefined)} />
    </Page>
  );
}
