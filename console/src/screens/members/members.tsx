import type { Member, Role } from '@posthorn/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { describeFailure } from '../../api/failures.ts';
import { PAGE_ROWS, useList } from '../../api/lists.ts';
import { useMay } from '../../session/rights.ts';
import { useMe, useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { inputClasses } from '../../ui/forms/field.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { legible } from '../../ui/legible.ts';
import { ListOf } from '../../ui/lists/list.tsx';
import { Table } from '../../ui/lists/table.tsx';
import { Confirm } from '../../ui/overlays/confirm.tsx';
import { useToast } from '../../ui/overlays/toast.tsx';
import { Page } from '../../ui/page.tsx';
import { Failure } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { Invitations, Invite } from './invitations.tsx';
import { isRole, ROLES } from './role-field.tsx';

const membersKey = (tenant: string) => ['members', tenant] as const;
function RoleChoice({
  member,
  onChange,
  busy,
}: {
  readonly member: Member;
  readonly busy: boolean;
  onChange(role: Role): Promise<unknown>;
}) {
  const words = useWords();
  // What was chosen is shown until it is known what became of it.
  const [chosen, setChosen] = useState<Role>();
  return (
    <select
      aria-label={words.members.roleOf(legible(member.email))}
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

export function Members() {
  const words = useWords();
  const say = useToast();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { data: me } = useMe();
  const { id: tenant, name: tenantName } = useTenancy();
  const mayChange = useMay('Members');
  const [inviting, setInviting] = useState(false);
  const [removing, setRemoving] = useState<Member>();
  const list = useList<Member, string>({
    key: membersKey(tenant),
    load: (cursor, signal) =>
      call('GET /account/tenants/{tenant_id}/members', { params: { tenant_id: tenant }, query: { limit: PAGE_ROWS, cursor }, signal }),
  });
  const change = useAction(async (member: Member, role: Role) => {
    await call('PATCH /account/tenants/{tenant_id}/members/{id}', { params: { tenant_id: tenant, id: member.id }, body: { role } });
    await Promise.all([list.query.refetch(), queries.invalidateQueries({ queryKey: ['me'] })]);
    say(words.members.changed(member.email, words.roles[role]));
  });
  const isSelf = (member: Member) => member.user_id === me?.id;
  const isLeaving = removing !== undefined && isSelf(removing);
  const remove = async () => {
    if (removing !== undefined)
      await call('DELETE /account/tenants/{tenant_id}/members/{id}', { params: { tenant_id: tenant, id: removing.id } });
    await queries.invalidateQueries({ queryKey: ['me'] });
    // Who has left sees nothing of the tenant any more.
    if (isLeaving) await navigate({ to: '/' });
    else await queries.invalidateQueries({ queryKey: membersKey(tenant) });
  };
  const invite = mayChange && (
    <Button look="primary" icon={Plus} data-new onClick={() => setInviting(true)}>
      {words.members.invite}
    </Button>
  );
  return (
    <Page title={words.places.members} intro={words.members.intro(legible(tenantName))} actions={invite}>
      {change.failure !== undefined && <Failure className="mb-3">{describeFailure(change.failure, words)}</Failure>}
      <ListOf list={list} empty={null}>
        {(rows) => (
          <Table
            label={words.places.members}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              {
                name: words.members.person,
                cell: (member) => (
                  <>
                    <span className="font-medium">{legible(member.name ?? member.email)}</span>
                    {member.name !== null && <span className="text-faint max-md:hidden"> {legible(member.email)}</span>}
                    {isSelf(member) && <span className="text-faint"> · {words.members.you}</span>}
                  </>
                ),
              },
              {
                name: words.members.role,
                width: 'w-36 max-sm:w-30',
                cell: (member) =>
                  mayChange ? (
                    <RoleChoice member={member} busy={change.busy} onChange={(role) => change.run(member, role)} />
                  ) : (
                    words.roles[member.role]
                  ),
              },
              {
                name: words.members.seen,
                width: 'w-32',
                wide: true,
                cell: ({ last_signed_in_at: at, suspended }) => (
                  <span className="text-faint">
                    {suspended ? words.members.suspended : at === null ? words.common.never : <Time at={at} ago />}
                  </span>
                ),
              },
              {
                name: words.common.actions,
                width: 'w-28',
                end: true,
                cell: (member) =>
                  (mayChange || isSelf(member)) && (
                    <Button
                      small
                      look="quiet"
                      aria-label={isSelf(member) ? undefined : words.members.removeNamed(legible(member.email))}
                      onClick={() => setRemoving(member)}
                    >
                      {isSelf(member) ? words.members.leave : words.members.remove}
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </ListOf>
      {mayChange && <Invitations />}
      <Invite open={inviting} onClose={() => setInviting(false)} />
      <Confirm
        open={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title={isLeaving ? words.members.leaveTitle(legible(tenantName)) : words.members.removeTitle(legible(removing?.email ?? ''))}
        action={isLeaving ? words.members.leave : words.members.remove}
        onConfirm={remove}
      >
        {isLeaving ? words.members.leaveText : words.members.removeText}
      </Confirm>
    </Page>
  );
}
