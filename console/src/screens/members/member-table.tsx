import type { Member, Role } from '@posthorn/contract';
import { useState } from 'react';
import { useMay } from '../../session/rights.ts';
import { useMe } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { inputClasses } from '../../ui/forms/field.tsx';
import { legibleAddress } from '../../ui/legible.ts';
import { Table } from '../../ui/lists/table.tsx';
import { Time } from '../../ui/time.tsx';
import { isRole, ROLES } from './role-field.tsx';

interface RoleChoiceProps {
  readonly member: Member;
  readonly busy: boolean;
  onChange(role: Role): Promise<unknown>;
}

function RoleChoice({ member, onChange, busy }: RoleChoiceProps) {
  const words = useWords();
  // The choice is shown until its result is known.
  const [chosen, setChosen] = useState<Role>();
  return (
    <select
      aria-label={words.members.roleOf(legibleAddress(member.email))}
      value={chosen ?? member.role}
      disabled={busy}
      className={`${inputClasses} select h-7! text-sm!`}
      onChange={(event) => {
        const role = event.target.value;
        if (!isRole(role)) return;
        setChosen(role);
        void onChange(role).then(() => setChosen(undefined));
      }}
    >
      {ROLES.map((role) => (
        <option key={role} value={role}>
          {words.roles[role]}
        </option>
      ))}
    </select>
  );
}

/** On a phone a long address wraps, so that nobody's role is changed and nobody is removed by an address whose end is hidden. */
const WHOLE = 'max-md:whitespace-normal max-md:[overflow-wrap:anywhere]';

function MemberName({ member, isSelf }: { readonly member: Member; readonly isSelf: boolean }) {
  const words = useWords();
  return (
    <span className={WHOLE}>
      <span className="font-medium">{legibleAddress(member.name ?? member.email)}</span>
      {member.name !== null && <span className="text-faint max-md:hidden"> {legibleAddress(member.email)}</span>}
      {isSelf && <span className="text-faint"> · {words.members.you}</span>}
    </span>
  );
}

function LastSeen({ member: { last_signed_in_at: at, suspended } }: { readonly member: Member }) {
  const words = useWords();
  const seen = at === null ? words.common.never : <Time at={at} ago />;
  return <span className="text-faint">{suspended ? words.members.suspended : seen}</span>;
}

interface MemberTableProps {
  readonly rows: readonly Member[];
  /** Whether a role is being changed. */
  readonly busy: boolean;
  onChange(member: Member, role: Role): Promise<unknown>;
  onRemove(member: Member): void;
}

export function MemberTable({ rows, busy, onChange, onRemove }: MemberTableProps) {
  const words = useWords();
  const { data: me } = useMe();
  const mayChange = useMay('Members');
  const isSelf = (member: Member) => member.user_id === me?.id;
  const removeLabel = (member: Member) => (isSelf(member) ? undefined : words.members.removeNamed(legibleAddress(member.email)));
  return (
    <Table
      label={words.places.members}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { name: words.members.person, cell: (member) => <MemberName member={member} isSelf={isSelf(member)} /> },
        {
          name: words.members.role,
          width: 'w-36 max-sm:w-30',
          cell: (member) =>
            mayChange ? <RoleChoice member={member} busy={busy} onChange={(role) => onChange(member, role)} /> : words.roles[member.role],
        },
        { name: words.members.seen, width: 'w-32', wide: true, cell: (member) => <LastSeen member={member} /> },
        {
          name: words.common.actions,
          width: 'w-28',
          end: true,
          cell: (member) =>
            (mayChange || isSelf(member)) && (
              <Button small look="quiet" aria-label={removeLabel(member)} onClick={() => onRemove(member)}>
                {isSelf(member) ? words.members.leave : words.members.remove}
              </Button>
            ),
        },
      ]}
      below={({ name, email }) => name !== null && <span className={WHOLE}>{legibleAddress(email)}</span>}
    />
  );
}
