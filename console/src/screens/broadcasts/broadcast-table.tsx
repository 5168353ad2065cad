import type { Broadcast } from '@posthorn/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useMay } from '../../session/rights.ts';
import { useTenancy } from '../../session/session.ts';
import { useFormat } from '../../text/format.ts';
import { useWords } from '../../text/words.ts';
import { legible } from '../../ui/legible.ts';
import type { Bulk, BulkAction } from '../../ui/lists/bulk.tsx';
import { each } from '../../ui/lists/bulk-run.ts';
import { Table } from '../../ui/lists/table.tsx';
import { Status } from '../../ui/status.tsx';
import { isMoving } from './states.ts';

/** Returns what may be done with several broadcasts at once. */
function useBulk(): Bulk<Broadcast> {
  const words = useWords();
  const { id: tenant, posthorn } = useTenancy();
  const mayChange = useMay('Broadcasts');
  const queries = useQueryClient();
  const remove: BulkAction<Broadcast> = {
    name: words.common.delete,
    text: words.broadcasts.deleteText,
    applies: ({ status }) => !isMoving(status),
    work: each(({ id }) => posthorn.broadcasts.delete(id)),
    refresh: () => queries.invalidateQueries({ queryKey: ['broadcasts', tenant] }),
  };
  return { actions: mayChange ? [remove] : [], nameOf: ({ name }) => legible(name) };
}

/** Broadcasts as a table, with their states. */
export function BroadcastTable({ rows }: { readonly rows: readonly Broadcast[] }) {
  const words = useWords();
  const format = useFormat();
  const { id: tenant } = useTenancy();
  return (
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
      bulk={useBulk()}
    />
  );
}
