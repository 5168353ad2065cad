import type { Contact } from '@posthorn/sdk';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { legible, legibleAddress } from '../../ui/legible.ts';
import type { Bulk } from '../../ui/lists/bulk.tsx';
import { type Column, Table } from '../../ui/lists/table.tsx';
import { Status } from '../../ui/status.tsx';
import { useAttributeText } from './attributes.tsx';

interface ContactTableProps {
  readonly label: string;
  readonly rows: readonly Contact[];
  /** Columns after the usual ones. */
  readonly more?: readonly Column<Contact>[];
  readonly bulk?: Bulk<Contact>;
}

/** Returns a function that formats the attributes of a contact in one line. */
function useSummary(): (contact: Contact) => string {
  const show = useAttributeText();
  return ({ attributes }) =>
    Object.entries(attributes)
      .map(([name, value]) => `${legible(name)}: ${show(value)}`)
      .join(', ');
}

export function ContactTable({ label, rows, more = [], bulk }: ContactTableProps) {
  const words = useWords();
  const { id: tenant } = useTenancy();
  const summary = useSummary();
  return (
    <Table
      label={label}
      rows={rows}
      keyOf={({ id }) => id}
      linkOf={({ id }) => ({ to: '/$tenant/contacts/$id', params: { tenant, id } })}
      columns={[
        { name: words.contacts.email, cell: ({ email }) => legibleAddress(email) },
        { name: words.contacts.attributes, wide: true, cell: (contact) => <span className="text-faint">{summary(contact)}</span> },
        { name: words.contacts.status, width: 'w-36', cell: ({ status }) => <Status state={status} label={words.contactStates[status]} /> },
        { name: words.common.created, width: 'w-24', wide: true, time: ({ created_at }) => created_at },
        ...more,
      ]}
      below={summary}
      {...(bulk === undefined ? {} : { bulk })}
    />
  );
}
