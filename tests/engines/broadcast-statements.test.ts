import { contract } from '@posthorn/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AppContext } from '../../server/src/app-context.ts';
import { createAudiences } from '../../server/src/audiences/index.ts';
import { createBlobs } from '../../server/src/blobs/create-blobs.ts';
import { openByteStore } from '../../server/src/blobs/open-store.ts';
import { createBroadcasts } from '../../server/src/broadcasts/index.ts';
import { createContacts } from '../../server/src/contacts/index.ts';
import { implement } from '../../server/src/core/operation/implement.ts';
import { createDelivery } from '../../server/src/delivery/index.ts';
import { createEvents } from '../../server/src/events/index.ts';
import { createProvider } from '../../server/src/provider/create-provider.ts';
import { createQueue } from '../../server/src/queue/create-queue.ts';
import type { Queue } from '../../server/src/queue/queue.ts';
import { createTemplates } from '../../server/src/templates/index.ts';
import { createWebhooks } from '../../server/src/webhooks/index.ts';
import { type Watched, watch } from '../support/database/watch-statements.ts';
import { engines } from '../support/engines.ts';
import { fillAudience } from '../support/fixtures/fill-audience.ts';
import { type SmtpSink, startSmtpSink } from '../support/mail/smtp-sink.ts';
import { type Call, callThrough } from '../support/tenancy/call.ts';
import { idOf, startTenancy, type Tenancy } from '../support/tenancy/tenancy.ts';

/** Has one contact in five unsubscribed. */
const statusOf = (index: number) => (index % 5 === 4 ? 'unsubscribed' : 'subscribed');

/** The features that a broadcast meets on its way, over one watched database. */
function createFeatures(app: AppContext, queue: Queue) {
  const blobs = createBlobs(app, openByteStore(app));
  const templates = createTemplates(app);
  const provider = createProvider(app);
  createEvents(app);
  createContacts(app, { blobs, queue });
  const audiences = createAudiences(app);
  const webhooks = createWebhooks(app, queue);
  const delivery = createDelivery(app, { queue, provider, blobs });
  const broadcasts = createBroadcasts(app, { queue, templates });
  return { templates, provider, audiences, webhooks, delivery, broadcasts };
}

type Statements = Pick<Watched, 'statements' | 'reads'>;

const { signal } = new AbortController();

describe.each(engines)('statements of broadcasts on $name', (engine) => {
  let tenancy: Tenancy;
  let sink: SmtpSink;
  let queue: ReturnType<typeof createQueue>;
  let watched: Watched;
  let features: ReturnType<typeof createFeatures>;
  let call: Call;
  let domains = 0;

  beforeAll(async () => {
    sink = await startSmtpSink();
    tenancy = await startTenancy(engine, { PROVIDER_URL: sink.url });
    watched = watch(tenancy.app);
    queue = createQueue(tenancy.app);
    await queue.install();
    await queue.open();
    features = createFeatures(watched.app, queue);
    const { broadcasts, audiences } = features;
    const operations = { broadcasts: contract.broadcasts, audiences: contract.audiences };
    call = callThrough(implement(operations, { ...broadcasts.routes, ...audiences.routes }));
  });
  afterAll(async () => {
    await features.provider.close();
    await features.webhooks.quiesce();
    await features.templates.stop();
    await queue.stop();
    await tenancy.close();
    await sink.close();
  });

  /** Sends to so many contacts, one of them on the list, as far as the fan-out. */
  async function begin(count: number): Promise<string> {
    const tenantId = await tenancy.tenant();
    domains += 1;
    const name = `t${domains}.broadcast-statements.example.com`;
    await tenancy.operator('tenants.createDomain', { params: { id: tenantId }, body: { name, verified: true } });
    const caller = await tenancy.caller(tenantId);
    const audienceId = idOf(await call(caller, 'audiences.create', { body: { name: 'Everybody' } }));
    await fillAudience(tenancy.app.db, { tenantId, audienceId, count, statusOf });
    await sql`insert into suppressions (tenant_id, email, reason, scope, test_mode, created_at)
      values (${tenantId}, 'user1@example.com', 'manual', 'all', 0, 1)`.execute(tenancy.app.db.write);
    const body = {
      name: 'News',
      subject: 'Hi',
      from: `a@${name}`,
      body_html: '<p>{{ email }}</p>',
      target_kind: 'audience',
      target_id: audienceId,
    };
    const id = idOf(await call(caller, 'broadcasts.create', { body }));
    expect((await call(caller, 'broadcasts.send', { params: { id }, body: {} })).status).toBe(202);
    return id;
  }

  async function noted(work: () => Promise<void>): Promise<Statements> {
    const [statements, reads] = [watched.statements.length, watched.reads.length];
    await work();
    return { statements: watched.statements.slice(statements), reads: watched.reads.slice(reads) };
  }

  const messagesOf = async (id: string) => {
    const { rows } = await sql<{ id: string; status: string }>`
      select id, status from messages where broadcast_id = ${id} order by id`.execute(tenancy.app.db.read);
    return rows;
  };

  async function fanOut(broadcastId: string): Promise<Statements> {
    const job = { id: 'job', attempt: 1, priority: 0, payload: { broadcast_id: broadcastId }, holdsLease: () => true };
    return noted(() => features.broadcasts.jobHandlers.fanout([job], signal));
  }

  async function deliver(ids: readonly string[]): Promise<Statements> {
    const job = { id: `job of ${ids[0]}`, attempt: 1, priority: 0, payload: { message_ids: [...ids] }, holdsLease: () => true };
    return noted(() => features.delivery.jobHandlers.deliver([job], signal));
  }

  it('of a page are as many for 500 contacts as for 10', async () => {
    const [small, large] = [await begin(10), await begin(500)];
    const few = await fanOut(small);
    const many = await fanOut(large);
    expect([(await messagesOf(small)).length, (await messagesOf(large)).length]).toEqual([7, 399]);
    expect(few.statements.length).toBeGreaterThan(5);
    expect(few.statements.length).toBeLessThan(20);
    expect(many).toEqual(few);
  });

  it('of a delivery are as many for 100 messages as for 5, but for marks and outcomes, which are written by the tick', async () => {
    const id = await begin(200);
    await fanOut(id);
    const ids = (await messagesOf(id)).map((message) => message.id);
    // What is looked up once for a tenant, and kept in mind.
    await deliver(ids.slice(0, 1));
    const few = await deliver(ids.slice(1, 6));
    const many = await deliver(ids.slice(6, 106));
    expect((await messagesOf(id)).filter(({ status }) => status === 'sent').length).toBe(106);
    expect(many.reads).toEqual(few.reads);
    const claims = ({ statements }: Statements) => statements.filter((text) => text.includes('tenants"."suspended'));
    expect([claims(few).length, claims(many).length]).toEqual([1, 1]);
    expect(new Set(many.statements)).toEqual(new Set(few.statements));
    // However many outcomes a tick has, it says each thing once.
    const ticks = many.statements
      .join('\n')
      .split('begin\n')
      .map((texts) => texts.trim().split('\n'));
    for (const texts of ticks) expect(new Set(texts).size).toBe(texts.length);
  });
});
