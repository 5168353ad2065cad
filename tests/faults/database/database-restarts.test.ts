import { openDatabase } from '@posthorn/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../../support/database/postgres.ts';
import { handOver } from '../../support/mail/smtp-client.ts';
import { type SmtpSink, startSmtpSink } from '../../support/mail/smtp-sink.ts';
import { type ServerProcess, spawnServer } from '../../support/processes/process.ts';
import { type Answer, caller, mintTenant, OPERATOR_TOKEN, type TestTenant } from '../../support/server.ts';
import { eventually } from '../../support/wait.ts';

const SENDERS = 10;
/** More by OUTAGE_ACCEPTED and OUTAGES, such as 2000 and 10. */
const ACCEPTED = Number(process.env.OUTAGE_ACCEPTED ?? 300);
const OUTAGES = Number(process.env.OUTAGES ?? 3);

/** What was answered to a request that was not served. */
interface Refusal {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly error: unknown;
}

const toRefusal = ({ status, headers, body }: Answer): Refusal => ({
  status,
  retryAfter: headers.get('retry-after'),
  // tRPC has the envelope within an error of its own.
  error: body?.error?.data?.envelope.error ?? body?.error,
});
const UNAVAILABLE: Refusal = { status: 503, retryAfter: '1', error: 'service_unavailable' };

// The other engine is in the process and cannot be away.
describe('PostgreSQL that stops and starts under senders', () => {
  let postgres: TestPostgres;
  let sink: SmtpSink;
  let server: ServerProcess;

  beforeEach(async () => {
    [postgres, sink] = await Promise.all([startPostgres({ durable: true }), startSmtpSink()]);
    server = await spawnServer({ DATABASE_URL: postgres.url, PROVIDER_URL: sink.url, JOB_INTERVAL_MS: '500' });
  });
  afterEach(async () => {
    await server.end('SIGKILL');
    await Promise.all([sink.close(), postgres.stop()]);
  });

  /** Everybody who got another number of copies than one, with it. */
  function wrongCopies(accepted: readonly string[]): (readonly [string, number])[] {
    const copies = new Map(accepted.map((email) => [email, 0]));
    for (const { envelope } of sink.mails) for (const to of envelope.to) copies.set(to, (copies.get(to) ?? 0) + 1);
    return [...copies].filter(([, count]) => count !== 1);
  }

  /** Asks until it is accepted; returns what else was answered. */
  async function send(tenant: TestTenant, name: string): Promise<Refusal[]> {
    const body = { from: tenant.from, to: [`${name}@example.net`], subject: name, text_body: 'x' };
    const refusals: Refusal[] = [];
    for (;;) {
      const answer = await tenant.call('POST', '/v1/email', { body, headers: { 'Idempotency-Key': name } });
      if (answer.status < 300) return refusals;
      refusals.push(toRefusal(answer));
    }
  }

  it('has requests answered 503 and nothing else, and every mail sent once', { timeout: 900_000 }, async () => {
    const tenant = await mintTenant(server.url, caller(server.url, OPERATOR_TOKEN), { rate_limit: 1_000_000 });
    const admin = caller(server.url, OPERATOR_TOKEN);
    const refusals: Refusal[] = [];
    const accepted: string[] = [];
    const waiting: { count: number; resolve(): void }[] = [];
    let begun = 0;

    async function sender(): Promise<void> {
      while (begun < ACCEPTED) {
        begun += 1;
        const name = `m${begun}`;
        refusals.push(...(await send(tenant, name)));
        accepted.push(`${name}@example.net`);
        for (const { resolve } of waiting.filter(({ count }) => accepted.length >= count)) resolve();
      }
    }
    async function onlooker(ask: () => Promise<Answer>): Promise<void> {
      while (accepted.length < ACCEPTED) {
        const answer = await ask();
        if (answer.status !== 200) refusals.push(toRefusal(answer));
      }
    }
    async function outages(): Promise<void> {
      for (let outage = 0; outage < OUTAGES; outage += 1) {
        const count = Math.floor((ACCEPTED * (outage + Math.random())) / OUTAGES);
        if (accepted.length < count) await new Promise<void>((resolve) => waiting.push({ count, resolve }));
        await postgres.halt(outage % 2 === 0 ? 'fast' : 'immediate');
        await postgres.resume();
      }
    }
    const onlookers = [
      () => tenant.call('GET', '/v1/messages?limit=1'),
      () => tenant.call('GET', '/trpc/usage.get'),
      () => admin('GET', '/admin/stats'),
    ].map(onlooker);
    await Promise.all([outages(), ...Array.from({ length: SENDERS }, sender), ...onlookers]);

    await eventually(async () => ((await admin('GET', '/admin/stats')).body.messages?.sent === ACCEPTED ? true : undefined), 300_000);
    const { read, close } = await openDatabase(postgres.url);
    const doubted = await read.selectFrom('delivery_attempts').select('message_id').where('outcome', '=', 'in_doubt').execute();
    await close();
    expect(refusals.filter((refusal) => JSON.stringify(refusal) !== JSON.stringify(UNAVAILABLE))).toEqual([]);
    expect(wrongCopies(accepted)).toEqual([]);
    expect(doubted).toEqual([]);

    // Fault planted: a copy of one mail, which must not go unnoticed.
    await handOver(sink.port, { from: tenant.from, to: ['m1@example.net'], raw: 'Subject: m1\r\n\r\nx' });
    expect(wrongCopies(accepted)).toEqual([['m1@example.net', 2]]);
  });
});
