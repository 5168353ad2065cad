import { describe, expect, it } from 'vitest';
import { engines } from '../../../../tests/support/engines.ts';
import { useTenancy } from '../../../../tests/support/tenancy/tenancy.ts';
import type { AppContext } from '../../app-context.ts';
import { createOutageRetry } from '../../core/concurrency/outage-retry.ts';
import { Unavailable } from '../../core/errors/unavailable.ts';
import { announce } from '../../events/index.ts';
import type { ClaimedJob, Queue } from '../../queue/queue.ts';
import { createLateEndpoints } from '../deliveries/late-endpoints.ts';
import { planDeliveries } from '../deliveries/plan-deliveries.ts';
import { createWebhook } from '../endpoints/create-webhook.ts';
import { createNameService } from '../targets/look-up-addresses.ts';
import { createAttemptWriter } from './attempt-writer.ts';
import { deliverWebhooks } from './deliver-webhooks.ts';
import type { WebhookClient } from './webhook-client.ts';

/** More than a group of commits tries by itself. */
const TRIES_LOST = 5;

describe.each(engines)('a webhook on $name', (engine) => {
  const tenancy = useTenancy(engine);
  // Safe because nothing else of it is asked for.
  const queue = { enqueue: async () => undefined } as unknown as Queue;

  /** A delivery of a tenant of its own, which no queue knows; returns its id. */
  async function plan(): Promise<string> {
    const { app } = tenancy;
    const { newId, clock } = app;
    const caller = await tenancy.caller(await tenancy.tenant());
    const rules = { names: createNameService(undefined), allowPrivate: true };
    await createWebhook({ app, rules }, caller, { url: 'https://hooks.example.com/', events: ['*'] });
    const at = clock.now();
    const about = { tenantId: caller.tenantId, type: 'contact.import.completed', contactId: null, data: { import: {} } } as const;
    const event = { ...about, id: newId('evt', at), at };
    await app.db.transact(async (trx) => {
      await announce(app, trx, [event]);
      await planDeliveries({ app, queue, late: createLateEndpoints() }, trx, [event]);
    });
    const { id } = await deliveries(caller.tenantId).executeTakeFirstOrThrow();
    return id;
  }
  const deliveries = (tenantId: string) =>
    tenancy.app.db.read.selectFrom('webhook_deliveries').select('id').where('tenant_id', '=', tenantId);
  const show = (id: string) =>
    tenancy.app.db.read.selectFrom('webhook_deliveries').select(['status', 'attempt_count']).where('id', '=', id).executeTakeFirstOrThrow();

  /** A worker whose database goes away with each post, for so many transactions. */
  function startWorker() {
    let [posts, away] = [0, 0];
    const { db } = tenancy.app;
    const transact: AppContext['db']['transact'] = async (work) => {
      if (away === 0) return db.transact(work);
      away -= 1;
      throw new Unavailable(new Error('The database is away.'));
    };
    const app = { ...tenancy.app, db: { ...db, transact } };
    const client: WebhookClient = {
      post: async () => {
        [posts, away] = [posts + 1, TRIES_LOST];
        return { status: 204, durationMs: 1, error: null };
      },
      close: async () => undefined,
    };
    const writer = createAttemptWriter({ app, queue, late: createLateEndpoints() }, createOutageRetry(app.log, 'what became of webhooks'));
    const parts = { app, client, writer, yieldIfBusy: async () => undefined };
    const work = (job: ClaimedJob<'webhook'>) => deliverWebhooks(parts, [job], new AbortController().signal);
    return { work, posts: () => posts };
  }
  const jobOf = (id: string, attempt: number, holdsLease: boolean): ClaimedJob<'webhook'> => ({
    id: `job of ${id}`,
    attempt,
    payload: { delivery_ids: [id] },
    priority: 0,
    holdsLease: () => holdsLease,
  });

  it('that was answered is recorded once the database is back, and not posted again', async () => {
    const id = await plan();
    const worker = startWorker();
    await worker.work(jobOf(id, 1, true));
    expect([worker.posts(), await show(id)]).toEqual([1, { status: 'delivered', attempt_count: 1 }]);
  });

  it('is handed back where the lease of its job has run out, and posted at its next start', async () => {
    const id = await plan();
    const worker = startWorker();
    await expect(worker.work(jobOf(id, 1, false))).rejects.toThrow();
    expect(worker.posts()).toBe(0);
    await worker.work(jobOf(id, 2, true));
    expect([worker.posts(), await show(id)]).toEqual([1, { status: 'delivered', attempt_count: 1 }]);
  });
});
