import type { Contact, ContactSearch } from '@posthorn/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Download, Plus, Upload } from 'lucide-react';
import { useState } from 'react';
import { PAGE_ROWS, useList } from '../../api/lists.ts';
import { useMay } from '../../session/rights.ts';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { FilterSelect, Filters, FilterText } from '../../ui/lists/filters.tsx';
import { ListOf } from '../../ui/lists/list.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useToast } from '../../ui/overlays/toast.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { ContactForm, type WrittenContact } from './contact-form.tsx';
import { ContactTable } from './contact-table.tsx';
import { ExportContacts } from './export.tsx';
import { CONTACT_STATES, isContactState } from './states.ts';
import { useContactBulk } from './use-contact-bulk.tsx';

const addCommand = () => `curl ${location.origin}/v1/contacts \\
  -H "Authorization: Bearer $POSTHORN_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"email": "ada@example.com", "attributes": {"city": "London"}}'`;

function AddContact({ open, onClose }: { readonly open: boolean; onClose(): void }) {
  const words = useWords();
  const say = useToast();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { id: tenant, posthorn } = useTenancy();
  const add = async ({ status, ...contact }: WrittenContact) => {
    // A new contact is subscribed anyway; sending the status would lift the unsubscription of an existing one.
    const { id, created } = await posthorn.contacts.upsert({ ...contact, ...(status === undefined ? {} : { status }) });
    await queries.invalidateQueries({ queryKey: ['contacts', tenant] });
    say(created ? words.contacts.saved : words.contacts.updated);
    await navigate({ to: '/$tenant/contacts/$id', params: { tenant, id } });
  };
  return (
    <Dialog open={open} onClose={onClose} title={words.contacts.add} wide>
      <ContactForm action={words.contacts.add} onSubmit={add} onClose={onClose} />
    </Dialog>
  );
}

const WHOLE_ADDRESS = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;

/** Reads the filter from the address: an attribute is written `name` or `name:value`. */
function useContactFilter(): ContactSearch {
  const { status, email, attribute } = useSearch({ strict: false });
  const [key = '', ...rest] = (attribute ?? '').split(':');
  return {
    ...(isContactState(status) ? { status } : {}),
    ...(email === undefined ? {} : { email }),
    ...(key === '' ? {} : { attribute_key: key }),
    ...(key === '' || rest.length === 0 ? {} : { attribute_value: rest.join(':') }),
  };
}

function useContacts() {
  const { id: tenant, posthorn } = useTenancy();
  const filter = useContactFilter();
  const { email, status } = filter;
  const isFiltered = Object.keys(filter).length > 0;
  const list = useList<Contact, string>({
    key: ['contacts', tenant, filter],
    async load(cursor, signal) {
      const page = { limit: PAGE_ROWS, cursor };
      if (!isFiltered) return posthorn.contacts.list(page, { signal });
      // A whole address is found at once, however many contacts there are.
      if (cursor === undefined && filter.attribute_key === undefined && email !== undefined && WHOLE_ADDRESS.test(email)) {
        const found = await posthorn.contacts.list({ email, ...(status === undefined ? {} : { status }), ...page }, { signal });
        if (found.data.length > 0) return found;
      }
      return posthorn.contacts.search({ ...filter, ...page }, { signal });
    },
  });
  return { list, isFiltered };
}

function ContactsActions() {
  const words = useWords();
  const { id: tenant } = useTenancy();
  const [open, setOpen] = useState<'add' | 'export'>();
  const close = () => setOpen(undefined);
  return (
    <>
      <Button icon={Download} onClick={() => setOpen('export')}>
        {words.contacts.export}
      </Button>
      <Link to="/$tenant/contacts/import" params={{ tenant }} className={buttonClasses()}>
        <Upload size={15} strokeWidth={1.75} aria-hidden="true" />
        {words.contacts.import}
      </Link>
      <Button look="primary" icon={Plus} data-new onClick={() => setOpen('add')}>
        {words.contacts.add}
      </Button>
      <AddContact open={open === 'add'} onClose={close} />
      <ExportContacts open={open === 'export'} onClose={close} />
    </>
  );
}

export function Contacts() {
  const words = useWords();
  const mayChange = useMay('Contacts');
  const { list, isFiltered } = useContacts();
  const bulk = useContactBulk();
  const empty = isFiltered ? (
    <Empty title={words.emails.nothingTitle}>
      <p>{words.contacts.nothingText}</p>
    </Empty>
  ) : (
    <Empty title={words.contacts.emptyTitle}>
      <p>{words.contacts.emptyText}</p>
      <CodeBlock code={addCommand()} label={words.contacts.command} />
    </Empty>
  );
  return (
    <Page title={words.places.contacts} intro={words.contacts.intro} actions={mayChange && <ContactsActions />}>
      <Filters>
        <FilterText name="email" label={words.contacts.find} />
        <FilterText name="attribute" label={words.search.attribute} />
        <FilterSelect
          name="status"
          label={words.contacts.status}
          every={words.contacts.everyState}
          options={CONTACT_STATES.map((state) => [state, words.contactStates[state]])}
        />
      </Filters>
      <ListOf list={list} empty={empty}>
        {(rows) => <ContactTable label={words.places.contacts} rows={rows} bulk={bulk} />}
      </ListOf>
    </Page>
  );
}
