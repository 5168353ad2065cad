import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { mailOf } from '../../support/mail/reports.ts';
import { handOver } from '../../support/mail/smtp-client.ts';
import { useInbox, useMailroom } from './mailroom.ts';

const raw = mailOf('Subject: Hello', '', 'Hello.', '');
const ODD = ['a..b@carrier.example', 'a.@carrier.example', '"a..b"@carrier.example', 'a@mail_1.carrier.example'];
const QUOTED = ['"a b"', '"a@b"', '" "', String.raw`"a\"@ \\"`, '"a:b c"', '"@b:c"'];
const UNQUOTED = [
  '"a b@c.example',
  'a" b"@c.example',
  '"a b"',
  '"a b"c@d.example',
  '"a b"@c@d.example',
  '"a\tb"@c.example',
  '"a é"@c.example',
];
const LONG = 'a'.repeat(250);

describe.each(engines)('the addresses of an envelope on $name', (engine) => {
  const server = useMailroom(engine);
  const inbox = useInbox(server);

  it.each(ODD)('may be %s, by SMTP as by HTTP', async (from) => {
    expect(await handOver(server.smtpPort, { from, to: [inbox.help], raw })).toMatchObject({ code: 250 });
    expect(await inbox.get(await inbox.newest())).toMatchObject({ envelope_from: from, from_addr: from, raw });
    expect(await inbox.get(await inbox.receive(raw, from))).toMatchObject({ envelope_from: from });
  });

  it.each(['help', 'a..b'])('have the domain beyond ASCII of %s@ as DNS has it, by SMTP as by HTTP', async (local) => {
    const name = `xn--bcher-kva.${inbox.domain.name}`;
    const body = { name, verified: true, inbound: true };
    await server.admin('POST', `/admin/tenants/${inbox.id}/domains`, { body });
    const [from, to] = [`${local}@xn--caf-dma.example`, `${local}@${name}`];
    const envelope = { envelope_from: from, rcpt_addr: to };
    expect(await handOver(server.smtpPort, { from, to: [to], raw })).toMatchObject({ code: 250 });
    expect(await inbox.get(await inbox.newest())).toMatchObject(envelope);
    const read = `${local}@bücher.${inbox.domain.name}`;
    expect(await inbox.handIn(raw, [read], `${local}@café.example`)).toMatchObject({ status: 201 });
    expect(await inbox.get(await inbox.newest())).toMatchObject(envelope);
  });

  it.each(QUOTED)('may have the local part %s, by SMTP as by HTTP', async (local) => {
    const [from, to] = [`${local}@carrier.example`, `${local}@${inbox.domain.name}`];
    const envelope = { envelope_from: from, rcpt_addr: to };
    for (const route of ['', '@relay.example:']) {
      const taken = await handOver(server.smtpPort, { from: `${route}${from}`, to: [`${route}${to}`], raw });
      expect(taken).toMatchObject({ code: 250 });
      expect(await inbox.get(await inbox.newest())).toMatchObject(envelope);
    }
    expect(await inbox.handIn(raw, [to], from)).toMatchObject({ status: 201 });
    expect(await inbox.get(await inbox.newest())).toMatchObject(envelope);
  });

  it.each(UNQUOTED)('are none where quotes do not hold what is written: %s', async (from) => {
    expect(await handOver(server.smtpPort, { from, to: [inbox.help], raw })).toMatchObject({ code: 501 });
  });

  it('are 254 characters long at most', async () => {
    expect(await handOver(server.smtpPort, { from: `${LONG}@b.example`, to: [inbox.help], raw })).toMatchObject({ code: 553 });
    expect(await handOver(server.smtpPort, { from: 'a@b.example', to: [`${LONG}${inbox.help}`], raw })).toMatchObject({ code: 550 });
  });

  it('are none without an @, and with what nobody sees', async () => {
    for (const from of ['nobody', 'a\u200b@b.example'])
      expect(await handOver(server.smtpPort, { from, to: [inbox.help], raw })).toMatchObject({ code: 501 });
  });
});
