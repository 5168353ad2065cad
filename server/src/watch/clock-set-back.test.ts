import { describe, expect, it } from 'vitest';
import { engines } from '../../../tests/support/engines.ts';
import { useServer, useTenant } from '../../../tests/support/posthorn.ts';
import { createQueue } from '../queue/create-queue.ts';
import { createWatch, type WatchParts } from './create-watch.ts';

const HOUR_MS = 3_600_000;

describe.each(engines)('a clock that is set back on $name', (engine) => {
  const server = useServer(engine, { JOB_INTERVAL_MS: '3600000' });
  const tenant = useTenant(server);

  it('is known as long as the process lives, however much mail comes afterwards', async () => {
    const { app } = server;
    let aheadMs = HOUR_MS;
    const clock = { ...app.db.clock, now: () => app.db.clock.now() + aheadMs };
    const state = { name: 'p', isUp: true, fault: null };
    // Safe because the watch asks for nothing else of it.
    const provider = { state: async () => state, lastKnown: () => state } as unknown as WatchParts['provider'];
    const watch = createWatch({ app: { ...app, db: { ...app.db, clock } }, queue: createQueue(app), provider });
    const aheadNow = async () => Math.round((await watch.backlog.renew()).recordedAheadMs / HOUR_MS);
    expect(await aheadNow()).toBe(0);
    aheadMs = 0;
    const mail = { from: tenant.from, to: ['a@example.net'], subject: 'S', text_body: 'T' };
    expect((await tenant.call('POST', '/v1/email', { body: mail })).status).toBe(202);
    expect(await aheadNow()).toBe(1);
    aheadMs = HOUR_MS;
    expect(await aheadNow()).toBe(0);
  });
});
