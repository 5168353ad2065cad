import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { eventPlacesOf } from '../db/dialect.ts';
import type { Schema } from '../db/schema.ts';

/** Up to which place all events are there: what has a place at or below it and is not there never will be. */
export interface Horizon {
  /** Asks how far it is by now. */
  look(): Promise<number>;
  /** The same, and gives transactions that are under way a moment to end, so that what was there before the call is below it. */
  reach(): Promise<number>;
}

/** A place that had been given when only transactions before this one could have it, or a lower one, in hand. */
interface Mark {
  readonly place: number;
  readonly next: number;
}

const PAUSES_MS = [2, 4, 8, 16, 32, 64, 128, 256];

/**
 * Follows how far the feed is complete. Places are given before transactions commit, in whatever order they do: a place is
 * settled when every transaction that had begun to write by the time it was given has ended.
 */
export function createHorizon(db: Kysely<Schema>): Horizon {
  const places = eventPlacesOf(db);
  let settled = 0;
  let marks: readonly Mark[] = [];
  let looking: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  const given = () => marks.at(-1)?.place ?? settled;

  function settle(oldest: number): void {
    const done = marks.filter((mark) => mark.next <= oldest);
    settled = Math.max(settled, ...done.map(({ place }) => place));
    marks = marks.filter((mark) => mark.next > oldest);
  }

  async function lookOnce(): Promise<void> {
    // The place first: whoever has it, or one below it, has a lower number than the mark.
    const place = await places.lastPlace(db);
    if (place > given()) {
      const transactions = await places.markTransactions(db);
      marks = [...marks, { place, next: transactions.next }];
      settle(transactions.oldest);
    } else if (marks.length > 0) settle(await places.oldestTransaction(db));
  }

  /** One query at a time; callers during a query share the next one, since this one may have read too early. */
  async function share(): Promise<void> {
    if (looking === undefined) {
      looking = lookOnce().finally(() => {
        looking = undefined;
      });
      return looking;
    }
    next ??= looking
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return share();
      });
    return next;
  }

  async function look(): Promise<number> {
    await share();
    return settled;
  }

  return {
    look,
    async reach() {
      await share();
      const wanted = given();
      for (const ms of PAUSES_MS) {
        if (settled >= wanted) break;
        await pause(ms);
        await share();
      }
      return settled;
    },
  };
}
