import type { Suppression } from '@posthorn/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { PAGE_ROWS, useList } from '../../api/lists.ts';
import { useMay } from '../../session/rights.ts';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { inputClasses, TextArea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { legible } from '../../ui/legible.ts';
import { ListOf } from '../../ui/list.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useSuppressionBulk } from './use-bulk.ts';

const REASONS = ['manual', 'hard_bounce', 'complaint', 'unsubscribe'] as const;
type Reason = (typeof REASONS)[number];
const isReason = (value: unknown): value is Reason => REASONS.some((reason) => reason === value);
const MOST_AT_ONCE = 100;

function Filters() {
  const words = useWords();
  const navigate = useNavigate();
  const { tenant = '' } = useParams({ strict: false });
  const { reason, email } = useSearch({ strict: false });
  const filter = (changes: { readonly reason?: string; readonly email?: string }) => {
    const search = Object.fromEntries(
      Object.entries({ reason, email, ...changes }).filter(([, value]) => value !== undefined && value !== ''),
    );
    void navigate({ to: '/$tenant/suppressions', params: { tenant }, search, replace: true });
  };
  return (
    <form
      className="mb-3 flex flex-wrap gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        filter({ email: String(new FormData(event.currentTarget).get('email') ?? '').trim() });
      }}
    >
      <input
        key={email ?? ''}
        data-search
        name="email"
        type="search"
        defaultValue={email}
        aria-label={words.suppressions.find}
        placeholder={words.suppressions.find}
        autoComplete="off"
        className={`${inputClasses} h-8 max-w-xs`}
      />
      <select
        aria-label={words.suppressions.reason}
        value={reason ?? ''}
        onChange={(event) => filter({ reason: event.target.value })}
        className={`${inputClasses} select pr-7! h-8 w-auto!`}
      >
        <option value="">{words.suppressions.everyReason}</option>
        {REASONS.map((name) => (
          <option key={name} value={name}>
            {words.suppressions.reasons[name]}
          </option>
        ))}
      </select>
    </form>
  );
}

function AddSuppressions({ open, onClose }: { readonly open: boolean; onClose(): void }) {
  const words = useWords();
  const say = useToast();
  const queries = useQueryClient();
  const { id: tenant, posthorn } = useTenancy();
  const [refused, setRefused] = useState<readonly string[]>([]);
  const add = useAction(async (text: string) => {
    const emails = text.split(/[\s,;]+/).filter((part) => part !== '');
    const { data, summary } = await posthorn.suppressions.addMany({ emails });
    await queries.invalidateQueries({ queryKey: ['suppressions', tenant] });
    const wrong = data.flatMap(({ email, error }) => (error === null ? [] : [email ?? '']));
    setRefused(wrong);
    say(words.suppressions.added(summary.added));
    if (wrong.length === 0) onClose();
  });
  return (
    <Dialog open={open} onClose={onClose} title={words.suppressions.add} description={words.suppressions.addText}>
      <Form failure={add.failure} onSubmit={(fields) => void add.run(fields.get('emails') ?? '')}>
        <TextArea
          label={words.suppressions.addresses}
          hint={words.suppressions.addressesHint(MOST_AT_ONCE)}
          error={refused.length === 0 ? undefined : words.suppressions.refused(legible(refused.join(', ')))}
          name="emails"
          rows={5}
          required
          spellCheck={false}
        />
        <Actions>
          <Button onClick={onClose}>{words.common.cancel}</Button>
          <Button type="submit" look="primary" busy={add.busy}>
            {words.suppressions.add}
          </Button>
        </Actions>
      </Form>
    </Dialog>
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
  const [lifting, setLifting] = useState<Suppression>();
  const { reason, email } = useSearch({ strict: false });
  const filter = { ...(isReason(reason) ? { reason } : {}), ...(email === undefined ? {} : { email }) };
  const list = useList<Suppression, number>({
    key: ['suppressions', tenant, filter],
    load: (cursor, signal) => posthorn.suppressions.list({ ...filter, limit: PAGE_ROWS, cursor }, { signal }),
  });
  const lift = async () => {
    if (lifting !== undefined) await posthorn.suppressions.remove(lifting.email);
    await queries.invalidateQueries({ queryKey: ['suppressions', tenant] });
    say(words.suppressions.lifted);
  };
  const isFiltered = Object.keys(filter).length > 0;
  const add = mayChange && (
    <Button look="primary" icon={Plus} data-new onClick={() => setAdding(true)}>
      {words.suppressions.add}
    </Button>
  );
  return (
    <Page title={words.places.suppressions} intro={words.suppressions.intro} actions={add}>
      <Filters />
      <ListOf
        list={list}
        empty={
          <Empty title={isFiltered ? words.emails.nothingTitle : words.suppressions.emptyTitle}>
            <p>{isFiltered ? words.suppressions.nothingText : words.suppressions.emptyText}</p>
          </Empty>
        }
      >
        {(rows) => (
          <Table
            label={words.places.suppressions}
            rows={rows}
            keyOf={({ email: address, scope }) => `${address} ${scope}`}
            columns={[
              { name: words.suppressions.address, cell: ({ email: address }) => <span className="font-medium">{legible(address)}</span> },
              {
                name: words.suppressions.reason,
                width: 'w-44',
                wide: true,
                cell: ({ reason: why, source_message_id: source }) =>
                  source === null ? (
                    words.suppressions.reasons[why]
                  ) : (
                    <Link to="/$tenant/emails/$id" params={{ tenant, id: source }} className="underline underline-offset-2">
                      {words.suppressions.reasons[why]}
                    </Link>
                  ),
              },
              { name: words.suppressions.scope, width: 'w-32', wide: true, cell: ({ scope }) => words.suppressions.scopes[scope] },
              {
                name: words.suppressions.since,
                width: 'w-24',
                wide: true,
                cell: ({ created_at }) => (
                  <span className="text-faint">
                    <Time at={created_at} />
                  </span>
                ),
              },
              ...(mayChange
                ? [
                    {
                      name: words.common.actions,
                      width: 'w-20',
                      end: true,
                      cell: (row: Suppression) => (
                        <Button
                          small
                          look="quiet"
                          aria-label={words.suppressions.liftNamed(legible(row.email))}
                          onClick={() => setLifting(row)}
                        >
                          {words.suppressions.lift}
                        </Button>
                      ),
                    },
                  ]
                : []),
            ]}
            below={({ reason: why }) => words.suppressions.reasons[why]}
            bulk={bulk}
          />
        )}
      </ListOf>
      <AddSuppressions open={adding} onClose={() => setAdding(false)} />
      <Confirm
        open={lifting !== undefined}
        onClose={() => setLifting(undefined)}
        title={words.suppressions.liftTitle(legible(lifting?.email ?? ''))}
        action={words.suppressions.lift}
        onConfirm={lift}
      >
        {words.suppressions.liftText}
      </Confirm>
    </Page>
  );
}
