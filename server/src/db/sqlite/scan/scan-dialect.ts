import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { ScanTask, ScanThread } from './scan-thread.ts';

const noTransaction = () => Promise.reject(new Error('a scan is a single read'));

function createDriver(thread: ScanThread, owner: string): Driver {
  const connection: DatabaseConnection = {
    executeQuery: async <R>({ sql, parameters }: ScanTask): Promise<QueryResult<R>> => {
      const rows = await thread.run({ sql, parameters }, owner);
      // Safe because rows have the columns that the statement selects.
      return { rows: rows as R[] };
    },
    streamQuery: () => {
      throw new Error('a scan is read at once');
    },
  };
  return {
    init: async () => undefined,
    acquireConnection: async () => connection,
    beginTransaction: noTransaction,
    commitTransaction: noTransaction,
    rollbackTransaction: noTransaction,
    releaseConnection: async () => undefined,
    destroy: async () => undefined,
  };
}

/** Returns a dialect whose statements run in the scan thread, in the owner's turn. */
export const scanDialect = (thread: ScanThread, owner: string): Dialect => ({
  createDriver: () => createDriver(thread, owner),
  createAdapter: () => new SqliteAdapter(),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});
