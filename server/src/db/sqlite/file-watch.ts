import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemClock } from '../../core/clock.ts';
import { Unavailable } from '../../core/errors/unavailable.ts';
import { findDiskSpace } from '../../core/incoming/disk-space.ts';
import type { FileFault } from '../db.ts';
import { codeOf } from '../statement-text.ts';

const DAMAGED = /^SQLITE_(?:CORRUPT|NOTADB)(?:_|$)/;
const FULL = /^SQLITE_(?:FULL|IOERR_SHMSIZE)$/;
/** Reported only after a write has waited its full time: a momentary lock is no fault. */
const LOCKED = /^SQLITE_BUSY$/;
/** Severity of faults, of which the most severe is reported. */
const GRAVITY: Readonly<Record<FileFault, number>> = { locked: 1, full: 2, missing: 3, damaged: 4 };
/** Free bytes of a disk that is effectively full: a large mail would not fit. */
const LEAST_FREE = 4 * 1024 * 1024;
/** Callers need no token, so a failed write is retried at most this often. */
const TRY_MS = 1000;

/** Errors of the engine about its file, and whether they still hold. */
export interface FileWatch {
  /** Called with every error of the engine. */
  note(error: unknown): void;
  /**
   * Throws Unavailable once another file, or none, is where this one was: it can still be written, and all of that would be gone with the
   * process.
   */
  checkPlace(): void;
  /**
   * Returns what is wrong with the file. Missing ends once the file is back; full or locked is tried again, at most once a second, without
   * waiting for a lock; damaged stays so until the file is opened again.
   */
  fault(): Promise<FileFault | undefined>;
}

export interface FileWatchOptions {
  readonly file: string;
  /** Writes something to the file; rejects if that fails. */
  readonly tryWrite: () => Promise<void>;
  /** Called with the error when a fault is found, and with null when it is over. */
  readonly onFault: (fault: FileFault | null, error: unknown) => void;
  readonly findSpace?: typeof findDiskSpace;
}

export const isDamage = (error: unknown): boolean => DAMAGED.test(codeOf(error));
export const isFull = (error: unknown): boolean => FULL.test(codeOf(error));

const isLocked = (error: unknown) => LOCKED.test(codeOf(error instanceof Unavailable ? error.cause : error));

function findInode(file: string): bigint | undefined {
  try {
    return statSync(file, { bigint: true }).ino;
  } catch {
    return undefined;
  }
}

/** Watches the faults of a SQLite file, which exists. */
export function createFileWatch({ file, tryWrite, onFault, findSpace = findDiskSpace }: FileWatchOptions): FileWatch {
  let known: FileFault | undefined;
  const own = findInode(file);
  let [looking, tried]: [Promise<void> | undefined, number] = [undefined, Number.NEGATIVE_INFINITY];

  function put(fault: FileFault | undefined, error: unknown): void {
    known = fault;
    onFault(fault ?? null, error);
  }

  function set(fault: FileFault | undefined, error: unknown): void {
    if (known === fault || known === 'damaged' || (fault !== undefined && known !== undefined && GRAVITY[fault] < GRAVITY[known])) return;
    put(fault, error);
  }

  const isInPlace = () => findInode(file) === own;

  async function hasRoom(): Promise<boolean> {
    const { size, free } = await findSpace(dirname(file));
    return size === 0 || free >= LEAST_FREE;
  }

  /** Checked again whenever it is asked for: nobody may have tried to write since. */
  async function look(): Promise<void> {
    if (!isInPlace()) return set('missing', undefined);
    if (known === 'missing') put(undefined, undefined);
    if (!(await hasRoom())) return set('full', undefined);
    if (known === undefined || known === 'damaged' || systemClock.monotonic() < tried + TRY_MS) return;
    tried = systemClock.monotonic();
    try {
      await tryWrite();
      set(undefined, undefined);
    } catch (error) {
      // There is room, as far as a user without write access can tell.
      if (known === 'full' && isLocked(error)) put('locked', error);
    }
  }

  return {
    note(error) {
      if (isDamage(error)) set('damaged', error);
      else if (isFull(error)) set('full', error);
      else if (LOCKED.test(codeOf(error))) set('locked', error);
    },
    checkPlace() {
      if (isInPlace()) return;
      const error = new Unavailable(new Error(`${file} was removed or replaced while it was served; put it back, or restart`));
      set('missing', error);
      throw error;
    },
    async fault() {
      // A disk that cannot be queried, or not be written for another reason, tells nothing.
      looking ??= look()
        .catch(() => undefined)
        .finally(() => {
          looking = undefined;
        });
      if (known !== 'locked' && known !== 'damaged') await looking;
      return known;
    },
  };
}
