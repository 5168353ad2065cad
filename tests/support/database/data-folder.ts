import { accessSync, chmodSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Several times what the databases of a test run need. */
const ROOM_BYTES = 4 * 1024 ** 3;
const RUN = /^posthorn-run-(\d+)-/;

/** True for a file system in memory that is large enough. */
function isRoomy(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return Math.min(bavail * bsize, freemem()) >= ROOM_BYTES;
  } catch {
    return false;
  }
}

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}

/** Folders of other users stay; they are in nobody's way. */
function removeOurs(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM'))) throw error;
  }
}

/** Removes the folders of test runs that were killed. */
function removeLeftOvers(place: string): void {
  for (const name of readdirSync(place)) {
    const pid = RUN.exec(name)?.[1];
    if (pid !== undefined && isGone(Number(pid))) removeOurs(join(place, name));
  }
}

/** Creates the folder of all databases of a test run, in memory if there is room; returns a function that removes it. */
export function openRunFolder(): () => void {
  const place = isRoomy() ? MEMORY : tmpdir();
  removeLeftOvers(place);
  const folder = mkdtempSync(join(place, `posthorn-run-${process.pid}-`));
  // PostgreSQL, which runs as nobody, stores its data in it.
  chmodSync(folder, 0o711);
  // Inherited by the processes of the tests, which are started later.
  process.env.POSTHORN_TEST_DATA = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Creates an empty folder for a database. */
export const makeDataFolder = (name: string): string => mkdtempSync(join(process.env.POSTHORN_TEST_DATA ?? tmpdir(), `posthorn-${name}-`));
