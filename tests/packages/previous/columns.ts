import Database from 'better-sqlite3';
import pg from 'pg';
import type { Engine } from '../../support/engines.ts';

interface Column {
  readonly type: string;
  /** Whether an insert that does not name it is refused. */
  readonly isRequired: boolean;
}

/** Columns by table. */
export type Columns = Readonly<Record<string, Readonly<Record<string, Column>>>>;

interface Row extends Column {
  readonly table: string;
  readonly column: string;
}

function readSqlite(file: string): Row[] {
  const database = new Database(file, { readonly: true });
  const rows = database
    .prepare(
      `select t.name as "table", c.name as "column", c.type, c."notnull" = 1 and c.dflt_value is null and c.pk = 0 as required
       from sqlite_schema t, pragma_table_info(t.name) c where t.type = 'table'`,
    )
    .all() as { table: string; column: string; type: string; required: number }[];
  database.close();
  return rows.map(({ required, ...row }) => ({ ...row, isRequired: required === 1 }));
}

async function readPostgres(url: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Row>(`
    select table_name as "table", column_name as "column", data_type as type,
      is_nullable = 'NO' and column_default is null and is_identity = 'NO' and is_generated = 'NEVER' as "isRequired"
    from information_schema.columns where table_schema = 'public'`);
  await client.end();
  return rows;
}

/** Returns the columns of every table of ours. */
export async function readColumns(engine: Engine['name'], url: string): Promise<Columns> {
  const rows = engine === 'sqlite' ? readSqlite(url.replace(/^sqlite:/, '')) : await readPostgres(url);
  const tables: Record<string, Record<string, Column>> = {};
  for (const { table, column, type, isRequired } of rows) {
    tables[table] ??= {};
    Object.assign(tables[table], { [column]: { type, isRequired } });
  }
  return tables;
}
