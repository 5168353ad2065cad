import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { mintInbox, useMailroom, useNewInbox, withAttachment } from './mailroom.ts';

describe.each(engines)('an erasure of received mail on $name', (engine) => {
  const server = useMailroom(engine);
  const inbox = useNewInbox(server);

  const SUBJECT = 'personal';

  /** Counts the chunks of a mail's source in the store, whoever may read it. */
  const countChunks = async (id: string): Promise<number> => {
    const { read } = server.app.db;
    return (await read.selectFrom('blob_chunks').select('seq').where('blob_key', '=', `${inbox.id}/${id}/raw`).execute()).length;
  };

  it.each([
    ['the sender', 'Ann@sender.example'],
    ['somebody addressed', 'other@in.example'],
    ['the sender of the envelope', 'bounces@sender.example'],
    ['somebody in Cc', 'cc@in.example'],
  ])('of %s leaves that a mail came, and nothing of what it says', async (_who, email) => {
    const id = await inbox.receive(withAttachment(SUBJECT), 'bounces@sender.example');
    const kept = await inbox.receive('From: else@c.example\r\nSubject: kept\r\n\r\nx');
    expect(await countChunks(id)).toBeGreaterThan(0);
    expect((await inbox.call('POST', '/v1/erasures', { body: { email } })).status).toBe(200);
    expect(await countChunks(id)).toBe(0);
    const mail = await inbox.get(id);
    expect(mail).toMatchObject({
      id,
      subject: '',
      attachments: [],
      cc: [],
      headers: [],
      text_body: null,
      html_body: null,
      raw: null,
      raw_encoding: null,
    });
    expect(JSON.stringify(mail).toLowerCase()).not.toContain(email.toLowerCase());
    expect((await inbox.download(id, 0)).status).toBe(404);
    expect(await inbox.get(kept)).toMatchObject({ subject: 'kept', raw: expect.stringContaining('kept') });
  });

  it.each(['From', 'To', 'Cc', 'X-Original-To'])('finds an address in %s of a mail that could not be read', async (name) => {
    const parts = `Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\nx\r\n'.repeat(1001)}--b--\r\n`;
    const [id, kept] = [
      await inbox.receive(`${name}: "Gone, G." <Gone@c.example>, x@c.example\r\n${parts}`),
      await inbox.receive(`${name}: joegone@c.example\r\n${parts}gone@c.example`),
    ];
    const unreadable = 'It has more than 1000 parts.';
    expect(await inbox.get(id)).toMatchObject({ unreadable, raw: expect.stringContaining('Gone@c.example') });
    await inbox.call('POST', '/v1/erasures', { body: { email: 'gone@c.example' } });
    expect(await inbox.get(id)).toMatchObject({ unreadable, raw: null });
    expect(await countChunks(id)).toBe(0);
    expect(await inbox.get(kept)).toMatchObject({ unreadable, raw: expect.stringContaining('joegone@c.example') });
  });

  it.each(['Cc', 'Reply-To', 'Sender', 'Resent-To', 'X-Original-To', 'Mail-Followup-To'])(
    'finds an address in %s, also in the log of the release before',
    async (name) => {
      const headers = ['From: else@c.example', `${name}: "Gone, G." <Gone@c.example>,\r\n\tx@c.example`];
      const mail = (subject: string) => [...headers, `Subject: ${subject}`, '', 'x'].join('\r\n');
      const [id, before] = [await inbox.receive(mail('x')), await inbox.receive(mail('y'))];
      const kept = await inbox.receive(mail('kept').replace('Gone@', 'joegone@'));
      const forget = server.app.db.write.updateTable('inbound_mails').set({ other_addrs: null });
      await forget.where('id', 'in', [before, kept]).execute();
      await inbox.call('POST', '/v1/erasures', { body: { email: 'gone@c.example' } });
      for (const erased of [id, before])
        expect(await inbox.get(erased)).toMatchObject({ from_addr: 'else@c.example', subject: '', raw: null });
      expect(await inbox.get(kept)).toMatchObject({ subject: 'kept', raw: expect.stringContaining('joegone@') });
      const others = server.app.db.read.selectFrom('inbound_mails').select('other_addrs').where('tenant_id', '=', inbox.id);
      const logged = (await others.execute()).map(({ other_addrs }) => JSON.parse(other_addrs ?? 'null'));
      expect(logged.map((addresses) => addresses.filter((address: string) => address !== 'else@c.example').sort()).sort()).toEqual([
        ['', 'x@c.example'],
        ['', 'x@c.example'],
        ['joegone@c.example', 'x@c.example'],
      ]);
    },
  );

  it('finds an internationalised domain as a header spells it, and nobody whose address is longer', async () => {
    const id = await inbox.receive('From: Zoë <Zoe@BÜCHER.example>\r\nTo: zoe@bücher.example\r\nSubject: x\r\n\r\nx');
    const kept = await inbox.receive('From: joezoe@bücher.example\r\nTo: zoe@bücher.example.net\r\nSubject: kept\r\n\r\nx');
    expect((await inbox.get(id)).from_addr).toBe('Zoe@BÜCHER.example');
    await inbox.call('POST', '/v1/erasures', { body: { email: 'zoe@xn--bcher-kva.example' } });
    expect(await inbox.get(id)).toMatchObject({ from_addr: '', from_name: null, to_addrs: [''], subject: '', raw: null });
    expect(await inbox.get(kept)).toMatchObject({ from_addr: 'joezoe@bücher.example', subject: 'kept' });
  });

  it.each([
    ['a header without angle brackets', (address: string) => address],
    ['the log of the release before', (address: string) => address.replaceAll('"', '')],
  ])('finds a local part that needs quotes, from %s', async (_where, kept) => {
    const [first, second] = ['"John Doe"@c.example', '"a@b\\"c"@c.example'];
    const id = await inbox.receive(`From: ${first}\r\nTo: ${second}, x@c.example\r\nSubject: x\r\n\r\nx`);
    const other = await inbox.receive('From: "Jane Doe"@c.example\r\nSubject: kept\r\n\r\nx');
    expect(await inbox.get(id)).toMatchObject({ from_addr: first, to_addrs: [second, 'x@c.example'] });
    await server.app.db.transact((trx) =>
      trx
        .updateTable('inbound_mails')
        .set({ from_addr: kept(first) })
        .where('id', '=', id)
        .execute(),
    );
    await inbox.call('POST', '/v1/erasures', { body: { email: first } });
    expect(await inbox.get(id)).toMatchObject({ from_addr: '', to_addrs: [second, 'x@c.example'], subject: '', raw: null });
    await inbox.call('POST', '/v1/erasures', { body: { email: second } });
    expect(await inbox.get(id)).toMatchObject({ from_addr: '', to_addrs: ['', 'x@c.example'] });
    expect(await inbox.get(other)).toMatchObject({ from_addr: '"Jane Doe"@c.example', subject: 'kept' });
  });

  it("by the operator reaches every tenant's, and a tenant's only its own", async () => {
    const other = await mintInbox(server);
    const { body } = await inbox.handIn('From: gone@c.example\r\nSubject: x\r\n\r\nx', [inbox.help, `a@${other.domain.name}`]);
    await server.run('inbound');
    const theirs = async () => (await other.call('GET', `/v1/inbound/${body.data[1].id}`)).body;
    await inbox.call('POST', '/v1/erasures', { body: { email: 'gone@c.example' } });
    expect((await inbox.get(body.data[0].id)).from_addr).toBe('');
    expect((await theirs()).from_addr).toBe('gone@c.example');
    await server.admin('POST', '/admin/erasures', { body: { email: 'gone@c.example' } });
    expect(await theirs()).toMatchObject({ from_addr: '', raw: null });
  });
});
