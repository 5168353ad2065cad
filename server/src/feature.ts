import type { BackgroundJobs } from './background.ts';
import type { Link } from './http/links.ts';
import type { JobHandlers } from './queue/queue.ts';

/** A port that is listened on. */
export interface Listener {
  readonly port: number;
  close(): Promise<void>;
}

/** What listens beside HTTP, by the names under which their ports are told; undefined where the settings ask for none. */
export type Listeners = Readonly<Record<string, Listener | undefined>>;

/** Begins to listen where the settings say so. Throws ConfigError for a place where it cannot. */
export type Listen = () => Promise<Listener | undefined>;

/** What a feature gives to the service. What it hears of, it has subscribed to when it was created. */
export interface Feature {
  /** Handlers by resource and operation of the contract. */
  readonly routes?: object;
  /** The same for the operator's surface. */
  readonly adminRoutes?: object;
  /** The same for what people do to their accounts. */
  readonly accountRoutes?: object;
  /** What mail links to. */
  readonly links?: readonly Link[];
  /** What works off its queues. */
  readonly work?: Partial<JobHandlers>;
  /** What recurs, by the name it is run by on demand. */
  readonly jobs?: BackgroundJobs;
  /** Steps of the job `cleanup`, each with the most rows that it may handle; they return how many they have. */
  readonly cleanup?: readonly ((limit: number) => Promise<number>)[];
  /** What listens beside HTTP, by the name under which its port is told. */
  readonly listeners?: Readonly<Record<string, Listen>>;
  /** Ends its background work; requests are still answered. */
  rest?(): Promise<void>;
  /** Closes what it has opened, after every feature rests. */
  stop?(): Promise<void>;
}

type Intersection<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void ? I : never;
type Given<F, K extends keyof Feature> = F extends unknown ? (K extends keyof F ? NonNullable<F[K]> : never) : never;

/** All that features give under a name, in one object: what a table of operations lacks, the type checker names. */
export function gather<const F extends readonly Feature[], const K extends 'routes' | 'adminRoutes' | 'accountRoutes' | 'work' | 'jobs'>(
  features: F,
  name: K,
): Intersection<Given<F[number], K>> {
  // Safe because the object has the keys of each feature's own.
  return Object.assign({}, ...features.map((feature) => feature[name])) as Intersection<Given<F[number], K>>;
}

/** Has features listen, one after the other. Throws ConfigError where one cannot, and then none does. */
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
