import { beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { capturedMail } from '../../support/mail/captured.ts';
import { handOver } from '../../support/mail/smtp-client.ts';
import { BY_HAND, useServer } from '../../support/posthorn.ts';
import { startTestServer, type TestTenant } from '../../support/server.ts';

const ADDRESS = 'ada@example.net';

describe.each(engines)('unsubscribing by mail on $name', (engine) => {
  let tenant: TestTenant;

  const server = useServer(engine, { ...BY_HAND, INBOUND_SMTP_PORT: '0' });
  beforeEach(async () => {
    tenant = await server.mint();
  });

  async function sent() {
    const { body } = await tenant.call('POST', '/v1/email', {
      body: { from: tenant.from, to: [ADDRESS], subject: 'News', text_body: 'x', stream: 'marketing' },
    });
    await server.run('dispatch');
    const { headers } = await capturedMail(server, body.message_id);
    const header = headers.get('list-unsubscribe') ?? '';
    const [, address = ''] = /<mailto:([^?>]+)\?subject=unsubscribe>$/.exec(header) ?? [];
    return { id: body.message_id as string, header, address };
  }
  const write = async (to: string) => {
    const reply = await handOver(server.smtpPort, {
      from: 'ada@other.example',
      to: [to],
      raw: `From: ada@other.example\r\nTo: ${to}\r\nSubject: unsubscribe\r\n\r\n`,
    });
    await server.run('inbound');
    return reply;
  };
  const suppressions = async () => (await tenant.call('GET', '/v1/suppressions')).body.data;

  it('is offered after the link, at an address that mail servers take', async () => {
    const { header, address } = await sent();
    expect(header).toMatch(/^<http:\/\/[^>]+\/u\/[^>]+>, <mailto:[^>]+>$/);
    expect(address).toMatch(new RegExp(`^unsubscribe-[0-9a-z-]{43}@bounces\\.${tenant.domain.name.replaceAll('.', '\\.')}$`));
    expect(address.indexOf('@')).toBeLessThanOrEqual(64);
  });

  it('ends marketing mail to the recipient, whoever wrote', async () => {
    const { body: contact } = await tenant.call('POST', '/v1/contacts', { body: { email: ADDRESS } });
    const { id, address } = await sent();
    expect((await write(address)).code).toBe(250);
    expect((await write(address.toUpperCase())).code).toBe(250);
    expect((await tenant.call('GET', `/v1/contacts/${contact.id}`)).body.status).toBe('unsubscribed');
    expect(await suppressions()).toMatchObject([{ email: ADDRESS, reason: 'unsubscribe', scope: 'marketing', source_message_id: id }]);
    expect((await tenant.call('GET', '/v1/inbound')).body.data).toEqual([]);
  });

  it('is taken and changes nothing for a message that is gone, and for somebody who was erased', async () => {
    const gone = await sent();
    await server.app.db.write.deleteFrom('messages').where('id', '=', gone.id).execute();
    expect((await write(gone.address)).code).toBe(250);
    const erased = await sent();
    await tenant.call('POST', '/v1/erasures', { body: { email: ADDRESS } });
    expect((await write(erased.address)).code).toBe(250);
    expect(await suppressions()).toEqual([]);
  });

  it('refuses an address that somebody made up', async () => {
    const { address } = await sent();
    const other = address.startsWith('unsubscribe-0') ? '1' : '0';
    for (const wrong of [address.replace(/-./, `-${other}`), address.replace('@', '0@'), address.replace('unsubscribe', 'bounce')]) {
      expect((await write(wrong)).code).toBe(550);
    }
    expect(await suppressions()).toEqual([]);
  });
});

describe.each(engines)('List-Unsubscribe without the SMTP listener on $name', (engine) => {
  it('names no address, for nobody would read what came there, but a page of the port that was free', async () => {
    const server = await startTestServer(engine);
    const tenant = await server.mint();
    const { body } = await tenant.call('POST', '/v1/email', {
      body: { from: tenant.from, to: [ADDRESS], subject: 'News', text_body: 'x', stream: 'marketing' },
    });
    await server.run('dispatch');
    const [, link = ''] = (await capturedMail(server, body.message_id)).headers.get('list-unsubscribe')?.match(/^<([^<>,]+)>$/) ?? [];
    expect((await fetch(link)).status).toBe(200);
    await server.stop();
  });
});
