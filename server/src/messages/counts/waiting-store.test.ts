import { describe, expect, it } from 'vitest';
import { engines } from '../../../../tests/support/engines.ts';
import { BY_HAND, useServer, useTenant } from '../../../../tests/support/posthorn.ts';
import { HOUR_MS } from '../../core/durations.ts';
import { countWaiting } from './waiting-store.ts';

describe.each(engines)('mail that is tried again on $name', (engine) => {
  const server = useServer(engine, { ...BY_HAND, PROVIDER_URL: 'smtp://127.0.0.1:1' });
  const tenant = useTenant(server);

  it('waits since it was first tried, and once it is moved since its new time', async () => {
    const retries = async () => (await countWaiting(server.app.db.read, [])).filter(({ reason }) => reason === 'retry');
    const mail = { from: tenant.from, to: ['a@example.org'], subject: 'S', text_body: 'x' };
    const { message_id: id } = (await tenant.call('POST', '/v1/email', { body: mail })).body;
    const triedAt = server.app.clock.now();
    await server.run('dispatch');
    expect(await retries()).toMatchObject([{ state: 'queued', count: 1, since: triedAt }]);

    const movedTo = triedAt + 10 * HOUR_MS;
    expect((await tenant.call('PATCH', `/v1/email/${id}`, { body: { scheduled_at: movedTo } })).status).toBe(200);
    expect(await retries()).toEqual([]);
    await server.admin('POST', '/admin/clock', { body: { now: movedTo + HOUR_MS } });
    await server.run('dispatch');
    expect(await retries()).toMatchObject([{ state: 'queued', count: 1, since: movedTo }]);
  });
});
