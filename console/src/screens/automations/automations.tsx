import type { Automation } from '@posthorn/sdk';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { PAGE_ROWS, useList } from '../../api/lists.ts';
import { useMay } from '../../session/rights.ts';
import { useTenancy } from '../../session/session.ts';
import { useFormat } from '../../text/format.ts';
import { useWords } from '../../text/words.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { legible } from '../../ui/legible.ts';
import { ListOf } from '../../ui/lists/list.tsx';
import { Table } from '../../ui/lists/table.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';

export function Automations() {
  const words = useWords();
  const format = useFormat();
  const { id: tenant, posthorn } = useTenancy();
  const mayChange = useMay('Automations');
  const list = useList<Automation, string>({
    key: ['automations', tenant],
    load: (cursor, signal) => posthorn.automations.list({ limit: PAGE_ROWS, cursor }, { signal }),
  });
  const add = mayChange && (
    <Link to="/$tenant/automations/new" params={{ tenant }} data-new className={buttonClasses('primary')}>
      <Plus size={15} strokeWidth={1.75} aria-hidden="true" />
      {words.automations.add}
    </Link>
  );
  const figure = (name: string, of: (counts: Automation['enrollment_counts']) => number) => ({
    name,
    width: 'w-28',
    wide: true,
    end: true,
    cell: ({ enrollment_counts: counts }: Automation) => <span className="tabular-nums">{format.count(of(counts))}</span>,
  });
  return (
    <Page title={words.places.automations} intro={words.automations.intro} actions={add}>
      <ListOf
        list={list}
        empty={
          <Empty title={words.automations.emptyTitle}>
            <p>{words.automations.emptyText}</p>
          </Empty>
        }
      >
        {(rows) => (
          <Table
            label={words.places.automations}
            rows={rows}
            keyOf={({ id }) => id}
            linkOf={({ id }) => ({ to: '/$tenant/automations/$id', params: { tenant, id } })}
            columns={[
              { name: words.common.name, cell: ({ name }) => legible(name) },
              {
                name: words.automations.trigger,
                wide: true,
                cell: ({ trigger_kind: kind }) => <span className="text-faint">{words.automations.triggers[kind]}</span>,
              },
              {
                name: words.emails.status,
                width: 'w-32',
                cell: ({ status }) => <Status state={status} label={words.automationStates[status]} />,
              },
              figure(words.automations.active, ({ active }) => active),
              figure(words.automations.completed, ({ completed }) => completed),
            ]}
            below={({ trigger_kind: kind }) => words.automations.triggers[kind]}
          />
        )}
      </ListOf>
    </Page>
  );
}
