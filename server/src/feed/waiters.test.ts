import { expect, it, onTestFinished } from 'vitest';
import { createLog } from '../log.ts';
import { createWaiters } from './waiters.ts';

const MOST_OF_TENANT = 10;

/** Waiters for whom nothing comes. */
function waitersInVain() {
  // The database is asked once it is known how far to look.
  const app = { db: undefined as never, log: createLog('silent') };
  const waiters = createWaiters(app, { look: () => new Promise<never>(() => undefined) });
  onTestFinished(waiters.close);
  return { waiters, wait: (signal?: AbortSignal) => waiters.wait({ tenantId: 'ten_1', after: 0, ms: 60_000, signal }) };
}

it('whoever goes away leaves the place to another', async () => {
  const { waiters, wait } = waitersInVain();
  const gone = new AbortController();
  const waiting = Array.from({ length: MOST_OF_TENANT }, () => wait(gone.signal));
  await expect(wait()).rejects.toMatchObject({ code: 'service_unavailable' });
  gone.abort();
  const others = Array.from({ length: MOST_OF_TENANT }, () => wait());
  waiters.close();
  expect(await Promise.all(others)).toEqual(others.map(() => false));
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => false));
});

it('whoever has gone already takes no place', async () => {
  const { wait } = waitersInVain();
  expect(await wait(AbortSignal.abort())).toBe(false);
});
