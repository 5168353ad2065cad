import { describe, expect, it } from 'vitest';
import { engines } from '../../../tests/support/engines.ts';
import { useServer, useTenant } from '../../../tests/support/posthorn.ts';

const AHEAD_MS = 600_000;

describe.each(engines)('mail that a burst dates ahead of the clock on $name', (engine) => {
  const server = useServer(engine, { JOB_INTERVAL_MS: '3600000' });
  const tenant = useTenant(server);

  it('is no finding: the clock is right', async () => {
    const ahead = Date.now() + AHEAD_MS;
    await server.app.db.write.updateTable('tenant_meters').set({ last_message_at: ahead }).where('tenant_id', '=', tenant.id).execute();
    const mail = { from: tenant.from, to: ['a@example.net'], subject: 'S', text_body: 'T' };
    const { body: sent } = await tenant.call('POST', '/v1/email', { body: mail });
    await server.run('dispatch');
    const { body: message } = await tenant.call('GET', `/v1/messages/${sent.message_id}`);
    expect([message.status, message.events.at(-1).timestamp]).toEqual(['sent', ahead + 1]);
    expect((await server.admin('GET', '/admin/stats')).body.findings).toEqual([]);
  });
});
