import pg from 'pg';
import { systemClock } from '../../core/clock.ts';

/** After so long without a result, the watch checks whether the server answers anybody. */
const UNANSWERED_MS = 10_000;
const LOOK_MS = 1000;
/** A second look, in case this process was blocked rather than the server, or the server refuses connections only for a moment. */
const LOOKS = 2;
const BETWEEN_LOOKS_MS = 1000;

/** Watches whether the server answers at all, by the statements of some connections. */
export interface ServerWatch {
  /** Runs a statement; if the server turns out to be silent, discards its connection and throws. */
  watch<T>(client: pg.PoolClient, run: () => Promise<T>): Promise<T>;
  /** Throws while the server is known to be silent. */
  assertAnswering(): void;
  stop(): Promise<void>;
}

interface Statement {
  readonly client: pg.PoolClient;
  readonly sentAt: number;
}

/** Starts a watch. `isAnswering` tries to connect to the server and resolves within seconds with whether it answered. */
export function startServerWatch(isAnswering: () => Promise<boolean>): ServerWatch {
  /** In the order in which they were sent. */
  const unanswered = new Set<Statement>();
  let answeredAt = 0;
  let isSilent = false;
  let looking: Promise<void> | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let isStopped = false;
  const stopped = Promise.withResolvers<void>();

  const hear = () => {
    answeredAt = systemClock.monotonic();
  };

  async function isReached(): Promise<boolean> {
    const begunAt = systemClock.monotonic();
    // A server that answers some statements is merely slow, even if it accepts no new connection.
    for (let look = 1; look <= LOOKS; look += 1) {
      if (look > 1) await Promise.race([stopped.promise, new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS_MS).unref())]);
      if (isStopped || (await isAnswering()) || answeredAt >= begunAt) return true;
    }
    return false;
  }

  async function look(): Promise<void> {
    isSilent = !(await isReached());
    lookedAt = systemClock.monotonic();
    if (isSilent) for (const { client } of unanswered) client.connection.stream.destroy();
  }

  const timer = setInterval(() => {
    const [oldest] = unanswered;
    const isDue = isSilent || (oldest !== undefined && systemClock.monotonic() >= Math.max(oldest.sentAt, lookedAt) + UNANSWERED_MS);
    if (!isDue) return;
    looking ??= look().finally(() => {
      looking = undefined;
    });
  }, LOOK_MS);
  timer.unref();

  return {
    async watch(client, run) {
      const statement = { client, sentAt: systemClock.monotonic() };
      unanswered.add(statement);
      try {
        const answer = await run();
        hear();
        return answer;
      } catch (error) {
        if (error instanceof pg.DatabaseError) hear();
        throw error;
      } finally {
        unanswered.delete(statement);
      }
    },
    assertAnswering() {
      if (isSilent) throw new Error('Connection terminated: the server does not answer');
    },
    async stop() {
      clearInterval(timer);
      isStopped = true;
      stopped.resolve();
      await looking;
    },
  };
}
