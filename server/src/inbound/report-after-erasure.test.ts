import { describe, expect, it } from 'vitest';
import { engines } from '../../../tests/support/engines.ts';
import { BY_HAND, useServer, useTenant } from '../../../tests/support/posthorn.ts';
import { returnPathOf } from '../messages/index.ts';

const EMAIL = 'ann@c.example';

const bounce = (text: string) =>
  [
    'From: MAILER-DAEMON@c.example',
    'Subject: Undelivered',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '',
    '--b',
    '',
    text,
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.c.example',
    '',
    `Final-Recipient: rfc822; ${EMAIL}`,
    'Action: failed',
    'Status: 5.1.1',
    `Diagnostic-Code: smtp; ${text}`,
    '--b--',
    '',
  ].join('\r\n');

describe.each(engines)('a report on an address that was erased, on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useTenant(server);

  it('says what became of the mail, and does not name the address again', async () => {
    const mail = { from: tenant.from, to: [EMAIL], subject: 'S', text_body: 'x' };
    const { message_id: messageId } = (await tenant.call('POST', '/v1/email', { body: mail })).body;
    await server.run('dispatch');
    await tenant.call('POST', '/v1/erasures', { body: { email: EMAIL } });
    const path = `${returnPathOf(server.app.secrets, { messageId, place: 0, at: server.app.clock.now() })}@b.example`;
    const handIn = { headers: { 'Content-Type': 'message/rfc822' }, body: bounce(`550 5.1.1 <${EMAIL}> does not exist`) };
    expect((await server.admin('POST', `/admin/inbound?rcpt=${encodeURIComponent(path)}`, handIn)).status).toBe(201);
    await server.run('inbound');
    const { body: message } = await tenant.call('GET', `/v1/messages/${messageId}`);
    expect(message).toMatchObject({ status: 'failed', recipients: [{ email: '', status: 'bounced' }] });
    expect(JSON.stringify(message)).not.toContain(EMAIL);
    expect((await tenant.call('GET', '/v1/suppressions')).body.data).toEqual([]);
  });
});
