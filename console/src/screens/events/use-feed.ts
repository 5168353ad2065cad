import type { Posthorn, WebhookEvent } from '@posthorn/sdk';
import { useEffect, useRef, useState } from 'react';
import type { EventType } from '../webhooks/event-types.ts';

/** Mails whose events are shown at first. */
const RECENT_MAILS = 25;
const PAGE = 100;
/** Requests after which older events are dropped. */
const MOST_REQUESTS = 10;
const MOST_KEPT = 500;

export interface FeedFilter {
  readonly types: readonly EventType[] | undefined;
  readonly messageId: string | undefined;
}

/** Returns the event after which to start: the first of the mail before those; undefined to start with the oldest. */
async function findStart(posthorn: Posthorn, signal: AbortSignal): Promise<string | undefined> {
  const { data } = await posthorn.messages.list({ limit: RECENT_MAILS + 1 }, { signal });
  const before = data[RECENT_MAILS];
  return before === undefined ? undefined : (await posthorn.messages.get(before.id, { signal })).events[0]?.id;
}

/** Merges events, newest first, each once, up to the limit. */
function withNewer(shown: readonly WebhookEvent[], newer: readonly WebhookEvent[]): readonly WebhookEvent[] {
  const known = new Set(shown.map(({ event_id }) => event_id));
  return [...newer.filter(({ event_id }) => !known.has(event_id)).toReversed(), ...shown].slice(0, MOST_KEPT);
}

interface Parts {
  readonly posthorn: Posthorn;
  readonly filter: FeedFilter;
  readonly signal: AbortSignal;
  show(newer: readonly WebhookEvent[]): void;
  forget(): void;
}

/** Reads up to the present, and returns where to continue. */
async function catchUp({ posthorn, filter, signal, show, forget }: Parts, from: string | undefined): Promise<string | undefined> {
  const asked = { limit: PAGE, types: filter.types?.join(','), message_id: filter.messageId };
  let after = from;
  for (let requests = 1; ; requests += 1) {
    const page = await posthorn.events.list({ ...asked, after }, { signal });
    show(page.data);
    after = page.next_cursor ?? undefined;
    if (!page.has_more) return after;
    if (requests < MOST_REQUESTS) continue;
    forget();
    return 'now';
  }
}

export type FeedState = 'looking' | 'following' | 'failed';

/** Follows the events of a tenant, newest first, starting with those of recent mail. Sends no requests while paused. */
export function useFeed(posthorn: Posthorn, filter: FeedFilter, isPaused: boolean) {
  const [events, setEvents] = useState<readonly WebhookEvent[]>([]);
  const [state, setState] = useState<FeedState>('looking');
  const [failure, setFailure] = useState<unknown>();
  const [tries, setTries] = useState(0);
  const last = useRef<string>(undefined);
  const asked = `${filter.types?.join(',')} ${filter.messageId} ${tries}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the filter is in what is asked.
  useEffect(() => {
    if (isPaused) return;
    const ended = new AbortController();
    const { signal } = ended;
    const show = (newer: readonly WebhookEvent[]) => {
      last.current = newer.at(-1)?.event_id ?? last.current;
      if (newer.length > 0) setEvents((shown) => withNewer(shown, newer));
    };
    const parts = { posthorn, filter, signal, show, forget: () => setEvents([]) };
    async function run() {
      const from = last.current ?? (filter.messageId === undefined ? await findStart(posthorn, signal) : undefined);
      const after = await catchUp(parts, from);
      setState('following');
      const { types, messageId } = filter;
      for await (const event of posthorn.events.follow({ after, types, message_id: messageId }, { signal })) show([event]);
    }
    setState('looking');
    run().catch((error: unknown) => {
      if (signal.aborted) return;
      setFailure(error);
      setState('failed');
    });
    return () => ended.abort();
  }, [posthorn, asked, isPaused]);
  return { events, state, failure, again: () => setTries((before) => before + 1) };
}
