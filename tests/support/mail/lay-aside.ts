import type { TestServer } from '../server.ts';

/** Adds a report to those that could not be read, without a source. */
export async function layAside({ app: { db, newId } }: Pick<TestServer, 'app'>, unreadable: string): Promise<void> {
  const at = Date.now();
  const id = newId('inb', at);
  const destinations = JSON.stringify({ returnPaths: [], unsubscribes: [], entries: [], postmasters: [] });
  await db.transact((trx) =>
    trx
      .insertInto('inbound_spool')
      .values({
        ...{ id, envelope_from: '', client_ip: null, helo: null, destinations, size: 1 },
        ...{ blob_owner: 'spool', blob_key: id, received_at: at, attempts: 0, due_at: null, unreadable },
      })
      .execute(),
  );
}
