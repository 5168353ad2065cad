import type { Domain } from '@posthorn/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { PAGE_ROWS, useList } from '../../api/lists.ts';
import { useMay } from '../../session/rights.ts';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { ListOf } from '../../ui/lists/list.tsx';
import { Table } from '../../ui/lists/table.tsx';
import { Dialog, SubmitActions } from '../../ui/overlays/dialog.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { DomainName } from './domain-name.tsx';

function AddDomain({ open, onClose }: { readonly open: boolean; onClose(): void }) {
  const words = useWords();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { id: tenant, posthorn } = useTenancy();
  const add = useAction(async (name: string) => {
    const { id } = await posthorn.domains.create({ name });
    void queries.invalidateQueries({ queryKey: ['domains', tenant] });
    await navigate({ to: '/$tenant/domains/$id', params: { tenant, id } });
  });
  return (
    <Dialog open={open} onClose={onClose} title={words.domains.add} description={words.domains.addText}>
      <Form failure={add.failure} onSubmit={(fields) => void add.run((fields.get('name') ?? '').trim())}>
        <TextField
          label={words.domains.name}
          hint={words.domains.nameHint}
          name="name"
          required
          autoComplete="off"
          spellCheck={false}
          placeholder="mail.example.com"
        />
        <SubmitActions busy={add.busy} onCancel={onClose}>
          {words.domains.add}
        </SubmitActions>
      </Form>
    </Dialog>
  );
}

export function Domains() {
  const words = useWords();
  const { id: tenant, posthorn } = useTenancy();
  const mayChange = useMay('Domains');
  const [adding, setAdding] = useState(false);
  const list = useList<Domain, string>({
    key: ['domains', tenant],
    load: (cursor, signal) => posthorn.domains.list({ limit: PAGE_ROWS, cursor }, { signal }),
  });
  const add = mayChange && (
    <Button look="primary" icon={Plus} data-new onClick={() => setAdding(true)}>
      {words.domains.add}
    </Button>
  );
  const empty = (
    <Empty title={words.domains.emptyTitle}>
      <p>{words.domains.emptyText}</p>
    </Empty>
  );
  return (
    <Page title={words.places.domains} intro={words.domains.intro} actions={add}>
      <ListOf list={list} empty={empty}>
        {(rows) => (
          <Table
            label={words.places.domains}
            rows={rows}
            keyOf={({ id }) => id}
            linkOf={({ id }) => ({ to: '/$tenant/domains/$id', params: { tenant, id } })}
            columns={[
              { name: words.domains.name, cell: ({ name }) => <DomainName name={name} /> },
              {
                name: words.emails.status,
                width: 'w-40',
                cell: ({ status }) => <Status state={status} label={words.domainStates[status]} />,
              },
              { name: words.common.created, width: 'w-32', wide: true, time: ({ created_at }) => created_at },
            ]}
          />
        )}
      </ListOf>
      <AddDomain open={adding} onClose={() => setAdding(false)} />
    </Page>
  );
}
