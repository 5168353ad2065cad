import { describe, expect, it } from 'vitest';
import { engines } from '../../../tests/support/engines.ts';
import { layAside } from '../../../tests/support/mail/lay-aside.ts';
import { BY_HAND, useServer, useTenant } from '../../../tests/support/posthorn.ts';
import { createBlobs } from '../blobs/create-blobs.ts';
import { openByteStore } from '../blobs/open-store.ts';
import { returnPathOf } from '../messages/index.ts';
import { createMailResolver } from './authenticate-mail.ts';
import { eraseInbound } from './erase-inbound.ts';
import { receiveMail } from './receive-mail.ts';
import { createSpoolReader } from './spool/spool-reader.ts';

const SENDER = 'ann@c.example';
const OTHER = 'bob@c.example';
const UNREADABLE = { unreadable: 'It has more than 1000 parts.' };

describe.each(engines)('erasures in a received mail on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useTenant(server);

  async function receive(headers: string): Promise<string> {
    await tenant.call('PATCH', `/v1/domains/${tenant.domain.id}`, { body: { inbound: true } });
    const rcpt = encodeURIComponent(`help@${tenant.domain.name}`);
    const options = { headers: { 'Content-Type': 'message/rfc822' }, body: `${headers}\r\n\r\nx` };
    const { body } = await server.admin('POST', `/admin/inbound?rcpt=${rcpt}`, options);
    await server.run('inbound');
    return body.data[0].id;
  }
  const addresses = async (id: string) => {
    const { from_addr, to_addrs } = (await tenant.call('GET', `/v1/inbound/${id}`)).body;
    return [from_addr, ...to_addrs];
  };

  it('leave neither of two addresses that are erased at once, in the log and in what was told of it', async () => {
    const id = await receive(`From: ${SENDER}\r\nTo: ${OTHER}, c@c.example`);
    expect(await addresses(id)).toEqual([SENDER, OTHER, 'c@c.example']);
    let calls = 0;
    // Once the one has found the mail, and before it writes, the other comes and ends.
    const overtaken = async () => {
      calls += 1;
      await tenant.call('POST', '/v1/erasures', { body: { email: OTHER } });
    };
    const none = async () => undefined;
    const reader = { read: none as never };
    await eraseInbound({ app: server.app, blobs: { delete: overtaken, open: none }, reader }, { tenantId: tenant.id, email: SENDER });
    expect(calls).toBe(1);
    expect(await addresses(id)).toEqual(['', '', 'c@c.example']);
    const events = server.app.db.read.selectFrom('events').select('data').where('tenant_id', '=', tenant.id);
    const told = JSON.stringify(await events.where('type', '=', 'inbound.received').execute());
    expect([SENDER, OTHER, 'c@c.example'].filter((email) => told.includes(email))).toEqual(['c@c.example']);
  });

  it('leave no announcement that quotes an address, encoded as it is', async () => {
    const subject = `https://c.example/?to=${encodeURIComponent(SENDER)}`;
    const id = await receive(`From: ${OTHER}\r\nTo: help@c.example\r\nSubject: ${subject}`);
    const announced = async () => {
      const events = await server.app.db.read.selectFrom('events').select('data').where('type', '=', 'inbound.received').execute();
      return events.map(({ data }) => JSON.parse(data)).find(({ inbound }) => inbound.id === id)?.inbound.subject;
    };
    expect(await announced()).toBe(subject);
    await tenant.call('POST', '/v1/erasures', { body: { email: SENDER } });
    expect(await announced()).toBe('https://c.example/?to=');
  });

  it('find an address whose spellings have no letter in common', async () => {
    const email = '!@xn--e1afmkfd.xn--p1ai';
    const id = await receive(`From: ${email}\r\nTo: c@c.example`);
    expect((await tenant.call('POST', '/v1/erasures', { body: { email: '!@пример.рф' } })).status).toBe(200);
    expect(await addresses(id)).toEqual(['', 'c@c.example']);
  });

  it('find a local part whose quotes its reader has taken away', async () => {
    const id = await receive('From: "a..b"@c.example\r\nTo: ".a"@c.example');
    expect(await addresses(id)).toEqual(['"a..b"@c.example', '".a"@c.example']);
    await tenant.call('POST', '/v1/erasures', { body: { email: '"a..b"@c.example' } });
    expect(await addresses(id)).toEqual(['', '".a"@c.example']);
  });
});

describe.each(engines)('an erasure and unreadable reports in the spool on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useTenant(server);

  const left = async () => {
    const rows = await server.app.db.read.selectFrom('inbound_spool').select('id').execute();
    return rows.map(({ id }) => id).sort();
  };
  const eraseAs = (own: Pick<typeof tenant, 'call'>, email: string) => own.call('POST', '/v1/erasures', { body: { email } });

  it("removes those about the address, and nobody else's", async () => {
    const mail = { from: tenant.from, to: [SENDER, OTHER], subject: 'S', text_body: 'x' };
    const { message_id: messageId } = (await tenant.call('POST', '/v1/email', { body: mail })).body;
    const pathOf = (place: number) => `${returnPathOf(server.app.secrets, { messageId, place, at: server.app.clock.now() })}@b.example`;
    const [first, second] = [await layAside(server, { returnPaths: [pathOf(0)] }), await layAside(server, { returnPaths: [pathOf(1)] })];
    const unsubscribed = await layAside(server, { unsubscribes: [messageId] });
    const unknown = await layAside(server, { returnPaths: ['bounce-x@b.example'], unsubscribes: ['msg_0'] });
    await eraseAs(await server.mint(), SENDER);
    expect(await left()).toEqual([first, second, unsubscribed, unknown].sort());
    await eraseAs(tenant, SENDER);
    expect(await left()).toEqual([second, unknown].sort());
    await server.admin('POST', '/admin/erasures', { body: { email: OTHER } });
    expect(await left()).toEqual([unknown].sort());
  });

  /** Takes a report on a recipient of a mail, and has reading it end so. Meanwhile something else may happen. */
  async function readReport(pathTo: string, outcome: object, meanwhile = async () => {}) {
    const blobs = createBlobs(server.app, openByteStore(server.app));
    const read = async () => {
      await meanwhile();
      return outcome as never;
    };
    const parts = {
      app: server.app,
      blobs,
      reader: { read, stop: async () => {}, load: () => ({}) as never },
      resolver: createMailResolver({ servers: undefined }),
    };
    const report = { content: Buffer.from(`Final-Recipient: rfc822; ${SENDER}`), envelopeFrom: '', recipients: [pathTo], client: null };
    const taken = await receiveMail(parts, report);
    if (taken === undefined) throw new Error('the return path is none');
    await createSpoolReader(parts).add(taken);
    return { id: taken.id, source: await blobs.read(taken.source) };
  }

  it.each(['tenant', 'operator'] as const)('leave nothing of one that waited while the %s erased its recipient', async (by) => {
    const email = `${by}.${SENDER}`;
    const mail = { from: tenant.from, to: [email, `other.${email}`], subject: 'S', text_body: 'x' };
    const { message_id: messageId } = (await tenant.call('POST', '/v1/email', { body: mail })).body;
    const pathOf = (place: number) => `${returnPathOf(server.app.secrets, { messageId, place, at: server.app.clock.now() })}@b.example`;
    const erase = () => (by === 'tenant' ? eraseAs(tenant, email) : server.admin('POST', '/admin/erasures', { body: { email } }));
    const before = await readReport(pathOf(0), UNREADABLE);
    expect([(await left()).includes(before.id), before.source?.toString()]).toEqual([true, expect.stringContaining(SENDER)]);

    const during = await readReport(pathOf(0), UNREADABLE, async () => {
      await erase();
    });
    expect(during.source).toBeUndefined();
    const after = await readReport(pathOf(0), UNREADABLE);
    expect(after.source).toBeUndefined();
    const onOther = await readReport(pathOf(1), UNREADABLE);
    expect(onOther.source).toBeDefined();
    const ours = [before, during, after, onOther].map(({ id }) => id);
    expect((await left()).filter((id) => ours.includes(id))).toEqual([onOther.id]);
  });
});
