import type { Member, Role } from '@posthorn/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { describeFailedChange } from '../../api/failures.ts';
import { PAGE_ROWS, useList } from '../../api/lists.ts';
import { useMay } from '../../session/rights.ts';
import { useMe, useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { legible, legibleAddress } from '../../ui/legible.ts';
import { ListOf } from '../../ui/lists/list.tsx';
import { Confirm } from '../../ui/overlays/confirm.tsx';
import { useToast } from '../../ui/overlays/toast.tsx';
import { Page } from '../../ui/page.tsx';
import { Failure } from '../../ui/states.tsx';
import { Invitations, Invite } from './invitations.tsx';
import { MemberTable } from './member-table.tsx';

const membersKey = (tenant: string) => ['members', tenant] as const;

/** Asks before a member is removed, or leaves. */
function RemoveMember({ removing, onClose }: { readonly removing: Member | undefined; onClose(): void }) {
  const words = useWords();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { data: me } = useMe();
  const { id: tenant, name: tenantName } = useTenancy();
  const isLeaving = removing !== undefined && removing.user_id === me?.id;
  const remove = async () => {
    if (removing !== undefined)
      await call('DELETE /account/tenants/{tenant_id}/members/{id}', { params: { tenant_id: tenant, id: removing.id } });
    await queries.invalidateQueries({ queryKey: ['me'] });
    // A person who has left no longer sees anything of the tenant.
    if (isLeaving) await navigate({ to: '/' });
    else await queries.invalidateQueries({ queryKey: membersKey(tenant) });
  };
  return (
    <Confirm
      open={removing !== undefined}
      onClose={onClose}
      title={isLeaving ? words.members.leaveTitle(legible(tenantName)) : words.members.removeTitle(legibleAddress(removing?.email ?? ''))}
      action={isLeaving ? words.members.leave : words.members.remove}
      onConfirm={remove}
    >
      {isLeaving ? words.members.leaveText : words.members.removeText}
    </Confirm>
  );
}

/** Asks before an owner gives up that role, which no other role can restore. */
function ChangeOwnRole({
  role,
  onClose,
  onConfirm,
}: {
  readonly role: Role | undefined;
  onClose(): void;
  onConfirm(role: Role): Promise<unknown>;
}) {
  const words = useWords();
  return (
    <Confirm
      open={role !== undefined}
      onClose={onClose}
      title={words.members.ownRoleTitle(role === undefined ? '' : words.roles[role])}
      action={words.members.changeRole}
      onConfirm={async () => role !== undefined && onConfirm(role)}
    >
      {words.members.ownRoleText}
    </Confirm>
  );
}

export function Members() {
  const words = useWords();
  const say = useToast();
  const queries = useQueryClient();
  const { data: me } = useMe();
  const { id: tenant, name: tenantName } = useTenancy();
  const mayChange = useMay('Members');
  const [inviting, setInviting] = useState(false);
  const [removing, setRemoving] = useState<Member>();
  const [own, setOwn] = useState<{ readonly member: Member; readonly role: Role }>();
  const list = useList<Member, string>({
    key: membersKey(tenant),
    load: (cursor, signal) =>
      call('GET /account/tenants/{tenant_id}/members', { params: { tenant_id: tenant }, query: { limit: PAGE_ROWS, cursor }, signal }),
  });
  const setRole = async (member: Member, role: Role) => {
    await call('PATCH /account/tenants/{tenant_id}/members/{id}', { params: { tenant_id: tenant, id: member.id }, body: { role } });
    await Promise.all([list.query.refetch(), queries.invalidateQueries({ queryKey: ['me'] })]);
    say(words.members.changed(legibleAddress(member.email), words.roles[role]));
  };
  const change = useAction(setRole);
  const onChange = async (member: Member, role: Role) => (member.user_id === me?.id ? setOwn({ member, role }) : change.run(member, role));
  const invite = mayChange && (
    <Button look="primary" icon={Plus} data-new onClick={() => setInviting(true)}>
      {words.members.invite}
    </Button>
  );
  return (
    <Page title={words.places.members} intro={words.members.intro(legible(tenantName))} actions={invite}>
      {change.failure !== undefined && <Failure className="mb-3">{describeFailedChange(change.failure, words)}</Failure>}
      <ListOf list={list} empty={null}>
        {(rows) => <MemberTable rows={rows} busy={change.busy} onChange={onChange} onRemove={setRemoving} />}
      </ListOf>
      {mayChange && <Invitations />}
      <Invite open={inviting} onClose={() => setInviting(false)} />
      <ChangeOwnRole
        role={own?.role}
        onClose={() => setOwn(undefined)}
        onConfirm={async (role) => own !== undefined && setRole(own.member, role)}
      />
      <RemoveMember removing={removing} onClose={() => setRemoving(undefined)} />
    </Page>
  );
}
