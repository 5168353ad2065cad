import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { AdminCall } from '../../api/call.ts';
import { useList } from '../../api/lists.ts';
import { useClients } from '../../session/session.ts';
import { useFormat } from '../../text/format.ts';
import { useWords } from '../../text/words.ts';
import { legible, legibleAddress } from '../../ui/legible.ts';
import { Filters, FilterText } from '../../ui/lists/filters.tsx';
import { ListOf } from '../../ui/lists/list.tsx';
import { Table } from '../../ui/lists/table.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { TenantChip } from '../operator/tenant-chip.tsx';

const FOLLOW_EVERY_MS = 3000;
/** The service keeps a thousand mails: ten pages of the maximum size. */
const PAGE = 100;

interface PageWanted {
  readonly cursor: string | undefined;
  readonly tenant_id: string | undefined;
}

const readPage = (admin: AdminCall, wanted: PageWanted, signal: AbortSignal) =>
  admin('GET /admin/captured', { query: { limit: PAGE, ...wanted }, signal });
type CapturedMail = Awaited<ReturnType<typeof readPage>>['data'][number];

interface Wanted {
  readonly typed: string;
  readonly tenant: string | undefined;
}

/** Returns whether sender, recipients and subject contain all words, ignoring case. */
function isFound({ from, rcpt_to, subject }: CapturedMail, typed: string): boolean {
  const within = [from, ...rcpt_to, subject].join('\n').toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => within.includes(word));
}

/** Loads the mail that was kept instead of being sent; new mail appears by itself. */
function useMailbox({ typed, tenant }: Wanted) {
  const { admin } = useClients();
  const list = useList<CapturedMail, string>({
    key: ['operator', 'captured', tenant],
    load: (cursor, signal) => readPage(admin, { cursor, tenant_id: tenant }, signal),
    everyMs: FOLLOW_EVERY_MS,
  });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list.query;
  const isSearched = typed !== '';
  useEffect(() => {
    // A search covers all of it.
    if (isSearched && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [isSearched, hasNextPage, isFetchingNextPage, fetchNextPage]);
  return isSearched ? { ...list, rows: list.rows?.filter((mail) => isFound(mail, typed)) } : list;
}

export function Mailbox() {
  const words = useWords();
  const format = useFormat();
  const { find = '', tenant } = useSearch({ strict: false });
  const list = useMailbox({ typed: find, tenant });
  const isNarrowed = find !== '' || tenant !== undefined;
  const empty = (
    <Empty title={isNarrowed ? words.emails.nothingTitle : words.mailbox.emptyTitle}>
      <p>{isNarrowed ? words.mailbox.nothingText : words.mailbox.emptyText}</p>
    </Empty>
  );
  return (
    <Page title={words.places.mailbox} intro={words.mailbox.intro}>
      <Filters>
        <FilterText name="find" label={words.mailbox.find} />
      </Filters>
      <TenantChip />
      <ListOf list={list} empty={empty} isSaved={find === ''}>
        {(rows) => (
          <Table
            label={words.places.mailbox}
            rows={rows}
            keyOf={({ id }) => id}
            linkOf={({ id }) => ({ to: '/operator/mailbox/$id', params: { id } })}
            columns={[
              { name: words.inbound.to, width: 'md:w-64', cell: ({ rcpt_to }) => legibleAddress(rcpt_to.join(', ')) },
              { name: words.emails.subject, wide: true, cell: ({ subject }) => legible(subject || words.inbound.noSubject) },
              {
                name: words.mailbox.size,
                width: 'w-24',
                wide: true,
                end: true,
                cell: ({ size }) => <span className="text-faint tabular-nums">{format.bytes(size)}</span>,
              },
              { name: words.common.time, width: 'w-24 max-sm:w-20', time: ({ created_at }) => created_at },
            ]}
            below={({ subject }) => legible(subject || words.inbound.noSubject)}
          />
        )}
      </ListOf>
    </Page>
  );
}
