import type { Suppression } from '@posthorn/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { PAGE_ROWS, useList } from '../../api/lists.ts';
import { useMay } from '../../session/rights.ts';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { AddressList } from '../../ui/forms/address-list.tsx';
import { ROWS_A_REQUEST } from '../../ui/lists/bulk-run.ts';
import { FilterSelect, Filters, FilterText } from '../../ui/lists/filters.tsx';
import { ListOf } from '../../ui/lists/list.tsx';
import { useToast } from '../../ui/overlays/toast.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { ConfirmRemove, SuppressionTable } from './suppression-table.tsx';
import { useSuppressionBulk } from './use-suppression-bulk.ts';

const REASONS = ['manual', 'hard_bounce', 'complaint', 'unsubscribe'] as const;
type Reason = (typeof REASONS)[number];
const isReason = (value: unknown): value is Reason => REASONS.some((reason) => reason === value);

function AddSuppressions({ open, onClose }: { readonly open: boolean; onClose(): void }) {
  const words = useWords();
  const say = useToast();
  const queries = useQueryClient();
  const { id: tenant, posthorn } = useTenancy();
  const add = async (emails: readonly string[]) => {
    const { data, summary } = await posthorn.suppressions.addMany({ emails: [...emails] });
    await queries.invalidateQueries({ queryKey: ['suppressions', tenant] });
    say(words.suppressions.added(summary.added));
    return data.flatMap(({ email, error }) => (error === null ? [] : [email ?? '']));
  };
  return (
    <AddressList
      open={open}
      onClose={onClose}
      title={words.suppressions.add}
      description={words.suppressions.addText}
      label={words.suppressions.addresses}
      hint={words.suppressions.addressesHint(ROWS_A_REQUEST)}
      refused={words.suppressions.refused}
      add={add}
    />
  );
}

export function Suppressions() {
  const words = useWords();
  const say = useToast();
  const queries = useQueryClient();
  const { id: tenant, posthorn } = useTenancy();
  const mayChange = useMay('Suppressions');
  const bulk = useSuppressionBulk();
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Suppression>();
  const { reason, email } = useSearch({ strict: false });
  const filter = { ...(isReason(reason) ? { reason } : {}), ...(email === undefined ? {} : { email }) };
  const list = useList<Suppression, number>({
    key: ['suppressions', tenant, filter],
    load: (cursor, signal) => posthorn.suppressions.list({ ...filter, limit: PAGE_ROWS, cursor }, { signal }),
  });
  const remove = async () => {
    if (removing !== undefined) await posthorn.suppressions.remove(removing.email);
    await queries.invalidateQueries({ queryKey: ['suppressions', tenant] });
    say(words.suppressions.removed);
  };
  const reasonOf = ({ reason: why, source_message_id: source }: Suppression) =>
    source === null ? (
      words.suppressions.reasons[why]
    ) : (
      <Link to="/$tenant/emails/$id" params={{ tenant, id: source }} className="underline underline-offset-2">
        {words.suppressions.reasons[why]}
      </Link>
    );
  const isFiltered = Object.keys(filter).length > 0;
  const add = mayChange && (
    <Button look="primary" icon={Plus} data-new onClick={() => setAdding(true)}>
      {words.suppressions.add}
    </Button>
  );
  return (
    <Page title={words.places.suppressions} intro={words.suppressions.intro} actions={add}>
      <Filters>
        <FilterText name="email" label={words.suppressions.find} />
        <FilterSelect
          name="reason"
          label={words.suppressions.reason}
          every={words.suppressions.everyReason}
          options={REASONS.map((name) => [name, words.suppressions.reasons[name]])}
        />
      </Filters>
      <ListOf
        list={list}
        empty={
          <Empty title={isFiltered ? words.emails.nothingTitle : words.suppressions.emptyTitle}>
            <p>{isFiltered ? words.suppressions.nothingText : words.suppressions.emptyText}</p>
          </Empty>
        }
      >
        {(rows) => (
          <SuppressionTable
            label={words.places.suppressions}
            rows={rows}
            reasonOf={reasonOf}
            more={[{ name: words.suppressions.scope, width: 'w-32', wide: true, cell: ({ scope }) => words.suppressions.scopes[scope] }]}
            onRemove={mayChange ? setRemoving : undefined}
            bulk={bulk}
          />
        )}
      </ListOf>
      <AddSuppressions open={adding} onClose={() => setAdding(false)} />
      <ConfirmRemove row={removing} onClose={() => setRemoving(undefined)} onConfirm={remove} />
    </Page>
  );
}
