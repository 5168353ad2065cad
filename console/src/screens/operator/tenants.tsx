import type { Tenant } from '@posthorn/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { PAGE_ROWS, useList } from '../../api/lists.ts';
import { useClients } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { legible } from '../../ui/legible.ts';
import { ListOf } from '../../ui/lists/list.tsx';
import { Table } from '../../ui/lists/table.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { TenantForm } from './tenant-form.tsx';

function AddTenant({ open, onClose }: { readonly open: boolean; onClose(): void }) {
  const words = useWords();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { admin } = useClients();
  return (
    <Dialog open={open} onClose={onClose} title={words.operator.addTenant}>
      <TenantForm
        action={words.operator.addTenant}
        onClose={onClose}
        onSubmit={async (body) => {
          const { id } = await admin('POST /admin/tenants', { body });
          await queries.invalidateQueries({ queryKey: ['operator', 'tenants'] });
          await navigate({ to: '/operator/tenants/$id', params: { id } });
        }}
      />
    </Dialog>
  );
}

/** All tenants of the service. */
export function Tenants() {
  const words = useWords();
  const { admin } = useClients();
  const [adding, setAdding] = useState(false);
  const list = useList<Tenant, string>({
    key: ['operator', 'tenants'],
    load: (cursor, signal) => admin('GET /admin/tenants', { query: { limit: PAGE_ROWS, cursor }, signal }),
  });
  const add = (
    <Button look="primary" icon={Plus} data-new onClick={() => setAdding(true)}>
      {words.operator.addTenant}
    </Button>
  );
  return (
    <Page title={words.places.tenants} intro={words.operator.tenantsIntro} actions={add}>
      <ListOf list={list} empty={<Empty title={words.operator.noTenants} />}>
        {(rows) => (
          <Table
            label={words.places.tenants}
            rows={rows}
            keyOf={({ id }) => id}
            linkOf={({ id }) => ({ to: '/operator/tenants/$id', params: { id } })}
            columns={[
              { name: words.common.name, cell: ({ name }) => legible(name) },
              { name: words.usage.plan, width: 'w-40', wide: true, cell: ({ plan }) => words.usage.plans[plan] },
              {
                name: words.emails.status,
                width: 'w-32',
                cell: ({ suspended }) => (
                  <Status state={suspended ? 'paused' : 'active'} label={suspended ? words.operator.suspended : words.operator.running} />
                ),
              },
              { name: words.common.created, width: 'w-24', wide: true, time: ({ created_at }) => created_at },
            ]}
            below={({ plan }) => words.usage.plans[plan]}
          />
        )}
      </ListOf>
      <AddTenant open={adding} onClose={() => setAdding(false)} />
    </Page>
  );
}
