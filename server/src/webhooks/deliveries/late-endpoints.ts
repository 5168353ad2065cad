import { systemClock } from '../../core/clock.ts';
import { HOUR_MS, MINUTE_MS } from '../../core/durations.ts';

/** Mean milliseconds of answers from which an endpoint is slow: as many jobs as there are places keep a process busy anyhow if they are shorter. */
const SLOW_MS = 500;
/** How much the last answer counts in the mean: one that took two seconds makes an endpoint slow. */
const WEIGHT = 1 / 4;
/** Milliseconds after which half of the jobs of an endpoint are forgotten. */
const HALF_LIFE_MS = MINUTE_MS;
/** The recent late jobs of an endpoint up to which its next one comes before those of others. */
const FEW = 8;
/** The priority of jobs that are not late. */
export const PROMPT = 0;
/** The highest priority of late jobs. */
export const FIRST_LATE = -1;
/** Milliseconds after which an endpoint is forgotten. */
const FORGOTTEN_MS = HOUR_MS;

/** Which endpoints answer slowly, and how many jobs of each have come late, as far as this process has seen. */
export interface LateEndpoints {
  /** Counts an answer, by the milliseconds that it took. */
  answered(webhookId: string, tookMs: number): void;
  isSlow(webhookId: string): boolean;
  /** Returns how many are slow. */
  countSlow(): number;
  /** Counts a job that comes late. Returns its priority, which falls with each doubling of those that its endpoint had lately. */
  nextPriority(webhookId: string): number;
}

interface Endpoint {
  readonly meanMs: number;
  /** Late jobs, of which older ones count less and less. */
  readonly jobs: number;
  readonly at: number;
}

const UNKNOWN: Endpoint = { meanMs: 0, jobs: 0, at: 0 };

/** Told of an endpoint that has become slow. */
type OnSlow = (webhookId: string, meanMs: number) => void;

/** Creates the memory of one process. */
export function createLateEndpoints(onSlow: OnSlow = () => undefined, now: () => number = systemClock.monotonic): LateEndpoints {
  /** The one that was heard of longest ago comes first. */
  const known = new Map<string, Endpoint>();

  const isForgotten = ({ at }: Endpoint) => now() - at >= FORGOTTEN_MS;

  function recall(webhookId: string): Endpoint {
    const endpoint = known.get(webhookId) ?? UNKNOWN;
    return isForgotten(endpoint) ? UNKNOWN : endpoint;
  }

  function read(webhookId: string): Endpoint {
    const { meanMs, jobs, at } = recall(webhookId);
    return { meanMs, jobs: jobs * 0.5 ** ((now() - at) / HALF_LIFE_MS), at: now() };
  }

  function write(webhookId: string, endpoint: Endpoint): void {
    known.delete(webhookId);
    if (endpoint.meanMs >= SLOW_MS * WEIGHT || endpoint.jobs >= 1) known.set(webhookId, endpoint);
    for (const [id, { at }] of known) {
      if (endpoint.at - at < FORGOTTEN_MS) break;
      known.delete(id);
    }
  }

  return {
    answered(webhookId, tookMs) {
      const before = read(webhookId);
      const meanMs = before.meanMs + (tookMs - before.meanMs) * WEIGHT;
      write(webhookId, { ...before, meanMs });
      if (meanMs >= SLOW_MS && before.meanMs < SLOW_MS) onSlow(webhookId, meanMs);
    },
    isSlow: (webhookId) => recall(webhookId).meanMs >= SLOW_MS,
    countSlow: () => [...known.keys()].filter((webhookId) => recall(webhookId).meanMs >= SLOW_MS).length,
    nextPriority(webhookId) {
      const before = read(webhookId);
      const jobs = before.jobs + 1;
      write(webhookId, { ...before, jobs });
      return FIRST_LATE - Math.max(0, Math.floor(Math.log2(jobs / FEW)));
    },
  };
}
