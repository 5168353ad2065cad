import type { Registry } from 'prom-client';
import type { BackgroundJobs } from './background.ts';
import type { Link } from './http/links.ts';
import type { JobHandlers } from './queue/queue.ts';

/** A server that listens on a port. */
export interface Listener {
  readonly port: number;
  close(): Promise<void>;
}

/** The listeners besides HTTP, by the names under which their ports are logged; undefined if the settings enable none. */
export type Listeners = Readonly<Record<string, Listener | undefined>>;

/** Starts listening, if the settings ask for it. Throws ConfigError if the address cannot be bound. */
export type Listen = () => Promise<Listener | undefined>;

/** What a feature adds to the service. It subscribes to the hooks of lower features when it is created. */
export interface Feature {
  /** Handlers by resource and operation of the contract. */
  readonly routes?: object;
  /** The same for the operator's operations. */
  readonly adminRoutes?: object;
  /** The same for the operations on people's own accounts. */
  readonly accountRoutes?: object;
  /** Public pages that links in mail lead to. */
  readonly links?: readonly Link[];
  /** Handlers of the jobs in its queues, by queue. */
  readonly jobHandlers?: Partial<JobHandlers>;
  /** Recurring jobs, by the name under which the operator runs them on demand. */
  readonly backgroundJobs?: BackgroundJobs;
  /** Steps of the recurring job `cleanup`. Each gets the maximum number of rows to process, and returns how many it processed. */
  readonly cleanup?: readonly ((limit: number) => Promise<number>)[];
  /**
   * Adds the counters of its work. Counters whose labels are known start at 0 for each label, so that the first count shows as an
   * increase.
   */
  readonly metrics?: (registry: Registry) => void;
  /** Servers besides HTTP, by the name under which their port is logged. */
  readonly listeners?: Readonly<Record<string, Listen>>;
  /** Ends its background work; requests are still answered. Called before `stop`. */
  quiesce?(): Promise<void>;
  /** Closes what it has opened, after the background work of every feature has ended. */
  stop?(): Promise<void>;
}

type Intersection<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void ? I : never;
type PartOf<F, K extends keyof Feature> = F extends unknown ? (K extends keyof F ? NonNullable<F[K]> : never) : never;

/** Merges the objects that features have under a name into one whose type has the keys of each: a missing handler does not compile. */
export function gather<
  const F extends readonly Feature[],
  const K extends 'routes' | 'adminRoutes' | 'accountRoutes' | 'jobHandlers' | 'backgroundJobs',
>(features: F, name: K): Intersection<PartOf<F[number], K>> {
  // Safe because the object has the keys of each feature's own.
  return Object.assign({}, ...features.map((feature) => feature[name])) as Intersection<PartOf<F[number], K>>;
}

/** Starts the listeners of all features, one after the other. If one throws ConfigError, the previous ones are closed. */
export async function listenAll(features: readonly Feature[]): Promise<Listeners> {
  const listeners: Record<string, Listener | undefined> = {};
  try {
    for (const [name, listen] of features.flatMap((feature) => Object.entries(feature.listeners ?? {}))) listeners[name] = await listen();
    return listeners;
  } catch (error) {
    await Promise.all(Object.values(listeners).map((listener) => listener?.close()));
    throw error;
  }
}
