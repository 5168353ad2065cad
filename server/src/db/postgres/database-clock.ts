import { type Kysely, sql } from 'kysely';
import { systemClock } from '../../core/clock.ts';
import type { DatabaseClock } from '../db.ts';
import type { OpenOptions } from '../open-options.ts';
import type { Schema } from '../schema.ts';

const MEASURE_MS = 30_000;
const SAMPLES = 3;
/** Milliseconds by which the system clock, used by logs and certificates, may differ before `onSkew` is called. */
export const TOLERATED_MS = 1000;

interface Sample {
  /** Milliseconds between question and answer; the time is uncertain by half of it. */
  readonly tookMs: number;
  /** Difference between the database's time and the monotonic time of this process. */
  readonly offset: number;
}

/** In a transaction, so that a pooler adds no delay between question and answer. */
function measure(db: Kysely<Schema>): Promise<Sample> {
  return db.transaction().execute(async (trx) => {
    const samples: Sample[] = [];
    while (samples.length < SAMPLES) {
      const asked = systemClock.monotonic();
      const { rows } = await sql<{ now: number }>`select extract(epoch from clock_timestamp()) * 1000 as now`.execute(trx);
      const tookMs = systemClock.monotonic() - asked;
      samples.push({ tookMs, offset: Number(rows[0]?.now) - asked - tookMs / 2 });
    }
    return samples.reduce((best, sample) => (sample.tookMs < best.tookMs ? sample : best));
  });
}

export interface MeasuredClock extends DatabaseClock {
  stop(): Promise<void>;
}

/** Starts a clock that follows the database's: measured now and twice a minute, and kept by monotonic time in between. */
export async function startDatabaseClock(db: Kysely<Schema>, onSkew: OpenOptions['onSkew']): Promise<MeasuredClock> {
  let { offset } = await measure(db);
  let latest = 0;
  let reported = 0;
  let measuring: Promise<void> | undefined;

  const skewMs = () => Math.round(systemClock.now() - systemClock.monotonic() - offset);

  function tell(): void {
    const skew = skewMs();
    if (Math.abs(skew - reported) <= TOLERATED_MS) return;
    reported = Math.abs(skew) > TOLERATED_MS ? skew : 0;
    if (reported !== 0) onSkew(reported);
  }

  async function adjust(): Promise<void> {
    const sample = await measure(db);
    // Small corrections never turn time back; resetting the clock of the database server does.
    if (sample.offset < offset - TOLERATED_MS) latest = 0;
    ({ offset } = sample);
    tell();
  }

  tell();
  const timer = setInterval(() => {
    // While the database is unavailable, the clock runs on by itself.
    measuring ??= adjust()
      .catch(() => undefined)
      .finally(() => {
        measuring = undefined;
      });
  }, MEASURE_MS);
  timer.unref();
  return {
    now: () => {
      latest = Math.max(latest, Math.floor(systemClock.monotonic() + offset));
      return latest;
    },
    skewMs,
    stop: async () => {
      clearInterval(timer);
      await measuring;
    },
  };
}
