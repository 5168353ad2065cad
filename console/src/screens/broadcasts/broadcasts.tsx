import type { Broadcast } from '@posthorn/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { PenLine } from 'lucide-react';
import { useState } from 'react';
import { PAGE_ROWS, useList } from '../../api/lists.ts';
import { useMay } from '../../session/rights.ts';
import { useTenancy } from '../../session/session.ts';
import { useFormat } from '../../text/format.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { legible } from '../../ui/legible.ts';
import type { Bulk, BulkAction } from '../../ui/lists/bulk.tsx';
import { each } from '../../ui/lists/bulk-run.ts';
import { FilterSelect, Filters } from '../../ui/lists/filters.tsx';
import { ListOf } from '../../ui/lists/list.tsx';
import { Table } from '../../ui/lists/table.tsx';
import { useFilter } from '../../ui/lists/use-filter.ts';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { AddBroadcast } from './add-broadcast.tsx';
import { BROADCAST_STATES, isBroadcastState, isMoving } from './states.ts';

const FOLLOW_EVERY_MS = 5000;

export function Broadcasts() {
  const words = useWords();
  const format = useFormat();
  const { id: tenant, posthorn } = useTenancy();
  const mayChange = useMay('Broadcasts');
  const queries = useQueryClient();
  const [adding, setAdding] = useState(false);
  const { template, status } = useSearch({ strict: false });
  const asked = isBroadcastState(status) ? { status } : {};
  const filter = useFilter({ replace: true });
  const close = () => {
    setAdding(false);
    if (template !== undefined) filter({ template: undefined });
  };
  const list = useList<Broadcast, string>({
    key: ['broadcasts', tenant, asked],
    load: (cursor, signal) => posthorn.broadcasts.list({ ...asked, limit: PAGE_ROWS, cursor }, { signal }),
    everyMs: FOLLOW_EVERY_MS,
  });
  const remove: BulkAction<Broadcast> = {
    name: words.common.delete,
    text: words.broadcasts.deleteText,
    applies: ({ status }) => !isMoving(status),
    work: each(({ id }) => posthorn.broadcasts.delete(id)),
    refresh: () => queries.invalidateQueries({ queryKey: ['broadcasts', tenant] }),
  };
  const bulk: Bulk<Broadcast> = { actions: mayChange ? [remove] : [], nameOf: ({ name }) => legible(name) };
  const isFiltered = asked.status !== undefined;
  const add = mayChange && (
    <Button look="primary" icon={PenLine} data-new onClick={() => setAdding(true)}>
      {words.broadcasts.add}
    </Button>
  );
  return (
    <Page title={words.places.broadcasts} intro={words.broadcasts.intro} actions={add}>
      <Filters>
        <FilterSelect
          name="status"
          label={words.emails.status}
          every={words.broadcasts.everyState}
          options={BROADCAST_STATES.map((state) => [state, words.broadcastStates[state]])}
        />
      </Filters>
      <ListOf
        list={list}
        empty={
          <Empty title={isFiltered ? words.emails.nothingTitle : words.broadcasts.emptyTitle}>
            <p>{isFiltered ? words.broadcasts.nothingText : words.broadcasts.emptyText}</p>
          </Empty>
        }
      >
        {(rows) => (
          <Table
            label={words.places.broadcasts}
            rows={rows}
            keyOf={({ id }) => id}
            linkOf={({ id }) => ({ to: '/$tenant/broadcasts/$id', params: { tenant, id } })}
            columns={[
              { name: words.common.name, cell: ({ name }) => legible(name) },
              { name: words.broadcasts.subject, wide: true, cell: ({ subject }) => <span className="text-faint">{legible(subject)}</span> },
              {
                name: words.emails.status,
                width: 'w-40 max-sm:w-36',
                cell: ({ status }) => <Status state={isMoving(status) ? 'sending' : status} label={words.broadcastStates[status]} />,
              },
              {
                name: words.broadcasts.recipients,
                width: 'w-28',
                wide: true,
                end: true,
                cell: ({ status, total_recipients: total }) => (
                  <span className="tabular-nums">{status === 'draft' ? '–' : format.count(total)}</span>
                ),
              },
              {
                name: words.common.time,
                width: 'w-24',
                wide: true,
                time: ({ sent_at, scheduled_at, created_at }) => sent_at ?? scheduled_at ?? created_at,
              },
            ]}
            below={({ subject }) => legible(subject)}
            bulk={bulk}
          />
        )}
      </ListOf>
      <AddBroadcast open={adding || (mayChange && template !== undefined)} template={template} onClose={close} />
    </Page>
  );
}
