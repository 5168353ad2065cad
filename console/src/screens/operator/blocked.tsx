import type { Suppression } from '@posthorn/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { PAGE_ROWS, useList } from '../../api/lists.ts';
import { useClients } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { legibleAddress } from '../../ui/legible.ts';
import type { BulkAction } from '../../ui/lists/bulk.tsx';
import { each } from '../../ui/lists/bulk-run.ts';
import { Filters, FilterText } from '../../ui/lists/filters.tsx';
import { ListOf } from '../../ui/lists/list.tsx';
import { Dialog, SubmitActions } from '../../ui/overlays/dialog.tsx';
import { useToast } from '../../ui/overlays/toast.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { ConfirmRemove, SuppressionTable } from '../suppressions/suppression-table.tsx';

const KEY = ['operator', 'suppressions'] as const;

function Block({ open, onClose }: { readonly open: boolean; onClose(): void }) {
  const words = useWords();
  const say = useToast();
  const queries = useQueryClient();
  const { admin } = useClients();
  const block = useAction(async (email: string) => {
    await admin('POST /admin/suppressions', { body: { email } });
    await queries.invalidateQueries({ queryKey: KEY });
    say(words.operator.suppressed);
    onClose();
  });
  return (
    <Dialog open={open} onClose={onClose} title={words.operator.suppress} description={words.operator.suppressText}>
      <Form failure={block.failure} onSubmit={(fields) => void block.run((fields.get('email') ?? '').trim())}>
        <TextField label={words.contacts.email} name="email" type="email" required spellCheck={false} />
        <SubmitActions busy={block.busy} onCancel={onClose}>
          {words.operator.suppress}
        </SubmitActions>
      </Form>
    </Dialog>
  );
}

/** Addresses that get no mail from any tenant. */
export function Blocked() {
  const words = useWords();
  const say = useToast();
  const queries = useQueryClient();
  const { admin } = useClients();
  const [blocking, setBlocking] = useState(false);
  const [removing, setRemoving] = useState<Suppression>();
  const { email } = useSearch({ strict: false });
  const list = useList<Suppression, number>({
    key: [...KEY, email],
    load: (cursor, signal) => admin('GET /admin/suppressions', { query: { email, limit: PAGE_ROWS, cursor }, signal }),
  });
  const remove = async () => {
    if (removing !== undefined) await admin('DELETE /admin/suppressions/{email}', { params: { email: removing.email } });
    await queries.invalidateQueries({ queryKey: KEY });
    say(words.suppressions.removed);
  };
  const removeMany: BulkAction<Suppression> = {
    name: words.suppressions.remove,
    text: words.suppressions.removeText,
    work: each((row) => admin('DELETE /admin/suppressions/{email}', { params: { email: row.email } })),
    refresh: () => queries.invalidateQueries({ queryKey: KEY }),
  };
  const block = (
    <Button look="primary" icon={Plus} data-new onClick={() => setBlocking(true)}>
      {words.operator.suppress}
    </Button>
  );
  return (
    <Page title={words.places.blocked} intro={words.operator.suppressionsIntro} actions={block}>
      <Filters>
        <FilterText name="email" label={words.suppressions.find} />
      </Filters>
      <ListOf list={list} empty={<Empty title={email === undefined ? words.operator.noneSuppressed : words.emails.nothingTitle} />}>
        {(rows) => (
          <SuppressionTable
            label={words.places.blocked}
            rows={rows}
            onRemove={setRemoving}
            bulk={{ actions: [removeMany], nameOf: ({ email: address }) => legibleAddress(address) }}
          />
        )}
      </ListOf>
      <Block open={blocking} onClose={() => setBlocking(false)} />
      <ConfirmRemove row={removing} onClose={() => setRemoving(undefined)} onConfirm={remove} />
    </Page>
  );
}
