import type { Tenant } from '@posthorn/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { describeFailedChange } from '../../api/failures.ts';
import { keepAnswer } from '../../api/keep-answer.ts';
import { useClients } from '../../session/session.ts';
import { useFormat } from '../../text/format.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { Copyable } from '../../ui/copy.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { legible } from '../../ui/legible.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Confirm } from '../../ui/overlays/confirm.tsx';
import { Actions, Dialog, SubmitActions } from '../../ui/overlays/dialog.tsx';
import { MenuItem, MenuLine } from '../../ui/overlays/menu.tsx';
import { MoreMenu } from '../../ui/overlays/more-menu.tsx';
import { useToast } from '../../ui/overlays/toast.tsx';
import { Facts, Page, Section } from '../../ui/page.tsx';
import { Failure } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { Moment } from '../../ui/time.tsx';
import { useDeleted } from '../../ui/use-deleted.ts';
import { OVERRIDES, type TenantChanges, TenantForm } from './tenant-form.tsx';
import { TenantKeys } from './tenant-keys.tsx';
import { TenantPlaces } from './tenant-places.tsx';

type DialogName = 'edit' | 'suspend' | 'credits' | 'delete';

const keyOf = (id: string) => ['operator', 'tenant', id] as const;

interface DialogProps {
  readonly tenant: Tenant;
  readonly open: boolean;
  onClose(): void;
}

function useTenantChange({ id }: Tenant) {
  const queries = useQueryClient();
  const { admin } = useClients();
  return async (body: TenantChanges & { readonly suspended?: boolean }) => {
    await keepAnswer(queries, keyOf(id), () => admin('PATCH /admin/tenants/{id}', { params: { id }, body }));
    await queries.invalidateQueries({ queryKey: ['operator', 'tenants'] });
  };
}

function AddCredits({ tenant, open, onClose }: DialogProps) {
  const words = useWords();
  const say = useToast();
  const queries = useQueryClient();
  const { admin } = useClients();
  const add = useAction(async (emails: number) => {
    await admin('POST /admin/tenants/{id}/credits', { params: { id: tenant.id }, body: { emails } });
    await queries.invalidateQueries({ queryKey: keyOf(tenant.id) });
    say(words.operator.creditsAdded);
    onClose();
  });
  return (
    <Dialog open={open} onClose={onClose} title={words.operator.credits}>
      <Form failure={add.failure} onSubmit={(fields) => void add.run(Number(fields.get('emails')))}>
        <TextField
          label={words.operator.many}
          hint={words.operator.creditsHint}
          name="emails"
          type="number"
          min={1}
          max={1_000_000_000}
          required
        />
        <SubmitActions busy={add.busy} onCancel={onClose}>
          {words.operator.credits}
        </SubmitActions>
      </Form>
    </Dialog>
  );
}

/** Asks for the name, since everything is deleted with it. */
function DeleteTenant({ tenant, open, onClose }: DialogProps) {
  const words = useWords();
  const forget = useDeleted();
  const { admin } = useClients();
  const [typed, setTyped] = useState('');
  // Invisible characters of a name cannot be typed: the name as shown is accepted too.
  const isTyped = typed === tenant.name || typed === legible(tenant.name);
  const remove = useAction(async () => {
    await admin('DELETE /admin/tenants/{id}', { params: { id: tenant.id } });
    await forget({
      key: keyOf(tenant.id),
      list: { key: ['operator', 'tenants'], link: { to: '/operator/tenants' } },
      said: words.operator.deleted,
    });
  });
  return (
    <Dialog open={open} onClose={onClose} title={words.operator.deleteTitle(legible(tenant.name))} description={words.operator.deleteText}>
      <Form failure={remove.failure} onSubmit={() => void remove.run()}>
        <TextField label={words.common.name} autoComplete="off" value={typed} onChange={(event) => setTyped(event.target.value)} />
        <Actions>
          <Button onClick={onClose}>{words.common.cancel}</Button>
          <Button type="submit" look="danger" busy={remove.busy} disabled={!isTyped}>
            {words.common.delete}
          </Button>
        </Actions>
      </Form>
    </Dialog>
  );
}

function TenantActions({ tenant }: { readonly tenant: Tenant }) {
  const words = useWords();
  const say = useToast();
  const change = useTenantChange(tenant);
  const [openDialog, setOpenDialog] = useState<DialogName>();
  const close = () => setOpenDialog(undefined);
  const reactivate = useAction(async () => {
    await change({ suspended: false });
    say(words.operator.saved);
  });
  return (
    <>
      {tenant.suspended && (
        <Button busy={reactivate.busy} onClick={() => void reactivate.run()}>
          {words.operator.reactivate}
        </Button>
      )}
      <MoreMenu
        beside={
          <Button icon={Pencil} onClick={() => setOpenDialog('edit')}>
            {words.operator.editTenant}
          </Button>
        }
      >
        <MenuItem onSelect={() => setOpenDialog('credits')}>{words.operator.credits}</MenuItem>
        {!tenant.suspended && <MenuItem onSelect={() => setOpenDialog('suspend')}>{words.operator.suspend}</MenuItem>}
        <MenuLine />
        <MenuItem danger onSelect={() => setOpenDialog('delete')}>
          {words.common.delete}
        </MenuItem>
      </MoreMenu>
      {reactivate.failure !== undefined && <Failure className="w-full">{describeFailedChange(reactivate.failure, words)}</Failure>}
      <Dialog open={openDialog === 'edit'} onClose={close} title={words.operator.editTenant}>
        <TenantForm
          given={tenant}
          action={words.common.save}
          onClose={close}
          onSubmit={async (_, changes) => {
            await change(changes);
            say(words.operator.saved);
            close();
          }}
        />
      </Dialog>
      <Confirm
        open={openDialog === 'suspend'}
        onClose={close}
        title={words.operator.suspendTitle(legible(tenant.name))}
        action={words.operator.suspend}
        onConfirm={() => change({ suspended: true })}
      >
        {words.operator.suspendText}
      </Confirm>
      <AddCredits tenant={tenant} open={openDialog === 'credits'} onClose={close} />
      <DeleteTenant tenant={tenant} open={openDialog === 'delete'} onClose={close} />
    </>
  );
}

export function TenantScreen() {
  const words = useWords();
  const format = useFormat();
  const { admin } = useClients();
  const { id = '' } = useParams({ strict: false });
  const query = useQuery({ queryKey: keyOf(id), queryFn: ({ signal }) => admin('GET /admin/tenants/{id}', { params: { id }, signal }) });
  const limitOf = (value: number | null, written: (value: number) => string) =>
    value === null ? <span className="text-faint">{words.operator.ofPlan}</span> : value === -1 ? words.overview.noLimit : written(value);
  return (
    <Page
      title={legible(query.data?.name ?? words.operator.tenant)}
      back={{ link: { to: '/operator/tenants' }, label: words.places.tenants }}
      actions={query.data !== undefined && <TenantActions tenant={query.data} />}
    >
      <Loaded query={query}>
        {({ plan, suspended, overrides, credits_balance: credits, created_at }) => (
          <>
            <Facts
              facts={[
                [
                  words.emails.status,
                  <Status
                    key="s"
                    state={suspended ? 'paused' : 'active'}
                    label={suspended ? words.operator.suspended : words.operator.running}
                  />,
                ],
                [words.usage.plan, words.usage.plans[plan]],
                [words.usage.credits, format.count(credits)],
                [words.common.created, <Moment key="c" at={created_at} />],
                [words.email.id, <Copyable key="i" text={id} label={words.email.id} />],
              ]}
            />
            <Section title={words.usage.limits}>
              <Facts
                facts={OVERRIDES.map((name) =>
                  name === 'storage_limit'
                    ? [words.overview.storage, limitOf(overrides[name], format.bytes)]
                    : [words.operator.overrideNames[name], limitOf(overrides[name], format.count)],
                )}
              />
            </Section>
            <TenantPlaces id={id} />
            <TenantKeys id={id} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
