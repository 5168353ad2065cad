import type { TestServer } from '../server.ts';

interface GivenMail {
  readonly returnPaths?: readonly string[];
  readonly unsubscribes?: readonly string[];
  /** Why it could not be read; null for a mail that is yet to be read. */
  readonly unreadable?: string | null;
  /** When it is to be read, epoch milliseconds; never by default. */
  readonly dueAt?: number | null;
}

/** Adds a mail to the spool, without a source and without a tenant; by default one that could not be read. Returns its id. */
export async function layAside(
  { app: { db, newId, clock } }: Pick<TestServer, 'app'>,
  { returnPaths = [], unsubscribes = [], unreadable = 'x', dueAt = null }: GivenMail = {},
): Promise<string> {
  const at = clock.now();
  const id = newId('inb', at);
  const destinations = JSON.stringify({ returnPaths, unsubscribes, entries: [], postmasters: [] });
  await db.transact((trx) =>
    trx
      .insertInto('inbound_spool')
      .values({
        ...{ id, envelope_from: '', client_ip: null, helo: null, destinations, size: 1 },
        ...{ blob_owner: 'spool', blob_key: `spool/${id}`, received_at: at, attempts: 0, due_at: dueAt, unreadable },
      })
      .execute(),
  );
  return id;
}
