import type { Message } from '@posthorn/sdk';
import { Link } from '@tanstack/react-router';
import { PenLine } from 'lucide-react';
import { PAGE_ROWS, useList } from '../../api/lists.ts';
import { useMay } from '../../session/rights.ts';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { ListOf } from '../../ui/lists/list.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { useVerifiedDomains } from '../domains/use-domains.ts';
import { searchOf } from './email-filter.ts';
import { EmailFilterBar, useEmailFilters } from './email-filters.tsx';
import { EmailTable, sendCommand } from './email-table.tsx';
import { useEmailBulk } from './use-email-bulk.ts';
import { useNewer } from './use-newer.ts';

/** Shown before any mail was sent: how to send the first. */
function NoEmails() {
  const words = useWords();
  const [verified] = useVerifiedDomains().domains;
  return (
    <Empty title={words.emails.emptyTitle}>
      <p>{words.emails.emptyText}</p>
      <CodeBlock code={sendCommand(`hello@${verified?.name ?? 'your-domain.com'}`)} label={words.emails.command} />
    </Empty>
  );
}

export function Emails() {
  const words = useWords();
  const { id: tenant, posthorn } = useTenancy();
  const maySend = useMay('Email');
  const filter = searchOf(useEmailFilters());
  const isFiltered = Object.keys(filter).length > 0;
  const list = useList<Message, number>({
    key: ['messages', tenant, filter],
    load: (cursor, signal) => {
      const page = { limit: PAGE_ROWS, cursor };
      return isFiltered ? posthorn.messages.search({ ...filter, ...page }, { signal }) : posthorn.messages.list(page, { signal });
    },
  });
  const bulk = useEmailBulk();
  const newer = useNewer({ rows: list.rows, loadedAt: list.query.dataUpdatedAt }, filter);
  const actions = maySend && (
    <Link to="/$tenant/send" params={{ tenant }} data-new className={buttonClasses('primary')}>
      <PenLine size={15} strokeWidth={1.75} aria-hidden="true" />
      {words.send.title}
    </Link>
  );
  const empty = isFiltered ? (
    <Empty title={words.emails.nothingTitle}>
      <p>{words.search.nothingText}</p>
    </Empty>
  ) : (
    <NoEmails />
  );
  return (
    <Page title={words.places.emails} actions={actions}>
      <EmailFilterBar />
      {newer > 0 && (
        <button
          type="button"
          className="mb-1 h-9 w-full rounded-md bg-chosen text-sm font-medium hover:bg-raised"
          onClick={() => void list.query.refetch()}
        >
          {words.emails.newer(newer, PAGE_ROWS)}
        </button>
      )}
      <ListOf list={list} empty={empty}>
        {(rows) => <EmailTable rows={rows} tenant={tenant} bulk={bulk} />}
      </ListOf>
    </Page>
  );
}
