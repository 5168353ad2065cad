import type { Message } from '@posthorn/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { PenLine, X } from 'lucide-react';
import { PAGE_ROWS, useList } from '../../api/lists.ts';
import { useMay } from '../../session/rights.ts';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import type { Bulk } from '../../ui/bulk.tsx';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { inputClasses } from '../../ui/field.tsx';
import { legible } from '../../ui/legible.ts';
import { ListOf } from '../../ui/list.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { useEmailBulk } from './use-bulk.ts';

const LOOK_EVERY_MS = 10_000;

/** `curl` for the first mail, with the place of the key. */
export const sendCommand = (from: string): string => `curl ${location.origin}/v1/email \\
  -H "Authorization: Bearer $POSTHORN_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"from": "${from}", "to": ["you@example.com"],
       "subject": "Hello", "text_body": "It works."}'`;

/** How many mails came after those that are shown; asked for now and then. */
function useNewer(shown: readonly Message[] | undefined, query: object): number {
  const { id, posthorn } = useTenancy();
  const newest = shown?.[0];
  const { data } = useQuery({
    queryKey: ['messages', id, 'newest', query],
    queryFn: ({ signal }) => posthorn.messages.list({ ...query, limit: PAGE_ROWS }, { signal }),
    refetchInterval: LOOK_EVERY_MS,
    enabled: shown !== undefined,
  });
  if (newest === undefined) return data?.data.length ?? 0;
  const place = data?.data.findIndex((message) => message.id === newest.id) ?? 0;
  return place === -1 ? PAGE_ROWS : place;
}

/** Only what has a tag: `key`, or `key:value`. */
function TagFilter() {
  const words = useWords();
  const navigate = useNavigate();
  const { tenant = '' } = useParams({ strict: false });
  const { tag, value } = useSearch({ strict: false });
  const typed = [tag, value].filter((part) => part !== undefined).join(':');
  const filter = (text: string) => {
    const [key = '', ...rest] = text.trim().split(':');
    const search = key === '' ? {} : rest.length === 0 ? { tag: key } : { tag: key, value: rest.join(':') };
    void navigate({ to: '/$tenant/emails', params: { tenant }, search, replace: true });
  };
  return (
    <form
      key={typed}
      className="mb-3 flex items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        filter(String(new FormData(event.currentTarget).get('tag') ?? ''));
      }}
    >
      <input
        data-search
        name="tag"
        defaultValue={typed}
        aria-label={words.emails.filter}
        placeholder={words.emails.filterHint}
        autoComplete="off"
        spellCheck={false}
        className={`${inputClasses} h-8 max-w-xs`}
      />
      {tag !== undefined && (
        <Button look="quiet" icon={X} onClick={() => filter('')}>
          {words.common.clear}
        </Button>
      )}
    </form>
  );
}

export function useEmailColumns(): readonly Column<Message>[] {
  const words = useWords();
  return [
    { name: words.emails.to, width: 'md:w-64', cell: ({ to }) => legible(to.join(', ')) },
    { name: words.emails.subject, wide: true, cell: ({ subject }) => legible(subject) },
    { name: words.emails.status, width: 'w-32', cell: ({ status }) => <Status state={status} label={words.messageStates[status]} /> },
    {
      name: words.emails.time,
      width: 'w-24 max-sm:w-20',
      end: true,
      cell: ({ created_at }) => (
        <span className="text-faint">
          <Time at={created_at} />
        </span>
      ),
    },
  ];
}

interface EmailTableProps {
  readonly rows: readonly Message[];
  readonly tenant: string;
  readonly bulk?: Bulk<Message>;
}

export function EmailTable({ rows, tenant, bulk }: EmailTableProps) {
  const words = useWords();
  return (
    <Table
      label={words.places.emails}
      rows={rows}
      keyOf={({ id }) => id}
      columns={useEmailColumns()}
      linkOf={({ id }) => ({ to: '/$tenant/emails/$id', params: { tenant, id } })}
      below={({ subject }) => legible(subject)}
      {...(bulk === undefined ? {} : { bulk })}
    />
  );
}

export function Emails() {
  const words = useWords();
  const { id: tenant, posthorn } = useTenancy();
  const maySend = useMay('Email');
  const { tag, value } = useSearch({ strict: false });
  const filter = { tag_key: tag, tag_value: value };
  const list = useList<Message, number>({
    key: ['messages', tenant, filter],
    load: (cursor, signal) => posthorn.messages.list({ ...filter, limit: PAGE_ROWS, cursor }, { signal }),
  });
  const bulk = useEmailBulk();
  const newer = useNewer(list.rows, filter);
  const actions = maySend && (
    <Link to="/$tenant/send" params={{ tenant }} data-new className={buttonClasses('primary')}>
      <PenLine size={15} strokeWidth={1.75} aria-hidden="true" />
      {words.send.title}
    </Link>
  );
  const empty =
    tag === undefined ? (
      <Empty title={words.emails.emptyTitle}>
        <p>{words.emails.emptyText}</p>
        <CodeBlock code={sendCommand('hello@your-domain.com')} label={words.emails.command} />
      </Empty>
    ) : (
      <Empty title={words.emails.nothingTitle}>
        <p>{words.emails.nothingText}</p>
      </Empty>
    );
  return (
    <Page title={words.places.emails} actions={actions}>
      <TagFilter />
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
