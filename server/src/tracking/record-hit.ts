import { LRUCache } from 'lru-cache';
import type { AppContext } from '../app-context.ts';
import type { CommitTry } from '../core/concurrency/commit-items.ts';
import { createGroupCommit, type GroupCommit } from '../core/concurrency/group-commit.ts';
import { idForTime } from '../core/ids.ts';
import { toStorable } from '../core/text/storable.ts';
import { lockInOrder, type Trx } from '../db/dialect.ts';
import { countEventsOfMessages, findRecorded, type MessageEvent, recordEvents } from '../events/index.ts';
import { findTrackedMessages, type TrackedMessage } from './store.ts';

/** Somebody opened a mail, or followed a link in it. */
export interface Hit {
  readonly type: 'open' | 'click';
  readonly messageId: string;
  /** Where the link leads; null for an open. */
  readonly url: string | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
  /** A program asked, and no reader. */
  readonly prefetch: boolean;
}

/** A hit with its time and the id of its event, by which it is found if an earlier attempt has recorded it. */
interface TimedHit extends Hit {
  readonly eventId: string;
  readonly at: number;
}

/** The recording of opens and clicks as events. */
export interface Hits {
  readonly app: AppContext;
  readonly group: GroupCommit<TimedHit, void>;
  /** When a place was heard of last. */
  readonly lately: LRUCache<string, number>;
  waiting: number;
}

const GROUP_SIZE = 200;
/** Maximum number of hits waiting to be written; further ones are dropped, since anybody can request links. */
const MOST_WAITING = 1000;
/** Events of a message, past which its hits go unrecorded: all of them are shown with it. */
const MOST_OF_MESSAGE = 1000;
const SAME_MS = 1000;
const REMEMBERED = 10_000;
const AGENT_LENGTH = 512;

function dataOf({ url, ip, userAgent, prefetch }: Hit): MessageEvent['data'] {
  const agent = userAgent === null ? null : toStorable(userAgent.slice(0, AGENT_LENGTH));
  return { ...(url === null ? {} : { url }), ip, user_agent: agent, ...(prefetch ? { prefetch } : {}) };
}

/** Returns a hit at the time of its message, where that is dated ahead of the clock, as the last ones of many at once are. */
function datedBy(hit: TimedHit, { createdAt }: TrackedMessage): TimedHit {
  return hit.at >= createdAt ? hit : { ...hit, at: createdAt, eventId: idForTime(hit.eventId, createdAt) };
}

function toEvent(hit: TimedHit, message: TrackedMessage): MessageEvent {
  const { recipients, createdAt: _, ...of } = message;
  const about = { ...of, id: hit.eventId, messageId: hit.messageId, testMode: false, at: hit.at };
  // All recipients have the same links.
  return { ...about, type: hit.type, recipients: recipients.length === 1 ? recipients : [], data: dataOf(hit) };
}

async function writeHits(app: AppContext, trx: Trx, { hits, again }: { hits: readonly TimedHit[]; again: boolean }): Promise<void> {
  const ids = hits.map(({ messageId }) => messageId);
  // Erasing or removing these messages meanwhile would not see the events recorded here.
  await lockInOrder(trx, 'messages', ids);
  const messages = await findTrackedMessages(trx, ids);
  const counts = new Map(await countEventsOfMessages(trx, [...messages.keys()]));
  const told = hits.flatMap((hit) => {
    const message = messages.get(hit.messageId);
    return message === undefined ? [] : [{ hit: datedBy(hit, message), message }];
  });
  const eventIds = told.map(({ hit }) => hit.eventId);
  const recorded = again ? await findRecorded(trx, eventIds) : new Set<string>();
  const events = told.flatMap(({ hit, message }) => {
    const count = counts.get(hit.messageId) ?? 0;
    if (recorded.has(hit.eventId) || count >= MOST_OF_MESSAGE) return [];
    counts.set(hit.messageId, count + 1);
    return [toEvent(hit, message)];
  });
  await recordEvents(app, trx, events);
}

export function createHits(app: AppContext): Hits {
  const commit = (hits: readonly TimedHit[], { again }: CommitTry) =>
    app.db.transact(async (trx) => {
      await writeHits(app, trx, { hits, again });
      return [];
    });
  const group = createGroupCommit<TimedHit, void>({ inFlight: 1, most: GROUP_SIZE, commit });
  return { app, group, lately: new LRUCache({ max: REMEMBERED }), waiting: 0 };
}

function isRepeated({ app, lately }: Hits, { type, messageId, url, ip }: Hit): boolean {
  const key = [type, messageId, ip, url].join(' ');
  const now = app.clock.now();
  if (now - (lately.get(key) ?? Number.NEGATIVE_INFINITY) < SAME_MS) return true;
  lately.set(key, now);
  return false;
}

/**
 * Writes a hit, in a group with others, at most once a second per origin. What cannot be written is lost and logged: the reader is
 * redirected all the same.
 */
export async function recordHit(hits: Hits, hit: Hit): Promise<void> {
  if (hits.waiting >= MOST_WAITING || isRepeated(hits, hit)) return;
  const { clock, newId } = hits.app;
  const at = clock.now();
  hits.waiting += 1;
  try {
    await hits.group.add({ ...hit, at, eventId: newId('evt', at) });
  } catch (error) {
    hits.app.log.error({ message_id: hit.messageId, err: error }, `a tracked ${hit.type} could not be recorded`);
  } finally {
    hits.waiting -= 1;
  }
}
