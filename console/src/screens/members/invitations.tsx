import type { Invitation, MadeInvitation } from '@posthorn/contract';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { describeFailedChange } from '../../api/failures.ts';
import { PAGE_ROWS, useList } from '../../api/lists.ts';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { legibleAddress } from '../../ui/legible.ts';
import { ListOf } from '../../ui/lists/list.tsx';
import { Table } from '../../ui/lists/table.tsx';
import { Dialog, SubmitActions } from '../../ui/overlays/dialog.tsx';
import { useToast } from '../../ui/overlays/toast.tsx';
import { useMadeOnce } from '../../ui/overlays/use-made-once.ts';
import { Section } from '../../ui/page.tsx';
import { Failure } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { MadeLink } from './made-link.tsx';
import { RoleField, roleOf } from './role-field.tsx';

const invitationsKey = (tenant: string) => ['invitations', tenant] as const;

export function Invite({ open, onClose }: { readonly open: boolean; onClose(): void }) {
  const words = useWords();
  const queries = useQueryClient();
  const { id: tenant } = useTenancy();
  const { made, setMade, isOpen, close } = useMadeOnce<MadeInvitation>({ open, onClose });
  const invite = useAction(async (fields: ReadonlyMap<string, string>) => {
    const body = { email: (fields.get('email') ?? '').trim(), role: roleOf(fields) };
    setMade(await call('POST /account/tenants/{tenant_id}/invitations', { params: { tenant_id: tenant }, body }));
    await queries.invalidateQueries({ queryKey: invitationsKey(tenant) });
  });
  if (made !== undefined)
    return (
      <Dialog
        open={isOpen}
        isShownOnce
        onClose={close}
        title={words.members.madeTitle}
        description={made.mailed ? words.members.mailed(made.email) : words.members.notMailed(made.email)}
      >
        <MadeLink link={made.link} onDone={close} />
      </Dialog>
    );
  return (
    <Dialog open={isOpen} onClose={close} title={words.members.invite}>
      <Form failure={invite.failure} onSubmit={(fields) => void invite.run(fields)}>
        <TextField label={words.signIn.email} name="email" type="email" required autoComplete="off" />
        <RoleField />
        <SubmitActions busy={invite.busy} onCancel={close}>
          {words.members.invite}
        </SubmitActions>
      </Form>
    </Dialog>
  );
}

export function Invitations() {
  const words = useWords();
  const say = useToast();
  const { id: tenant } = useTenancy();
  const list = useList<Invitation, string>({
    key: invitationsKey(tenant),
    load: (cursor, signal) =>
      call('GET /account/tenants/{tenant_id}/invitations', { params: { tenant_id: tenant }, query: { limit: PAGE_ROWS, cursor }, signal }),
  });
  const revoke = useAction(async (id: string) => {
    await call('DELETE /account/tenants/{tenant_id}/invitations/{id}', { params: { tenant_id: tenant, id } });
    await list.query.refetch();
    say(words.members.revoked);
  });
  if (list.rows === undefined || list.rows.length === 0) return null;
  return (
    <Section title={words.members.open}>
      {revoke.failure !== undefined && <Failure>{describeFailedChange(revoke.failure, words)}</Failure>}
      <ListOf list={list} empty={null}>
        {(rows) => (
          <Table
            label={words.members.open}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              { name: words.signIn.email, cell: ({ email }) => legibleAddress(email) },
              { name: words.members.role, width: 'w-40', wide: true, cell: ({ role }) => (role === null ? '' : words.roles[role]) },
              { name: words.members.until, width: 'w-28', wide: true, cell: ({ expires_at }) => <Time at={expires_at} /> },
              {
                name: words.common.actions,
                width: 'w-32',
                end: true,
                cell: ({ id, email }) => (
                  <Button
                    small
                    look="quiet"
                    aria-label={words.members.revokeNamed(legibleAddress(email))}
                    busy={revoke.busy}
                    onClick={() => void revoke.run(id)}
                  >
                    {words.members.revoke}
                  </Button>
                ),
              },
            ]}
            below={({ role, expires_at }) => (
              <>
                {role !== null && `${words.roles[role]} · `}
                {words.members.until} <Time at={expires_at} />
              </>
            )}
          />
        )}
      </ListOf>
    </Section>
  );
}
