import { beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { addAudience, addContacts, sendAll, writeDraft } from '../../support/fixtures/broadcasts.ts';
import { BY_HAND, useServer, useTenant } from '../../support/posthorn.ts';
import { eventually } from '../../support/wait.ts';

const DAY = 86_400_000;

describe.each(engines)('a filter by events on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useTenant(server);
  let ids: string[];
  let broadcast: string;

  const advance = (ms: number) => server.admin('POST', '/admin/clock', { body: { advance_ms: ms } });
  const opened = (message: string, email: string, data: object = {}) =>
    server.admin('POST', '/admin/provider-events', { body: { message_id: message, type: 'open', recipients: [email], data } });

  /** The places, oldest first, of the contacts that match. */
  async function matching(type: string, op: string, rest: object = {}): Promise<number[]> {
    const filter = { field: `events.${type}`, op, ...rest };
    const { body } = await tenant.call('POST', '/v1/segments/preview', { body: { filter } });
    return body.data.map(({ id }: { id: string }) => ids.indexOf(id)).sort();
  }

  beforeAll(async () => {
    ids = await addContacts(tenant, 3);
    broadcast = await writeDraft(tenant, await addAudience(tenant, ids.slice(0, 2)));
    await tenant.call('POST', `/v1/broadcasts/${broadcast}/send`);
    // Its fan-out may be in the hands of the queue, whose mail goes out by itself.
    const recipients = await eventually(async () => {
      await sendAll(server);
      const { body } = await tenant.call('GET', `/v1/broadcasts/${broadcast}/recipients`);
      return body.data.filter(({ status }: { status: string }) => status === 'sent').length === 2 ? body.data : undefined;
    });
    const first = recipients.find(({ contact_id }: { contact_id: string }) => contact_id === ids[0]);
    // A fan-out that runs twice takes times of the log twice: its mail is sent a millisecond ahead of the clock.
    const { body: mail } = await tenant.call('GET', `/v1/messages/${first.message_id}`);
    expect(await server.admin('POST', '/admin/clock', { body: { now: mail.sent_at } })).toMatchObject({ status: 200 });
    await opened(first.message_id, first.email);
    // As releases before stored it, where a relay said so.
    await server.app.db.write.updateTable('events').set({ data: '{"prefetch":false}' }).where('type', '=', 'open').execute();
    const second = recipients.find(({ contact_id }: { contact_id: string }) => contact_id === ids[1]);
    await opened(second.message_id, second.email, { prefetch: true });
    await advance(DAY);
    await opened(first.message_id, first.email);
    const send = { from: tenant.from, to: ['c2@example.net'], subject: 'Your new password', text_body: 'x' };
    const { body: sent } = await tenant.call('POST', '/v1/email', { body: send });
    await server.run('dispatch');
    await opened(sent.message_id, 'c2@example.net');
  });

  it('matches contacts by mail of broadcasts, and not by sends to their addresses', async () => {
    expect(await matching('sent', 'happened')).toEqual([0, 1]);
    expect(await matching('sent', 'not_happened')).toEqual([2]);
    expect(await matching('open', 'happened')).toEqual([0]);
    expect(await matching('open', 'not_happened')).toEqual([1, 2]);
    expect(await matching('click', 'happened')).toEqual([]);
  });

  it('counts as often as is asked for', async () => {
    expect(await matching('open', 'happened', { min_count: 2 })).toEqual([0]);
    expect(await matching('open', 'happened', { min_count: 3 })).toEqual([]);
    expect(await matching('open', 'not_happened', { min_count: 3 })).toEqual([0, 1, 2]);
  });

  it('looks back as many days as it says, to the millisecond', async () => {
    expect(await matching('sent', 'happened', { within_days: 1 })).toEqual([0, 1]);
    expect(await matching('open', 'happened', { within_days: 1, min_count: 2 })).toEqual([0]);
    await advance(1);
    expect(await matching('sent', 'happened', { within_days: 1 })).toEqual([]);
    expect(await matching('sent', 'happened', { within_days: 2 })).toEqual([0, 1]);
    expect(await matching('open', 'happened', { within_days: 1 })).toEqual([0]);
    expect(await matching('open', 'happened', { within_days: 1, min_count: 2 })).toEqual([]);
  });

  it('takes the mail of one broadcast alone', async () => {
    expect(await matching('open', 'happened', { broadcast_id: broadcast })).toEqual([0]);
    expect(await matching('open', 'happened', { broadcast_id: 'bc_another' })).toEqual([]);
    expect(await matching('open', 'not_happened', { broadcast_id: 'bc_another' })).toEqual([0, 1, 2]);
  });
});
