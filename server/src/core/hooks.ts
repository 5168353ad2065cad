/** An extension point: the feature that declares it calls it, to announce something or to collect answers. */
export interface Hook<A extends readonly unknown[], R = void> {
  readonly name: string;
  /** Only for the type checker. */
  readonly takes?: (...args: A) => Promise<R>;
}

type Subscriber<A extends readonly unknown[], R> = (...args: A) => Promise<R>;

/** Hooks and their subscribers, by which a lower feature reaches higher ones without importing them. */
export interface Hooks {
  on<A extends readonly unknown[], R>(hook: Hook<A, R>, subscriber: Subscriber<A, R>): void;
  /** Calls the subscribers one after another, in the order in which they were added, and returns what each of them returned. */
  call<A extends readonly unknown[], R>(hook: Hook<A, R>, ...args: A): Promise<R[]>;
  /** Calls them concurrently and waits for all; rejects with the first error once all have settled. */
  callTogether<A extends readonly unknown[], R>(hook: Hook<A, R>, ...args: A): Promise<R[]>;
  /** Calls them one after another, the last one added first. */
  callReversed<A extends readonly unknown[], R>(hook: Hook<A, R>, ...args: A): Promise<R[]>;
}

/** Declares a hook. Its identity is the returned object: two hooks of one name are different. */
export const hook = <A extends readonly unknown[], R = void>(name: string): Hook<A, R> => ({ name });

async function callAll<A extends readonly unknown[], R>(subscribers: readonly Subscriber<A, R>[], args: A): Promise<R[]> {
  const results: R[] = [];
  for (const subscriber of subscribers) results.push(await subscriber(...args));
  return results;
}

async function callTogether<A extends readonly unknown[], R>(subscribers: readonly Subscriber<A, R>[], args: A): Promise<R[]> {
  const calls = subscribers.map((subscriber) => subscriber(...args));
  await Promise.allSettled(calls);
  return Promise.all(calls);
}

export function createHooks(): Hooks {
  const known = new Map<Hook<never, unknown>, Subscriber<never, unknown>[]>();
  // Safe because `on` adds to a hook's list only what takes its arguments.
  const subscribersOf = <A extends readonly unknown[], R>(asked: Hook<A, R>) => (known.get(asked) ?? []) as Subscriber<A, R>[];
  return {
    on: (added, subscriber) => void known.set(added, [...subscribersOf(added), subscriber]),
    call: (called, ...args) => callAll(subscribersOf(called), args),
    callTogether: (called, ...args) => callTogether(subscribersOf(called), args),
    callReversed: (called, ...args) => callAll(subscribersOf(called).toReversed(), args),
  };
}
