import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { addAudience, addContacts, sendAll, writeDraft } from '../../support/fixtures/broadcasts.ts';
import { BY_HAND, useServer } from '../../support/posthorn.ts';
import type { TestTenant } from '../../support/server.ts';

const MINUTE_MS = 60_000;

describe.each(engines)('a scheduled broadcast on $name', (engine) => {
  const server = useServer(engine, BY_HAND);

  async function schedule(tenant: TestTenant, id: string): Promise<void> {
    const { body } = await server.admin('GET', '/admin/clock');
    const sent = await tenant.call('POST', `/v1/broadcasts/${id}/send`, { body: { scheduled_at: body.now + MINUTE_MS } });
    expect(sent).toMatchObject({ status: 200, body: { status: 'scheduled', total_recipients: 3 } });
  }

  async function fallDue(tenant: TestTenant, id: string) {
    await server.admin('POST', '/admin/clock', { body: { advance_ms: MINUTE_MS } });
    await sendAll(server);
    const { body: broadcast } = await tenant.call('GET', `/v1/broadcasts/${id}`);
    const { body: stats } = await tenant.call('GET', `/v1/broadcasts/${id}/stats`);
    return { broadcast, ledger: stats.ledger };
  }

  const NOTHING = { queued: 0, sent: 0, failed: 0, suppressed: 0, skipped: 0 };

  it('is cancelled where its target is gone when it is due, and has nobody ahead of it any more', async () => {
    const tenant = await server.mint();
    const audience = await addAudience(tenant, await addContacts(tenant, 3));
    const id = await writeDraft(tenant, audience);
    await schedule(tenant, id);
    await tenant.call('DELETE', `/v1/audiences/${audience}`);
    const { broadcast, ledger } = await fallDue(tenant, id);
    expect(broadcast).toMatchObject({ status: 'cancelled', last_error: expect.stringMatching(/^target_not_found/) });
    expect(ledger).toEqual({ total: 0, pending: 0, ...NOTHING });
  });

  it('is cancelled where its domain is gone when it is due', async () => {
    const tenant = await server.mint();
    const id = await writeDraft(tenant, await addAudience(tenant, await addContacts(tenant, 3)));
    await schedule(tenant, id);
    await tenant.call('DELETE', `/v1/domains/${tenant.domain.id}`);
    const { broadcast, ledger } = await fallDue(tenant, id);
    expect(broadcast).toMatchObject({ status: 'cancelled', last_error: expect.stringMatching(/^from_domain_not_verified/) });
    expect(ledger).toEqual({ total: 0, pending: 0, ...NOTHING });
  });

  it('is sent as it was checked when it was scheduled: what it says is not judged again', async () => {
    const tenant = await server.mint();
    const id = await writeDraft(tenant, await addAudience(tenant, await addContacts(tenant, 3)));
    await schedule(tenant, id);
    // As though the machine had no time to look at it.
    await server.app.db.write.updateTable('broadcasts').set({ body_html: '{% if %}' }).where('id', '=', id).execute();
    const { broadcast, ledger } = await fallDue(tenant, id);
    expect(broadcast).toMatchObject({ status: 'sent', last_error: null });
    expect(ledger).toEqual({ total: 3, pending: 0, ...NOTHING, failed: 3 });
  });

  it('is paused where its filter no longer holds good, and goes on once that is put right', async () => {
    const tenant = await server.mint();
    const members = await addAudience(tenant, await addContacts(tenant, 3));
    const filter = { field: 'audience', op: 'member_of', value: members };
    const { body: segment } = await tenant.call('POST', '/v1/segments', { body: { name: 'Members', filter } });
    const id = await writeDraft(tenant, segment.id, { target_kind: 'segment' });
    await schedule(tenant, id);
    await tenant.call('DELETE', `/v1/audiences/${members}`);
    const { broadcast, ledger } = await fallDue(tenant, id);
    expect(broadcast).toMatchObject({ status: 'paused', total_recipients: 3, last_error: expect.stringMatching(/^invalid_filter/) });
    expect(ledger).toEqual({ total: 3, pending: 3, ...NOTHING });
    await tenant.call('PATCH', `/v1/segments/${segment.id}`, { body: { filter: { all: true } } });
    const resumed = await tenant.call('POST', `/v1/broadcasts/${id}/resume`);
    expect(resumed).toMatchObject({ status: 200, body: { status: 'sending', last_error: null } });
    const after = await fallDue(tenant, id);
    expect(after.broadcast.status).toBe('sent');
    expect(after.ledger).toEqual({ total: 3, pending: 0, ...NOTHING, sent: 3 });
  });

  it('waits while its tenant is suspended, and goes out afterwards by itself', async () => {
    const tenant = await server.mint();
    const id = await writeDraft(tenant, await addAudience(tenant, await addContacts(tenant, 3)));
    await schedule(tenant, id);
    const suspend = (suspended: boolean) => server.admin('PATCH', `/admin/tenants/${tenant.id}`, { body: { suspended } });
    await suspend(true);
    await server.admin('POST', '/admin/clock', { body: { advance_ms: 10 * MINUTE_MS } });
    await sendAll(server);
    const held = await server.app.db.read.selectFrom('broadcasts').select('status').where('id', '=', id).executeTakeFirst();
    expect(held?.status).toBe('scheduled');
    await suspend(false);
    const { broadcast, ledger } = await fallDue(tenant, id);
    expect(broadcast.status).toBe('sent');
    expect(ledger).toMatchObject({ total: 3, sent: 3 });
  });
});
