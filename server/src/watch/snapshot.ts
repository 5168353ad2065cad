import pTimeout from 'p-timeout';
import { systemClock } from '../core/clock.ts';

/** How old a reading may be, and how long to wait for one. */
export interface SnapshotOptions {
  /** Milliseconds for which a reading counts as current. */
  readonly freshMs: number;
  /** Milliseconds to wait for a new reading; the last one is returned then. */
  readonly patienceMs: number;
  /** Age in milliseconds up to which the last reading is returned instead of a new one. */
  readonly staleMs: number;
  /** Called with the error of a reading that failed. */
  onFault(error: unknown): void;
}

/** A value that is read now and then, however many ask for it. */
export interface Snapshot<T> {
  /** Returns the last reading if it is current, else a new one, else the last one if it is not too old; undefined where there is none. */
  get(): Promise<T | undefined>;
  /** Returns a reading that begins now; rejects where it fails. */
  renew(): Promise<T>;
}

/** Creates a snapshot of what `read` returns. Those who ask at once share a reading. */
export function createSnapshot<T>(read: () => Promise<T>, { freshMs, patienceMs, staleMs, onFault }: SnapshotOptions): Snapshot<T> {
  let last: { readonly value: T; readonly at: number } | undefined;
  let underWay: Promise<T> | undefined;

  const within = (ms: number) => (last !== undefined && systemClock.monotonic() - last.at < ms ? last : undefined);

  async function take(): Promise<T> {
    const at = systemClock.monotonic();
    const value = await read();
    if (last === undefined || last.at < at) last = { value, at };
    return value;
  }

  function share(): Promise<T> {
    underWay ??= take().finally(() => {
      underWay = undefined;
    });
    return underWay;
  }

  return {
    renew: take,
    async get() {
      const fresh = within(freshMs);
      if (fresh !== undefined) return fresh.value;
      const reading = share().catch((error: unknown) => {
        onFault(error);
        return undefined;
      });
      const read = await pTimeout(reading, { milliseconds: patienceMs, fallback: () => undefined });
      return read ?? within(staleMs)?.value;
    },
  };
}
