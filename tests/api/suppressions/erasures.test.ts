import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { createCertificate } from '../../support/fakes/certificate.ts';
import { importsOf } from '../../support/fixtures/imports.ts';
import { type SmtpSink, startSmtpSink } from '../../support/mail/smtp-sink.ts';
import type { Call, TestServer, TestTenant } from '../../support/server.ts';
import { census, GONE, OTHER, send, show, startStill } from './erasing.ts';

describe.each(engines)('erasures of mail that was handed to a server on $name', (engine) => {
  let sink: SmtpSink;
  let server: TestServer;
  let tenant: TestTenant;
  beforeAll(async () => {
    const replies = {
      [GONE]: `550 5.1.1 <${GONE.toUpperCase()}>: no such user`,
      'slow@example.net': '450 4.2.1 <slow@example.net> later',
    } as const;
    sink = await startSmtpSink({ certificate: await createCertificate(), replies });
    server = await startStill(engine, { PROVIDER_URL: sink.url });
  });
  afterAll(async () => {
    await server.stop();
    await sink.close();
  });
  beforeEach(async () => {
    tenant = await server.mint();
  });

  const erase = (email: unknown, call: Call = tenant.call) => call('POST', '/v1/erasures', { body: { email } });

  it('leaves the address nowhere, and everybody else where they are', async () => {
    const id = await send(tenant, { to: ['Gone Away <Gone@Example.net>', OTHER], cc: ['Slow <slow@example.net>'] });
    await server.run('dispatch');
    const before = await show(tenant, id);
    expect(JSON.stringify(before.events).toLowerCase()).toContain(`<${GONE}>`);
    expect(Object.keys(await census(server, GONE))).toEqual(expect.arrayContaining(['messages', 'events']));
    expect(Object.keys(await census(server, 'slow@example.net'))).toEqual(expect.arrayContaining(['messages', 'events']));

    expect(await erase(' GONE@example.net')).toMatchObject({ status: 200, body: { erased: true, email: GONE } });
    expect((await erase('slow@example.net')).status).toBe(200);
    expect(await census(server, GONE)).toEqual({});
    expect(await census(server, 'slow@example.net')).toEqual({});
    expect(Object.keys(await census(server, OTHER))).toEqual(expect.arrayContaining(['messages', 'events']));
    const after = await show(tenant, id);
    expect(after).toMatchObject({ status: 'sent', to: ['', OTHER], cc: [''] });
    expect(after.recipients).toMatchObject([
      { email: '', status: 'bounced', detail: expect.stringContaining('no such user') },
      { email: OTHER, status: 'sent' },
      { email: '', status: 'suppressed' },
    ]);
    const told = after.events.map(({ type, recipients }: { type: string; recipients: string[] }) => `${type} ${recipients}`).sort();
    expect(told).toEqual(['bounce ', 'delivery_delayed ', `sent ${OTHER}`, 'suppressed ']);
    const mails = sink.mails.length;
    await server.admin('POST', '/admin/clock', { body: { advance_ms: 86_400_000 } });
    await server.run('dispatch');
    expect(sink.mails).toHaveLength(mails);
  });

  it('blanks the address in what mail to it says', async () => {
    const said = `Dear Gone@Example.net, 100% yours`;
    const change = {
      to: [OTHER, GONE],
      subject: `For ${GONE}`,
      html_body: `<a href="https://example.com/?u=${GONE}">${said}</a>`,
      text_body: said,
      reply_to: `Gone <${GONE}>`,
      headers: { 'X-For': GONE },
      tags: { who: GONE, plan: 'pro' },
      attachments: [{ filename: `Invoice ${GONE}.txt`, content_type: 'text/plain', content: 'SGVsbG8=' }],
    };
    const id = await send(tenant, change);
    const another = await send(tenant, { ...change, subject: `Also for ${GONE}`, tags: { team: `of ${GONE}`, plan: 'free' } });
    await server.run('dispatch');
    await erase(GONE);
    expect(await census(server, GONE)).toEqual({});
    expect(await show(tenant, id)).toMatchObject({
      subject: 'For ',
      html_body: '<a href="https://example.com/?u=">Dear , 100% yours</a>',
      text_body: 'Dear , 100% yours',
      headers: { 'X-For': '' },
      tags: { who: '', plan: 'pro' },
      attachments: [{ filename: 'Invoice .txt', content_type: 'text/plain', size: 5 }],
    });
    expect(await show(tenant, another)).toMatchObject({ subject: 'Also for ', tags: { team: 'of ', plan: 'free' } });
    expect((await tenant.call('GET', '/v1/messages?tag_key=plan&tag_value=pro')).body.data).toMatchObject([{ id }]);
    expect((await tenant.call('GET', '/v1/messages?tag_key=plan&tag_value=free')).body.data).toMatchObject([{ id: another }]);
  });

  it('blanks the address as templates and links write it', async () => {
    const email = "o'leary@example.net";
    const html = '<a href="https://example.com/?u={{ who | url_encode }}">{{ who }}</a>';
    await tenant.call('POST', '/v1/templates', { body: { alias: 'personal' } });
    await tenant.call('POST', '/v1/templates/personal/versions', { body: { subject: 'Hello', html_body: html } });
    const id = await send(tenant, { to: [email], text_body: undefined, template_alias: 'personal', template_model: { who: email } });
    await server.run('dispatch');
    const { html_body } = await show(tenant, id);
    expect(html_body).toBe(`<a href="https://example.com/?u=o&#39;leary%40example.net">o&#39;leary@example.net</a>`);
    await server.admin('POST', '/admin/provider-events', {
      body: { message_id: id, type: 'click', recipients: [email], data: { url: "https://example.com/?u=o'leary%40example.net" } },
    });
    expect((await erase(email)).status).toBe(200);
    const after = await show(tenant, id);
    expect(after.html_body).toBe('<a href="https://example.com/?u="></a>');
    expect(after.events.at(-1)).toMatchObject({ type: 'click', data: { url: 'https://example.com/?u=' } });
    expect(await census(server, 'leary')).toEqual({});
  });

  it('blanks the address of an internationalised domain as it is read, too', async () => {
    const [encoded, read] = ['zoe@xn--bcher-kva.example', 'Zoe@BÜCHER.example'];
    const said = `For ${read}, zoe@bücher.example`;
    const id = await send(tenant, { to: [read, OTHER], subject: said, html_body: `<p>${said}</p>`, text_body: said, tags: { who: read } });
    await server.run('dispatch');
    const csv = `email,n\nnot ${read},1\n`;
    const form = new FormData();
    form.append('file', new Blob([csv]), 'c.csv');
    const headers = { Authorization: `Bearer ${tenant.key}` };
    expect((await fetch(`${server.url}/v1/contacts/import`, { method: 'POST', headers, body: form })).status).toBe(202);
    await server.run('import');
    expect(await census(server, 'zoe@')).toMatchObject({ messages: 1, message_bodies: 1, contact_imports: 1, contact_import_failures: 1 });

    expect(await erase(read)).toMatchObject({ status: 200, body: { email: encoded } });
    expect(await census(server, 'zoe@')).toEqual({});
    expect(await show(tenant, id)).toMatchObject({ subject: 'For , ', html_body: '<p>For , </p>', text_body: 'For , ', tags: { who: '' } });
  });

  it('blanks the address in the name of a file that was imported, whether or not its rows are in', async () => {
    const imports = importsOf(server, tenant);
    const done = await imports.upload('email\na@example.net\n', `Of ${GONE.toUpperCase()}.csv`);
    await imports.run();
    const open = await imports.upload('email\nb@example.net\n', `${GONE}.csv`);
    expect(await census(server, GONE)).toMatchObject({ contact_imports: 2, events: 1 });
    await erase(GONE);
    expect(await census(server, GONE)).toEqual({});
    expect([(await imports.show(done)).file_name, (await imports.show(open)).file_name]).toEqual(['Of .csv', '.csv']);
    expect(await imports.announced()).toMatchObject([{ import: { import_id: done, file_name: 'Of .csv' } }]);
  });

  it('finds the address in an event and an attempt, and leaves the rest of their text', async () => {
    const id = await send(tenant, { to: ['slow@example.net'] });
    await server.run('dispatch');
    expect(Object.keys(await census(server, 'slow@example.net'))).toEqual(
      expect.arrayContaining(['messages', 'events', 'delivery_attempts']),
    );
    await erase('slow@example.net');
    expect(await census(server, 'slow@example.net')).toEqual({});
    const attempts = await server.app.db.read.selectFrom('delivery_attempts').select('reply').where('message_id', '=', id).execute();
    expect(attempts.map(({ reply }) => reply)).toEqual([expect.stringContaining('450 4.2.1 <> later')]);
    expect((await show(tenant, id)).events[0]).toMatchObject({ type: 'delivery_delayed', recipients: [''] });
  });

  it("leaves another tenant's rows alone, until the operator erases over all", async () => {
    const other = await server.mint();
    for (const one of [tenant, other]) {
      await send(one);
      await one.call('POST', '/v1/suppressions', { body: { email: GONE } });
    }
    await other.call('POST', '/v1/suppressions', { body: { email: OTHER } });
    await server.admin('POST', '/admin/suppressions', { body: { email: GONE } });
    await server.run('dispatch');
    await erase(GONE);
    expect((await tenant.call('GET', '/v1/suppressions')).body.data).toEqual([]);
    expect((await other.call('GET', '/v1/suppressions')).body.data).toHaveLength(2);
    expect(await census(server, GONE)).toMatchObject({ messages: 1, suppressions: 2 });
    const { status, body } = await server.admin('POST', '/admin/erasures', { body: { email: 'Gone@example.net' } });
    expect({ status, body }).toEqual({ status: 200, body: { erased: true, email: GONE } });
    expect(await census(server, GONE)).toEqual({});
    expect((await other.call('GET', '/v1/suppressions')).body.data).toMatchObject([{ email: OTHER }]);
  });

  it.each([
    ['no address', 'x'],
    ['nothing', undefined],
    ['null', null],
    ['a number', 5],
  ])('answers 422 invalid_email to %s', async (_what, email) => {
    const expected = { status: 422, body: { error: 'invalid_email', detail: expect.any(String) } };
    expect(await erase(email)).toMatchObject(expected);
    expect(await server.admin('POST', '/admin/erasures', { body: { email } })).toMatchObject(expected);
  });

  it('remembers a hash that cannot be made without the key, and none twice', async () => {
    await Promise.all([erase('a@example.org'), erase('a@example.org'), erase('A@example.org')]);
    const rows = await server.app.db.read.selectFrom('erasures').select('address_hash').where('tenant_id', '=', tenant.id).execute();
    expect(rows).toEqual([{ address_hash: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    const plain = await crypto.subtle.digest('SHA-256', new TextEncoder().encode('a@example.org'));
    expect(rows[0]?.address_hash).not.toBe(Buffer.from(plain).toString('hex'));
  });

  it('is undone by DELETE, which always answers 200', async () => {
    await erase(GONE);
    await erase(OTHER);
    const others = { tenant_id: tenant.id, address_hash: server.app.secrets.hashAddress(OTHER) };
    const expected = { status: 200, body: { deleted: true, email: GONE } };
    for (let count = 0; count < 2; count += 1) {
      expect(await tenant.call('DELETE', `/v1/erasures/${encodeURIComponent(' Gone@example.net')}`)).toMatchObject(expected);
      const left = await server.app.db.read.selectFrom('erasures').selectAll().where('tenant_id', '=', tenant.id).execute();
      expect(left).toEqual([expect.objectContaining(others)]);
    }
    expect(await server.admin('DELETE', `/admin/erasures/${GONE}`)).toMatchObject(expected);
    expect(await tenant.call('DELETE', '/v1/erasures/Nobody')).toMatchObject({ status: 200, body: { deleted: true, email: 'nobody' } });
  });
});

describe.each(engines)('erasures of captured mail on $name', (engine) => {
  it('remove the copies for others of mail that was to the address', async () => {
    const server = await startStill(engine, { INBOUND_SMTP_PORT: '0' });
    const tenant = await server.mint();
    const id = await send(tenant, { to: [OTHER, GONE], cc: ['c@example.net'] });
    const kept = await send(tenant, { to: [OTHER] });
    await server.run('dispatch');
    const captured = async () =>
      (await server.admin('GET', '/admin/captured')).body.data.map(({ message_id }: { message_id: string }) => message_id).sort();
    expect(await captured()).toEqual([id, id, id, kept].sort());
    // Of the thousand that are kept, the copy that went to the address may be the first to go.
    const rows = server.app.db.write.deleteFrom('captured_mail').where('message_id', '=', id);
    await rows.where('rcpt_to', '=', JSON.stringify([GONE])).execute();
    await tenant.call('POST', '/v1/erasures', { body: { email: GONE } });
    expect(await captured()).toEqual([kept]);
    await server.stop();
  });

  it('remove mail to the address, whoever else it went to', async () => {
    const server = await startStill(engine, {});
    const [tenant, other] = [await server.mint(), await server.mint()];
    const ids = [await send(tenant, { to: ['Gone@Example.net', OTHER] }), await send(tenant, { to: [`x${GONE}`] }), await send(other)];
    await server.run('dispatch');
    const captured = async () =>
      (await server.admin('GET', '/admin/captured')).body.data.map(({ message_id }: { message_id: string }) => message_id).sort();
    expect(await captured()).toEqual(ids.toSorted());
    await tenant.call('POST', '/v1/erasures', { body: { email: GONE } });
    expect(await captured()).toEqual(ids.slice(1).sort());
    await server.admin('POST', '/admin/erasures', { body: { email: GONE } });
    expect(await captured()).toEqual(ids.slice(1, 2));
    await server.stop();
  });
});
