import { describe, expect, it } from 'vitest';
import { engines } from '../../../tests/support/engines.ts';
import { BY_HAND, useServer, useTenant } from '../../../tests/support/posthorn.ts';
import { eraseInbound } from './erase-inbound.ts';

const SENDER = 'ann@c.example';
const OTHER = 'bob@c.example';

describe.each(engines)('two erasures in one received mail at once on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useTenant(server);

  async function receive(headers: string): Promise<string> {
    await tenant.call('PATCH', `/v1/domains/${tenant.domain.id}`, { body: { inbound: true } });
    const rcpt = encodeURIComponent(`help@${tenant.domain.name}`);
    const options = { headers: { 'Content-Type': 'message/rfc822' }, body: `${headers}\r\n\r\nx` };
    return (await server.admin('POST', `/admin/inbound?rcpt=${rcpt}`, options)).body.data[0].id;
  }
  const addresses = async (id: string) => {
    const { from_addr, to_addrs } = (await tenant.call('GET', `/v1/inbound/${id}`)).body;
    return [from_addr, ...to_addrs];
  };

  it('leave neither address, in the log and in what was told of it', async () => {
    const id = await receive(`From: ${SENDER}\r\nTo: ${OTHER}, c@c.example`);
    expect(await addresses(id)).toEqual([SENDER, OTHER, 'c@c.example']);
    let calls = 0;
    // Once the one has found the mail, and before it writes, the other comes and ends.
    const overtaken = async () => {
      calls += 1;
      await tenant.call('POST', '/v1/erasures', { body: { email: OTHER } });
    };
    await eraseInbound({ app: server.app, blobs: { delete: overtaken } }, { tenantId: tenant.id, email: SENDER });
    expect(calls).toBe(1);
    expect(await addresses(id)).toEqual(['', '', 'c@c.example']);
    const events = server.app.db.read.selectFrom('events').select('data').where('tenant_id', '=', tenant.id);
    const told = JSON.stringify(await events.where('type', '=', 'inbound.received').execute());
    expect([SENDER, OTHER, 'c@c.example'].filter((email) => told.includes(email))).toEqual(['c@c.example']);
  });
});
