import type { Audience } from '@posthorn/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { PAGE_ROWS, useList } from '../../api/lists.ts';
import { useMay } from '../../session/rights.ts';
import { useTenancy } from '../../session/session.ts';
import { useFormat } from '../../text/format.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { legible } from '../../ui/legible.ts';
import { ListOf } from '../../ui/lists/list.tsx';
import { Table } from '../../ui/lists/table.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { AudienceForm } from './audience-form.tsx';

function AddAudience({ open, onClose }: { readonly open: boolean; onClose(): void }) {
  const words = useWords();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { id: tenant, posthorn } = useTenancy();
  return (
    <Dialog open={open} onClose={onClose} title={words.audiences.add}>
      <AudienceForm
        action={words.audiences.add}
        onClose={onClose}
        onSubmit={async (request) => {
          const { id } = await posthorn.audiences.create(request);
          await queries.invalidateQueries({ queryKey: ['audiences', tenant] });
          await navigate({ to: '/$tenant/audiences/$id', params: { tenant, id } });
        }}
      />
    </Dialog>
  );
}

export function Audiences() {
  const words = useWords();
  const format = useFormat();
  const { id: tenant, posthorn } = useTenancy();
  const mayChange = useMay('Audiences');
  const [adding, setAdding] = useState(false);
  const list = useList<Audience, string>({
    key: ['audiences', tenant],
    load: (cursor, signal) => posthorn.audiences.list({ limit: PAGE_ROWS, cursor }, { signal }),
  });
  const add = mayChange && (
    <Button look="primary" icon={Plus} data-new onClick={() => setAdding(true)}>
      {words.audiences.add}
    </Button>
  );
  return (
    <Page title={words.places.audiences} intro={words.audiences.intro} actions={add}>
      <ListOf
        list={list}
        empty={
          <Empty title={words.audiences.emptyTitle}>
            <p>{words.audiences.emptyText}</p>
          </Empty>
        }
      >
        {(rows) => (
          <Table
            label={words.places.audiences}
            rows={rows}
            keyOf={({ id }) => id}
            linkOf={({ id }) => ({ to: '/$tenant/audiences/$id', params: { tenant, id } })}
            columns={[
              { name: words.common.name, cell: ({ name }) => legible(name) },
              {
                name: words.audiences.description,
                wide: true,
                cell: ({ description }) => <span className="text-faint">{legible(description)}</span>,
              },
              {
                name: words.audiences.members,
                width: 'w-28 max-sm:w-24',
                end: true,
                cell: ({ member_count: members }) => <span className="tabular-nums">{format.count(members)}</span>,
              },
              {
                name: words.contactStates.subscribed,
                width: 'w-28',
                wide: true,
                end: true,
                cell: ({ subscribed_count: subscribed }) => <span className="tabular-nums">{format.count(subscribed)}</span>,
              },
              { name: words.common.created, width: 'w-24', time: ({ created_at }) => created_at },
            ]}
            below={({ description }) => legible(description)}
          />
        )}
      </ListOf>
      <AddAudience open={adding} onClose={() => setAdding(false)} />
    </Page>
  );
}
