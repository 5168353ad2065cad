import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { engines } from '../../../tests/support/engines.ts';
import { useServer, useTenant } from '../../../tests/support/posthorn.ts';
import { firstIdAt, type NewId } from '../core/ids.ts';
import { messagesErased, messagesRemoved } from '../messages/index.ts';
import { createHits, recordHit } from './record-hit.ts';

const DAY = 86_400_000;
const RETENTION = { CLOCK: 'virtual', JOB_INTERVAL_MS: '2000000000', BODY_RETENTION_DAYS: '1', MESSAGE_RETENTION_DAYS: '30' };
const OPENED = { type: 'open', url: null, ip: null, userAgent: null, prefetch: false } as const;

describe.each(engines)('a mail that is opened on $name', (engine) => {
  const server = useServer(engine, RETENTION);
  const tenant = useTenant(server);

  async function send(email: string): Promise<string> {
    const body = { from: tenant.from, to: [email], subject: 'x', text_body: 'x' };
    const { message_id: id } = (await tenant.call('POST', '/v1/email', { body })).body;
    await server.run('dispatch');
    return id;
  }
  const told = (messageId: string) =>
    server.app.db.read.selectFrom('events').select(['type', 'recipients']).where('message_id', '=', messageId).orderBy('id').execute();

  /** Whether a transaction waits for another one; that of SQLite has not even begun. */
  async function isHeldUp(): Promise<boolean> {
    if (engine.name === 'sqlite') return true;
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(server.app.db.read);
    return rows.length > 0;
  }

  /** Opens a mail, and returns once that waits for others or is recorded. */
  async function open(messageId: string): Promise<{ readonly recorded: Promise<void> }> {
    const recorded = recordHit(createHits(server.app), { ...OPENED, messageId });
    await expect.poll(async () => (await isHeldUp()) || (await told(messageId)).length > 1).toBe(true);
    return { recorded };
  }

  it('is shown as sent before, also where another process hears of it in the same millisecond', async () => {
    const id = await send('soon@example.net');
    const newId: NewId = (prefix, at) => `${firstIdAt(prefix, at)}${'0'.repeat(16)}`;
    await recordHit(createHits({ ...server.app, newId }), { ...OPENED, messageId: id });
    const { events } = (await tenant.call('GET', `/v1/messages/${id}`)).body;
    expect(events.map(({ type }: { readonly type: string }) => type)).toEqual(['sent', 'open']);
    expect(events[0].created_at).toBe(events[1].created_at);
  });

  it('tells nothing of whoever is being erased', async () => {
    const id = await send('erased@example.net');
    expect(await told(id)).toEqual([{ type: 'sent', recipients: '["erased@example.net"]' }]);
    let opened: { readonly recorded: Promise<void> } | undefined;
    server.app.hooks.on(messagesErased, async () => {
      opened ??= await open(id);
    });
    expect((await tenant.call('POST', '/v1/erasures', { body: { email: 'erased@example.net' } })).status).toBe(200);
    expect(opened).toBeDefined();
    await opened?.recorded;
    expect(await told(id)).toEqual([{ type: 'sent', recipients: '[""]' }]);
  });

  it('leaves nothing behind where it is being removed', async () => {
    const id = await send('removed@example.net');
    let opened: { readonly recorded: Promise<void> } | undefined;
    server.app.hooks.on(messagesRemoved, async (_trx, ids) => {
      if (ids.includes(id)) opened ??= await open(id);
    });
    await server.admin('POST', '/admin/clock', { body: { advance_ms: 31 * DAY } });
    for (const job of ['dispatch', 'stats', 'cleanup', 'cleanup']) await server.run(job);
    expect(opened).toBeDefined();
    await opened?.recorded;
    expect(await told(id)).toEqual([]);
  });
});
