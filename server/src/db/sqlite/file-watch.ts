import { dirname } from 'node:path';
import { systemClock } from '../../core/clock.ts';
import { findDiskSpace } from '../../core/incoming/disk-space.ts';
import { Unavailable } from '../../core/unavailable.ts';
import type { FileFault } from '../db.ts';
import { codeOf } from '../statement-text.ts';

const DAMAGED = /^SQLITE_(?:CORRUPT|NOTADB)(?:_|$)/;
const FULL = /^SQLITE_(?:FULL|IOERR_SHMSIZE)$/;
/** Said only where a write has waited for as long as writes do: a lock of a moment is no fault. */
const LOCKED = /^SQLITE_BUSY$/;
/** Gravity of faults, the gravest of which is told. */
const GRAVITY: Readonly<Record<FileFault, number>> = { locked: 1, full: 2, damaged: 3 };
/** Bytes of a disk that is as good as full: what a large mail takes would not fit. */
const LEAST_FREE = 4 * 1024 * 1024;
/** Whoever asks needs no token: what could not be written is tried at most so often. */
const TRY_MS = 1000;

/** What the engine has said of its file, and whether that is still so. */
export interface FileWatch {
  /** Is told of all errors of the engine. */
  note(error: unknown): void;
  /**
   * Returns what is wrong with the file. What was full or locked is tried again, at most once a second, a lock without waiting for it; what
   * is damaged stays so until the file is opened anew.
   */
  fault(): Promise<FileFault | undefined>;
}

export interface FileWatchOptions {
  readonly file: string;
  /** Writes something into the file; rejects where that cannot be done. */
  readonly tryWrite: () => Promise<void>;
  /** Called when a fault is found, with the error, and with null when it is gone. */
  readonly onFault: (fault: FileFault | null, error: unknown) => void;
  readonly findSpace?: typeof findDiskSpace;
}

export const isDamage = (error: unknown): boolean => DAMAGED.test(codeOf(error));
export const isFull = (error: unknown): boolean => FULL.test(codeOf(error));

const isLocked = (error: unknown) => LOCKED.test(codeOf(error instanceof Unavailable ? error.cause : error));

/** Watches what a SQLite file suffers. */
export function createFileWatch({ file, tryWrite, onFault, findSpace = findDiskSpace }: FileWatchOptions): FileWatch {
  let known: FileFault | undefined;
  let [looking, tried]: [Promise<void> | undefined, number] = [undefined, Number.NEGATIVE_INFINITY];

  function put(fault: FileFault | undefined, error: unknown): void {
    known = fault;
    onFault(fault ?? null, error);
  }

  function set(fault: FileFault | undefined, error: unknown): void {
    if (known === fault || known === 'damaged' || (fault !== undefined && known !== undefined && GRAVITY[fault] < GRAVITY[known])) return;
    put(fault, error);
  }

  async function hasRoom(): Promise<boolean> {
    const { size, free } = await findSpace(dirname(file));
    return size === 0 || free >= LEAST_FREE;
  }

  /** Looked at anew whenever it is asked for: nobody may have tried to write since. */
  async function look(): Promise<void> {
    if (!(await hasRoom())) return set('full', undefined);
    if (known === undefined || known === 'damaged' || systemClock.monotonic() < tried + TRY_MS) return;
    tried = systemClock.monotonic();
    try {
      await tryWrite();
      set(undefined, undefined);
    } catch (error) {
      // There is room, as far as anybody can tell who is kept from writing.
      if (known === 'full' && isLocked(error)) put('locked', error);
    }
  }

  return {
    note(error) {
      if (isDamage(error)) set('damaged', error);
      else if (isFull(error)) set('full', error);
      else if (LOCKED.test(codeOf(error))) set('locked', error);
    },
    async fault() {
      // Who cannot be asked, or cannot write for another reason, says nothing of it.
      looking ??= look()
        .catch(() => undefined)
        .finally(() => {
          looking = undefined;
        });
      if (known === undefined || known === 'full') await looking;
      return known;
    },
  };
}
