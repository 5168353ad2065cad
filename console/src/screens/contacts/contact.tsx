import type { Contact } from '@posthorn/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ListPlus, Pencil } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../../session/rights.ts';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { Copyable } from '../../ui/copy.tsx';
import { SelectField } from '../../ui/forms/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { legible, legibleAddress } from '../../ui/legible.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Confirm } from '../../ui/overlays/confirm.tsx';
import { Dialog, SubmitActions } from '../../ui/overlays/dialog.tsx';
import { MenuItem } from '../../ui/overlays/menu.tsx';
import { MoreMenu } from '../../ui/overlays/more-menu.tsx';
import { useToast } from '../../ui/overlays/toast.tsx';
import { Facts, Page, Section } from '../../ui/page.tsx';
import { Status } from '../../ui/status.tsx';
import { Moment } from '../../ui/time.tsx';
import { useDeleted } from '../../ui/use-deleted.ts';
import { useAudiences } from '../audiences/use-audiences.ts';
import { AttributeFacts } from './attributes.tsx';
import { ContactForm, type WrittenContact } from './contact-form.tsx';
import { ContactAudiences, ContactEvents } from './contact-life.tsx';
import { useSuppressedFact } from './suppressed.tsx';

type DialogName = 'edit' | 'join' | 'delete';
interface DialogProps {
  readonly contact: Contact;
  readonly open: boolean;
  onClose(): void;
}

function useContactChanged(contact: Contact) {
  const queries = useQueryClient();
  const { id: tenant } = useTenancy();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['contact', tenant, contact.id] }),
      queries.invalidateQueries({ queryKey: ['contacts', tenant] }),
    ]);
}

function EditContact({ contact, open, onClose }: DialogProps) {
  const words = useWords();
  const say = useToast();
  const { posthorn } = useTenancy();
  const changed = useContactChanged(contact);
  const save = async ({ status, attributes }: WrittenContact) => {
    await posthorn.contacts.update(contact.id, { attributes, ...(status === undefined ? {} : { status }) });
    await changed();
    say(words.contacts.saved);
    onClose();
  };
  return (
    <Dialog open={open} onClose={onClose} title={words.contacts.edit} wide>
      <ContactForm given={contact} action={words.common.save} onSubmit={save} onClose={onClose} />
    </Dialog>
  );
}

function JoinAudience({ contact, open, onClose }: DialogProps) {
  const words = useWords();
  const say = useToast();
  const queries = useQueryClient();
  const { id: tenant, posthorn } = useTenancy();
  const audiences = useAudiences(open);
  const join = useAction(async (audienceId: string) => {
    await posthorn.audiences.addMember(audienceId, { contact_id: contact.id });
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['members', tenant, audienceId] }),
      queries.invalidateQueries({ queryKey: ['contact-audiences', tenant, contact.id] }),
    ]);
    say(words.contacts.joined(legible(audiences.data?.find(({ id }) => id === audienceId)?.name ?? '')));
    onClose();
  });
  return (
    <Dialog open={open} onClose={onClose} title={words.contacts.toAudience}>
      <Loaded query={audiences} rows={2}>
        {(found) =>
          found.length === 0 ? (
            <p className="text-faint">{words.contacts.noAudience}</p>
          ) : (
            <Form failure={join.failure} onSubmit={(fields) => void join.run(fields.get('audience') ?? '')}>
              <SelectField label={words.contacts.audience} name="audience">
                {found.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {legible(name)}
                  </option>
                ))}
              </SelectField>
              <SubmitActions busy={join.busy} onCancel={onClose}>
                {words.contacts.toAudience}
              </SubmitActions>
            </Form>
          )
        }
      </Loaded>
    </Dialog>
  );
}

function ContactActions({ contact }: { readonly contact: Contact }) {
  const words = useWords();
  const forget = useDeleted();
  const { id: tenant, posthorn } = useTenancy();
  const [openDialog, setOpenDialog] = useState<DialogName>();
  const close = () => setOpenDialog(undefined);
  const remove = async () => {
    await posthorn.contacts.delete(contact.id);
    await forget({
      key: ['contact', tenant, contact.id],
      list: { key: ['contacts', tenant], link: { to: '/$tenant/contacts', params: { tenant } } },
      said: words.contacts.deleted,
    });
  };
  return (
    <>
      <Button icon={ListPlus} onClick={() => setOpenDialog('join')}>
        {words.contacts.toAudience}
      </Button>
      <MoreMenu
        beside={
          <Button icon={Pencil} onClick={() => setOpenDialog('edit')}>
            {words.contacts.edit}
          </Button>
        }
      >
        <MenuItem danger onSelect={() => setOpenDialog('delete')}>
          {words.common.delete}
        </MenuItem>
      </MoreMenu>
      <EditContact contact={contact} open={openDialog === 'edit'} onClose={close} />
      <JoinAudience contact={contact} open={openDialog === 'join'} onClose={close} />
      <Confirm
        open={openDialog === 'delete'}
        onClose={close}
        title={words.contacts.deleteTitle(legibleAddress(contact.email))}
        action={words.common.delete}
        onConfirm={remove}
      >
        {words.contacts.deleteText}
      </Confirm>
    </>
  );
}

function ContactFacts({ contact }: { readonly contact: Contact }) {
  const words = useWords();
  const suppressed = useSuppressedFact(contact.email);
  return (
    <Facts
      facts={[
        [
          words.contacts.status,
          <span key="s">
            <Status state={contact.status} label={words.contactStates[contact.status]} />
            {contact.status === 'cleaned' && <span className="block text-sm text-faint">{words.contacts.cleanedHint}</span>}
          </span>,
        ],
        ...suppressed,
        [words.common.created, <Moment key="c" at={contact.created_at} />],
        [words.contacts.changed, <Moment key="u" at={contact.updated_at} />],
        [words.email.id, <Copyable key="i" text={contact.id} label={words.email.id} />],
      ]}
    />
  );
}

export function ContactScreen() {
  const words = useWords();
  const mayChange = useMay('Contacts');
  const { id: tenant, posthorn } = useTenancy();
  const { id = '' } = useParams({ strict: false });
  const query = useQuery({ queryKey: ['contact', tenant, id], queryFn: ({ signal }) => posthorn.contacts.get(id, { signal }) });
  const contact = query.data;
  return (
    <Page
      title={legibleAddress(contact?.email ?? words.contacts.contact)}
      back={{ link: { to: '/$tenant/contacts', params: { tenant } }, label: words.places.contacts }}
      actions={mayChange && contact !== undefined && <ContactActions contact={contact} />}
    >
      <Loaded query={query}>
        {(found) => (
          <>
            <ContactFacts contact={found} />
            <Section title={words.contacts.attributes}>
              <AttributeFacts attributes={found.attributes} />
            </Section>
            <ContactAudiences contact={found} />
            <ContactEvents contact={found} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
