import pg from 'pg';
import { systemClock } from '../../core/clock.ts';

/** A statement without an answer for so long has the watch look whether the server answers anybody. */
const UNANSWERED_MS = 10_000;
const LOOK_MS = 1000;
/** What kept this process from hearing, and not the server from answering, is over by the second, also where it says at once that the server is not there. */
const LOOKS = 2;
const BETWEEN_LOOKS_MS = 1000;

/** Watches whether the server that statements are sent to answers at all, by the statements of some connections. */
export interface ServerWatch {
  /** Runs a statement, whose connection is given up where the server turns out to be silent; it throws then. */
  watch<T>(client: pg.PoolClient, run: () => Promise<T>): Promise<T>;
  /** Throws while the server is known to be silent. */
  assertAnswering(): void;
  stop(): Promise<void>;
}

interface Statement {
  readonly client: pg.PoolClient;
  readonly sentAt: number;
}

/** Starts a watch. `isAnswering` asks the server for a connection or more, and resolves within seconds with whether it said anything. */
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
    // A server that answers some is merely slow, even where it lets nobody else in.
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
