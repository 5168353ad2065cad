import Database from 'better-sqlite3';
import { errorCodeOf } from '../../core/error-code.ts';

/** What the system says where a user may not do that, and the engine where it does not say which of its files it is. */
const KEPT_OUT = /^(?:EACCES|EPERM|EROFS|SQLITE_CANTOPEN.*|SQLITE_READONLY.*)$/;

/** Returns what an error of a database's files says, with what to look at where this user was not let at one. */
export function explainAccess(error: unknown, database: string): string {
  const reason = error instanceof Error ? error.message : String(error);
  const code = error instanceof Database.SqliteError ? error.code : errorCodeOf(error);
  if (!KEPT_OUT.test(code ?? '')) return reason;
  return `${reason}; see that this user may write ${database}, its folder, and what is beside it with .key, .lock, -wal or -shm after its name`;
}
