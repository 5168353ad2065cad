import type { Automation } from '@posthorn/sdk';
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
import { Dialog } from '../../ui/dialog.tsx';
import { legible } from '../../ui/legible.ts';
import { ListOf } from '../../ui/list.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { Table } from '../../ui/table.tsx';
import { AutomationForm } from './automation-form.tsx';

function AddAutomation({ open, onClose }: { readonly open: boolean; onClose(): void }) {
  const words = useWords();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { id: tenant, posthorn } = useTenancy();
  return (
    <Dialog open={open} onClose={onClose} title={words.automations.add} wide>
      <AutomationForm
        action={words.automations.add}
        onClose={onClose}
        onSubmit={async (request) => {
          const { id } = await posthorn.automations.create(request);
          await queries.invalidateQueries({ queryKey: ['automations', tenant] });
          await navigate({ to: '/$tenant/automations/$id', params: { tenant, id } });
        }}
      />
    </Dialog>
  );
}

export function Automations() {
  const words = useWords();
  const format = useFormat();
  const { id: tenant, posthorn } = useTenancy();
  const mayChange = useMay('Automations');
  const [adding, setAdding] = useState(false);
  const list = useList<Automation, string>({
    key: ['automations', tenant],
    load: (cursor, signal) => posthorn.automations.list({ limit: PAGE_ROWS, cursor }, { signal }),
  });
  const add = mayChange && (
    <Button look="primary" icon={Plus} data-new onClick={() => setAdding(true)}>
      {words.automations.add}
    </Button>
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
      <AddAutomation open={adding} onClose={() => setAdding(false)} />
    </Page>
  );
}
