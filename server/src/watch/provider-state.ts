import type { ProviderFault } from '@posthorn/contract';
import pTimeout from 'p-timeout';
import type { Logger } from 'pino';
import { systemClock } from '../core/clock.ts';
import { MINUTE_MS } from '../core/durations.ts';
import { createLogThrottle } from '../core/errors/log-throttle.ts';
import type { HandOver, Provider } from '../provider/provider.ts';

/** Whether the provider accepts mail, as this process knows it. */
export interface ProviderState {
  readonly name: string;
  /** Whether it took mail, or answered, within the last minute, without a fault since. */
  readonly isUp: boolean;
  /** What is wrong; null if nothing is, or nothing is known. */
  readonly fault: ProviderFault | null;
}

/** Tracks whether the provider accepts mail. */
export interface ProviderWatch {
  /** The provider, whose results are noted as it is used. */
  readonly provider: Provider;
  /** Returns its state. Greets it where nothing was learnt of it within 20 s, and waits up to 1.5 s for that. */
  state(): Promise<ProviderState>;
  /** Returns its state as of when it was last used or greeted. */
  lastKnown(): ProviderState;
}

export interface ProviderWatchOptions {
  readonly name: string;
  readonly log: Pick<Logger, 'error' | 'info'>;
  /** Returns monotonic milliseconds; the machine's by default. */
  readonly monotonic?: () => number;
}

/** Milliseconds for which what is known of it needs no greeting. */
const FRESH_MS = 20_000;
/** Milliseconds for which it counts as up after it took mail, or answered. */
const GOOD_MS = 60_000;
/** How long a refusal to relay holds, which no greeting can refute. */
const RELAYING_MS = 15 * MINUTE_MS;
const PATIENCE_MS = 1500;

/** Returns what a hand-over shows to be wrong with the provider: null if nothing is, undefined if it does not tell. */
function faultIn({ fault, replies }: HandOver): ProviderFault | null | undefined {
  if (fault !== undefined) return fault;
  return replies.some((reply) => reply.outcome === 'accepted' || reply.code !== null) ? null : undefined;
}

/** Creates a watch of the provider, by what comes of mail and by greeting it. Faults, and their end, are logged. */
export function createProviderWatch(given: Provider, options: ProviderWatchOptions): ProviderWatch {
  const { name, log, monotonic = systemClock.monotonic } = options;
  const { throttled } = createLogThrottle(monotonic);
  let last: { readonly fault: ProviderFault | null; readonly at: number } | undefined;
  let downSince: number | undefined;
  let greeting: Promise<void> | undefined;
  let greetedAt = Number.NEGATIVE_INFINITY;

  function note(fault: ProviderFault | null): void {
    const at = monotonic();
    last = { fault, at };
    if (fault !== null) {
      downSince ??= at;
      throttled(fault, (omitted) => log.error({ provider: name, fault, omitted }, 'the provider takes no mail: it is put off'));
    } else if (downSince !== undefined) {
      log.info({ provider: name, down_ms: Math.round(at - downSince) }, 'the provider takes mail again');
      downSince = undefined;
    }
  }

  function lastKnown(): ProviderState {
    const age = last === undefined ? Number.POSITIVE_INFINITY : monotonic() - last.at;
    const isUp = given.greet === undefined || (last?.fault === null && age < GOOD_MS);
    return { name, isUp, fault: last?.fault ?? null };
  }

  async function greet(): Promise<void> {
    const before = last;
    const fault = (await given.greet?.()) ?? null;
    // The result of mail sent meanwhile is more conclusive.
    if (last !== before) return;
    const refusesToRelay = before?.fault === 'relaying' && monotonic() - before.at < RELAYING_MS;
    if (fault !== null || !refusesToRelay) note(fault);
  }

  return {
    lastKnown,
    provider: {
      ...given,
      async send(mail, options) {
        const result = await given.send(mail, options);
        const fault = faultIn(result);
        if (fault !== undefined) note(fault);
        return result;
      },
    },
    async state() {
      const now = monotonic();
      const isFresh = last !== undefined && now - last.at < FRESH_MS;
      // Callers need no token, and must not make us connect to the server as often as they like.
      const mayGreet = greeting !== undefined || now - greetedAt >= FRESH_MS;
      if (given.greet === undefined || isFresh || !mayGreet) return lastKnown();
      if (greeting === undefined) {
        greetedAt = now;
        greeting = greet().finally(() => {
          greeting = undefined;
        });
      }
      await pTimeout(greeting, { milliseconds: PATIENCE_MS, fallback: () => undefined });
      return lastKnown();
    },
  };
}
