import { systemClock } from '../../core/clock.ts';
import { Unavailable } from '../../core/errors/unavailable.ts';
import { codeOf } from '../statement-text.ts';

const DISK_FULL = '53100';
/** Callers need no token, so it is tried at most this often. */
const TRY_MS = 1000;

/** Whether the server has room for what is written, by the errors of its statements. */
export interface DiskWatch {
  /** Called with every error of a statement. */
  note(error: unknown): void;
  /** Returns whether the disk is full; once it was, that is tried again, as nobody may have written since. */
  isFull(): Promise<boolean>;
}

const saysFull = (error: unknown) => codeOf(error instanceof Unavailable ? error.cause : error) === DISK_FULL;

/** Starts with a disk that has room. `tryWrite`: takes room and gives it back; rejects where there is none. */
export function createDiskWatch(tryWrite: () => Promise<unknown>): DiskWatch {
  let [isFull, triedAt] = [false, Number.NEGATIVE_INFINITY];
  return {
    note(error) {
      if (saysFull(error)) isFull = true;
    },
    async isFull() {
      if (!isFull || systemClock.monotonic() < triedAt + TRY_MS) return isFull;
      triedAt = systemClock.monotonic();
      isFull = await tryWrite().then(() => false, saysFull);
      return isFull;
    },
  };
}
