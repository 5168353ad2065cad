import type { AppContext } from '../app-context.ts';
import { createLogThrottle } from '../core/errors/log-throttle.ts';
import { findNextDue } from '../db/next-due.ts';
import type { Queue } from '../queue/queue.ts';
import type { Backlog } from './backlog.ts';
import { findTroubles, type Trouble } from './find-troubles.ts';
import type { ProviderState, ProviderWatch } from './provider-state.ts';
import { readBacklog } from './read-backlog.ts';
import { type Reputation, readReputation } from './read-reputation.ts';
import { createSnapshot, type Snapshot } from './snapshot.ts';

/** Reads the state that every operator interface shows: the backlog, how mail is received, and the provider. */
export interface Watch {
  readonly backlog: Snapshot<Backlog>;
  readonly reputation: Snapshot<Reputation[]>;
  /** Returns the state of the provider; null where this process delivers nothing. */
  provider(): Promise<ProviderState | null>;
  /** Logs what stands still, and returns the number of troubles found. */
  speak(): Promise<number>;
}

export interface WatchParts {
  readonly app: AppContext;
  readonly queue: Pick<Queue, 'depths'>;
  readonly provider: ProviderWatch;
}

/** Tables whose open rows are due at some time. */
const OPEN = ['messages', 'webhook_deliveries', 'inbound_spool'] as const;
const BACKLOG = { freshMs: 5000, patienceMs: 2000, staleMs: 60_000 };
/** It changes slowly, and takes longer to read. */
const REPUTATION = { freshMs: 60_000, patienceMs: 2000, staleMs: 600_000 };

/** Creates the watch of one process. The backlog counts as current for 5 s, how mail is received for a minute. */
export function createWatch({ app, queue, provider }: WatchParts): Watch {
  const { db, config, log } = app;
  const { throttled } = createLogThrottle();
  const onFault = (err: unknown) => throttled('fault', () => log.warn({ err }, 'what waits cannot be looked up'));
  // Mail from after the clock was set back is dated behind the last from before, as a burst is, and hides that.
  let latest = 0;
  const read = () => {
    latest = Math.max(latest, db.clock.now());
    return readBacklog({ app, queue, latest });
  };
  const backlog = createSnapshot(read, { ...BACKLOG, onFault });
  const reputation = createSnapshot(() => readReputation(app), { ...REPUTATION, onFault });
  const stateOfProvider = async () => (config.ROLE === 'api' ? null : provider.state());
  async function isAnythingOpen(): Promise<boolean> {
    const due = await Promise.all(OPEN.map((table) => findNextDue(db.read, table)));
    return due.some((at) => at !== null);
  }

  const tell = ({ subject, detail, mend }: Trouble) => log.warn({ subject, detail, mend }, 'something stands still');

  return {
    backlog,
    reputation,
    provider: stateOfProvider,
    async speak() {
      latest = Math.max(latest, db.clock.now());
      // Cheap where nothing waits, which is most of the time.
      if (provider.lastKnown().fault === null && !(await isAnythingOpen())) return 0;
      const found = await backlog.get();
      const troubles = found === undefined ? [] : findTroubles(found, await stateOfProvider());
      for (const trouble of troubles) tell(trouble);
      return troubles.length;
    },
  };
}
