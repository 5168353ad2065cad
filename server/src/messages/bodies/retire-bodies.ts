import type { AppContext } from '../../app-context.ts';
import { dropUses } from '../../attachments/index.ts';
import { DAY_MS } from '../../core/durations.ts';
import type { Trx } from '../../db/dialect.ts';
import { filesOf } from '../message.ts';
import { isUnsent } from '../transitions.ts';
import { type AgedBody, deleteBodies, lockAgedBodies, postponeBodies } from './body-store.ts';

/** Few, since bodies are large and a page is one transaction. */
const PAGE = 50;

type RetentionContext = Pick<AppContext, 'config' | 'db' | 'clock'>;

/**
 * From when a body's retention time counts: from when its message left `scheduled`, `queued` and `sending`,
 * and from now while it has not. Undefined where no message is left to say, or
 * several share the body, whose owner then has said so.
 */
export function ageOf({ message }: AgedBody, now: number): number | undefined {
  if (message === null) return undefined;
  const { status, dueAt, claimed, sentAt, updatedAt } = message;
  return dueAt !== null || claimed || isUnsent(status) ? now : (sentAt ?? updatedAt);
}

/**
 * Removes bodies whose retention time is over and takes back their uses of files; the messages stay. Looks
 * at about `limit` of them and returns how many it removed.
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
