import type { Audience, Contact, ContactEvent } from '@posthorn/sdk';
import { Link } from '@tanstack/react-router';
import { PAGE_ROWS, useList } from '../../api/lists.ts';
import { useTenancy } from '../../session/session.ts';
import { useWords, type Words } from '../../text/words.ts';
import { legible, legibleAddress } from '../../ui/legible.ts';
import { ListOf } from '../../ui/lists/list.tsx';
import { Table } from '../../ui/lists/table.tsx';
import { Section } from '../../ui/page.tsx';
import { Status, toneOf } from '../../ui/status.tsx';

interface LifeProps {
  readonly contact: Contact;
}

/** Audiences of a contact. */
export function ContactAudiences({ contact }: LifeProps) {
  const words = useWords();
  const { id: tenant, posthorn } = useTenancy();
  const list = useList<Audience, string>({
    key: ['contact-audiences', tenant, contact.id],
    load: (cursor, signal) => posthorn.audiences.listOfContact(contact.id, { limit: PAGE_ROWS, cursor }, { signal }),
  });
  return (
    <Section title={words.places.audiences}>
      <ListOf list={list} isSaved={false} empty={<p className="text-faint">{words.contactLife.noAudiences}</p>}>
        {(rows) => (
          <ul className="flex flex-wrap gap-1.5">
            {rows.map(({ id, name }) => (
              <li key={id} className="max-w-full">
                <Link
                  to="/$tenant/audiences/$id"
                  params={{ tenant, id }}
                  data-row
                  className="inline-block max-w-full truncate rounded-md border border-line bg-raised px-2 py-0.5 align-bottom text-sm hover:border-edge"
                >
                  {legible(name)}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </ListOf>
    </Section>
  );
}

function textOf({ type, data }: ContactEvent, email: string, words: Words): string {
  switch (type) {
    case 'contact.created':
    case 'contact.updated':
    case 'inbound.received':
      return words.events.told[type](email);
    case 'contact.import.completed':
      return words.events.told[type]('');
    case 'automation.webhook':
      return words.events.told[type](legible(String(data.name ?? '')), email);
    default:
      return words.timeline.events[type](email);
  }
}

/** Events of a contact and of mail sent to it as a contact, newest first. */
export function ContactEvents({ contact }: LifeProps) {
  const words = useWords();
  const { id: tenant, posthorn } = useTenancy();
  const list = useList<ContactEvent, string>({
    key: ['contact-events', tenant, contact.id],
    load: (cursor, signal) => posthorn.contacts.listEvents(contact.id, { limit: PAGE_ROWS, cursor }, { signal }),
  });
  const email = legibleAddress(contact.email);
  return (
    <Section title={words.email.happened}>
      <ListOf list={list} empty={<p className="text-faint">{words.contactLife.noEvents}</p>}>
        {(rows) => (
          <Table
            label={words.email.happened}
            rows={rows}
            keyOf={({ id }) => id}
            linkOf={({ message_id: id }) => (id === null ? undefined : { to: '/$tenant/emails/$id', params: { tenant, id } })}
            columns={[
              {
                name: words.events.what,
                cell: (event) => <Status state="" tone={toneOf(event.type)} label={textOf(event, email, words)} />,
              },
              { name: words.common.time, width: 'w-28 max-sm:w-20', time: ({ timestamp }) => timestamp },
            ]}
          />
        )}
      </ListOf>
    </Section>
  );
}
