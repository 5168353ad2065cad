import { describe, expect, it } from 'vitest';
import { watch } from '../../../tests/support/database/watch-statements.ts';
import { engines } from '../../../tests/support/engines.ts';
import { BY_HAND, useServer } from '../../../tests/support/posthorn.ts';
import type { TestTenant } from '../../../tests/support/server.ts';
import type { AppContext } from '../app-context.ts';
import { createRecentMail } from '../messages/index.ts';
import { createQueue } from '../queue/create-queue.ts';
import type { Queue } from '../queue/queue.ts';
import { simulateDueEmails } from './simulate-due-emails.ts';
import { sweepDueMessages } from './sweep-due-messages.ts';

const FAR = 4_000_000_000_000;

describe.each(engines)('due mail in test mode on $name', (engine) => {
  const server = useServer(engine, { ...BY_HAND, ROLE: 'api' });

  async function schedule(tenant: TestTenant, mails: readonly { to: string[] }[]): Promise<string[]> {
    const emails = mails.map(({ to }) => ({ from: tenant.from, to, subject: 'x', text_body: 'x', scheduled_at: FAR }));
    const { body } = await tenant.call('POST', '/v1/email/batch', { body: { emails }, headers: { 'X-Service-Test': 'true' } });
    return body.data.map(({ message_id }: { message_id: string }) => message_id);
  }
  async function comeDue(tenant: TestTenant, ids: readonly string[], dueAt: number): Promise<void> {
    const { write } = server.app.db;
    await write.updateTable('messages').set({ due_at: dueAt }).where('tenant_id', '=', tenant.id).where('id', 'in', ids).execute();
  }
  /** Mail of a tenant that has just come due. */
  async function come(tenant: TestTenant, count: number): Promise<string[]> {
    const ids: string[] = [];
    for (let start = 0; start < count; start += 100) {
      const some = Array.from({ length: Math.min(100, count - start) }, (_, n) => ({ to: [`r${start + n}@example.net`] }));
      ids.push(...(await schedule(tenant, some)));
    }
    await comeDue(tenant, ids, 1);
    return ids;
  }
  /** Returns how many were taken, and for how many of them there is a job. */
  async function sweep(app: AppContext = server.app) {
    let enqueued = 0;
    const queue: Queue = {
      ...createQueue(app),
      enqueue: async (_trx, jobs) => {
        enqueued += jobs.length;
      },
    };
    const taken = await sweepDueMessages({ app, queue, recent: createRecentMail() });
    return { taken, enqueued };
  }
  /** A sweep that dies after so many transactions. */
  const sweepUntil = (most: number) => {
    const { db } = server.app;
    let transactions = 0;
    const transact: AppContext['db']['transact'] = (work) => {
      transactions += 1;
      return transactions > most ? Promise.reject(new Error('killed')) : db.transact(work);
    };
    return sweep({ ...server.app, db: { ...db, transact } });
  };
  const eventsOf = async (tenant: TestTenant) => {
    const query = server.app.db.read.selectFrom('events').select(['message_id', 'type']);
    const rows = await query.where('tenant_id', '=', tenant.id).orderBy('message_id').orderBy('id').execute();
    return rows.map(({ message_id, type }) => [message_id, type]);
  };
  const mint = () => server.mint({ rate_limit: -1, daily_quota: -1, monthly_quota: -1 });

  it('is simulated once and without a job, however many sweep at a time', async () => {
    const tenants = [await mint(), await mint()];
    const ids = await Promise.all(tenants.map((tenant) => come(tenant, 300)));
    const sweeps = await Promise.all(Array.from({ length: 4 }, () => sweep()));
    expect(sweeps.reduce((sum, { taken }) => sum + taken, 0)).toBe(600);
    expect(sweeps.reduce((sum, { enqueued }) => sum + enqueued, 0)).toBe(0);
    for (const [place, tenant] of tenants.entries()) {
      const own = ids[place]?.toSorted() ?? [];
      expect(await eventsOf(tenant)).toEqual(own.flatMap((id) => ['scheduled', 'sent', 'delivery'].map((type) => [id, type])));
    }
    expect(await sweep()).toEqual({ taken: 0, enqueued: 0 });
  });

  it('is simulated once where two have taken it, a minute apart', async () => {
    const tenant = await mint();
    const [id = ''] = await come(tenant, 1);
    await sweepUntil(1);
    const due = [{ id, tenantId: tenant.id, bulk: false, testMode: true }];
    await Promise.all([simulateDueEmails(server.app, due), simulateDueEmails(server.app, due)]);
    expect((await eventsOf(tenant)).map(([, type]) => type)).toEqual(['scheduled', 'sent', 'delivery']);
  });

  it.each([
    ['bounced', 'failed', 'bounce'],
    ['complained', 'sent', 'complaint'],
  ])('goes to %s@ once where several come due together, the earliest', async (localPart, status, event) => {
    const tenant = await mint();
    const other = await mint();
    const address = `${localPart}@${server.app.config.TEST_DOMAIN}`;
    const later = await schedule(tenant, [{ to: [address, 'one@example.net'] }, { to: [address] }]);
    const [earliest = ''] = await schedule(tenant, [{ to: [address] }]);
    const [foreign = ''] = await schedule(other, [{ to: [address] }]);
    await comeDue(tenant, later, 2);
    await comeDue(tenant, [earliest], 1);
    await comeDue(other, [foreign], 3);
    await sweep();
    const query = server.app.db.read.selectFrom('messages').select(['id', 'status']).orderBy('id');
    const statuses = new Map((await query.execute()).map((row) => [row.id, row.status]));
    expect([earliest, ...later, foreign].map((id) => statuses.get(id))).toEqual([status, 'sent', 'suppressed', status]);
    expect((await eventsOf(tenant)).filter(([, type]) => type === event)).toEqual([[earliest, event]]);
    expect((await eventsOf(tenant)).filter(([, type]) => type === 'suppressed').map(([id]) => id)).toEqual(later.toSorted());
  });

  it('costs as many statements for a hundred as for one', async () => {
    const statementsFor = async (count: number) => {
      await come(await mint(), count);
      const watched = watch(server.app);
      await sweep(watched.app);
      return watched.statements.length;
    };
    const forOne = await statementsFor(1);
    expect(forOne).toBeGreaterThan(3);
    expect(await statementsFor(100)).toBe(forOne);
  });

  it('is taken again after a minute where its process dies before it is simulated', async () => {
    const tenant = await mint();
    await come(tenant, 1);
    const { db, clock } = server.app;
    await sweepUntil(1);
    const row = await db.read.selectFrom('messages').select(['status', 'due_at']).where('tenant_id', '=', tenant.id).executeTakeFirst();
    expect(row).toEqual({ status: 'queued', due_at: clock.now() + 60_000 });
    await db.write.updateTable('messages').set({ due_at: 1 }).where('tenant_id', '=', tenant.id).execute();
    await sweep();
    expect((await eventsOf(tenant)).map(([, type]) => type)).toEqual(['scheduled', 'sent', 'delivery']);
  });

  it('is simulated beside one that has a fault', async () => {
    const tenant = await mint();
    const ids = await come(tenant, 3);
    const [, faulty = ''] = ids;
    const { write } = server.app.db;
    await write.updateTable('messages').set({ recipients: 'none' }).where('id', '=', faulty).execute();
    await sweep();
    const sent = ids.filter((id) => id !== faulty).toSorted();
    const simulated = (await eventsOf(tenant)).filter(([, type]) => type === 'sent');
    expect(simulated).toEqual(sent.map((id) => [id, 'sent']));
    await write.updateTable('messages').set({ due_at: null }).where('id', '=', faulty).execute();
  });

  it('is not simulated where it was cancelled or moved after a sweep took it', async () => {
    const tenant = await mint();
    const [cancelled, moved] = await come(tenant, 2);
    const { db } = server.app;
    let transactions = 0;
    const transact: AppContext['db']['transact'] = async (work) => {
      transactions += 1;
      if (transactions === 2) {
        await tenant.call('DELETE', `/v1/email/${cancelled}`);
        await tenant.call('PATCH', `/v1/email/${moved}`, { body: { scheduled_at: server.app.clock.now() + 10_000 } });
      }
      return db.transact(work);
    };
    await sweep({ ...server.app, db: { ...db, transact } });
    expect(transactions).toBe(2);
    const rows = await db.read.selectFrom('messages').select('status').where('tenant_id', '=', tenant.id).orderBy('id').execute();
    expect(rows.map(({ status }) => status)).toEqual(['cancelled', 'scheduled']);
  });
});
