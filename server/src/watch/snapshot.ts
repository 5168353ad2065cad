import pTimeout from 'p-timeout';
import { systemClock } from '../core/clock.ts';

export interface SnapshotOptions {
  /** How long it stands for the present. */
  readonly freshMs: number;
  /** How long somebody waits for a new one; meanwhile the last one is given. */
  readonly patienceMs: number;
  /** How old the last one may be. */
  readonly staleMs: number;
  onFault(error: unknown): void;
}

/** Something that is read now and then, however many ask for it. */
export interface Snapshot<T> {
  /** The last reading if it is fresh, else a new one; undefined where neither can be had. */
  get(): Promise<T | undefined>;
  /** A reading that begins now; rejects where there is none. */
  renew(): Promise<T>;
}

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
