import { openDatabase } from '@posthorn/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { engines } from '../../support/engines.ts';
import { startSmtpSink } from '../../support/mail/smtp-sink.ts';
import { spawnServer } from '../../support/processes/process.ts';
import { caller, mintTenant, OPERATOR_TOKEN } from '../../support/server.ts';
import { eventually } from '../../support/wait.ts';

/** Enlarged by STOPPED_MAILS, at most 100. */
const MAILS = Number(process.env.STOPPED_MAILS ?? 50);

// The other engine's file belongs to one process: while it is stopped, no other can claim its mail.
describe.each(engines.filter(({ name }) => name === 'postgres'))(
  'a worker on $name that is stopped for longer than its lease',
  (engine) => {
    it(`changes nothing of its ${MAILS} mails when it wakes, each of which has gone out`, async () => {
      const database = await engine.create();
      onTestFinished(database.drop);
      const woken = Promise.withResolvers<void>();
      const held = new Set<string>();
      let overtaken = false;
      const sink = await startSmtpSink({
        // The first worker gets its replies once it has been overtaken.
        onData: async ({ envelope }) => {
          if (overtaken) return undefined;
          held.add(envelope.to.join());
          await woken.promise;
          return undefined;
        },
      });
      onTestFinished(sink.close);
      const start = async (role: string) => {
        const server = await spawnServer({ DATABASE_URL: database.url, ROLE: role, PROVIDER_URL: sink.url, JOB_INTERVAL_MS: '500' });
        onTestFinished(async () => void (await server.end('SIGKILL')));
        return server;
      };
      const api = await start('api');
      const first = await start('worker');

      const tenant = await mintTenant(api.url, caller(api.url, OPERATOR_TOKEN));
      const emails = Array.from({ length: MAILS }, (_, n) => ({
        from: tenant.from,
        to: [`a${n}@example.net`],
        subject: 'x',
        text_body: 'x',
      }));
      await tenant.call('POST', '/v1/email/batch', { body: { emails } });
      const db = await openDatabase(database.url);
      onTestFinished(db.close);
      const messages = () => db.read.selectFrom('messages').selectAll().orderBy('id').execute();
      const attempts = () => db.read.selectFrom('delivery_attempts').selectAll().orderBy('id').execute();
      const events = () => db.read.selectFrom('events').selectAll().orderBy('id').execute();
      await eventually(async () => ((await messages()).every(({ claim_job: job }) => job !== null) && held.size > 0 ? true : undefined));

      process.kill(first.pid, 'SIGSTOP');
      overtaken = true;
      await start('worker');
      await eventually(async () => ((await messages()).every(({ status }) => status === 'sent') ? true : undefined));
      const before = [await messages(), await attempts(), await events()];

      process.kill(first.pid, 'SIGCONT');
      woken.resolve();
      expect(await first.end('SIGTERM')).toBe(0);
      expect([await messages(), await attempts(), await events()]).toEqual(before);
      expect((await messages()).length).toBe(MAILS);

      const doubted = (await attempts()).filter(({ outcome }) => outcome === 'in_doubt').map(({ message_id }) => message_id);
      expect(doubted.length).toBeGreaterThan(0);
      const copies = sink.mails.flatMap(({ envelope }) => envelope.to);
      expect(new Set(copies).size).toBe(MAILS);
      // A worker that was stopped between its mark and the content leaves a doubt without a copy.
      const doubtsOf = (id: string) => doubted.filter((messageId) => messageId === id).length;
      const copiesOf = (email: string) => copies.filter((to) => to === email).length;
      const wrong = (await messages()).filter(({ id, recipients }) => copiesOf(JSON.parse(recipients)[0].email) > 1 + doubtsOf(id));
      expect(wrong).toEqual([]);
    });
  },
);
