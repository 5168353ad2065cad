import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../../tests/support/engines.ts';
import { startTenancy, type Tenancy } from '../../../../tests/support/tenancy/tenancy.ts';
import { eventually } from '../../../../tests/support/wait.ts';
import { createOutageRetry } from '../../core/concurrency/outage-retry.ts';
import type { TenantCaller } from '../../core/request/caller.ts';
import { announce } from '../../events/index.ts';
import { createQueue } from '../../queue/create-queue.ts';
import type { Queue } from '../../queue/queue.ts';
import { createLateEndpoints } from '../deliveries/late-endpoints.ts';
import { planDeliveries } from '../deliveries/plan-deliveries.ts';
import { createWebhook } from '../endpoints/create-webhook.ts';
import { createNameService } from '../targets/look-up-addresses.ts';
import { createAttemptWriter } from './attempt-writer.ts';
import { deliverWebhooks } from './deliver-webhooks.ts';
import type { PostResult, WebhookClient } from './webhook-client.ts';

const DELIVERED: PostResult = { status: 204, durationMs: 1, error: null };
const DEAD = 100;

/** Posts that never end by themselves, for URLs with `dead` in them; it counts who is at it. */
function createStub() {
  const opened = Promise.withResolvers<void>();
  const done: string[] = [];
  const now = new Map<string, number>();
  const most = new Map<string, number>();
  const client: WebhookClient = {
    post: async ({ url }) => {
      now.set(url, (now.get(url) ?? 0) + 1);
      most.set(url, Math.max(most.get(url) ?? 0, now.get(url) ?? 0));
      await (url.includes('dead') ? opened.promise : undefined);
      now.set(url, (now.get(url) ?? 0) - 1);
      done.push(url);
      return DELIVERED;
    },
    close: async () => undefined,
  };
  const hanging = () => [...now].filter(([url, count]) => url.includes('dead') && count > 0);
  return { client, done, most, hanging, open: opened.resolve };
}

describe.each(engines)('endpoints that hang on $name', (engine) => {
  let tenancy: Tenancy;
  let caller: TenantCaller;
  let queue: Queue;
  let stub: ReturnType<typeof createStub>;

  beforeEach(async () => {
    tenancy = await startTenancy(engine);
    const { app } = tenancy;
    const found = await tenancy.caller(await tenancy.tenant());
    caller = { ...found, overrides: { ...found.overrides, webhook_limit: -1 } };
    stub = createStub();
    queue = createQueue(app);
    await queue.install();
    const nothing = async () => undefined;
    const writer = createAttemptWriter({ app, queue, late: createLateEndpoints() }, createOutageRetry(app.log, 'what became of webhooks'));
    const parts = { app, writer, client: stub.client, yieldIfBusy: nothing };
    queue.attach({
      deliver: nothing,
      deliver_flood: nothing,
      deliver_bulk: nothing,
      fanout: nothing,
      automation: nothing,
      import: nothing,
      webhook: (jobs, signal) => deliverWebhooks(parts, jobs, signal),
    });
    await queue.open();
    await queue.start();
  });
  afterEach(async () => {
    stub.open();
    await queue.stop();
    await tenancy.close();
  });

  const rules = { names: createNameService(undefined), allowPrivate: true };
  const addEndpoint = (name: string) =>
    createWebhook({ app: tenancy.app, rules }, caller, { url: `https://${name}.example.com/`, events: ['*'] });

  async function tell(count: number): Promise<void> {
    const { db, newId, clock } = tenancy.app;
    const about = { tenantId: caller.tenantId, type: 'contact.import.completed', contactId: null, data: { import: {} } } as const;
    const events = Array.from({ length: count }, () => ({ ...about, id: newId('evt', clock.now()), at: clock.now() }));
    await db.transact(async (trx) => {
      await announce(tenancy.app, trx, events);
      await planDeliveries({ app: tenancy.app, queue, late: createLateEndpoints() }, trx, events);
    });
  }

  const until = (holds: () => boolean) => eventually(async () => holds() || undefined);
  const countOf = (status: string) =>
    tenancy.app.db.read
      .selectFrom('webhook_deliveries')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('status', '=', status)
      .executeTakeFirstOrThrow();

  it('hold up no other, however many they are', async () => {
    for (let count = 0; count < DEAD; count += 1) await addEndpoint(`dead-${count}`);
    await addEndpoint('living');
    await tell(120);
    await until(() => stub.done.length === 120);
    expect(new Set(stub.done)).toEqual(new Set(['https://living.example.com/']));
    await until(() => stub.hanging().length === DEAD);
    await tell(30);
    await until(() => stub.done.length === 150);
    expect(stub.hanging()).toHaveLength(DEAD);
    await eventually(async () => ((await countOf('delivered')).count === 150 ? true : undefined));
    expect((await countOf('pending')).count).toBe(150 * DEAD);
  });

  it('have ten posts under way each and not one more', async () => {
    await addEndpoint('dead');
    await tell(500);
    await until(() => stub.hanging().some(([, count]) => count === 10));
    stub.open();
    await until(() => stub.done.length === 500);
    expect(stub.most).toEqual(new Map([['https://dead.example.com/', 10]]));
    await eventually(async () => ((await countOf('delivered')).count === 500 ? true : undefined));
  });
});
