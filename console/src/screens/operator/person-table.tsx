import type { Person } from '@posthorn/contract';
import { EllipsisVertical } from 'lucide-react';
import { useWords } from '../../text/words.ts';
import { IconButton } from '../../ui/button.tsx';
import { legibleAddress } from '../../ui/legible.ts';
import { Table } from '../../ui/lists/table.tsx';
import { Menu, MenuItem, MenuLine } from '../../ui/overlays/menu.tsx';
import { Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';

/** The special states of a person; most have none. */
function PersonStatus({ person: { operator, suspended } }: { readonly person: Person }) {
  const words = useWords();
  if (suspended) return <Status state="paused" label={words.operator.isSuspended} />;
  return operator && <Status state="active" label={words.operator.operates} />;
}

export interface PersonChanges {
  readonly suspended?: boolean;
  readonly operator?: boolean;
}

interface PersonActionsProps {
  readonly person: Person;
  change(changes: PersonChanges): void;
  recover(): void;
  remove(): void;
}

function PersonActions({ person: { email, operator, suspended }, change, recover, remove }: PersonActionsProps) {
  const words = useWords();
  return (
    <Menu trigger={<IconButton icon={EllipsisVertical} label={words.operator.actionsOf(legibleAddress(email))} />}>
      <MenuItem onSelect={recover}>{words.operator.recover}</MenuItem>
      <MenuItem onSelect={() => change({ operator: !operator })}>
        {operator ? words.operator.unmakeOperator : words.operator.makeOperator}
      </MenuItem>
      <MenuItem onSelect={() => change({ suspended: !suspended })}>
        {suspended ? words.operator.reactivatePerson : words.operator.suspendPerson}
      </MenuItem>
      <MenuLine />
      <MenuItem danger onSelect={remove}>
        {words.common.delete}
      </MenuItem>
    </Menu>
  );
}

interface PersonTableProps {
  readonly rows: readonly Person[];
  onChange(person: Person, changes: PersonChanges): void;
  /** Called with a person who needs a recovery link. */
  onRecover(person: Person): void;
  onRemove(person: Person): void;
}

export function PersonTable({ rows, onChange, onRecover, onRemove }: PersonTableProps) {
  const words = useWords();
  return (
    <Table
      label={words.places.people}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          name: words.members.person,
          cell: ({ name, email }) => (
            <>
              <span className="font-medium">{legibleAddress(name ?? email)}</span>
              {name !== null && <span className="ml-2 text-faint max-md:hidden">{legibleAddress(email)}</span>}
            </>
          ),
        },
        {
          name: words.emails.status,
          width: 'w-32',
          wide: true,
          cell: (person) => <PersonStatus person={person} />,
        },
        {
          name: words.members.seen,
          width: 'w-28',
          wide: true,
          end: true,
          cell: ({ last_signed_in_at: at }) => <span className="text-faint">{at === null ? words.common.never : <Time at={at} />}</span>,
        },
        {
          name: words.common.actions,
          width: 'w-20',
          end: true,
          cell: (person) => (
            <PersonActions
              person={person}
              change={(changes) => onChange(person, changes)}
              recover={() => onRecover(person)}
              remove={() => onRemove(person)}
            />
          ),
        },
      ]}
      below={(person) => (
        <>
          <PersonStatus person={person} /> {person.name !== null && legibleAddress(person.email)}
        </>
      )}
    />
  );
}
