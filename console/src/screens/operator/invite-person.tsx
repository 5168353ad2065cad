import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useClients } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Check, SelectField, TextField } from '../../ui/forms/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { legible, legibleAddress } from '../../ui/legible.ts';
import { Dialog, SubmitActions } from '../../ui/overlays/dialog.tsx';
import { useMadeOnce } from '../../ui/overlays/use-made-once.ts';
import { MadeLink } from '../members/made-link.tsx';
import { RoleField, roleOf } from '../members/role-field.tsx';

const MOST_TENANTS = 100;

interface InvitationLink {
  readonly email: string;
  readonly link: string;
  readonly kind: 'invitation' | 'recovery';
}

/** Invites a new person, or lets one who has lost access back in; the link is shown once. */
export function Invite({ open, email, onClose }: { readonly open: boolean; readonly email: string; onClose(): void }) {
  const words = useWords();
  const { admin } = useClients();
  const { made, setMade, isOpen, close: forget } = useMadeOnce<InvitationLink>({ open, onClose });
  const [isTenantChosen, setTenantChosen] = useState(false);
  const tenants = useQuery({
    queryKey: ['operator', 'tenants', 'choice'],
    enabled: open,
    queryFn: ({ signal }) => admin('GET /admin/tenants', { query: { limit: MOST_TENANTS }, signal }),
  });
  const name = email === '' ? words.operator.invite : words.operator.recover;
  const close = () => {
    setTenantChosen(false);
    forget();
  };
  const invite = useAction(async (fields: ReadonlyMap<string, string>) => {
    const tenant = fields.get('tenant');
    const { link, kind } = await admin('POST /admin/people/invitations', {
      body: {
        email: (fields.get('email') ?? '').trim(),
        ...(tenant ? { tenant_id: tenant, role: roleOf(fields) } : {}),
        ...(fields.has('operator') ? { operator: true } : {}),
      },
    });
    setMade({ email: fields.get('email') ?? '', link, kind });
  });
  if (made !== undefined)
    return (
      <Dialog
        open={isOpen}
        isShownOnce
        onClose={close}
        title={made.kind === 'recovery' ? words.members.recoveryTitle : words.members.madeTitle}
        description={(made.kind === 'recovery' ? words.members.recovery : words.members.notMailed)(legibleAddress(made.email))}
      >
        <MadeLink link={made.link} onDone={close} />
      </Dialog>
    );
  return (
    <Dialog open={isOpen} onClose={close} title={name} description={words.operator.inviteText}>
      <Form failure={invite.failure} onSubmit={(fields) => void invite.run(fields)}>
        <TextField label={words.contacts.email} name="email" type="email" required defaultValue={email} spellCheck={false} />
        <SelectField label={words.operator.ofTenant} name="tenant" onChange={({ target }) => setTenantChosen(target.value !== '')}>
          <option value="">{words.operator.noTenant}</option>
          {tenants.data?.data.map(({ id, name }) => (
            <option key={id} value={id}>
              {legible(name)}
            </option>
          ))}
        </SelectField>
        {isTenantChosen && <RoleField />}
        <Check label={words.operator.operatorToo} name="operator" />
        <SubmitActions busy={invite.busy} onCancel={close}>
          {name}
        </SubmitActions>
      </Form>
    </Dialog>
  );
}
