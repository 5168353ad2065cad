import { chownSync, closeSync, existsSync, openSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';

export const isBusy = (error: unknown) => error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');

/** Creates a file that only its owner may read and write, as are those that the engine makes beside it. One that exists keeps its mode. */
export const createFile = (file: string) => closeSync(openSync(file, 'a', 0o600));

/** As the engine does with what it makes beside a file: what root makes is its owner's, who is to serve it afterwards. */
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

/**
 * Takes the lock that a process holds while it serves a file; the system frees it however the process ends. Returns undefined where
 * another process holds it. Throws where it cannot be held.
 */
export function takeFileLock(file: string): { release(): void } | undefined {
  const path = `${file}.lock`;
  if (!existsSync(path)) createBeside(file, path);
  const lock = new Database(path, { timeout: 0 });
  if (!begin(lock)) return undefined;
  try {
    // What may not be written the engine opens to read, and takes no lock on. Closed after it: with any descriptor of a file all locks of
    // the process on it go.
    let descriptor: number | undefined = openSync(path, 'r+');
    return {
      release() {
        lock.close();
        // Once: the number may be that of another file afterwards.
        if (descriptor !== undefined) closeSync(descriptor);
        descriptor = undefined;
      },
    };
  } catch (error) {
    lock.close();
    throw error;
  }
}
