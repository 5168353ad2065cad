import { chownSync, closeSync, existsSync, openSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';

export const isBusy = (error: unknown) => error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');

/**
 * Creates a file that only its owner may read and write, as are those that the engine creates beside it. An existing file keeps its mode.
 */
export const createFile = (file: string) => closeSync(openSync(file, 'a', 0o600));

/** As the engine does with its own files: one created by root belongs to the owner of the directory, who will serve it later. */
function createBeside(file: string, made: string): void {
  createFile(made);
  const owner = process.geteuid?.() === 0 ? statSync(file, { throwIfNoEntry: false }) : undefined;
  if (owner !== undefined) chownSync(made, owner.uid, owner.gid);
}

function begin(lock: Database.Database): boolean {
  try {
    lock.exec('begin exclusive');
    return true;
  } catch (error) {
    lock.close();
    if (isBusy(error)) return false;
    throw error;
  }
}

const lockOf = (file: string) => `${file}.lock`;

/**
 * Takes the lock that a process holds while it serves a file; the system frees it however the process ends. Returns undefined if another
 * process holds it. Throws if it cannot be locked.
 */
export function takeFileLock(file: string): { release(): void } | undefined {
  const path = lockOf(file);
  if (!existsSync(path)) createBeside(file, path);
  const lock = new Database(path, { timeout: 0 });
  if (!begin(lock)) return undefined;
  try {
    // Throws for a file that we may not write: the engine would open it for reading, and take no lock. Closed after the database, since
    // closing any descriptor of a file releases all locks of the process on it.
    let descriptor: number | undefined = openSync(path, 'r+');
    return {
      release() {
        lock.close();
        // Only once: the descriptor number may be that of another file afterwards.
        if (descriptor !== undefined) closeSync(descriptor);
        descriptor = undefined;
      },
    };
  } catch (error) {
    lock.close();
    throw error;
  }
}

/** Returns whether a process serves a file, or did until the file was removed under it. Creates nothing. Throws if it cannot be found out. */
export function isServed(file: string): boolean {
  if (!existsSync(lockOf(file))) return false;
  const lock = takeFileLock(file);
  lock?.release();
  return lock === undefined;
}
