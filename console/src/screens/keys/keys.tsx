import type { ApiKey } from '@posthorn/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { PAGE_ROWS, useList } from '../../api/lists.ts';
import { useMay } from '../../session/rights.ts';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { ListOf } from '../../ui/lists/list.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { useDomains } from '../domains/use-domains.ts';
import { KeyTable } from './key-table.tsx';
import { NewKey } from './new-key.tsx';
import { RevokeKey } from './revoke-key.tsx';
import { useKeyBulk } from './use-key-bulk.ts';

export function Keys() {
  const words = useWords();
  const { id: tenant, posthorn } = useTenancy();
  const mayChange = useMay('API keys');
  const queries = useQueryClient();
  const bulk = useKeyBulk();
  const domains = useDomains();
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey>();
  const list = useList<ApiKey, string>({
    key: ['keys', tenant],
    load: (cursor, signal) => posthorn.apiKeys.list({ limit: PAGE_ROWS, cursor }, { signal }),
  });
  const revoke = async ({ id }: ApiKey) => {
    await posthorn.apiKeys.delete(id);
    await queries.invalidateQueries({ queryKey: ['keys', tenant] });
  };
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
        {(rows) => <KeyTable rows={rows} onRevoke={mayChange ? setRevoking : undefined} bulk={bulk} domains={domains.data} />}
      </ListOf>
      <NewKey open={creating} onClose={() => setCreating(false)} />
      <RevokeKey revoking={revoking} revoke={revoke} onClose={() => setRevoking(undefined)} />
    </Page>
  );
}
