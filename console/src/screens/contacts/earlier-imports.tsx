import type { ContactImport } from '@posthorn/sdk';
import { PAGE_ROWS, useList } from '../../api/lists.ts';
import { useTenancy } from '../../session/session.ts';
import { useFormat } from '../../text/format.ts';
import { useWords } from '../../text/words.ts';
import { legible } from '../../ui/legible.ts';
import { ListOf } from '../../ui/lists/list.tsx';
import { Table } from '../../ui/lists/table.tsx';
import { Section } from '../../ui/page.tsx';
import { Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';

export function EarlierImports() {
  const words = useWords();
  const format = useFormat();
  const { id: tenant, posthorn } = useTenancy();
  const list = useList<ContactImport, string>({
    key: ['imports', tenant],
    load: (cursor, signal) => posthorn.contacts.listImports({ limit: PAGE_ROWS, cursor }, { signal }),
  });
  if (list.rows?.length === 0) return null;
  return (
    <Section title={words.imports.earlier}>
      <ListOf list={list} empty={null}>
        {(rows) => (
          <Table
            label={words.imports.earlier}
            rows={rows}
            keyOf={({ import_id }) => import_id}
            linkOf={({ import_id: id }) => ({ to: '/$tenant/contacts/imports/$id', params: { tenant, id } })}
            columns={[
              { name: words.imports.file, cell: ({ file_name }) => legible(file_name) },
              {
                name: words.emails.status,
                width: 'w-32',
                cell: ({ status }) => <Status state={status === 'done' ? 'completed' : status} label={words.imports.states[status]} />,
              },
              { name: words.imports.created, width: 'w-36', wide: true, end: true, cell: ({ created }) => format.count(created) },
              { name: words.imports.failed, width: 'w-40', wide: true, end: true, cell: ({ failed }) => format.count(failed) },
              { name: words.common.time, width: 'w-24', wide: true, end: true, cell: ({ created_at }) => <Time at={created_at} /> },
            ]}
          />
        )}
      </ListOf>
    </Section>
  );
}
