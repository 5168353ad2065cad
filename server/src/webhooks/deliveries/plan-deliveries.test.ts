import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { watch } from '../../../../tests/support/database/watch-statements.ts';
import { engines } from '../../../../tests/support/engines.ts';
import { startTenancy, type Tenancy } from '../../../../tests/support/tenancy/tenancy.ts';
import { createQueue } from '../../queue/create-queue.ts';
import type { Queue } from '../../queue/queue.ts';
import { createWebhook } from '../endpoints/create-webhook.ts';
import { createNameService } from '../targets/look-up-addresses.ts';
import { createLateEndpoints } from './late-endpoints.ts';
import { planDeliveries } from './plan-deliveries.ts';
import { findDeliveries } from './store.ts';
import { sweepDueDeliveries } from './sweep-due-deliveries.ts';

describe.each(engines)('the plan of deliveries on $name', (engine) => {
  let tenancy: Tenancy;
  let queue: Queue;
  beforeAll(async () => {
    tenancy = await startTenancy(engine);
    queue = createQueue(tenancy.app);
    await queue.install();
    await queue.open();
  });
  afterAll(async () => {
    await queue.stop();
    await tenancy.close();
  });

  const rules = { names: createNameService(undefined), allowPrivate: true };

  async function tenantWith(...events: ('*' | 'bounce')[]): Promise<string> {
    const tenantId = await tenancy.tenant();
    const caller = await tenancy.caller(tenantId);
    for (const type of events) await createWebhook({ app: tenancy.app, rules }, caller, { url: 'https://a.example.com', events: [type] });
    return tenantId;
  }

  /** The statements that the plan of so many events of each tenant took. */
  async function plan(tenantIds: readonly string[], count: number): Promise<string[]> {
    const { app, statements } = watch(tenancy.app);
    const { newId, clock, db } = app;
    const of = (tenantId: string) => ({ id: newId('evt', clock.now()), tenantId, type: 'delivery', messageId: newId('msg', clock.now()) });
    const events = tenantIds.flatMap((tenantId) => Array.from({ length: count }, () => of(tenantId)));
    await db.transact((trx) => planDeliveries({ app, queue, late: createLateEndpoints() }, trx, events));
    return statements.filter((text) => text !== 'begin');
  }

  const deliveriesOf = async (tenantId: string) => {
    const rows = await tenancy.app.db.read.selectFrom('webhook_deliveries').selectAll().where('tenant_id', '=', tenantId).execute();
    return rows.length;
  };

  it('is one look-up where nobody is subscribed, however many events and tenants there are', async () => {
    const tenants = [await tenantWith(), await tenantWith('bounce'), await tenantWith()];
    expect(await plan(tenants, 100)).toHaveLength(1);
    for (const tenantId of tenants) expect(await deliveriesOf(tenantId)).toBe(0);
  });

  it('is as many kinds of statements for many events as for one, and jobs of one endpoint each', async () => {
    const [one, many] = [await tenantWith('*'), await tenantWith('*', '*', 'bounce')];
    const single = new Set(await plan([one], 1)).size;
    const before = (await queue.depths()).webhook.waiting;
    expect(new Set(await plan([one, many], 120)).size).toBe(single);
    expect(await deliveriesOf(one)).toBe(121);
    expect(await deliveriesOf(many)).toBe(240);
    // Three endpoints with 120 deliveries each, 50 to a job.
    expect((await queue.depths()).webhook.waiting - before).toBe(9);
  });

  it('is undone with the transaction', async () => {
    const tenantId = await tenantWith('*');
    const { db, newId, clock } = tenancy.app;
    const { waiting } = (await queue.depths()).webhook;
    const failed = db.transact(async (trx) => {
      const event = { id: newId('evt', clock.now()), tenantId, type: 'delivery' };
      await planDeliveries({ app: tenancy.app, queue, late: createLateEndpoints() }, trx, [event]);
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    expect(await deliveriesOf(tenantId)).toBe(0);
    expect((await queue.depths()).webhook.waiting).toBe(waiting);
  });

  it('comes last for endpoints that are failing, which would hold up all others', async () => {
    const tenantId = await tenantWith('*', '*', '*');
    const { app } = tenancy;
    const { db, newId, clock } = app;
    const [failing = '', slow = '', working = ''] = (
      await db.read.selectFrom('webhooks').select('id').where('tenant_id', '=', tenantId).orderBy('id').execute()
    ).map(({ id }) => id);
    await db.write.updateTable('webhooks').set({ failing_since: 1 }).where('id', '=', failing).execute();
    const late = createLateEndpoints();
    late.answered(slow, 8000);
    const claimed: string[] = [];
    const nothing = async () => undefined;
    queue.attach({
      ...{ deliver: nothing, deliver_flood: nothing, deliver_bulk: nothing, fanout: nothing, automation: nothing, import: nothing },
      webhook: async (jobs) => void claimed.push(...jobs.flatMap(({ payload }) => payload.delivery_ids)),
    });
    /** The endpoints of the jobs claimed since: the first two, and the others. */
    async function claimedOf() {
      await queue.drain(['webhook']);
      const found = new Map((await findDeliveries(db.read, claimed)).map(({ id, webhookId }) => [id, webhookId]));
      const [first, second, ...others] = claimed.splice(0).map((id) => found.get(id));
      return [first, second, others.toSorted()];
    }
    await claimedOf();
    for (let count = 0; count < 2; count += 1)
      await db.transact((trx) =>
        planDeliveries({ app, queue, late }, trx, [{ id: newId('evt', clock.now()), tenantId, type: 'delivery' }]),
      );
    expect(await claimedOf()).toEqual([working, working, [failing, failing, slow, slow]]);

    await db.write.updateTable('webhook_deliveries').set({ due_at: 1 }).where('tenant_id', '=', tenantId).execute();
    await sweepDueDeliveries({ app, queue, late });
    // A job has all that an endpoint is due.
    expect(await claimedOf()).toEqual([working, working, [failing, failing, slow, slow]]);
  });
});
