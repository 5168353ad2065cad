import { describe, expect, it } from 'vitest';
import { engines } from '../support/engines.ts';
import { addAudience, addContacts, sendAll, writeDraft } from '../support/fixtures/broadcasts.ts';
import { useServer } from '../support/posthorn.ts';
import type { TestTenant } from '../support/server.ts';

describe.each(engines)('broadcasts of which one cannot be worked off on $name', (engine) => {
  const server = useServer(engine, { CLOCK: 'virtual', ROLE: 'api' });

  async function toSegment(tenant: TestTenant, filter: unknown): Promise<{ segment: string; ids: string[] }> {
    await addContacts(tenant, 1);
    const { body } = await tenant.call('POST', '/v1/segments', { body: { name: 'x', filter } });
    const write = () => writeDraft(tenant, body.id, { target_kind: 'segment' });
    return { segment: body.id, ids: [await write(), await write()] };
  }

  /** One of two is sent now, one in a second. */
  async function sendBoth(tenant: TestTenant, [now, later]: readonly string[]): Promise<void> {
    const { body: clock } = await server.admin('GET', '/admin/clock');
    await tenant.call('POST', `/v1/broadcasts/${now}/send`);
    await tenant.call('POST', `/v1/broadcasts/${later}/send`, { body: { scheduled_at: clock.now + 1000 } });
  }

  const statuses = (tenant: TestTenant, ids: readonly string[]) =>
    Promise.all(ids.map(async (id) => (await tenant.call('GET', `/v1/broadcasts/${id}`)).body.status));

  it('have all others sent, and that one too once it can be', async () => {
    const [broken, well] = [await server.mint(), await server.mint()];
    const { segment, ids } = await toSegment(broken, { all: true });
    const target = await addAudience(well, await addContacts(well, 1));
    const others = [await writeDraft(well, target), await writeDraft(well, target)];
    await sendBoth(broken, ids);
    await sendBoth(well, others);
    const store = (filter: string) => server.app.db.write.updateTable('segments').set({ filter }).where('id', '=', segment).execute();
    await store('of a later release');
    await server.admin('POST', '/admin/clock', { body: { advance_ms: 1000 } });
    await sendAll(server);
    expect(await statuses(well, others)).toEqual(['sent', 'sent']);
    expect(await statuses(broken, ids)).toEqual(['sending', 'scheduled']);
    await store(JSON.stringify({ all: true }));
    await sendAll(server);
    expect(await statuses(broken, ids)).toEqual(['sent', 'sent']);
  });
});
