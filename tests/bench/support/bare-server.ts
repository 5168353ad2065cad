// The least that accepts a mail durably: one insert a request, or with GROUP=true one for all that came meanwhile.
import { randomUUID } from 'node:crypto';
import { serve } from '@hono/node-server';
import Database from 'better-sqlite3';
import { Hono } from 'hono';
import pg from 'pg';

type Row = readonly [id: string, body: string];
type Store = (rows: readonly Row[]) => Promise<void> | void;

function sqliteStore(file: string): Store {
  const database = new Database(file);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec('create table mails (id text primary key, body text not null)');
  const insert = database.prepare('insert into mails values (?, ?)');
  return database.transaction((rows: readonly Row[]) => {
    for (const row of rows) insert.run(...row);
  });
}

async function postgresStore(url: string): Promise<Store> {
  const pool = new pg.Pool({ connectionString: url, max: 20 });
  await pool.query('create table mails (id text primary key, body text not null)');
  return async (rows) => {
    const [ids, bodies] = [rows.map(([id]) => id), rows.map(([, body]) => body)];
    await pool.query({ name: 'insert', text: 'insert into mails select * from unnest($1::text[], $2::text[])', values: [ids, bodies] });
  };
}

/** Puts rows that come while others are being stored into one transaction. */
function grouped(store: Store): (row: Row) => Promise<void> {
  let waiting: { row: Row; resolve(): void }[] = [];
  let busy = false;
  async function work(): Promise<void> {
    busy = true;
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      await store(group.map(({ row }) => row));
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
const store = url.startsWith('sqlite:') ? sqliteStore(url.slice('sqlite:'.length)) : await postgresStore(url);
const keep = GROUP === 'true' ? grouped(store) : async (row: Row) => store([row]);

const app = new Hono();
app.post('/v1/email', async (c) => {
  const body = await c.req.json();
  const id = randomUUID();
  await keep([id, JSON.stringify(body)]);
  return c.json({ message_id: id, status: 'queued' }, 202);
});
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => console.log(`http://127.0.0.1:${port}`));
