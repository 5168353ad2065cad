import type { Broadcast, BroadcastRecipient } from '@posthorn/sdk';
import { type LinkProps, useSearch } from '@tanstack/react-router';
import { PAGE_ROWS, useList } from '../../api/lists.ts';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { legible, legibleAddress } from '../../ui/legible.ts';
import { ListOf } from '../../ui/lists/list.tsx';
import { Table } from '../../ui/lists/table.tsx';
import { Section } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { isLedgerState } from './states.ts';

interface PeopleProps {
  readonly broadcast: Broadcast;
  /** The refresh interval while they change. */
  readonly everyMs: number | undefined;
}

/** An address, above why it got no mail: the list has no room for a column of reasons beside what was written. */
function Recipient({ email, why }: { readonly email: string; readonly why: string }) {
  return (
    <>
      {legibleAddress(email)}
      {why !== '' && <span className="block truncate text-sm font-normal text-faint">{why}</span>}
    </>
  );
}

/** The recipients of a broadcast, or a part of them. */
export function People({ broadcast, everyMs }: PeopleProps) {
  const words = useWords();
  const { id: tenant, posthorn } = useTenancy();
  const { status } = useSearch({ strict: false });
  const filter = isLedgerState(status) ? { status } : {};
  const list = useList<BroadcastRecipient, string>({
    key: ['recipients', tenant, broadcast.id, filter, broadcast.status],
    load: (cursor, signal) => posthorn.broadcasts.listRecipients(broadcast.id, { ...filter, limit: PAGE_ROWS, cursor }, { signal }),
    everyMs,
  });
  const reasons: Readonly<Record<string, string>> = words.broadcasts.reasons;
  // A state that is its own reason needs no further text.
  const why = ({ reason, status: state }: BroadcastRecipient) =>
    reason === null || reason === state ? '' : (reasons[reason] ?? legible(reason));
  const linkOf = ({ message_id: message, contact_id: contact, reason }: BroadcastRecipient): LinkProps | undefined => {
    if (message !== null) return { to: '/$tenant/emails/$id', params: { tenant, id: message } };
    return reason === 'deleted' ? undefined : { to: '/$tenant/contacts/$id', params: { tenant, id: contact } };
  };
  return (
    <Section title={words.broadcasts.recipients}>
      <ListOf list={list} empty={<Empty title={words.broadcasts.noPeople} />}>
        {(rows) => (
          <Table
            label={words.broadcasts.recipients}
            rows={rows}
            keyOf={({ contact_id }) => contact_id}
            linkOf={linkOf}
            columns={[
              { name: words.contacts.email, cell: (row) => <Recipient email={row.email} why={why(row)} /> },
              {
                name: words.emails.status,
                width: 'w-40 max-sm:w-36',
                cell: ({ status: state }) => <Status state={state} label={words.ledger[state]} />,
              },
              { name: words.common.time, width: 'w-24', wide: true, time: ({ updated_at }) => updated_at },
            ]}
          />
        )}
      </ListOf>
    </Section>
  );
}
