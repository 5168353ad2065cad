import { LRUCache } from 'lru-cache';
import type { AppContext } from '../app-context.ts';
import { createGroupCommit, type GroupCommit } from '../core/concurrency/group-commit.ts';
import { toStorable } from '../core/text/storable.ts';
import { lockInOrder, type Trx } from '../db/dialect.ts';
import { type MessageEvent, recordEvents } from '../events/index.ts';
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

/** What is heard of readers, on its way to the events. */
export interface Hits {
  readonly app: AppContext;
  readonly group: GroupCommit<Hit, void>;
  /** When a place was heard of last. */
  readonly lately: LRUCache<string, number>;
  waiting: number;
}

const GROUP_SIZE = 200;
/** Hits that wait to be written; past it they go unrecorded, for links can be asked for by anybody. */
const MOST_WAITING = 1000;
const SAME_MS = 1000;
const REMEMBERED = 10_000;
const AGENT_LENGTH = 512;

function dataOf({ url, ip, userAgent, prefetch }: Hit): MessageEvent['data'] {
  const agent = userAgent === null ? null : toStorable(userAgent.slice(0, AGENT_LENGTH));
  return { ...(url === null ? {} : { url }), ip, user_agent: agent, ...(prefetch ? { prefetch } : {}) };
}

function toEvent({ clock, newId }: AppContext, hit: Hit, message: TrackedMessage): MessageEvent {
  const at = Math.max(clock.now(), message.createdAt);
  const { recipients, createdAt: _, ...of } = message;
  const about = { ...of, id: newId('evt', at), messageId: hit.messageId, testMode: false, at };
  // All recipients have the same links.
  return { ...about, type: hit.type, recipients: recipients.length === 1 ? recipients : [], data: dataOf(hit) };
}

async function writeHits(app: AppContext, trx: Trx, hits: readonly Hit[]): Promise<void> {
  const ids = hits.map(({ messageId }) => messageId);
  // Whoever erases or removes them meanwhile would not see what is told of them here.
  await lockInOrder(trx, 'messages', ids);
  const messages = await findTrackedMessages(trx, ids);
  const events = hits.flatMap((hit) => {
    const message = messages.get(hit.messageId);
    return message === undefined ? [] : [toEvent(app, hit, message)];
  });
  await recordEvents(app, trx, events);
}

export function createHits(app: AppContext): Hits {
  const commit = (hits: readonly Hit[]) =>
    app.db.transact(async (trx) => {
      await writeHits(app, trx, hits);
      return [];
    });
  const group = createGroupCommit<Hit, void>({ inFlight: 1, most: GROUP_SIZE, commit });
  return { app, group, lately: new LRUCache({ max: REMEMBERED }), waiting: 0 };
}

function isRepeated({ app, lately }: Hits, { type, messageId, url, ip }: Hit): boolean {
  const key = [type, messageId, ip, url].join(' ');
  const now = app.clock.now();
  if (now - (lately.get(key) ?? Number.NEGATIVE_INFINITY) < SAME_MS) return true;
  lately.set(key, now);
  return false;
}

/** Writes a hit, in a group with others, from one place at most once a second. What cannot be written is lost and logged: the reader goes on. */
export async function recordHit(hits: Hits, hit: Hit): Promise<void> {
  if (hits.waiting >= MOST_WAITING || isRepeated(hits, hit)) return;
  hits.waiting += 1;
  try {
    await hits.group.add(hit);
  } catch (error) {
    hits.app.log.error({ message_id: hit.messageId, err: error }, `a tracked ${hit.type} could not be recorded`);
  } finally {
    hits.waiting -= 1;
  }
}
