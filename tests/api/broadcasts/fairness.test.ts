import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addAudience, addContacts, writeDraft } from '../../support/broadcasts.ts';
import { engines } from '../../support/engines.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink.ts';

const MANY = 1000;

describe.each(engines)('who else sends amid a broadcast on $name', (engine) => {
  let server: TestServer;
  let sink: SmtpSink;
  /** Holds every mail of the broadcast at its final dot until it is opened. */
  const gate = Promise.withResolvers<void>();

  beforeAll(async () => {
    sink = await startSmtpSink({
      onData: async ({ envelope }) => {
        if (envelope.to[0]?.startsWith('c') === true) await gate.promise;
        return undefined;
      },
    });
    server = await startTestServer(engine, { PROVIDER_URL: `${sink.url}?pool=80` });
  });
  afterAll(async () => {
    gate.resolve();
    await server.stop();
    await sink.close();
  });

  it('has a transactional mail delivered while a broadcast has not got to its end', async () => {
    const [busy, other] = [await server.mint(), await server.mint()];
    const id = await writeDraft(busy, await addAudience(busy, await addContacts(busy, MANY)));
    await busy.call('POST', `/v1/broadcasts/${id}/send`);
    const mail = { from: other.from, to: ['b@example.org'], subject: 'Reset', text_body: 'x' };
    expect((await other.call('POST', '/v1/email', { body: mail })).status).toBe(202);
    const [first] = await sink.waitFor(1);
    expect(first?.envelope.to).toEqual(['b@example.org']);
    const { body } = await busy.call('GET', `/v1/broadcasts/${id}/stats`);
    expect(body.ledger).toMatchObject({ total: MANY, sent: 0 });
    gate.resolve();
    await sink.waitFor(MANY + 1);
  });

  it('gives the jobs of a broadcast less and less urgency', async () => {
    const quiet = await startTestServer(engine, { ROLE: 'api' });
    const tenant = await quiet.mint();
    const id = await writeDraft(tenant, await addAudience(tenant, await addContacts(tenant, 120)));
    await tenant.call('POST', `/v1/broadcasts/${id}/send`);
    await quiet.run('fanout');
    const ledger = await quiet.platform.db.read
      .selectFrom('broadcast_ledgers')
      .select(['slices', 'queued'])
      .where('broadcast_id', '=', id)
      .execute();
    expect(ledger).toEqual([{ slices: 3, queued: 120 }]);
    await quiet.stop();
  });
});
