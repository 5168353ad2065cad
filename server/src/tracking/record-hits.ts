import { LRUCache } from 'lru-cache';
import type { AppContext } from '../app-context.ts';
import { createGroupCommit } from '../core/concurrency/group-commit.ts';
import { toStorable } from '../core/storable.ts';
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

export type RecordHit = (hit: Hit) => Promise<void>;

export interface HitParts {
  readonly app: AppContext;
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

/** Writes hits in groups, each from one place at most once a second. What cannot be written is lost and logged: the reader goes on. */
export function hitRecorder({ app }: HitParts): RecordHit {
  const { db, clock, log, newId } = app;
  const lately = new LRUCache<string, number>({ max: REMEMBERED });
  let waiting = 0;

  function toEvent(hit: Hit, message: TrackedMessage): MessageEvent {
    const at = Math.max(clock.now(), message.createdAt);
    const { tenantId, recipients, contactId, providerMessageId } = message;
    const about = { id: newId('evt', at), tenantId, messageId: hit.messageId, providerMessageId, contactId, testMode: false, at };
    // All recipients have the same links.
    return { ...about, type: hit.type, recipients: recipients.length === 1 ? recipients : [], data: dataOf(hit) };
  }

  const group = createGroupCommit<Hit, void>({
    inFlight: 1,
    most: GROUP_SIZE,
    commit: (hits) =>
      db.transact(async (trx) => {
        const messages = await findTrackedMessages(
          trx,
          hits.map(({ messageId }) => messageId),
        );
        const events = hits.flatMap((hit) => {
          const message = messages.get(hit.messageId);
          return message === undefined ? [] : [toEvent(hit, message)];
        });
        await recordEvents(app, trx, events);
        return [];
      }),
  });

  function isRepeated({ type, messageId, url, ip }: Hit): boolean {
    const key = [type, messageId, ip, url].join(' ');
    const now = clock.now();
    if (now - (lately.get(key) ?? Number.NEGATIVE_INFINITY) < SAME_MS) return true;
    lately.set(key, now);
    return false;
  }

  return async (hit) => {
    if (waiting >= MOST_WAITING || isRepeated(hit)) return;
    waiting += 1;
    try {
      await group.add(hit);
    } catch (error) {
      log.error({ message_id: hit.messageId, err: error }, `a tracked ${hit.type} could not be recorded`);
    } finally {
      waiting -= 1;
    }
  };
}
