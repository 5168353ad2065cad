import { describe, expect, it } from 'vitest';
import { engines, sqlite } from '../support/engines.ts';
import { bounceInWords, complaint, dsn } from '../support/mail/reports.ts';
import { startSmtpSink } from '../support/mail/smtp-sink.ts';
import { OPERATOR_TOKEN, startTestServer } from '../support/server.ts';
import { useReports } from './fixture.ts';

/** More by FORGED_REPORTS, such as 1000. */
const FORGED = Number(process.env.FORGED_REPORTS ?? 100);

describe.each(engines)('reports to a return path on $name', (engine) => {
  const { server, tenant, mails, get, told, suppressions, newAddress, send, report } = useReports(engine);

  it('is where the envelope says that reports go', async () => {
    const { id, returnPath } = await send(newAddress('a'));
    expect(returnPath).toMatch(new RegExp(`^bounce-${id.slice(4)}[0-9a-v]{6}-[0-9a-z]{16}@bounces\\.${tenant.domain.name}$`));
  });

  it('is one for each recipient of the same mail', async () => {
    const [first, second, third] = [newAddress('one'), newAddress('two'), newAddress('three')];
    const { id, mails } = await send(first, second, third);
    expect(mails.map(({ envelope }) => envelope.to).toSorted()).toEqual([[first], [second], [third]].toSorted());
    expect(new Set(mails.map(({ envelope }) => envelope.from)).size).toBe(3);
    expect(new Set(mails.map(({ raw }) => raw.toString())).size).toBe(1);
    expect(told(await get(id))).toEqual([['sent', first, second, third]]);
  });

  it('leaves the message to be found by the id that the provider gave any of its mails', async () => {
    const [first, second] = [newAddress('one'), newAddress('two')];
    const { id } = await send(first, second);
    for (const email of [first, second]) {
      const place = mails().findIndex(({ envelope }) => envelope.to.includes(email));
      const body = { provider_message_id: `SINK${place + 1}`, type: 'delivery', recipients: [email] };
      expect(await server.admin('POST', '/admin/provider-events', { body })).toMatchObject({ status: 202 });
    }
    expect(await get(id)).toMatchObject({ recipients: [{ status: 'delivered' }, { status: 'delivered' }] });
  });

  it('speaks for its recipient alone, whomever a report names', async () => {
    const [forger, victim] = [newAddress('forger'), newAddress('victim')];
    const { id, pathOf } = await send(forger, victim);
    const forged = [
      dsn({ final: victim }),
      dsn({ final: victim, original: victim }, { final: victim }),
      complaint('abuse', `Original-Rcpt-To: ${victim}`),
      bounceInWords(victim, '550 5.1.1 No such user'),
    ];
    for (const raw of forged) expect(await report(pathOf(forger), raw)).toMatchObject({ code: 250 });
    expect((await suppressions()).map(({ email }) => email)).not.toContain(victim);
    const { recipients } = await get(id);
    expect(recipients.find(({ email }: { email: string }) => email === victim)).toMatchObject({ status: 'sent' });
  });

  it('tells of its recipient where a report speaks of several', async () => {
    const [first, second] = [newAddress('one'), newAddress('two')];
    const { id, pathOf } = await send(first, second);
    await report(pathOf(second), dsn({ final: first }, { final: second, action: 'delivered', status: '2.0.0', diagnostic: '250 Ok' }));
    expect(await get(id)).toMatchObject({ recipients: [{ status: 'sent' }, { status: 'delivered' }] });
  });

  it('means its recipient where his mail was passed on', async () => {
    const email = newAddress('alias');
    const { id, returnPath } = await send(email);
    await report(returnPath, dsn({ final: 'real@elsewhere.example' }));
    expect(await get(id)).toMatchObject({ status: 'failed', recipients: [{ email, status: 'bounced' }] });
  });

  it(`refuses ${FORGED} forged reports, and nobody is suppressed`, { timeout: 600_000 }, async () => {
    const email = newAddress('victim');
    const { id, returnPath } = await send(email);
    const { id: other, returnPath: otherPath } = await send(newAddress('other'));
    const [, name, mac, domain] = /^bounce-(\w+)-(\w+)@(.*)$/.exec(returnPath) ?? [];
    const before = await suppressions();
    const forge = (index: number) => {
      const wrong = [...String(mac)].map((letter, at) => (at === index % 16 ? (letter === '0' ? '1' : '0') : letter)).join('');
      const foreign = /-(\w+)@/.exec(otherPath)?.[1];
      return [`bounce-${name}-${wrong}`, `bounce-${name}-${foreign}`, `bounce-${name}-`, `${name}`, `bounce-${other.slice(4)}-${mac}`][
        index % 5
      ];
    };
    const raw = [dsn({ final: email }), complaint('abuse', `Original-Rcpt-To: ${email}`), bounceInWords(email, '550 5.1.1 No such user')];
    const codes: number[] = [];
    for (let index = 0; index < FORGED; index += 1) codes.push((await report(`${forge(index)}@${domain}`, raw[index % 3] ?? '')).code);
    expect(new Set(codes)).toEqual(new Set([550]));
    expect(await suppressions()).toEqual(before);
    expect(told(await get(id))).toEqual([['sent', email]]);
  });

  it('is believed for 30 days, and only counted later', async () => {
    const [email, late] = [newAddress('month'), newAddress('late')];
    const [one, other] = [await send(email), await send(late)];
    const counted = async () => {
      const response = await fetch(`${server.url}/metrics`, { headers: { Authorization: `Bearer ${OPERATOR_TOKEN}` } });
      return Number(/posthorn_reports_total\{kind="status",believed="false"\} (\d+)/.exec(await response.text())?.[1] ?? 0);
    };
    const advance = (ms: number) => server.admin('POST', '/admin/clock', { body: { advance_ms: ms } });
    await advance(30 * 86_400_000);
    await report(one.returnPath, dsn({ final: email }));
    expect((await get(one.id)).status).toBe('failed');
    const before = await counted();
    await advance(1);
    expect(await report(other.returnPath, dsn({ final: late }))).toMatchObject({ code: 250 });
    expect(told(await get(other.id))).toEqual([['sent', late]]);
    expect(await counted()).toBe(before + 1);
  });

  it('takes reports that the operator hands in', async () => {
    const email = newAddress('handed');
    const { id, returnPath } = await send(email);
    const headers = { 'Content-Type': 'message/rfc822' };
    const answer = await server.admin('POST', `/admin/inbound?rcpt=${encodeURIComponent(returnPath)}`, {
      headers,
      body: dsn({ final: email }),
    });
    expect(answer).toMatchObject({ status: 201, body: { data: [] } });
    await server.run('inbound');
    expect((await get(id)).status).toBe('failed');
  });
});

describe('the envelope sender', () => {
  const sendWith = async (environment: Record<string, string>) => {
    const sink = await startSmtpSink();
    const server = await startTestServer(sqlite, { PROVIDER_URL: sink.url, ...environment });
    const tenant = await server.mint();
    const body = { from: `Hello <${tenant.from}>`, to: ['a@example.net'], subject: 'x', text_body: 'x' };
    await tenant.call('POST', '/v1/email', { body });
    const [mail] = await sink.waitFor(1);
    await server.stop();
    await sink.close();
    return { from: mail?.envelope.from ?? '', tenant };
  };

  it('is the sender where no reports are taken in', async () => {
    const { from, tenant } = await sendWith({ RETURN_PATH_DOMAIN: 'bounces.operator.example' });
    expect(from).toBe(tenant.from);
  });

  it("is at the operator's return path where there is one", async () => {
    const { from } = await sendWith({ INBOUND_SMTP_PORT: '0', RETURN_PATH_DOMAIN: 'bounces.operator.example' });
    expect(from).toMatch(/^bounce-[0-9a-z]{26}[0-9a-v]{6}-[0-9a-z]{16}@bounces\.operator\.example$/);
  });
});
