import { type Dice, pick, seededDice } from '../support/dice.ts';
import type { Engine, TestDatabase } from '../support/engines.ts';
import { type Answer, startTestServer, type TestServer, type TestTenant } from '../support/server.ts';
import { type Answer as SmtpAnswer, type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

/** What a tenant was told of a mail. */
export interface AcceptedMail {
  readonly id: string;
  readonly key: string;
  readonly body: { readonly subject: string; readonly to: readonly string[] };
}

/** A service, what is around it, and what it has promised. */
export interface World {
  readonly dice: Dice;
  readonly tenant: TestTenant;
  readonly receiver: WebhookReceiver;
  readonly mails: AcceptedMail[];
  /** Addresses that must get no mail. */
  readonly suppressed: Set<string>;
  /** What was seen and must not be. */
  readonly violations: string[];
  /** How often the receiving side took a mail for a recipient, by `subject recipient`. */
  readonly copies: Map<string, number>;
  server(): TestServer;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  run(job: string): Promise<void>;
  advance(ms: number): Promise<void>;
  /** Has the process die: now, or with the final dot of the next mail. */
  crash(when: 'now' | 'amid'): Promise<void>;
  /** From here on nothing fails any more. */
  calmDown(): void;
  close(): Promise<void>;
}

const HOOK = '/simulated';
const ENVIRONMENT = { CLOCK: 'virtual', ROLE: 'api', JOB_INTERVAL_MS: '3600000', WEBHOOK_ALLOW_PRIVATE: 'true' };

type Fate = 'ok' | 'defer' | 'refuse' | 'lose' | 'take and lose';
const FATES: readonly Fate[] = ['ok', 'ok', 'ok', 'ok', 'ok', 'defer', 'defer', 'refuse', 'lose', 'take and lose'];

const subjectOf = (raw: Buffer) => /^Subject: (.*)$/m.exec(raw.toString('latin1'))?.[1]?.trim() ?? '';

/** Fates of attempts: the same for a seed, in whatever order they are made. */
function fates(seed: number) {
  const attempts = new Map<string, number>();
  return (name: string): Fate => {
    const attempt = (attempts.get(name) ?? 0) + 1;
    attempts.set(name, attempt);
    const sum = [...`${seed} ${name} ${attempt}`].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) % 2 ** 31, 7);
    return pick(seededDice(sum), FATES);
  };
}

/** Everything new: a database, a tenant with a webhook, a receiving mail server that fails now and then. */
export async function createWorld(engine: Engine, seed: number): Promise<World> {
  const dice = seededDice(seed);
  const fateOf = fates(seed);
  const violations: string[] = [];
  const copies = new Map<string, number>();
  const suppressed = new Set<string>();
  let isCalm = false;
  let dieAmid: (() => Promise<void>) | undefined;

  const sink: SmtpSink = await startSmtpSink({
    onRcpt: (to): SmtpAnswer => {
      if (suppressed.has(to)) violations.push(`mail to ${to}, which is suppressed`);
      const fate = isCalm ? 'ok' : fateOf(`rcpt ${to}`);
      if (fate === 'defer') return '451 4.2.0 Later';
      return fate === 'refuse' ? '554 5.7.1 Not this one' : undefined;
    },
    onData: async ({ envelope, raw }) => {
      const subject = subjectOf(raw);
      const fate = isCalm ? 'ok' : fateOf(`data ${subject}`);
      if (fate === 'defer') return '451 4.3.0 Later';
      if (fate === 'refuse') return '554 5.6.0 Not this';
      if (fate === 'lose') return 'drop';
      for (const to of envelope.to) copies.set(`${subject} ${to}`, (copies.get(`${subject} ${to}`) ?? 0) + 1);
      await dieAmid?.();
      return fate === 'take and lose' ? 'drop' : undefined;
    },
  });
  const receiver = await startWebhookReceiver();
  const database: TestDatabase = await engine.createKept();
  const start = () => startTestServer(engine, { ...ENVIRONMENT, PROVIDER_URL: sink.url }, database);
  let server = await start();
  const tenant = await server.mint({ rate_limit: 1_000_000 });
  await tenant.call('POST', '/v1/webhooks', { body: { url: receiver.url(HOOK), events: ['*'] } });
  let now: number = (await server.admin('GET', '/admin/clock')).body.now;

  /** As a process that is killed: nothing that it has under way reaches the database any more. */
  async function die(): Promise<void> {
    dieAmid = undefined;
    const dead = server;
    await dead.platform.db.close();
    void dead.stop().catch(() => undefined);
  }

  async function restart(): Promise<void> {
    server = await start();
    await server.admin('POST', '/admin/clock', { body: { now } });
  }

  async function run(job: string): Promise<void> {
    const { status } = await server.admin('POST', `/admin/jobs/${job}/run`);
    if (status !== 200) violations.push(`${job} answered ${status}`);
  }

  return {
    dice,
    tenant,
    receiver,
    mails: [],
    suppressed,
    violations,
    copies,
    server: () => server,
    call: (method, path, body, headers = {}) => server.as(tenant.key)(method, path, { body, headers }),
    run,
    async advance(ms) {
      now += ms;
      await server.admin('POST', '/admin/clock', { body: { now } });
    },
    async crash(when) {
      if (when === 'amid') {
        let died = false;
        dieAmid = async () => {
          died = true;
          await die();
        };
        await server.admin('POST', '/admin/jobs/dispatch/run').catch(() => undefined);
        if (!died) await die();
      } else await die();
      await restart();
    },
    calmDown() {
      isCalm = true;
      receiver.answer(HOOK, 204);
    },
    async close() {
      await server.stop();
      await Promise.all([sink.close(), receiver.close()]);
      await database.drop();
    },
  };
}

export const hookPath = HOOK;
