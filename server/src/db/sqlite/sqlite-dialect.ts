import { SqliteAdapter, SqliteDialect } from 'kysely';

/** Kysely's own adapter does not declare that DDL is transactional in SQLite. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Kysely's dialect for SQLite, in which migrations run in one transaction: completely, or not at all. */
export class TransactionalSqliteDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}
