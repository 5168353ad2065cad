import type { AppContext } from '../../app-context.ts';
import { dropUses } from '../../attachments/index.ts';
import { DAY_MS } from '../../core/durations.ts';
import type { Trx } from '../../db/dialect.ts';
import { filesOf } from '../message.ts';
import { isUnsent } from '../transitions.ts';
import { type AgedBody, deleteBodies, lockAgedBodies, postponeBodies } from './body-store.ts';

/** Bodies of one transaction: few, since they are large. */
const PAGE = 50;

type RetentionContext = Pick<AppContext, 'config' | 'db' | 'clock'>;

/**
 * Returns since when a body ages: since its message was no longer `scheduled`, `queued` or `sending`; the current time while it is.
 * Undefined if the message was removed, and for a shared body, whose age its broadcast has set.
 */
export function ageOf({ message }: AgedBody, now: number): number | undefined {
  if (message === null) return undefined;
  const { status, dueAt, claimed, sentAt, updatedAt } = message;
  return dueAt !== null || claimed || isUnsent(status) ? now : (sentAt ?? updatedAt);
}

/**
 * Deletes bodies whose retention time is over, and their references to files; the messages stay. Examines about `limit` bodies and returns
 * how many it deleted.
 */
export async function retireBodies({ config, db, clock }: RetentionContext, limit: number): Promise<number> {
  const keptMs = config.BODY_RETENTION_DAYS * DAY_MS;
  if (keptMs === 0) return 0;

  async function retirePage(trx: Trx): Promise<{ seen: number; retired: number }> {
    const now = clock.now();
    const before = now - keptMs;
    const bodies = await lockAgedBodies(trx, { before, limit: PAGE });
    const ages = bodies.map((body) => ({ body, agesFrom: ageOf(body, now) ?? before }));
    const young = ages.filter(({ agesFrom }) => agesFrom > before).map(({ body, agesFrom }) => ({ id: body.id, agesFrom }));
    const old = ages.filter(({ agesFrom }) => agesFrom <= before).map(({ body }) => body);
    await postponeBodies(trx, young);
    await dropUses(trx, { keys: old.flatMap(filesOf), now });
    const ids = old.map(({ id }) => id);
    await deleteBodies(trx, ids);
    return { seen: bodies.length, retired: old.length };
  }

  let retired = 0;
  for (let seen = 0, more = true; more && seen < limit; ) {
    const page = await db.transact(retirePage);
    retired += page.retired;
    seen += page.seen;
    more = page.seen === PAGE;
  }
  return retired;
}
