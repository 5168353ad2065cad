import { SqliteAdapter, SqliteDialect } from 'kysely';

/** Kysely's own leaves out that tables are made and changed in transactions as rows are. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Kysely's dialect for SQLite, by which migrations run in one transaction: wholly, or not at all. */
export class TransactionalSqliteDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}
