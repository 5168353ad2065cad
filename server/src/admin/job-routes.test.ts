import { adminContract } from '@posthorn/contract';
import { expect, it, onTestFinished } from 'vitest';
import { openMigrated } from '../../../tests/support/database/database.ts';
import { sqlite } from '../../../tests/support/engines.ts';
import { callThrough } from '../../../tests/support/tenancy/call.ts';
import { implement } from '../core/operation/implement.ts';
import { jobRoutes } from './job-routes.ts';

/** One more than are looked at for those of a tenant. */
const MANY = 501;

it('the jobs of a tenant are looked for among so many, and the answer says how far', async () => {
  const db = await openMigrated(sqlite);
  onTestFinished(db.close);
  const failed = (place: number) => ({ id: `job_${place}`, failedAt: MANY - place, attempts: 5, error: null, queue: 'fanout' as const });
  const all = Array.from({ length: MANY }, (_, place) => ({ ...failed(place), payload: { broadcast_id: 'none' } }));
  const queue = { listFailed: async ({ limit }: { readonly limit: number }) => all.slice(0, limit) };
  const background = { run: () => undefined, hasMore: () => false };
  const handlers = { jobs: jobRoutes({ app: { db: db.db }, queue, background }) };
  const call = callThrough(implement({ jobs: adminContract.jobs }, handlers));
  const { body } = await call({ kind: 'operator' }, 'jobs.listFailed', { query: { tenant_id: 'ten_1' } });
  expect(body).toEqual({ data: [], next_cursor: '2:job_499', searched_until: 2 });
});

it('a job that has stopped before its end says so', async () => {
  const run = (name: string) => (name === 'none' ? undefined : Promise.resolve(3));
  const background = { run, hasMore: (name: string) => name === 'long' };
  const nothing: never[] = [];
  // Nothing of them is asked for.
  const app = { db: undefined as never };
  const handlers = { jobs: jobRoutes({ app, queue: { listFailed: async () => nothing }, background }) };
  const call = callThrough(implement({ jobs: adminContract.jobs }, handlers));
  const ask = (name: string) => call({ kind: 'operator' }, 'jobs.run', { params: { name } });
  expect(await ask('short')).toEqual({ status: 200, body: { ran: 3 } });
  expect(await ask('long')).toEqual({ status: 200, body: { ran: 3, more: true } });
  expect(await ask('none')).toMatchObject({ status: 404 });
});
