import type { Broadcast } from '@posthorn/sdk';
import { useSearch } from '@tanstack/react-router';
import { PenLine } from 'lucide-react';
import { useState } from 'react';
import { PAGE_ROWS, useList } from '../../api/lists.ts';
import { useMay } from '../../session/rights.ts';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { FilterSelect, Filters } from '../../ui/lists/filters.tsx';
import { ListOf } from '../../ui/lists/list.tsx';
import { useFilter } from '../../ui/lists/use-filter.ts';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { AddBroadcast } from './add-broadcast.tsx';
import { BroadcastTable } from './broadcast-table.tsx';
import { BROADCAST_STATES, isBroadcastState } from './states.ts';

const FOLLOW_EVERY_MS = 5000;

export function Broadcasts() {
  const words = useWords();
  const { id: tenant, posthorn } = useTenancy();
  const mayChange = useMay('Broadcasts');
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
        {(rows) => <BroadcastTable rows={rows} />}
      </ListOf>
      <AddBroadcast open={adding || (mayChange && template !== undefined)} template={template} onClose={close} />
    </Page>
  );
}
