import Database from 'better-sqlite3';
import pg from 'pg';

export type BareRow = readonly [id: string, body: string];

/** A table of two columns, and as little as there can be between it and the rows. */
export interface BareStore {
  /** Stores rows durably, by one commit. */
  insert(rows: readonly BareRow[]): Promise<void> | void;
  close(): Promise<void> | void;
}

const TABLE = 'create table mails (id text primary key, body text not null)';

function openSqlite(file: string): BareStore {
  const database = new Database(file);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec(TABLE);
  const statement = database.prepare('insert into mails values (?, ?)');
  const insert = database.transaction((rows: readonly BareRow[]) => {
    for (const row of rows) statement.run(...row);
  });
  return { insert, close: () => void database.close() };
}

async function openPostgres(url: string): Promise<BareStore> {
  const pool = new pg.Pool({ connectionString: url, max: 20 });
  await pool.query(TABLE);
  return {
    async insert(rows) {
      const [ids, bodies] = [rows.map(([id]) => id), rows.map(([, body]) => body)];
      await pool.query({ name: 'insert', text: 'insert into mails select * from unnest($1::text[], $2::text[])', values: [ids, bodies] });
    },
    close: () => pool.end(),
  };
}

/** Opens an empty database, `sqlite:…` or `postgres://…`, and makes its table. */
export const openBareStore = async (url: string): Promise<BareStore> =>
  url.startsWith('sqlite:') ? openSqlite(url.slice('sqlite:'.length)) : openPostgres(url);
