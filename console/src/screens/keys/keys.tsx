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
import type { Bulk, BulkAction } from '../../ui/lists/bulk.tsx';
import { each } from '../../ui/lists/bulk-run.ts';
import { ListOf } from '../../ui/lists/list.tsx';
import { Table } from '../../ui/lists/table.tsx';
import { Confirm } from '../../ui/overlays/confirm.tsx';
import { useToast } from '../../ui/overlays/toast.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { NewKey } from './new-key.tsx';

export function Keys() {
  const words = useWords();
  const say = useToast();
  const queries = useQueryClient();
  const { id: tenant, posthorn } = useTenancy();
  const mayChange = useMay('API keys');
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey>();
  const list = useList<ApiKey, string>({
    key: ['keys', tenant],
    load: (cursor, signal) => posthorn.apiKeys.list({ limit: PAGE_ROWS, cursor }, { signal }),
  });
  const revokeMany: BulkAction<ApiKey> = {
    name: words.keysScreen.revoke,
    text: words.keysScreen.revokeText,
    work: each(({ id }) => posthorn.apiKeys.delete(id)),
    refresh: () => queries.invalidateQueries({ queryKey: ['keys', tenant] }),
  };
  const bulk: Bulk<ApiKey> = { actions: mayChange ? [revokeMany] : [], nameOf: ({ name }) => legible(name) };
  const revoke = async () => {
    if (revoking !== undefined) await posthorn.apiKeys.delete(revoking.id);
    await queries.invalidateQueries({ queryKey: ['keys', tenant] });
    say(words.keysScreen.revoked);
  };
  const usedAt = ({ last_used_at: at }: ApiKey) => (at === null ? words.common.never : <Time at={at} ago />);
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
        {(rows) => (
          <Table
            label={words.places.keys}
            rows={rows}
            keyOf={({ id }) => id}
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
              {
                name: words.keysScreen.used,
                width: 'w-32',
                wide: true,
                cell: (key) => <span className="text-faint">{usedAt(key)}</span>,
              },
              ...(mayChange
                ? [
                    {
                      name: words.common.actions,
                      width: 'w-28',
                      end: true,
                      cell: (key: ApiKey) => (
                        <Button
                          small
                          look="quiet"
                          aria-label={words.keysScreen.revokeNamed(legible(key.name))}
                          onClick={() => setRevoking(key)}
                        >
                          {words.keysScreen.revoke}
                        </Button>
                      ),
                    },
                  ]
                : []),
            ]}
            below={(key) => (
              <>
                {words.keysScreen.short[key.permission]} · {words.keysScreen.used}: {usedAt(key)}
              </>
            )}
            bulk={bulk}
          />
        )}
      </ListOf>
      <NewKey open={creating} onClose={() => setCreating(false)} />
      <Confirm
        open={revoking !== undefined}
        onClose={() => setRevoking(undefined)}
        title={words.keysScreen.revokeTitle(legible(revoking?.name ?? ''))}
        action={words.keysScreen.revoke}
        onConfirm={revoke}
      >
        {words.keysScreen.revokeText}
      </Confirm>
    </Page>
  );
}
