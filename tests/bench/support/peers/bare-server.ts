// The least that accepts a mail durably: one insert a request, or with GROUP=true one for all that came meanwhile.
import { randomUUID } from 'node:crypto';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { type BareRow, type BareStore, openBareStore } from './bare-store.ts';

/** Puts rows that come while others are being stored into one transaction. */
function grouped({ insert }: BareStore): (row: BareRow) => Promise<void> {
  let waiting: { row: BareRow; resolve(): void }[] = [];
  let busy = false;
  async function work(): Promise<void> {
    busy = true;
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      await insert(group.map(({ row }) => row));
      for (const { resolve } of group) resolve();
      await new Promise(setImmediate);
    }
    busy = false;
  }
  return (row) =>
    new Promise((resolve) => {
      waiting.push({ row, resolve });
      if (!busy) setImmediate(work);
      busy = true;
    });
}

const { DATABASE_URL: url = '', GROUP } = process.env;
const store = await openBareStore(url);
const keep = GROUP === 'true' ? grouped(store) : async (row: BareRow) => store.insert([row]);

const app = new Hono();
app.post('/v1/email', async (c) => {
  const body = await c.req.json();
  const id = randomUUID();
  await keep([id, JSON.stringify(body)]);
  return c.json({ message_id: id, status: 'queued' }, 202);
});
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => console.log(`http://127.0.0.1:${port}`));
