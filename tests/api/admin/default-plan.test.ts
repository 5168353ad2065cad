import { describe, expect, it } from 'vitest';
import { sqlite } from '../../support/engines.ts';
import { startTestServer } from '../../support/server.ts';

describe('DEFAULT_PLAN', () => {
  it.each(['free', 'payg', 'credits', 'unlimited'])('%s is the plan of tenants that are made without one', async (plan) => {
    const server = await startTestServer(sqlite, { DEFAULT_PLAN: plan });
    const create = async (body: object) => (await server.admin('POST', '/admin/tenants', { body })).body.plan;
    expect(await create({ name: 'A' })).toBe(plan);
    expect(await create({ name: 'B', plan: 'scale' })).toBe('credits');
    await server.stop();
  });

  it('is one that there is', async () => {
    await expect(startTestServer(sqlite, { DEFAULT_PLAN: 'gold' })).rejects.toThrow(
      'DEFAULT_PLAN: must be one of free, payg, credits, unlimited',
    );
  });
});
