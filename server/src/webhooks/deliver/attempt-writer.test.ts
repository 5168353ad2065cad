import { describe, expect, it } from 'vitest';
import { engines } from '../../../../tests/support/engines.ts';
import { useTenancy } from '../../../../tests/support/tenancy/tenancy.ts';
import { createOutageRetry } from '../../core/concurrency/outage-retry.ts';
import { createQueue } from '../../queue/create-queue.ts';
import { enqueueDeliveries } from '../deliveries/enqueue-deliveries.ts';
import { createLateEndpoints } from '../deliveries/late-endpoints.ts';
import { planDeliveries } from '../deliveries/plan-deliveries.ts';
import { createWebhook } from '../endpoints/create-webhook.ts';
import { createNameService } from '../targets/look-up-addresses.ts';
import { createAttemptWriter } from './attempt-writer.ts';

const rules = { names: createNameService(undefined), allowPrivate: true };

describe.each(engines)('jobs of webhooks on $name', (engine) => {
  const tenancy = useTenancy(engine);

  it('that were made before their endpoint began to fail or to answer slowly come after others', async () => {
    const { app } = tenancy;
    const { db, newId, clock } = app;
    const tenantId = await tenancy.tenant();
    const caller = await tenancy.caller(tenantId);
    const queue = createQueue(app);
    await queue.install();
    await queue.open();
    const late = createLateEndpoints();
    const writer = createAttemptWriter({ app, queue, late }, createOutageRetry(app.log, 'what became of webhooks'));
    const claimed: [path: string | undefined, deliveries: number][] = [];
    const priorities: number[] = [];
    const nothing = async () => undefined;
    const paths = new Map<string, string>();
    const pathOf = async (id = '') => {
      const { webhook_id } = await db.read
        .selectFrom('webhook_deliveries')
        .select('webhook_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return paths.get(webhook_id);
    };
    queue.attach({
      ...{ deliver: nothing, deliver_flood: nothing, deliver_bulk: nothing, fanout: nothing, automation: nothing, import: nothing },
      webhook: async (jobs) => {
        for (const job of jobs) {
          priorities.push(job.priority);
          const ids = await writer.claim(job);
          claimed.push([await pathOf(job.payload.delivery_ids[0]), ids.length]);
        }
      },
    });
    for (const path of ['hangs', 'slow', 'works'])
      await createWebhook({ app, rules }, caller, { url: `https://a.example.com/${path}`, events: ['*'] });
    const rows = await db.read.selectFrom('webhooks').select(['id', 'url']).where('tenant_id', '=', tenantId).execute();
    for (const { id, url } of rows) paths.set(id, url.slice(url.lastIndexOf('/') + 1));
    const event = () => ({ id: newId('evt', clock.now()), tenantId, type: 'delivery', messageId: newId('msg', clock.now()) });
    await db.transact((trx) => planDeliveries({ app, queue, late: createLateEndpoints() }, trx, [event(), event()]));
    const idOf = (path: string) => [...paths].find(([, one]) => one === path)?.[0] ?? '';
    await db.write.updateTable('webhooks').set({ failing_since: 1 }).where('id', '=', idOf('hangs')).execute();
    late.answered(idOf('slow'), 8000);
    await queue.drain(['webhook']);
    expect(claimed.toSorted(([a = '', n], [b = '', m]) => n - m || a.localeCompare(b))).toEqual([
      ['hangs', 0],
      ['slow', 0],
      ['hangs', 2],
      ['slow', 2],
      ['works', 2],
    ]);
    // What is late for one that works again is raised with the first of it.
    const mended = idOf('hangs');
    const behind = new Set([mended]);
    const twice = [event(), event()].map(({ id: eventId, ...rest }) => ({ ...rest, eventId, sample: false, replayOf: null }));
    await db.write.updateTable('webhooks').set({ failing_since: null }).where('id', '=', mended).execute();
    for (let n = 0; n < 3; n += 1)
      await db.transact((trx) =>
        enqueueDeliveries(
          { app, queue, late },
          trx,
          twice.map((one) => ({ ...one, webhookId: mended })),
          behind,
        ),
      );
    priorities.length = 0;
    await queue.drain(['webhook']);
    expect(priorities).toEqual([-1, -1, 0]);
    await queue.stop();
  });
});
