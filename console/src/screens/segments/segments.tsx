import type { Segment } from '@posthorn/sdk';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { PAGE_ROWS, useList } from '../../api/lists.ts';
import { useMay } from '../../session/rights.ts';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { legible } from '../../ui/legible.ts';
import { ListOf } from '../../ui/lists/list.tsx';
import { Table } from '../../ui/lists/table.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';

export function Segments() {
  const words = useWords();
  const { id: tenant, posthorn } = useTenancy();
  const mayChange = useMay('Segments');
  const list = useList<Segment, string>({
    key: ['segments', tenant],
    load: (cursor, signal) => posthorn.segments.list({ limit: PAGE_ROWS, cursor }, { signal }),
  });
  const add = mayChange && (
    <Link to="/$tenant/segments/new" params={{ tenant }} data-new className={buttonClasses('primary')}>
      <Plus size={15} strokeWidth={1.75} aria-hidden="true" />
      {words.segments.add}
    </Link>
  );
  return (
    <Page title={words.places.segments} intro={words.segments.intro} actions={add}>
      <ListOf
        list={list}
        empty={
          <Empty title={words.segments.emptyTitle}>
            <p>{words.segments.emptyText}</p>
          </Empty>
        }
      >
        {(rows) => (
          <Table
            label={words.places.segments}
            rows={rows}
            keyOf={({ id }) => id}
            linkOf={({ id }) => ({ to: '/$tenant/segments/$id', params: { tenant, id } })}
            columns={[
              { name: words.common.name, cell: ({ name }) => legible(name) },
              { name: words.contacts.changed, width: 'w-24', time: ({ updated_at }) => updated_at },
            ]}
          />
        )}
      </ListOf>
    </Page>
  );
}
