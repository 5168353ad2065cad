import type { UnreadableMail } from '@posthorn/contract';
import { useSearch } from '@tanstack/react-router';
import type { AdminCall } from '../../api/call.ts';
import { PAGE_ROWS, useList } from '../../api/lists.ts';
import { useClients } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { legible, legibleAddress } from '../../ui/legible.ts';
import { FilterSelect, Filters } from '../../ui/lists/filters.tsx';
import { ListOf } from '../../ui/lists/list.tsx';
import { Table } from '../../ui/lists/table.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { NULL_SENDER } from './null-sender.ts';

const LOOK_EVERY_MS = 60_000;

const readPostmaster = (admin: AdminCall, cursor: string | undefined, signal: AbortSignal) =>
  admin('GET /admin/postmaster', { query: { limit: PAGE_ROWS, cursor }, signal });
type PostmasterMail = Awaited<ReturnType<typeof readPostmaster>>['data'][number];

function ToPostmaster() {
  const words = useWords();
  const { admin } = useClients();
  const list = useList<PostmasterMail, string>({
    key: ['operator', 'postmaster'],
    load: (cursor, signal) => readPostmaster(admin, cursor, signal),
    everyMs: LOOK_EVERY_MS,
  });
  const empty = (
    <Empty title={words.postmaster.emptyTitle}>
      <p>{words.postmaster.emptyText}</p>
    </Empty>
  );
  return (
    <ListOf list={list} empty={empty}>
      {(rows) => (
        <Table
          label={words.postmaster.toPostmaster}
          rows={rows}
          keyOf={({ id }) => id}
          linkOf={({ id }) => ({ to: '/operator/postmaster/$id', params: { id } })}
          columns={[
            {
              name: words.inbound.from,
              width: 'md:w-64',
              cell: (mail) => legibleAddress(mail.from_addr ?? (mail.envelope_from || NULL_SENDER)),
            },
            { name: words.emails.subject, wide: true, cell: ({ subject }) => legible(subject || words.inbound.noSubject) },
            {
              name: words.inbound.to,
              width: 'w-56',
              wide: true,
              cell: ({ rcpt_addr: to }) => <span className="text-faint">{legibleAddress(to)}</span>,
            },
            { name: words.common.time, width: 'w-24 max-sm:w-20', time: ({ created_at }) => created_at },
          ]}
          below={({ subject }) => legible(subject || words.inbound.noSubject)}
        />
      )}
    </ListOf>
  );
}

function Unreadable() {
  const words = useWords();
  const { admin } = useClients();
  const list = useList<UnreadableMail, string>({
    key: ['operator', 'unreadable-mail'],
    load: (cursor, signal) => admin('GET /admin/unreadable-mail', { query: { limit: PAGE_ROWS, cursor }, signal }),
    everyMs: LOOK_EVERY_MS,
  });
  const empty = (
    <Empty title={words.postmaster.readTitle}>
      <p>{words.postmaster.readText}</p>
    </Empty>
  );
  return (
    <ListOf list={list} empty={empty}>
      {(rows) => (
        <Table
          label={words.postmaster.unreadable}
          rows={rows}
          keyOf={({ id }) => id}
          linkOf={({ id }) => ({ to: '/operator/unreadable-mail/$id', params: { id } })}
          columns={[
            { name: words.inbound.from, width: 'md:w-64', cell: ({ envelope_from: from }) => legibleAddress(from || NULL_SENDER) },
            { name: words.postmaster.reason, wide: true, cell: ({ unreadable }) => legible(unreadable) },
            { name: words.common.time, width: 'w-24 max-sm:w-20', time: ({ created_at }) => created_at },
          ]}
          below={({ unreadable }) => legible(unreadable)}
        />
      )}
    </ListOf>
  );
}

/** Mail to the postmaster of the service, and mail that could not be read and is in no tenant's log. */
export function Postmaster() {
  const words = useWords();
  const { kind } = useSearch({ strict: false });
  return (
    <Page title={words.places.postmaster} intro={words.postmaster.intro}>
      <Filters>
        <FilterSelect
          name="kind"
          label={words.postmaster.show}
          every={words.postmaster.toPostmaster}
          options={[['unreadable', words.postmaster.unreadable]]}
        />
      </Filters>
      {kind === 'unreadable' ? <Unreadable /> : <ToPostmaster />}
    </Page>
  );
}
