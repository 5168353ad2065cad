import type { Engine, TestDatabase } from '../support/engines.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/fakes/webhook-receiver.ts';
import { addAudience, addContacts } from '../support/fixtures/broadcasts.ts';
import { type Dice, seededDice } from '../support/random/dice.ts';
import { type Answer, startTestServer, type TestServer, type TestTenant } from '../support/server.ts';
import { missDeadWorkers } from './dead-workers.ts';
import { type ReceivingSide, startReceivingSide } from './receiving-side.ts';

/** A request that was accepted with a key, and the messages in its answer. */
export interface AcceptedRequest {
  readonly path: string;
  readonly key: string;
  readonly body: object;
  readonly ids: readonly string[];
}

/** A broadcast that was sent. */
export interface SentBroadcast {
  readonly id: string;
  deleted: boolean;
}

/** A service, its surroundings, and its promises so far. */
export interface World {
  readonly dice: Dice;
  readonly tenant: TestTenant;
  readonly receiver: WebhookReceiver;
  readonly receiving: ReceivingSide;
  readonly requests: AcceptedRequest[];
  readonly broadcasts: SentBroadcast[];
  /** Addresses of the recipients, `p0@…`, `p1@…`, in order. */
  readonly contactIds: readonly string[];
  readonly audienceId: string;
  /** Addresses that must get no mail. */
  readonly suppressed: Set<string>;
  /** Addresses that must get no broadcast mail. */
  readonly unsubscribed: Set<string>;
  /** Observed violations. */
  readonly violations: string[];
  server(): TestServer;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  run(job: string): Promise<void>;
  now(): number;
  advance(ms: number): Promise<void>;
  /** Kills the process: now, or at the final dot of the next mail. */
  crash(when: 'now' | 'amid'): Promise<void>;
  /** Stops all failures from now on. */
  calmDown(): void;
  close(): Promise<void>;
}

const HOOK = '/simulated';
const ENVIRONMENT = { CLOCK: 'virtual', ROLE: 'api', JOB_INTERVAL_MS: '3600000', WEBHOOK_ALLOW_PRIVATE: 'true' };
export const PEOPLE = 12;

/** Creates everything new: a database, a tenant with a webhook and an audience, a receiving mail server with occasional failures. */
export async function createWorld(engine: Engine, seed: number): Promise<World> {
  const suppressed = new Set<string>();
  const unsubscribed = new Set<string>();
  const violations: string[] = [];
  const receiving = await startReceivingSide(seed, { suppressed, unsubscribed, violations });
  const receiver = await startWebhookReceiver();
  const database: TestDatabase = await engine.create();
  const start = () => startTestServer(engine, { ...ENVIRONMENT, PROVIDER_URL: receiving.sink.url }, database);
  let server = await start();
  const tenant = await server.mint({ rate_limit: 1_000_000 });
  await tenant.call('POST', '/v1/webhooks', { body: { url: receiver.url(HOOK), events: ['*'] } });
  const contactIds = await addContacts(tenant, PEOPLE, 'p');
  const audienceId = await addAudience(tenant, contactIds);
  let now: number = (await server.admin('GET', '/admin/clock')).body.now;

  const burials: Promise<void>[] = [];
  /** Acts like a killed process: no work under way reaches the database any more. */
  async function die(): Promise<void> {
    const dead = server;
    await dead.app.db.close();
    burials.push(dead.stop().catch(() => undefined));
  }

  async function dieAmid(): Promise<void> {
    let died = false;
    receiving.atNextMail(async () => {
      died = true;
      await die();
    });
    await server.admin('POST', '/admin/jobs/dispatch/run').catch(() => undefined);
    receiving.atNextMail(async () => undefined);
    if (!died) await die();
  }

  return {
    dice: seededDice(seed),
    tenant,
    receiver,
    receiving,
    requests: [],
    broadcasts: [],
    contactIds,
    audienceId,
    suppressed,
    unsubscribed,
    violations,
    server: () => server,
    call: (method, path, body, headers = {}) => server.as(tenant.key)(method, path, { body, headers }),
    async run(job) {
      const { status } = await server.admin('POST', `/admin/jobs/${job}/run`);
      if (status !== 200) violations.push(`${job} answered ${status}`);
    },
    now: () => now,
    async advance(ms) {
      now += ms;
      await server.admin('POST', '/admin/clock', { body: { now } });
    },
    async crash(when) {
      await (when === 'amid' ? dieAmid() : die());
      server = await start();
      await missDeadWorkers(engine, server);
      await server.admin('POST', '/admin/clock', { body: { now } });
    },
    calmDown() {
      receiving.calmDown();
      receiver.answer(HOOK, 204);
    },
    async close() {
      await Promise.all([server.stop(), ...burials]);
      await Promise.all([receiving.sink.close(), receiver.close()]);
      await database.drop();
    },
  };
}

export const hookPath = HOOK;
