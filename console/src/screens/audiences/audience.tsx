import type { Audience, Contact, Posthorn } from '@posthorn/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { describeFailedChange } from '../../api/failures.ts';
import { PAGE_ROWS, useList } from '../../api/lists.ts';
import { useMay } from '../../session/rights.ts';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { AddressList } from '../../ui/forms/address-list.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { legible, legibleAddress } from '../../ui/legible.ts';
import type { Bulk, BulkAction } from '../../ui/lists/bulk.tsx';
import { each } from '../../ui/lists/bulk-run.ts';
import { Filters, FilterText } from '../../ui/lists/filters.tsx';
import { ListOf } from '../../ui/lists/list.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Confirm } from '../../ui/overlays/confirm.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { MenuItem, MenuLine } from '../../ui/overlays/menu.tsx';
import { MoreMenu } from '../../ui/overlays/more-menu.tsx';
import { useToast } from '../../ui/overlays/toast.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { Empty, Failure } from '../../ui/states.tsx';
import { useDeleted } from '../../ui/use-deleted.ts';
import { ContactTable } from '../contacts/contact-table.tsx';
import { AudienceForm } from './audience-form.tsx';

const membersKey = (tenant: string, audienceId: string) => ['members', tenant, audienceId] as const;

/** Returns a function that refetches the members of an audience and their number. */
function useMembersChanged({ id }: Audience) {
  const queries = useQueryClient();
  const { id: tenant } = useTenancy();
  return () =>
    Promise.all(
      [membersKey(tenant, id), ['audience', tenant, id], ['audiences', tenant]].map((queryKey) => queries.invalidateQueries({ queryKey })),
    );
}

/** Creates missing contacts for addresses, and adds all to the audience. Returns how many are new, and what failed. */
async function addByAddress(posthorn: Posthorn, audienceId: string, emails: readonly string[]) {
  const { data } = await posthorn.contacts.upsertMany({ contacts: emails.map((email) => ({ email })) });
  const ids = data.flatMap(({ id }) => (id === null ? [] : [id]));
  const refused = data.flatMap(({ id, email }) => (id === null ? [email ?? ''] : []));
  const added = ids.length === 0 ? 0 : (await posthorn.audiences.addMembers(audienceId, { contact_ids: ids })).summary.added;
  return { added, refused };
}

interface DialogProps {
  readonly audience: Audience;
  readonly open: boolean;
  onClose(): void;
}

function AddMembers({ audience, open, onClose }: DialogProps) {
  const words = useWords();
  const say = useToast();
  const changed = useMembersChanged(audience);
  const { posthorn } = useTenancy();
  const add = async (emails: readonly string[]) => {
    const { added, refused } = await addByAddress(posthorn, audience.id, emails);
    await changed();
    say(words.audiences.added(added));
    return refused;
  };
  return (
    <AddressList
      open={open}
      onClose={onClose}
      title={words.audiences.addMembers}
      label={words.audiences.addresses}
      hint={words.audiences.addressesHint}
      refused={words.audiences.refused}
      add={add}
    />
  );
}

function AudienceActions({ audience }: { readonly audience: Audience }) {
  const words = useWords();
  const forget = useDeleted();
  const queries = useQueryClient();
  const { id: tenant, posthorn } = useTenancy();
  const [asked, setAsked] = useState<'add' | 'edit' | 'delete'>();
  const close = () => setAsked(undefined);
  return (
    <>
      <MoreMenu
        beside={
          <Button look="primary" icon={Plus} data-new onClick={() => setAsked('add')}>
            {words.audiences.addMembers}
          </Button>
        }
      >
        <MenuItem onSelect={() => setAsked('edit')}>{words.audiences.edit}</MenuItem>
        <MenuLine />
        <MenuItem danger onSelect={() => setAsked('delete')}>
          {words.common.delete}
        </MenuItem>
      </MoreMenu>
      <AddMembers audience={audience} open={asked === 'add'} onClose={close} />
      <Dialog open={asked === 'edit'} onClose={close} title={words.audiences.edit}>
        <AudienceForm
          given={audience}
          action={words.common.save}
          onClose={close}
          onSubmit={async (_, changes) => {
            await posthorn.audiences.update(audience.id, changes);
            await queries.invalidateQueries({ queryKey: ['audience', tenant, audience.id] });
            await queries.invalidateQueries({ queryKey: ['audiences', tenant] });
            close();
          }}
        />
      </Dialog>
      <Confirm
        open={asked === 'delete'}
        onClose={close}
        title={words.audiences.deleteTitle(legible(audience.name))}
        action={words.common.delete}
        onConfirm={async () => {
          await posthorn.audiences.delete(audience.id);
          await forget({
            key: ['audience', tenant, audience.id],
            list: { key: ['audiences', tenant], link: { to: '/$tenant/audiences', params: { tenant } } },
            said: words.audiences.deleted,
          });
        }}
      >
        {words.audiences.deleteText}
      </Confirm>
    </>
  );
}

function Members({ audience }: { readonly audience: Audience }) {
  const words = useWords();
  const say = useToast();
  const changed = useMembersChanged(audience);
  const { id: tenant, posthorn } = useTenancy();
  const mayChange = useMay('Audiences');
  const { email } = useSearch({ strict: false });
  const list = useList<Contact, string>({
    key: [...membersKey(tenant, audience.id), email],
    load: (cursor, signal) => posthorn.audiences.listMembers(audience.id, { limit: PAGE_ROWS, cursor, email }, { signal }),
  });
  const remove = useAction(async ({ id, email }: Contact) => {
    await posthorn.audiences.removeMember(audience.id, id);
    await changed();
    say(words.audiences.removed(legibleAddress(email)));
  });
  const removeMany: BulkAction<Contact> = {
    name: words.audiences.remove,
    text: words.audiences.removeText,
    work: each(({ id }) => posthorn.audiences.removeMember(audience.id, id)),
    refresh: changed,
  };
  const bulk: Bulk<Contact> = { actions: mayChange ? [removeMany] : [], nameOf: ({ email }) => legibleAddress(email) };
  const removal = {
    name: words.common.actions,
    width: 'w-28',
    // On a phone the row is selected first: otherwise there is no room for the address.
    wide: true,
    end: true,
    cell: (contact: Contact) => (
      <span className="relative z-10">
        <Button
          small
          look="quiet"
          aria-label={words.audiences.removeNamed(legibleAddress(contact.email))}
          busy={remove.busy}
          onClick={() => void remove.run(contact)}
        >
          {words.audiences.remove}
        </Button>
      </span>
    ),
  };
  return (
    <Section
      title={words.audiences.members}
      className="mt-0!"
      actions={
        <span className="text-sm text-faint tabular-nums">{words.audiences.counted(audience.member_count, audience.subscribed_count)}</span>
      }
    >
      {remove.failure !== undefined && <Failure className="mb-3">{describeFailedChange(remove.failure, words)}</Failure>}
      <Filters>
        <FilterText name="email" label={words.audiences.findMember} />
      </Filters>
      <ListOf
        list={list}
        empty={
          email === undefined ? (
            <Empty title={words.audiences.noMembersTitle}>
              <p>{words.audiences.noMembersText}</p>
            </Empty>
          ) : (
            <Empty title={words.emails.nothingTitle}>
              <p>{words.audiences.notMemberText}</p>
            </Empty>
          )
        }
      >
        {(rows) => <ContactTable label={words.audiences.members} rows={rows} more={mayChange ? [removal] : []} bulk={bulk} />}
      </ListOf>
    </Section>
  );
}

export function AudienceScreen() {
  const words = useWords();
  const mayChange = useMay('Audiences');
  const { id: tenant, posthorn } = useTenancy();
  const { id = '' } = useParams({ strict: false });
  const query = useQuery({ queryKey: ['audience', tenant, id], queryFn: ({ signal }) => posthorn.audiences.get(id, { signal }) });
  const audience = query.data;
  return (
    <Page
      title={legible(audience?.name ?? words.audiences.audience)}
      {...(audience?.description ? { intro: legible(audience.description) } : {})}
      back={{ link: { to: '/$tenant/audiences', params: { tenant } }, label: words.places.audiences }}
      actions={mayChange && audience !== undefined && <AudienceActions audience={audience} />}
    >
      <Loaded query={query}>{(found) => <Members audience={found} />}</Loaded>
    </Page>
  );
}
