/** Says that something happened. Any number of listeners hear of it; nothing is heard of them unless one fails. */
export interface Notification<A extends readonly unknown[]> {
  readonly kind: 'notification';
  readonly name: string;
  /** Only for the type checker. */
  readonly takes?: (...args: A) => void;
}

/** Asks for something that features above know or can do. Any number of them answer, and whoever asks uses the answers. */
export interface Question<A extends readonly unknown[], R> {
  readonly kind: 'question';
  readonly name: string;
  /** Only for the type checker. */
  readonly takes?: (...args: A) => R;
}

type Listener<A extends readonly unknown[]> = (...args: A) => Promise<void>;
type Answerer<A extends readonly unknown[], R> = (...args: A) => Promise<R>;

/** Notifications and questions with their subscribers, by which a lower feature reaches higher ones without importing them. */
export interface Hooks {
  /** Subscribes to a notification. */
  on<A extends readonly unknown[]>(notification: Notification<A>, listener: Listener<A>): void;
  /** Calls the listeners one after another, in the order in which they subscribed; rejects with the first error, after which none is called. */
  notify<A extends readonly unknown[]>(notification: Notification<A>, ...args: A): Promise<void>;
  /** Calls them concurrently and waits for all; rejects with the first error once all have settled. */
  notifyTogether<A extends readonly unknown[]>(notification: Notification<A>, ...args: A): Promise<void>;
  /** Calls them one after another, the last one that subscribed first. */
  notifyReversed<A extends readonly unknown[]>(notification: Notification<A>, ...args: A): Promise<void>;
  /** Subscribes to a question. */
  answer<A extends readonly unknown[], R>(question: Question<A, R>, answerer: Answerer<A, R>): void;
  /**
   * Calls the subscribers of a question one after another, in the order in which they subscribed. Returns their answers; none if nobody
   * subscribed.
   */
  ask<A extends readonly unknown[], R>(question: Question<A, R>, ...args: A): Promise<R[]>;
}

/** Declares a notification. Its identity is the returned object: two of one name are different. */
export const notification = <A extends readonly unknown[]>(name: string): Notification<A> => ({ kind: 'notification', name });

/** Declares a question. Its identity is the returned object: two of one name are different. */
export const question = <A extends readonly unknown[], R>(name: string): Question<A, R> => ({ kind: 'question', name });

type Subscriber<A extends readonly unknown[], R> = (...args: A) => Promise<R>;
type Hook<A extends readonly unknown[], R> = Notification<A> | Question<A, R>;

async function callInTurn<A extends readonly unknown[], R>(subscribers: readonly Subscriber<A, R>[], args: A): Promise<R[]> {
  const results: R[] = [];
  for (const subscriber of subscribers) results.push(await subscriber(...args));
  return results;
}

async function callTogether<A extends readonly unknown[]>(subscribers: readonly Subscriber<A, void>[], args: A): Promise<void> {
  const calls = subscribers.map((subscriber) => subscriber(...args));
  await Promise.allSettled(calls);
  await Promise.all(calls);
}

/** Creates hooks without subscribers. */
export function createHooks(): Hooks {
  const known = new Map<Hook<never, unknown>, Subscriber<never, unknown>[]>();
  // Safe because `subscribe` adds to a hook's list only functions with its parameters.
  const subscribersOf = <A extends readonly unknown[], R>(hook: Hook<A, R>) => (known.get(hook) ?? []) as Subscriber<A, R>[];
  const subscribe = <A extends readonly unknown[], R>(hook: Hook<A, R>, subscriber: Subscriber<A, R>) =>
    void known.set(hook, [...subscribersOf(hook), subscriber]);
  return {
    on: subscribe,
    notify: async (hook, ...args) => void (await callInTurn(subscribersOf(hook), args)),
    notifyTogether: (hook, ...args) => callTogether(subscribersOf<typeof args, void>(hook), args),
    notifyReversed: async (hook, ...args) => void (await callInTurn(subscribersOf(hook).toReversed(), args)),
    answer: subscribe,
    ask: (hook, ...args) => callInTurn(subscribersOf(hook), args),
  };
}
