import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { mintInbox, useMailroom, useNewInbox } from './mailroom.ts';

describe.each(engines)('POST /admin/inbound on $name', (engine) => {
  const server = useMailroom(engine);
  const inbox = useNewInbox(server);

  it('logs a mail for each tenant with a recipient and answers their ids', async () => {
    const other = await mintInbox(server);
    const { status, body } = await inbox.handIn('Subject: x\r\n\r\nx', [
      inbox.help,
      `a@${other.domain.name}`,
      `b@${other.domain.name}`,
      'c@nowhere.example',
    ]);
    expect(status).toBe(201);
    expect(body).toEqual({
      data: [
        { id: expect.stringMatching(/^inb_[0-9a-z]{26}$/), tenant_id: inbox.id },
        { id: expect.stringMatching(/^inb_/), tenant_id: other.id },
      ],
    });
    const seen = (await other.call('GET', `/v1/inbound/${body.data[1].id}`)).body;
    expect(seen).toMatchObject({ rcpt_addr: `a@${other.domain.name}`, rcpt_addrs: [`a@${other.domain.name}`, `b@${other.domain.name}`] });
    expect((await other.call('GET', `/v1/inbound/${body.data[0].id}`)).status).toBe(404);
  });

  it.each([[[]], [['a@nowhere.example']], [['no address']]])('refuses the recipients %j', async (rcpt) => {
    expect(await inbox.handIn('Subject: x\r\n\r\nx', rcpt)).toMatchObject({
      status: 422,
      body: { error: 'validation_failed', field: 'rcpt' },
    });
  });

  it('refuses more than 25 MiB', async () => {
    const answer = await inbox.handIn('x'.repeat(25 * 1024 * 1024 + 1));
    expect(answer).toMatchObject({ status: 413, body: { error: 'request_too_large', max_bytes: 26_214_400 } });
  });

  it('takes the sender from the query, else from the mail', async () => {
    expect(await inbox.get(await inbox.receive('Return-Path: <rp@a.example>\r\nSubject: x\r\n\r\nx', 'me@b.example'))).toMatchObject({
      envelope_from: 'me@b.example',
      from_addr: 'me@b.example',
    });
    expect(await inbox.get(await inbox.receive('Return-Path: <rp@a.example>\r\nSubject: x\r\n\r\nx'))).toMatchObject({
      envelope_from: 'rp@a.example',
    });
    expect(await inbox.get(await inbox.receive('Subject: x\r\n\r\nx'))).toMatchObject({ envelope_from: '', from_addr: '' });
  });

  it('keeps a large mail as it came, from the sender that it names', async () => {
    const raw = `Return-Path: <rp@a.example>\r\n\r\n${'x'.repeat(76)}${`\r\n${'y'.repeat(76)}`.repeat(40_000)}`;
    const { raw: kept, ...mail } = await inbox.get(await inbox.receive(raw));
    expect(kept === raw).toBe(true);
    expect(mail).toMatchObject({ envelope_from: 'rp@a.example', size: raw.length });
  });

  it("is the operator's alone", async () => {
    expect((await inbox.call('POST', `/admin/inbound?rcpt=${inbox.help}`, { body: 'x' })).status).toBe(401);
  });
});
