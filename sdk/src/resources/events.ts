import type { Call, CallOptions } from '../call.ts';
import { wait } from '../deadline.ts';
import type { Api } from '../generated/models.ts';
import * as operations from '../generated/operations.ts';
import { nextCursor, type QueryOf } from '../paginate.ts';
import { retryDelay } from '../retry.ts';
import type { WebhookEvent } from '../webhooks.ts';

export type EventPage = Api.EventsList200Response;
export type EventQuery = QueryOf<typeof operations.eventsList>;

/** The events to follow. */
export interface FollowQuery {
  /** The `event_id` of the last event that was handled, or `now`; starts with the oldest by default. */
  readonly after?: string | undefined;
  /** Only events of these types. */
  readonly types?: readonly WebhookEvent['type'][] | undefined;
  /** Only events of this message. */
  readonly message_id?: string | undefined;
}

/** Seconds that proxies allow. */
const WAIT_SECONDS = 30;
const TIMEOUT_MS = 2 * WAIT_SECONDS * 1000;
const PAGE = 100;

type List = (query: EventQuery, options?: CallOptions) => Promise<EventPage>;

/** Returns the cursor to continue with; only a page after which nothing is known yet returns its own cursor. */
const cursorOf = (page: EventPage, after: string | undefined) =>
  nextCursor(page, page.has_more || page.data?.length > 0 ? after : undefined);

async function* iterate(list: List, query: EventQuery, options?: CallOptions): AsyncGenerator<WebhookEvent, void, undefined> {
  for (let after = query.after, more = true; more; ) {
    const page = await list({ ...query, after }, options);
    const next = cursorOf(page, after);
    yield* page.data;
    after = next;
    more = page.has_more;
  }
}

/** Retries until there is a result, or an error that a retry does not help against. */
async function persist(ask: () => Promise<EventPage>, signal: AbortSignal | undefined): Promise<EventPage> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      const delay = retryDelay(error, { tries, safe: true, patient: true, now: Date.now(), random: Math.random() });
      if (delay === undefined) throw error;
      await wait(delay, signal);
    }
  }
}

async function* follow(
  list: List,
  { after: first, types, ...query }: FollowQuery,
  signal: AbortSignal | undefined,
): AsyncGenerator<WebhookEvent, never, undefined> {
  const asked = { ...query, limit: PAGE, ...(types === undefined ? {} : { types: types.join(',') }) };
  for (let after = first; ; ) {
    // The current position has to be known before anything can be awaited: a wait that fails would miss the events during it.
    const page = await persist(
      () => list({ ...asked, after, wait: after === 'now' ? 0 : WAIT_SECONDS }, { signal, timeoutMs: TIMEOUT_MS, maxRetries: 0 }),
      signal,
    );
    const next = cursorOf(page, after);
    yield* page.data;
    after = next;
  }
}

export function eventsOf(call: Call) {
  const list = async (query: EventQuery = {}, options?: CallOptions): Promise<EventPage> => call(operations.eventsList(query), options);
  return {
    /** The next events, in the order in which they were recorded, and the cursor to continue with. Errors: `invalid_cursor`. */
    list,
    /** All existing events, oldest first, up to now. */
    iterate: (query: EventQuery = {}, options?: CallOptions) => iterate(list, query, options),
    /**
     * Yields all existing events, and then new ones as they occur: it waits for them, and reconnects when it has to. Each is yielded at
     * least once. Keep the `event_id` of the last one that was handled and pass it as `after` to continue from there. It ends only with the
     * signal's reason, or an error that a retry does not help against, such as `unauthorized`.
     */
    follow: (query: FollowQuery = {}, { signal }: Pick<CallOptions, 'signal'> = {}) => follow(list, query, signal),
  };
}
