import type { Call, CallOptions } from '../call.ts';
import { wait } from '../deadline.ts';
import type { Api } from '../generated/models.ts';
import * as operations from '../generated/operations.ts';
import { nextCursor, type QueryOf } from '../paginate.ts';
import { retryDelay } from '../retry.ts';
import type { WebhookEvent } from '../webhooks.ts';

export type EventPage = Api.EventsList200Response;
export type EventQuery = QueryOf<typeof operations.eventsList>;

/** Which events are followed. */
export interface FollowQuery {
  /** The `event_id` of the last event that was handled, or `now`; from the oldest on unless given. */
  readonly after?: string | undefined;
  /** Only these types of events. */
  readonly types?: readonly WebhookEvent['type'][] | undefined;
  /** Only events of this message. */
  readonly message_id?: string | undefined;
}

/** For a while that proxies let pass. */
const WAIT_SECONDS = 30;
const TIMEOUT_MS = 2 * WAIT_SECONDS * 1000;
const PAGE = 100;

type List = (query: EventQuery, options?: CallOptions) => Promise<EventPage>;

/** Returns where to go on; only a page after which nothing is known yet ends where it began. */
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

/** Asks until there is an answer, or an error that another try does not mend. */
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
    // Where now is has to be known before anything can be waited for: a wait that breaks off would miss what came in it.
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
    /** The next events, in the order in which they were recorded, and where to go on. Errors: `invalid_cursor`. */
    list,
    /** The events that there are, first to last, up to now. */
    iterate: (query: EventQuery = {}, options?: CallOptions) => iterate(list, query, options),
    /**
     * Every event, and then those that come, as they come: it waits for them, and connects anew when it has to. Each comes at least
     * once. Keep the `event_id` of the last one that was handled and give it as `after` to go on there. It never ends by itself, but
     * with the signal's reason, or an error that another try does not mend, such as `unauthorized`.
     */
    follow: (query: FollowQuery = {}, { signal }: Pick<CallOptions, 'signal'> = {}) => follow(list, query, signal),
  };
}
