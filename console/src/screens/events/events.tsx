import type { WebhookEvent } from '@posthorn/sdk';
import { Link, useSearch } from '@tanstack/react-router';
import { Pause, Play } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { FilterChips, FilterSelect, Filters } from '../../ui/lists/filters.tsx';
import { Table } from '../../ui/lists/table.tsx';
import { useFilter } from '../../ui/lists/use-filter.ts';
import { Actions, Dialog } from '../../ui/overlays/dialog.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty, Failed, Loading } from '../../ui/states.tsx';
import { Status, toneOf } from '../../ui/status.tsx';
import { Moment } from '../../ui/time.tsx';
import { EVENT_TYPES, isEventType } from '../webhooks/event-types.ts';
import { eventText, messageOf } from './event-text.ts';
import { type FeedState, useFeed } from './use-feed.ts';

const followCommand = () => `curl "${location.origin}/v1/events?after=now&wait=30" \\
  -H "Authorization: Bearer $POSTHORN_API_KEY"`;

/** One event, as it is sent to programs. */
function EventDialog({ event, onClose }: { readonly event: WebhookEvent | undefined; onClose(): void }) {
  const words = useWords();
  const filter = useFilter();
  const { id: tenant } = useTenancy();
  if (event === undefined) return null;
  const id = messageOf(event);
  return (
    <Dialog open onClose={onClose} title={eventText(event, words)} description={<Moment at={event.timestamp} />} wide>
      <CodeBlock code={JSON.stringify(event, null, 2)} label={words.events.payload} />
      {id !== undefined && (
        <Actions>
          <Button
            onClick={() => {
              filter({ message: id });
              onClose();
            }}
          >
            {words.events.onlyThis}
          </Button>
          <Link to="/$tenant/emails/$id" params={{ tenant, id }} className={buttonClasses('primary')}>
            {words.webhook.message}
          </Link>
        </Actions>
      )}
    </Dialog>
  );
}

interface EventTableProps {
  readonly events: readonly WebhookEvent[];
  onOpen(event: WebhookEvent): void;
}

function EventTable({ events, onOpen }: EventTableProps) {
  const words = useWords();
  return (
    <Table
      label={words.places.events}
      rows={events}
      keyOf={({ event_id }) => event_id}
      onOpen={onOpen}
      columns={[
        {
          name: words.events.what,
          cell: (event) => <Status state="" tone={toneOf(event.type)} label={eventText(event, words)} />,
        },
        {
          name: words.events.type,
          width: 'w-56',
          wide: true,
          cell: ({ type }) => <code className="font-mono text-xs text-faint">{type}</code>,
        },
        {
          name: words.common.time,
          width: 'w-44',
          wide: true,
          end: true,
          cell: ({ timestamp }) => (
            <span className="text-faint">
              <Moment at={timestamp} />
            </span>
          ),
        },
      ]}
      below={({ timestamp }) => <Moment at={timestamp} />}
    />
  );
}

/** Whether events are arriving by themselves. */
function FeedStatus({ state, isPaused }: { readonly state: FeedState; readonly isPaused: boolean }) {
  const words = useWords();
  const [tone, label] = isPaused
    ? (['warn', words.events.paused] as const)
    : state === 'following'
      ? (['good', words.events.following] as const)
      : (['idle', words.common.loading] as const);
  return (
    <span role="status" className="self-center text-sm text-faint">
      <Status state="" tone={tone} label={label} />
    </span>
  );
}

interface FeedProps {
  readonly type: string | undefined;
  readonly message: string | undefined;
}

function Feed({ type, message }: FeedProps) {
  const words = useWords();
  const { posthorn } = useTenancy();
  const [isPaused, setPaused] = useState(false);
  const [opened, setOpened] = useState<WebhookEvent>();
  const filter = useMemo(() => ({ types: isEventType(type) ? [type] : undefined, messageId: message }), [type, message]);
  const { events, state, failure, again } = useFeed(posthorn, filter, isPaused);
  return (
    <>
      <Filters>
        <FilterSelect
          name="type"
          label={words.events.type}
          every={words.events.everyType}
          options={EVENT_TYPES.map((name) => [name, name])}
        />
        <Button icon={isPaused ? Play : Pause} onClick={() => setPaused(!isPaused)}>
          {isPaused ? words.events.resume : words.events.pause}
        </Button>
        {state !== 'failed' && <FeedStatus state={state} isPaused={isPaused} />}
      </Filters>
      <FilterChips chips={message === undefined ? [] : [{ label: `${words.webhook.message}: ${message}`, names: ['message'] }]} />
      {state === 'failed' && <Failed error={failure} again={again} />}
      {state === 'looking' && events.length === 0 && <Loading />}
      {state === 'following' && events.length === 0 && (
        <Empty title={words.events.emptyTitle}>
          <p>{words.events.emptyText}</p>
          <CodeBlock code={followCommand()} label={words.events.command} />
        </Empty>
      )}
      {events.length > 0 && <EventTable events={events} onOpen={setOpened} />}
      <EventDialog event={opened} onClose={() => setOpened(undefined)} />
    </>
  );
}

/** Everything that happens, live. */
export function Events() {
  const words = useWords();
  const { type, message } = useSearch({ strict: false });
  return (
    <Page title={words.places.events} intro={words.events.intro}>
      <Feed key={`${type} ${message}`} type={type} message={message} />
    </Page>
  );
}
