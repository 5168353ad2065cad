import type { InboundMail } from '@posthorn/sdk';
import { PAGE_ROWS, useList } from '../../api/lists.ts';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { legible, legibleAddress } from '../../ui/legible.ts';
import { ListOf } from '../../ui/lists/list.tsx';
import { Table } from '../../ui/lists/table.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';

const FOLLOW_EVERY_MS = 10_000;

export function Inbound() {
  const words = useWords();
  const { id: tenant, posthorn } = useTenancy();
  const list = useList<InboundMail, number>({
    key: ['inbound', tenant],
    load: (cursor, signal) => posthorn.inbound.list({ limit: PAGE_ROWS, cursor }, { signal }),
    everyMs: FOLLOW_EVERY_MS,
  });
  return (
    <Page title={words.places.inbound} intro={words.inbound.intro}>
      <ListOf
        list={list}
        empty={
          <Empty title={words.inbound.emptyTitle}>
            <p>{words.inbound.emptyText}</p>
          </Empty>
        }
      >
        {(rows) => (
          <Table
            label={words.places.inbound}
            rows={rows}
            keyOf={({ id }) => id}
            linkOf={({ id }) => ({ to: '/$tenant/inbound/$id', params: { tenant, id } })}
            columns={[
              { name: words.inbound.from, width: 'md:w-64', cell: ({ from_name, from_addr }) => legibleAddress(from_name ?? from_addr) },
              { name: words.emails.subject, wide: true, cell: ({ subject }) => legible(subject || words.inbound.noSubject) },
              {
                name: words.inbound.to,
                width: 'w-56',
                wide: true,
                cell: ({ rcpt_addr: to }) => <span className="text-faint">{legibleAddress(to)}</span>,
              },
              { name: words.common.time, width: 'w-24 max-sm:w-18', time: ({ created_at }) => created_at },
            ]}
            below={({ subject }) => legible(subject || words.inbound.noSubject)}
          />
        )}
      </ListOf>
    </Page>
  );
}
