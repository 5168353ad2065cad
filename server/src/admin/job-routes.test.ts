import { adminContract } from '@posthorn/contract';
import { expect, it } from 'vitest';
import { callThrough } from '../../../tests/support/tenancy/call.ts';
import { implement } from '../core/operation/implement.ts';
import { jobRoutes } from './job-routes.ts';

it('a job that has stopped before its end says so', async () => {
  const run = (name: string) => (name === 'none' ? undefined : Promise.resolve(3));
  const handlers = { jobs: jobRoutes({ run, hasMore: (name) => name === 'long' }) };
  const call = callThrough(implement({ jobs: adminContract.jobs }, handlers));
  const ask = (name: string) => call({ kind: 'operator' }, 'jobs.run', { params: { name } });
  expect(await ask('short')).toEqual({ status: 200, body: { ran: 3 } });
  expect(await ask('long')).toEqual({ status: 200, body: { ran: 3, more: true } });
  expect(await ask('none')).toMatchObject({ status: 404 });
});
