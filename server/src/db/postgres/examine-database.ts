import { type Kysely, sql } from 'kysely';
import type { DatabaseTraits } from '../engine.ts';
import type { Schema } from '../schema.ts';

/** What a database lets its user do. */
export interface DatabaseRights extends DatabaseTraits {
  /** Whether the tables that are there can be changed. */
  readonly ownsTables: boolean;
}

/** Returns what can be done with a database, without changing it. */
export async function examineDatabase(db: Kysely<Schema>): Promise<DatabaseRights> {
  const { rows } = await sql<DatabaseRights>`
    select current_user as "user", current_setting('server_encoding') as encoding,
      current_setting('transaction_read_only')::boolean as "isReadOnly",
      coalesce(has_schema_privilege(current_schema(), 'create'), false)
        and (to_regnamespace('pgboss') is not null or has_database_privilege(current_database(), 'create')) as "mayMake",
      not exists (select 1 from pg_class
        where relnamespace = quote_ident(current_schema())::regnamespace and relkind in ('r', 'p') and not pg_has_role(relowner, 'usage')) as "ownsTables"`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('a database said nothing of itself');
  return row;
}
