import { openDatabase } from '@posthorn/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Engine, engines, type TestDatabase } from '../../support/engines.ts';
import { automationsOf, mail, wait } from '../../support/fixtures/automations.ts';
import { type SmtpSink, startSmtpSink } from '../../support/mail/smtp-sink.ts';
import { type ServerProcess, spawnServer } from '../../support/processes/process.ts';
import { caller, mintTenant, OPERATOR_TOKEN, type TestTenant } from '../../support/server.ts';
import { eventually } from '../../support/wait.ts';

/** The full run is `KILL_ENROLLMENTS=2000 KILLS=20`. */
const ENROLLMENTS = Number(process.env.KILL_ENROLLMENTS ?? 150);
/** Fewer on PostgreSQL, where each costs the time until a dead worker is detected. */
const killsOn = ({ name }: Engine) => Number(process.env.KILLS ?? (name === 'sqlite' ? 3 : 1));
const PAGE = 100;

const PRO = ['Subject welcome', 'Subject offer', 'Subject goodbye'];
const FREE = ['Subject welcome', 'Subject goodbye'];
/** One of three contacts takes the longer branch. */
const isPro = (place: number) => place % 3 === 0;
const emailOf = (place: number) => `k${place}@example.net`;

const STEPS = [
  mail('welcome'),
  wait('moment', 1),
  {
    id: 'which',
    type: 'branch',
    filter: { field: 'attributes.plan', op: 'eq', value: 'pro' },
    then: [{ id: 'mark', type: 'update_contact', attributes: { offered: true } }, mail('offer')],
    else: [{ id: 'late', type: 'wait_for_event', event: 'open', timeout_seconds: 1, then: [mail('never')] }],
  },
  { id: 'done', type: 'update_contact', attributes: { done: true } },
  mail('goodbye'),
];

describe.each(engines)('kill -9 amid an automation on $name', (engine) => {
  let database: TestDatabase;
  let sink: SmtpSink;
  let server: ServerProcess;
  const kills = killsOn(engine);

  beforeEach(async () => {
    database = await engine.create();
    sink = await startSmtpSink();
  });
  afterEach(async () => {
    await server.end('SIGKILL');
    await sink.close();
    await database.drop();
  });

  async function start(): Promise<ServerProcess> {
    server = await spawnServer({ DATABASE_URL: database.url, PROVIDER_URL: sink.url, JOB_INTERVAL_MS: '500', ALLOW_SHORT_WAITS: 'true' });
    return server;
  }

  /** While no server runs, which would lock the file. */
  async function findRows(automationId: string) {
    const db = await openDatabase(database.url);
    try {
      const enrollments = await db.read
        .selectFrom('automation_enrollments')
        .select(['status', 'next_run_at'])
        .where('automation_id', '=', automationId)
        .execute();
      const messages = await db.read
        .selectFrom('messages')
        .select(['id', 'recipients', 'subject'])
        .where('automation_id', '=', automationId)
        .execute();
      const doubted = await db.read.selectFrom('delivery_attempts').select('message_id').where('outcome', '=', 'in_doubt').execute();
      return { enrollments, messages, doubted: doubted.map(({ message_id }) => message_id) };
    } finally {
      await db.close();
    }
  }

  it('sends each mail of each path exactly once, or in doubt as recorded, and nobody is left behind', { timeout: 1_800_000 }, async () => {
    const first = await start();
    const minted = await mintTenant(first.url, caller(first.url, OPERATOR_TOKEN));
    // By whichever process runs at that time.
    const tenant: TestTenant = { ...minted, call: (...request) => caller(server.url, minted.key)(...request) };
    const us = automationsOf({ admin: caller(first.url, OPERATOR_TOKEN), run: async () => 0 }, tenant);
    const audience = await us.audience();
    const id = await us.active(STEPS, { trigger_kind: 'audience_added', trigger_config: { audience_id: audience } });
    const contactIds: string[] = [];
    for (let from = 0; from < ENROLLMENTS; from += PAGE) {
      const contacts = Array.from({ length: Math.min(PAGE, ENROLLMENTS - from) }, (_, place) => ({
        email: emailOf(from + place),
        attributes: { plan: isPro(from + place) ? 'pro' : 'free' },
      }));
      const { body } = await us.post('/contacts/batch', { contacts });
      contactIds.push(...body.data.map((one: { id: string }) => one.id));
    }

    /** Repeats until there is a response: a call that is cut off may or may not have enrolled. */
    async function enrollAll(): Promise<void> {
      for (let from = 0; from < ENROLLMENTS; from += PAGE) {
        const add = () => us.post(`/audiences/${audience}/members/bulk`, { contact_ids: contactIds.slice(from, from + PAGE) });
        await eventually(
          () =>
            add().then(
              ({ status }) => (status === 200 ? true : undefined),
              () => undefined,
            ),
          120_000,
        );
      }
    }
    const enrolled = enrollAll();

    const counts = async () => (await us.automation(id)).enrollment_counts as Record<string, number>;
    const allDone = () => eventually(async () => ((await counts()).completed === ENROLLMENTS ? true : undefined), 300_000);
    const expected = contactIds.reduce((sum, _, place) => sum + (isPro(place) ? PRO : FREE).length, 0);

    for (let kill = 0; kill < kills; kill += 1) {
      await sink.waitFor(Math.floor((expected * (kill + Math.random())) / kills));
      await server.end('SIGKILL');
      const { enrollments } = await findRows(id);
      // Either due or ended, however the process ended.
      expect(enrollments.filter(({ status, next_run_at }) => (status === 'active') !== (next_run_at !== null))).toEqual([]);
      await start();
      const sum = Object.values(await counts()).reduce((one, other) => one + other, 0);
      expect(sum).toBeGreaterThanOrEqual(enrollments.length);
    }
    await enrolled;
    await allDone();
    await eventually(async () => {
      const { body } = await caller(server.url, OPERATOR_TOKEN)('GET', '/admin/stats');
      return body.messages.sent === expected ? true : undefined;
    }, 300_000);
    expect(await counts()).toEqual({ active: 0, completed: ENROLLMENTS, cancelled: 0, failed: 0 });
    const { attributes } = await us.get(`/contacts/${contactIds[0]}`);
    expect(attributes).toEqual({ plan: 'pro', offered: true, done: true });
    await server.end('SIGKILL');

    const { enrollments, messages, doubted } = await findRows(id);
    expect(enrollments).toHaveLength(ENROLLMENTS);
    const keyOf = (to: string, subject: string) => `${to} ${subject}`;
    const due = contactIds.flatMap((_, place) => (isPro(place) ? PRO : FREE).map((subject) => keyOf(emailOf(place), subject)));
    const made = messages.map((message) => ({ id: message.id, key: keyOf(JSON.parse(message.recipients)[0].email, message.subject) }));
    expect(made.map(({ key }) => key).toSorted()).toEqual(due.toSorted());
    const copies = new Map<string, number>();
    for (const { envelope, raw } of sink.mails) {
      const subject = /^Subject: (.*)\r$/m.exec(raw.toString())?.[1] ?? '';
      for (const to of envelope.to) copies.set(keyOf(to, subject), (copies.get(keyOf(to, subject)) ?? 0) + 1);
    }
    const wrong = made.filter((message) => {
      const got = copies.get(message.key) ?? 0;
      return got < 1 || got > 1 + doubted.filter((messageId) => messageId === message.id).length;
    });
    expect(wrong).toEqual([]);
    expect(copies.size).toBe(due.length);
  });
});
