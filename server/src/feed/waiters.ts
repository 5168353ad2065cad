import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/errors/api-error.ts';
import type { Horizon } from './horizon.ts';
import { createLookSchedule } from './look-schedule.ts';
import { findWaitersWithEvents } from './store.ts';

/** Requests that wait, of one tenant and in all. */
const MOST_OF_TENANT = 10;
const MOST = 1000;

export interface WaitRequest {
  readonly tenantId: string;
  /** Events after this place are waited for. */
  readonly after: number;
  readonly ms: number;
  readonly signal: AbortSignal | undefined;
}

/** Requests that wait for events; none of them holds a database connection. */
export interface Waiters {
  /**
   * Resolves with true when the tenant has an event after the position, and with false when the time is over, nobody waits for the response
   * any more, or the process is stopping. Throws if too many wait already.
   */
  wait(waiting: WaitRequest): Promise<boolean>;
  /** Looks soon for what requests of these tenants wait for. */
  notify(tenantIds: readonly string[]): void;
  close(): void;
}

interface Waiter extends WaitRequest {
  readonly end: (found: boolean) => void;
}

const tooMany = (detail: string) => new ApiError('service_unavailable', {}, { detail, headers: { 'Retry-After': '5' } });

export function createWaiters({ db, log }: Pick<AppContext, 'db' | 'log'>, horizon: Pick<Horizon, 'look'>): Waiters {
  const waiters = new Map<number, Waiter>();
  const ofTenants = new Map<string, number>();
  let keys = 0;
  let isClosed = false;

  async function look(): Promise<void> {
    try {
      const until = await horizon.look();
      const rows = [...waiters].map(([key, { tenantId, after }]) => ({ key, tenant_id: tenantId, after }));
      for (const key of await findWaitersWithEvents(db.read, { rows, until })) waiters.get(key)?.end(true);
    } catch (error) {
      // They wait on: the next look, or what they ask then, says whether the database is back.
      log.debug({ err: error }, 'could not look for events');
    }
  }

  const schedule = createLookSchedule(look, () => waiters.size > 0);

  function enter(waiting: WaitRequest, resolve: (found: boolean) => void): void {
    const { tenantId, ms, signal } = waiting;
    const key = keys++;
    const end = (found: boolean) => {
      clearTimeout(timeUp);
      signal?.removeEventListener('abort', giveUp);
      waiters.delete(key);
      const rest = (ofTenants.get(tenantId) ?? 1) - 1;
      if (rest === 0) ofTenants.delete(tenantId);
      else ofTenants.set(tenantId, rest);
      resolve(found);
    };
    const giveUp = () => end(false);
    const timeUp = setTimeout(giveUp, ms);
    signal?.addEventListener('abort', giveUp, { once: true });
    waiters.set(key, { ...waiting, end });
    ofTenants.set(tenantId, (ofTenants.get(tenantId) ?? 0) + 1);
    // Something may have come since the request has looked.
    schedule.lookSoon();
  }

  return {
    async wait(waiting) {
      if (isClosed || waiting.signal?.aborted) return false;
      if ((ofTenants.get(waiting.tenantId) ?? 0) >= MOST_OF_TENANT)
        throw tooMany(`${MOST_OF_TENANT} requests of this tenant wait for events here already.`);
      if (waiters.size >= MOST) throw tooMany('As many requests wait for events here as may.');
      return new Promise((resolve) => enter(waiting, resolve));
    },
    notify(tenantIds) {
      if (waiters.size > 0 && tenantIds.some((id) => ofTenants.has(id))) schedule.lookSoon();
    },
    close() {
      isClosed = true;
      schedule.stop();
      for (const { end } of [...waiters.values()]) end(false);
    },
  };
}
