import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { mailOf } from '../../support/mail/reports.ts';
import { handOver } from '../../support/mail/smtp-client.ts';
import { BY_HAND, useServer } from '../../support/posthorn.ts';
import { commandLine } from '../../support/processes/command-line.ts';
import { OPERATOR_TOKEN } from '../../support/server.ts';
import { mintInbox } from './mailroom.ts';

const ENVIRONMENT = {
  ...BY_HAND,
  INBOUND_SMTP_PORT: '0',
  SMTP_HOSTNAME: 'mx.operator.example',
  BASE_URL: 'https://mail.operator.example',
  RETURN_PATH_DOMAIN: 'bounces.operator.example',
};
const DAY = 24 * 60 * 60 * 1000;
const MOST_BYTES = 256 * 1024;

const mail = (subject = 'Your server') => mailOf('From: Ann <Ann@isp.example>', 'To: postmaster', `Subject: ${subject}`, '', 'Grüße', '');

describe.each(engines)('mail to the postmaster on $name', (engine) => {
  const server = useServer(engine, ENVIRONMENT);
  const cli = commandLine(server);

  const hand = (to: readonly string[], raw: string | Buffer = mail(), from = 'ann@isp.example') =>
    handOver(server.smtpPort, { from, to, raw });
  const list = async () => {
    await server.run('inbound');
    return (await server.admin('GET', '/admin/postmaster')).body.data;
  };
  const show = (id: string) => server.admin('GET', `/admin/postmaster/${id}`);

  it.each([
    'postmaster',
    'PostMaster',
    'postmaster@mx.operator.example',
    'POSTMASTER@MX.Operator.Example',
    'postmaster@mail.operator.example',
    'postmaster@bounces.operator.example',
  ])('is taken as %s, and kept for the operator', async (recipient) => {
    const before = (await list()).length;
    expect(await hand([recipient])).toMatchObject({ code: 250, accepted: [recipient] });
    const mails = await list();
    expect(mails).toHaveLength(before + 1);
    expect(mails[0]).toEqual({
      id: expect.stringMatching(/^inb_[0-9a-z]{26}$/),
      rcpt_addr: recipient,
      envelope_from: 'ann@isp.example',
      from_addr: 'Ann@isp.example',
      subject: 'Your server',
      client_ip: '127.0.0.1',
      size: expect.any(Number),
      truncated: false,
      created_at: expect.any(Number),
    });
    const { status, body } = await show(mails[0].id);
    expect({ status, body }).toEqual({ status: 200, body: { ...mails[0], raw: expect.any(String), raw_encoding: 'utf8' } });
    expect(body.raw).toContain('Grüße');
    expect(Buffer.byteLength(body.raw)).toBe(body.size);
  });

  it('is taken from the null sender, and answered with nothing', async () => {
    expect(await hand(['postmaster'], mail('From nobody'), '')).toMatchObject({ code: 250 });
    expect((await list())[0]).toMatchObject({ envelope_from: '', subject: 'From nobody' });
    await server.run('dispatch');
    expect((await server.admin('GET', '/admin/captured')).body.data).toEqual([]);
  });

  it("is a tenant's at a domain that takes mail, and the operator's at no other domain of tenants", async () => {
    const inbox = await mintInbox(server);
    const quiet = await server.mint();
    const before = (await list()).length;
    expect(await hand([`postmaster@${inbox.domain.name}`])).toMatchObject({ code: 250 });
    expect(await inbox.get(await inbox.newest())).toMatchObject({ rcpt_addr: `postmaster@${inbox.domain.name}` });
    for (const name of [quiet.domain.name, `bounces.${quiet.domain.name}`, 'nowhere.example'])
      expect(await hand([`postmaster@${name}`])).toMatchObject({ code: 550 });
    expect(await list()).toHaveLength(before);
  });

  it('reaches tenant and postmaster where it is for both, each with a source of their own', async () => {
    const inbox = await mintInbox(server);
    const raw = mail('For both');
    expect(await hand([inbox.help, 'postmaster'], raw)).toMatchObject({ code: 250 });
    const [kept] = await list();
    expect((await show(kept.id)).body.raw).toBe(raw);
    expect(await inbox.get(await inbox.newest())).toMatchObject({ subject: 'For both', rcpt_addrs: [inbox.help], raw });
  });

  it('is kept up to its first 256 KiB', async () => {
    const raw = mail('Long') + 'x'.repeat(70).concat('\r\n').repeat(5000);
    expect(await hand(['postmaster'], raw)).toMatchObject({ code: 250 });
    const [kept] = await list();
    expect(kept).toMatchObject({ subject: 'Long', size: Buffer.byteLength(raw), truncated: true });
    const { body } = await show(kept.id);
    expect(Buffer.from(body.raw, body.raw_encoding)).toEqual(Buffer.from(raw).subarray(0, MOST_BYTES));
  });

  it('is shown as text, without a character that the limit cuts in two', async () => {
    const begun = mail('Cut') + 'x'.repeat(70).concat('\r\n').repeat(3600);
    const beginning = begun + 'y'.repeat(MOST_BYTES - 1 - Buffer.byteLength(begun));
    expect(await hand(['postmaster'], `${beginning}é and more\r\n`)).toMatchObject({ code: 250 });
    const [kept] = await list();
    expect((await show(kept.id)).body).toMatchObject({ subject: 'Cut', truncated: true, raw: beginning, raw_encoding: 'utf8' });
  });

  it.each([
    ['100 kB of signs', `From: ${'a@'.repeat(50_000)}`],
    ['bytes that are no text', Buffer.from(Array.from({ length: 4096 }, (_, at) => at % 256)).toString('latin1')],
  ])('is kept with its source where it is %s', async (_what, raw) => {
    const bytes = Buffer.from(raw, 'latin1');
    expect(await hand(['postmaster'], bytes)).toMatchObject({ code: 250 });
    const [{ id }] = await list();
    expect((await show(id)).body).toMatchObject({ id, rcpt_addr: 'postmaster', truncated: false });
  });

  it('can be handed in by the operator', async () => {
    const query = new URLSearchParams({ rcpt: 'postmaster', from: 'ann@isp.example' });
    const { status, body } = await server.admin('POST', `/admin/inbound?${query}`, { body: mail('By hand') });
    expect({ status, body }).toEqual({ status: 201, body: { data: [] } });
    await server.run('inbound');
    expect((await list())[0]).toMatchObject({ subject: 'By hand', client_ip: null });
  });

  it('is counted, and shown to the operator alone', async () => {
    const count = async () => {
      const text = await (await fetch(`${server.url}/metrics`, { headers: { Authorization: `Bearer ${OPERATOR_TOKEN}` } })).text();
      const [, total] = /^posthorn_postmaster_mails_total (\d+)$/m.exec(text) ?? [];
      expect(total).toBeDefined();
      return Number(total);
    };
    const before = await count();
    await hand(['postmaster', 'postmaster@mx.operator.example']);
    const [{ id }] = await list();
    expect(await count()).toBe(before + 1);
    const tenant = await server.mint();
    for (const path of ['/admin/postmaster', `/admin/postmaster/${id}`]) expect((await tenant.call('GET', path)).status).toBe(401);
    expect((await show(`inb_${'0'.repeat(26)}`)).status).toBe(404);
    expect((await server.admin('GET', '/admin/postmaster?cursor=x')).body.error).toBe('invalid_cursor');
  });

  it('is read on the command line', async () => {
    await hand(['postmaster'], mail('In a terminal'));
    const [{ id }] = await list();
    expect(await cli.said('postmaster', 'list', '--limit', '1')).toMatch(
      /^ID +FROM +TO +SUBJECT +SIZE +CREATED\n.+ Ann@isp\.example +postmaster +In a terminal /,
    );
    expect((await cli.lines('postmaster', 'list', '--limit', '1'))[0]).toMatchObject({ id, subject: 'In a terminal' });
    expect(await cli.said('postmaster', 'show', id)).toMatch(/^source\n[\s\S]*^ {2}Subject: In a terminal$/m);
    expect(await cli.said('postmaster', 'show', id, '--source')).toContain(mail('In a terminal'));
  });

  it("goes with an erasure of the operator's, and stays with a tenant's", async () => {
    const tenant = await server.mint();
    await hand(['postmaster'], mail('To be erased'), 'gone@isp.example');
    const [{ id }] = await list();
    await tenant.call('POST', '/v1/erasures', { body: { email: 'gone@isp.example' } });
    expect((await show(id)).status).toBe(200);
    await server.admin('POST', '/admin/erasures', { body: { email: 'gone@isp.example' } });
    expect((await show(id)).status).toBe(404);
    expect((await list()).map((kept: { id: string }) => kept.id)).not.toContain(id);
  });

  it('goes with an erasure of whom its headers name', async () => {
    await hand(['postmaster'], `Cc: "Gone, G." <Gone@isp.example>\r\n${mail('Copied')}`);
    await hand(['postmaster'], `Cc: joegone@isp.example\r\n${mail('Kept')}gone@isp.example\r\n`);
    const [kept, { id }] = await list();
    await server.admin('POST', '/admin/erasures', { body: { email: 'gone@isp.example' } });
    expect((await show(id)).status).toBe(404);
    expect((await show(kept.id)).status).toBe(200);
  });

  it('goes after 30 days', async () => {
    await hand(['postmaster'], mail('Old'));
    const [{ id }] = await list();
    await server.admin('POST', '/admin/clock', { body: { advance_ms: 31 * DAY } });
    expect((await show(id)).status).toBe(404);
    await server.run('cleanup');
    expect(await list()).toEqual([]);
  });
});

describe.each(engines)('a return path of its own for each domain, on $name', (engine) => {
  const server = useServer(engine, { ...BY_HAND, INBOUND_SMTP_PORT: '0' });

  it('has a postmaster where the domain is verified', async () => {
    const { domain } = await server.mint();
    const hand = (to: string) => handOver(server.smtpPort, { from: '', to: [to], raw: mail() });
    expect(await hand(`Postmaster@bounces.${domain.name}`)).toMatchObject({ code: 250 });
    expect(await hand('postmaster@bounces.nowhere.example')).toMatchObject({ code: 550 });
    expect(await hand(`postmaster@${domain.name}`)).toMatchObject({ code: 550 });
  });
});
