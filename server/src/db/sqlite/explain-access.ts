import Database from 'better-sqlite3';
import { errorCodeOf } from '../../core/errors/error-code.ts';

/** Codes of missing permissions, and of an engine error that does not say which of its files is concerned. */
const KEPT_OUT = /^(?:EACCES|EPERM|EROFS|SQLITE_CANTOPEN.*|SQLITE_READONLY.*)$/;

/** Returns the message of an error with a database's files, with what to check if this user may not access one. */
export function explainAccess(error: unknown, database: string): string {
  const reason = error instanceof Error ? error.message : String(error);
  const code = error instanceof Database.SqliteError ? error.code : errorCodeOf(error);
  if (!KEPT_OUT.test(code ?? '')) return reason;
  return `${reason}; see that this user may write ${database}, its folder, and what is beside it with .key, .lock, -wal or -shm after its name`;
}
