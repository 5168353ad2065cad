import { describe, expect, it } from 'vitest';
import { engines } from '../../../tests/support/engines.ts';
import { BY_HAND, useServer, useTenant } from '../../../tests/support/posthorn.ts';
import { createStatsJob } from './stats-job.ts';

describe.each(engines)('a run on demand of the job that counts on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useTenant(server, { rate_limit: -1 });

  /** As an upgrade finds it: all of the log is from before. */
  async function forget(): Promise<void> {
    const { write } = server.app.db;
    await write.updateTable('events').set({ counted: null }).where('tenant_id', '=', tenant.id).execute();
    const past = { past_mail: Number.MAX_SAFE_INTEGER, past_events: '~' };
    await write
      .insertInto('stat_cursors')
      .values({ tenant_id: tenant.id, followed: Number.MAX_SAFE_INTEGER, ...past })
      .execute();
  }

  it('ends when its time is over, and the next one goes on', async () => {
    const mail = { from: tenant.from, to: ['ada@example.net'], subject: 'x', text_body: 'x' };
    for (let count = 0; count < 3; count += 1) await tenant.call('POST', '/v1/email', { body: mail });
    await server.run('dispatch');
    await forget();
    const stats = async () => (await tenant.call('GET', '/v1/stats')).body;
    let now = 0;
    const job = createStatsJob(server.app, () => {
      now += 60_000;
      return now;
    });
    expect(await stats()).toMatchObject({ complete: false });
    await job.runToEnd();
    expect(job.hasMore()).toBe(true);
    expect(await stats()).toMatchObject({ complete: false, totals: { accepted: 3 } });
    while (job.hasMore()) await job.runToEnd();
    expect(await stats()).toMatchObject({ complete: true, totals: { accepted: 3 } });
    expect(await createStatsJob(server.app).runToEnd()).toBe(0);
  });
});
