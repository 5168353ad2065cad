import pg from 'pg';
import { type AttachableClock, TestClock } from 'pg-boss';
import type { QueueTime } from '../../../server/src/queue/time.ts';

/** An hour ahead, since the sessions that enqueue use the server's own time. */
const AHEAD_MS = 3_600_000;

interface InstanceTime {
  readonly time: QueueTime;
  readonly bossClock: AttachableClock;
  /** Stops its timers, like those of a dead or hanging process; time goes on. */
  hang(): void;
}

/** A time that only the test moves, for processes and for pg-boss in the database. */
export interface HandClock {
  now(): number;
  /** Moves time and runs the timers that are due. */
  tick(ms: number): Promise<void>;
  /** Moves time without running timers. */
  jump(ms: number): Promise<void>;
  forInstance(): InstanceTime;
  /** Makes pg-boss in this database use it. */
  attach(url: string): Promise<void>;
  close(): Promise<void>;
}

export function createHandClock(): HandClock {
  const clock = new TestClock(Date.now() + AHEAD_MS);
  const idles = new Set<() => Promise<boolean>>();
  let session: pg.Client | undefined;

  // Not through the instances' own connections: the clock has to outlive each of them.
  const attachInstance: AttachableClock['attach'] = async ({ idle }) => {
    if (idle !== undefined) idles.add(idle);
    return {
      [Symbol.asyncDispose]: async () => {
        if (idle !== undefined) idles.delete(idle);
      },
    };
  };

  function forInstance(): InstanceTime {
    let hanging = false;
    const guarded = (run: () => void) => () => (hanging ? undefined : run());
    return {
      time: {
        now: () => clock.now(),
        monotonic: () => clock.now(),
        after: (ms, run) => {
          const timer = clock.setTimeout(guarded(run), ms);
          return () => clock.clearTimeout(timer);
        },
      },
      bossClock: {
        now: () => clock.now(),
        setTimeout: (run, ms) => clock.setTimeout(guarded(run), ms),
        clearTimeout: (timer) => clock.clearTimeout(timer),
        setInterval: (run, ms) => clock.setInterval(guarded(run), ms),
        clearInterval: (timer) => clock.clearInterval(timer),
        attach: attachInstance,
      },
      hang: () => {
        hanging = true;
      },
    };
  }

  return {
    now: () => clock.now(),
    tick: (ms) => clock.tick(ms),
    jump: (ms) => clock.setTime(clock.now() + ms),
    forInstance,
    attach: async (url) => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      session = client;
      await clock.attach({
        db: { executeSql: (text, values) => client.query(text, values) },
        schema: 'pgboss',
        idle: async () => (await Promise.all([...idles].map((idle) => idle()))).includes(true),
      });
    },
    close: async () => {
      await session?.end();
    },
  };
}
