import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Engine, engines } from '../../support/engines.ts';
import { writeDraft } from '../../support/fixtures/broadcasts.ts';
import { fillAudience } from '../../support/fixtures/fill-audience.ts';
import { useServerProcess } from '../../support/fixtures/server-process.ts';
import { type SmtpSink, startSmtpSink } from '../../support/mail/smtp-sink.ts';
import { caller, mintTenant, OPERATOR_TOKEN, type TestTenant } from '../../support/server.ts';
import { eventually } from '../../support/wait.ts';

/** The full run is `KILL_CONTACTS=10000 KILLS=50`. */
const CONTACTS = Number(process.env.KILL_CONTACTS ?? 800);
/** Fewer on PostgreSQL, where each costs the time until a dead worker is detected. */
const killsOn = ({ name }: Engine) => Number(process.env.KILLS ?? (name === 'sqlite' ? 6 : 3));
/** How many of the kills happen right after the broadcast began. */
const EARLY_KILLS = 2;

describe.each(engines)('kill -9 amid a broadcast on $name', (engine) => {
  let sink: SmtpSink;
  const kills = killsOn(engine);

  beforeEach(async () => {
    sink = await startSmtpSink();
  });
  afterEach(() => sink.close());
  const { start: spawn, withDatabase } = useServerProcess(engine);
  const start = () => spawn({ PROVIDER_URL: sink.url, JOB_INTERVAL_MS: '500' });

  const fill = (tenantId: string, audienceId: string) => withDatabase((db) => fillAudience(db, { tenantId, audienceId, count: CONTACTS }));

  const findOutcome = (id: string) =>
    withDatabase(async ({ read }) => {
      const messages = await read.selectFrom('messages').select(['id', 'recipients', 'status']).where('broadcast_id', '=', id).execute();
      const doubted = await read.selectFrom('delivery_attempts').select('message_id').where('outcome', '=', 'in_doubt').execute();
      return { messages, doubted: doubted.map(({ message_id }) => message_id) };
    });

  it('sends to each contact exactly once, or in doubt as recorded, and the ledger adds up whenever it is read', {
    timeout: 600_000 + kills * 60_000,
  }, async () => {
    const first = await start();
    const tenant = await mintTenant(first.url, caller(first.url, OPERATOR_TOKEN));
    const { body: audience } = await tenant.call('POST', '/v1/audiences', { body: { name: 'Everybody' } });
    await first.end('SIGKILL');
    await fill(tenant.id, audience.id);

    let running = await start();
    const at = (): TestTenant => ({ ...tenant, call: caller(running.url, tenant.key) });
    const id = await writeDraft(at(), audience.id);
    expect((await at().call('POST', `/v1/broadcasts/${id}/send`)).status).toBe(202);

    async function sample(): Promise<string> {
      const { body } = await at().call('GET', `/v1/broadcasts/${id}/stats`);
      const { total, pending, queued, sent, failed, suppressed, skipped } = body.ledger;
      expect(total).toBe(CONTACTS);
      expect(pending + queued + sent + failed + suppressed + skipped).toBe(total);
      return (await at().call('GET', `/v1/broadcasts/${id}`)).body.status;
    }

    for (let kill = 0; kill < kills; kill += 1) {
      const share = Math.max(0, kill - EARLY_KILLS + 1 - Math.random()) / (kills - EARLY_KILLS + 1);
      await Promise.race([
        sink.waitFor(Math.floor(CONTACTS * share)),
        eventually(async () => ((await sample()) === 'sent' ? true : undefined), 300_000),
      ]);
      await running.end('SIGKILL');
      running = await start();
      await sample();
    }
    await eventually(async () => ((await sample()) === 'sent' ? true : undefined), 300_000);
    const { body } = await at().call('GET', `/v1/broadcasts/${id}/stats`);
    expect(body.ledger).toEqual({ total: CONTACTS, pending: 0, queued: 0, sent: CONTACTS, failed: 0, suppressed: 0, skipped: 0 });
    await running.end('SIGKILL');

    const { messages, doubted } = await findOutcome(id);
    const copies = new Map<string, number>();
    for (const { envelope } of sink.mails) for (const to of envelope.to) copies.set(to, (copies.get(to) ?? 0) + 1);
    const wrong = messages.filter((message) => {
      const email = JSON.parse(message.recipients)[0].email;
      const got = copies.get(email) ?? 0;
      return got < 1 || got > 1 + doubted.filter((messageId) => messageId === message.id).length;
    });
    expect(wrong).toEqual([]);
    expect(messages.length).toBe(CONTACTS);
    expect(copies.size).toBe(CONTACTS);
  });
});
