import type { AppContext } from '../../app-context.ts';
import type { BlobContent, Blobs } from '../../blobs/blobs.ts';
import { DAY_MS } from '../../core/durations.ts';
import { insertSpooled, isSpooled } from './spool-store.ts';
import type { Destinations, Envelope, SpooledMail } from './spooled-mail.ts';

export interface SpoolParts {
  readonly app: AppContext;
  readonly blobs: Blobs;
}

export interface MailToSpool extends Envelope {
  readonly destinations: Destinations;
  readonly content: BlobContent;
}

/** The owner of sources that belong to no single tenant. */
export const SHARED = 'spool';
/** How long a source stays that no mail, or no log, came to name. */
export const UNNAMED_MS = DAY_MS;
/** Who has taken a mail reads it within this time, or others do. */
export const LEASE_MS = 60_000;

/** A mail that goes to one tenant alone has its place from the start. */
function placeOf({ entries, returnPaths, unsubscribes, postmasters }: Destinations, id: string) {
  const [entry] = entries;
  if (entry === undefined || entries.length + returnPaths.length + unsubscribes.length + postmasters.length > 1)
    return { tenantId: SHARED, key: `${SHARED}/${id}` };
  return { tenantId: entry.tenantId, key: `${entry.tenantId}/${entry.id}/raw` };
}

/** Stores a mail as it comes; it is durable once this resolves, and found again until it is read. */
export async function writeToSpool({ app, blobs }: SpoolParts, { content, ...mail }: MailToSpool): Promise<SpooledMail> {
  const { db, clock, newId } = app;
  const now = clock.now();
  const id = newId('inb', now);
  const source = placeOf(mail.destinations, id);
  const size = await blobs.put({ ...source, content, expiresAt: now + UNNAMED_MS });
  const spooled = { ...mail, id, source, size, receivedAt: now, attempts: 0 };
  await db
    .transact((trx) => insertSpooled(trx, spooled, clock.now() + LEASE_MS))
    .catch(async (error: unknown) => {
      // Its commit may have come through and its answer not: whoever hands the mail over again would have it twice.
      if (!(await isSpooled(db.write, id))) throw error;
    });
  return spooled;
}
