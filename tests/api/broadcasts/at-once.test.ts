import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { addAudience, addContacts, sendAll, writeDraft } from '../../support/fixtures/broadcasts.ts';
import { capturedMail } from '../../support/mail/captured.ts';
import { type SmtpSink, startSmtpSink } from '../../support/mail/smtp-sink.ts';
import { BY_HAND, useServer, useTenant } from '../../support/posthorn.ts';

describe.each(engines)('a draft that many work on at once on $name', (engine) => {
  let audience: string;

  // All in one millisecond: what tells two edits apart must not be the time.
  const server = useServer(engine, BY_HAND);
  const tenant = useTenant(server);
  beforeAll(async () => {
    audience = await addAudience(tenant, await addContacts(tenant, 1));
  });

  it('keeps every edit', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await writeDraft(tenant, audience);
      const fields = { name: 'a', subject: 'b', preview_text: 'c', body_text: 'd', body_html: 'e', reply_to: 'f@example.net' };
      const edits = Object.entries(fields).map(([field, value]) => ({ [field]: value }));
      const answers = await Promise.all(edits.map((body) => tenant.call('PATCH', `/v1/broadcasts/${id}`, { body })));
      expect(answers.map(({ status }) => status)).toEqual(edits.map(() => 200));
      expect((await tenant.call('GET', `/v1/broadcasts/${id}`)).body).toMatchObject(fields);
    }
  });

  it('sends one edition whole, and shows the one that it sent', async () => {
    for (let round = 0; round < 10; round += 1) {
      const edition = (word: string) => ({ subject: word, body_html: `<p>${word}</p>`, body_text: word });
      const id = await writeDraft(tenant, audience, edition('old'));
      const path = `/v1/broadcasts/${id}`;
      const [sent] = await Promise.all([tenant.call('POST', `${path}/send`), tenant.call('PATCH', path, { body: edition('new') })]);
      expect(sent.status).toBe(202);
      await sendAll(server);
      const shown = (await tenant.call('GET', path)).body;
      const { body } = await tenant.call('GET', `${path}/recipients`);
      const mail = await capturedMail(server, body.data[0].message_id);
      expect([mail.headers.get('subject'), mail.text.split('\n', 1)[0]?.trim()]).toEqual([shown.subject, shown.body_text]);
      expect(shown).toMatchObject(edition(shown.subject));
    }
  });
});

describe.each(engines)('a broadcast that is deleted while it is tried again on $name', (engine) => {
  let sink: SmtpSink;

  beforeAll(async () => {
    sink = await startSmtpSink({ onData: () => '554 5.7.1 Refused' });
  });
  afterAll(() => sink.close());
  const server = useServer(engine, () => ({ ...BY_HAND, PROVIDER_URL: sink.url }));

  it('leaves no mail that waits for ever', async () => {
    const tenant = await server.mint();
    const audience = await addAudience(tenant, await addContacts(tenant, 10));
    for (let round = 0; round < 10; round += 1) {
      const id = await writeDraft(tenant, audience);
      const path = `/v1/broadcasts/${id}`;
      await tenant.call('POST', `${path}/send`);
      await sendAll(server);
      expect((await tenant.call('GET', `${path}/stats`)).body.ledger.failed).toBe(10);
      await Promise.all([tenant.call('POST', `${path}/retry`), tenant.call('DELETE', path)]);
      await sendAll(server);
      const waiting = await server.app.db.read
        .selectFrom('messages')
        .select('id')
        .where('broadcast_id', '=', id)
        .where('status', 'in', ['queued', 'sending'])
        .execute();
      expect(waiting).toEqual([]);
    }
  });
});
