import { describe, expect, it } from 'vitest';
import { engines } from '../support/engines.ts';
import { autoReply, bounceInWords, complaint, dsn, mailOf } from '../support/mail/reports.ts';
import { useReports } from './fixture.ts';

describe.each(engines)('reports to a return path on $name', (engine) => {
  const { server, tenant, refusals, get, told, suppressions, newAddress, send, report } = useReports(engine);

  it('takes a hard bounce: event, failed message, suppression', async () => {
    const email = newAddress('gone');
    const { id, returnPath } = await send(email);
    expect(await report(returnPath, dsn({ final: email }))).toMatchObject({ code: 250 });
    const message = await get(id);
    expect(message).toMatchObject({ status: 'failed', recipients: [{ status: 'bounced' }] });
    expect(told(message)).toEqual([
      ['sent', email],
      ['bounce', email],
    ]);
    expect(message.events[1].data).toEqual({ class: 'hard', code: 550, diagnostic: `550 5.1.1 <${email}>... User Unknown` });
    expect(await suppressions()).toContainEqual(expect.objectContaining({ email, reason: 'hard_bounce', source_message_id: id }));
  });

  it.each([
    ['soft', '5.2.2', '552 5.2.2 Mailbox full'],
    ['policy', '5.7.1', '550 5.7.1 Message content rejected'],
  ])('takes a final report of a %s bounce, which fails the message and suppresses nobody', async (cls, status, diagnostic) => {
    const email = newAddress(cls);
    const { id, returnPath } = await send(email);
    await report(returnPath, dsn({ final: email, status, diagnostic }));
    const message = await get(id);
    expect(message).toMatchObject({ status: 'failed', recipients: [{ status: 'bounced', detail: diagnostic }] });
    expect(message.events.at(-1)).toMatchObject({ type: 'bounce', data: { class: cls } });
    expect((await suppressions()).map((entry) => entry.email)).not.toContain(email);
  });

  it('leaves a message sent that one of its recipients has, whatever has become of the others', async () => {
    const [full, kept] = [newAddress('full'), newAddress('kept')];
    const { id, pathOf } = await send(full, kept);
    await report(pathOf(full), dsn({ final: full, status: '4.2.2', diagnostic: '452 4.2.2 Mailbox full' }));
    expect(await get(id)).toMatchObject({ status: 'sent', recipients: [{ status: 'bounced' }, { status: 'sent' }] });
    await report(pathOf(kept), dsn({ final: kept, status: '4.4.7', diagnostic: '451 4.4.7 expired' }));
    expect(await get(id)).toMatchObject({ status: 'failed', recipients: [{ status: 'bounced' }, { status: 'bounced' }] });
    const suppressed = (await suppressions()).map((entry) => entry.email);
    expect(suppressed).not.toContain(full);
    expect(suppressed).not.toContain(kept);
  });

  it('takes a soft bounce in words, which says nothing of its being final, and leaves the message sent', async () => {
    const email = newAddress('full-in-words');
    const { id, returnPath } = await send(email);
    await report(returnPath, bounceInWords(email, '552 5.2.2 Mailbox full'));
    expect(await get(id)).toMatchObject({ status: 'sent', recipients: [{ status: 'bounced' }] });
  });

  it('fails a message of several recipients once all have bounced', async () => {
    const [first, second] = [newAddress('one'), newAddress('two')];
    const { id, pathOf } = await send(first, second);
    await report(pathOf(first), dsn({ final: first }));
    expect(await get(id)).toMatchObject({ status: 'sent', recipients: [{ status: 'bounced' }, { status: 'sent' }] });
    await report(pathOf(second), dsn({ final: second }));
    expect(await get(id)).toMatchObject({ status: 'failed' });
  });

  it('takes a bounce in words', async () => {
    const email = newAddress('words');
    const { id, returnPath } = await send(email);
    await report(returnPath.toUpperCase(), bounceInWords(email, 'failed after RCPT TO: 550 5.1.1 No such user'));
    expect(await get(id)).toMatchObject({ status: 'failed', events: [{ type: 'sent' }, { type: 'bounce', data: { class: 'hard' } }] });
  });

  it('takes a delay and a delivery', async () => {
    const email = newAddress('slow');
    const { id, returnPath } = await send(email);
    await report(returnPath, dsn({ final: email, action: 'delayed', status: '4.4.1', diagnostic: '451 4.4.1 busy' }));
    expect(await get(id)).toMatchObject({ status: 'sent', recipients: [{ status: 'delayed', detail: '451 4.4.1 busy' }] });
    await report(returnPath, dsn({ final: email, action: 'delivered', status: '2.0.0', diagnostic: '250 Ok' }));
    const message = await get(id);
    expect(message).toMatchObject({ status: 'sent', recipients: [{ status: 'delivered' }] });
    expect(told(message).map(([type]) => type)).toEqual(['sent', 'delivery_delayed', 'delivery']);
  });

  it('takes a complaint', async () => {
    const email = newAddress('angry');
    const { id, returnPath } = await send(email);
    await report(returnPath, complaint('abuse'), 'feedback@isp.example');
    expect(await get(id)).toMatchObject({ status: 'sent', recipients: [{ status: 'complained' }] });
    expect(await suppressions()).toContainEqual(expect.objectContaining({ email, reason: 'complaint' }));
  });

  it('takes an automatic reply for nothing', async () => {
    const { id, returnPath } = await send(newAddress('away'));
    expect(await report(returnPath, autoReply(), 'ann@example.net')).toMatchObject({ code: 250 });
    expect(told(await get(id)).map(([type]) => type)).toEqual(['sent']);
  });

  it.each([
    ['a holiday note with the null sender', '', ['Subject: Away until Monday', '', 'Call 555 1234 or write to 550 other people.']],
    ['an answer with a number', 'ann@example.net', ['Subject: Re: Hello', '', 'I wanted 500 and not 550 pieces.']],
    ['an answer to another bounce', 'ann@example.net', ['Subject: Re: Undelivered Mail', '', '> 550 5.1.1 User unknown', 'Why?']],
  ])('takes %s for nothing', async (_what, from, lines) => {
    const { id, returnPath } = await send(newAddress('person'));
    expect(await report(returnPath, mailOf('From: Ann <ann@example.net>', ...lines), from)).toMatchObject({ code: 250 });
    expect(told(await get(id)).map(([type]) => type)).toEqual(['sent']);
  });

  it('takes a report of a failed authentication for nothing said of the recipient', async () => {
    const email = newAddress('spoofed');
    const { id, returnPath } = await send(email);
    await report(returnPath, complaint('auth-failure', `Original-Rcpt-To: ${email}`), 'feedback@isp.example');
    expect(told(await get(id)).map(([type]) => type)).toEqual(['sent']);
  });

  it('believes what a report says of the recipient, whoever else it names', async () => {
    const email = newAddress('living');
    const { id, returnPath } = await send(email);
    const lines = [`<other@example.net>: host mx said: 550 5.1.1 User unknown`, `<${email}>: host mx said: 550 5.7.1 your IP is listed`];
    await report(returnPath, mailOf('From: MAILER-DAEMON@mx.example.net', 'Subject: failure notice', '', ...lines));
    expect((await get(id)).events.at(-1)).toMatchObject({ type: 'bounce', recipients: [email], data: { class: 'policy' } });
    expect((await suppressions()).map((entry) => entry.email)).not.toContain(email);
  });

  it.each([
    ["554 delivery error: dd This user doesn't have a yahoo.com account", 'bounce', true],
    ['554 5.7.9 Message not accepted for policy reasons', 'failed', false],
    ['550 your IP is listed, no such user', 'failed', false],
  ] as const)('hears of a dead address after the content too: %s', async (reply, type, suppressed) => {
    const email = newAddress('after-content');
    refusals.set(email, reply);
    const body = { from: tenant.from, to: [email], subject: 'Hello', text_body: 'Hello.' };
    const { message_id: id } = (await tenant.call('POST', '/v1/email', { body })).body;
    await server.run('dispatch');
    expect(await get(id)).toMatchObject({ status: 'failed', events: [{ type, recipients: [email] }] });
    expect((await suppressions()).some((entry) => entry.email === email)).toBe(suppressed);
  });

  it('takes the same report again and changes nothing', async () => {
    const email = newAddress('again');
    const { id, returnPath } = await send(email);
    for (const _ of [1, 2]) expect(await report(returnPath, dsn({ final: email }))).toMatchObject({ code: 250 });
    expect(told(await get(id))).toHaveLength(2);
  });
});
