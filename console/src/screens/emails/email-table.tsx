import type { Message } from '@posthorn/sdk';
import { useWords } from '../../text/words.ts';
import { legible, legibleAddress } from '../../ui/legible.ts';
import type { Bulk } from '../../ui/lists/bulk.tsx';
import { type Column, Table } from '../../ui/lists/table.tsx';
import { Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';

/** Returns the `curl` command for the first mail, with a placeholder for the key. */
export const sendCommand = (from: string): string => `curl ${location.origin}/v1/email \\
  -H "Authorization: Bearer $POSTHORN_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"from": "${from}", "to": ["you@example.com"],
       "subject": "Hello", "text_body": "It works."}'`;

/** On a phone in two lines if one is too short. */
function Recipients({ to }: Pick<Message, 'to'>) {
  return (
    <span className="max-sm:line-clamp-2 max-sm:[overflow-wrap:anywhere] max-sm:whitespace-normal">{legibleAddress(to.join(', '))}</span>
  );
}

function useEmailColumns(): readonly Column<Message>[] {
  const words = useWords();
  return [
    { name: words.emails.to, width: 'md:w-64 xl:w-80', cell: ({ to }) => <Recipients to={to} /> },
    { name: words.emails.subject, wide: true, cell: ({ subject }) => legible(subject || words.inbound.noSubject) },
    {
      name: words.emails.status,
      width: 'w-36 max-sm:w-34',
      cell: ({ status }) => <Status state={status} label={words.messageStates[status]} />,
    },
    { name: words.common.time, width: 'w-24', wide: true, time: ({ created_at }) => created_at },
  ];
}

interface EmailTableProps {
  readonly rows: readonly Message[];
  readonly tenant: string;
  readonly bulk?: Bulk<Message>;
}

export function EmailTable({ rows, tenant, bulk }: EmailTableProps) {
  const words = useWords();
  return (
    <Table
      label={words.places.emails}
      rows={rows}
      keyOf={({ id }) => id}
      columns={useEmailColumns()}
      linkOf={({ id }) => ({ to: '/$tenant/emails/$id', params: { tenant, id } })}
      below={({ subject, created_at }) => (
        <>
          <Time at={created_at} /> · {legible(subject || words.inbound.noSubject)}
        </>
      )}
      {...(bulk === undefined ? {} : { bulk })}
    />
  );
}
