import { describe, expect, it } from 'vitest';
import { engines } from '../support/engines.ts';
import { TOO_MANY_PARTS } from '../support/fixtures/spool.ts';
import { layAside } from '../support/mail/lay-aside.ts';
import { commandLine } from '../support/processes/command-line.ts';
import { useReports } from './fixture.ts';

const MOST_BYTES = 256 * 1024;
const DAY = 24 * 60 * 60 * 1000;

describe.each(engines)('reports that cannot be read on $name', (engine) => {
  const { server, tenant, send, report, newAddress } = useReports(engine);
  const cli = commandLine(server);
  const list = async (query = '') => (await server.admin('GET', `/admin/unreadable-mail${query}`)).body;
  const show = (id: string) => server.admin('GET', `/admin/unreadable-mail/${id}`);

  it('are shown to the operator, with the reason, the message and the beginning of the source', async () => {
    const { id: messageId, returnPath } = await send(newAddress('a'));
    expect(await report(returnPath, TOO_MANY_PARTS)).toMatchObject({ code: 250 });
    const { data, next_cursor } = await list();
    expect({ data, next_cursor }).toEqual({
      data: [
        {
          id: expect.stringMatching(/^inb_/),
          envelope_from: '',
          rcpt_addrs: [returnPath],
          message_ids: [messageId],
          client_ip: '127.0.0.1',
          size: expect.any(Number),
          unreadable: expect.stringMatching(/1,?000 parts/),
          created_at: expect.any(Number),
        },
      ],
      next_cursor: null,
    });
    const [mail] = data;
    const { status, body } = await show(mail.id);
    expect({ status, body }).toEqual({
      status: 200,
      body: { ...mail, raw: expect.any(String), raw_encoding: 'utf8', truncated: true },
    });
    expect(body.raw).toHaveLength(MOST_BYTES);
    expect(body.raw.startsWith('Content-Type: multipart/mixed; boundary=b')).toBe(true);
    expect(await cli.said('unreadable-mail', 'list')).toContain(messageId);
    expect(await cli.said('unreadable-mail', 'show', mail.id, '--source')).toBe(body.raw);
    expect((await tenant.call('GET', '/v1/inbound')).body.data).toEqual([]);
  });

  it('are shown as text, without a character that the limit cuts in two, and in base64 where they are not UTF-8', async () => {
    const shown = async (beginning: Buffer, rest: string) => {
      const { returnPath } = await send(newAddress('cut'));
      await server.admin('POST', '/admin/clock', { body: { advance_ms: 1000 } });
      await report(returnPath, Buffer.concat([beginning, Buffer.from(rest)]));
      return (await show((await list()).data[0].id)).body;
    };
    const beginning = TOO_MANY_PARTS.slice(0, MOST_BYTES - 1);
    const text = await shown(Buffer.from(beginning), 'é and more');
    expect(text).toMatchObject({ raw: beginning, raw_encoding: 'utf8', truncated: true });
    const latin = Buffer.from(`X-Name: \xff\r\n${beginning}`, 'latin1').subarray(0, MOST_BYTES - 1);
    const bytes = await shown(latin, 'é and more');
    expect(bytes).toMatchObject({ raw_encoding: 'base64', truncated: true });
    expect(Buffer.from(bytes.raw, 'base64')).toHaveLength(MOST_BYTES);
  });

  it('are listed page by page, newest first, and go after 30 days', async () => {
    const before = (await list()).data.length;
    for (const name of ['b', 'c']) {
      const { returnPath } = await send(newAddress(name));
      await server.admin('POST', '/admin/clock', { body: { advance_ms: 1000 } });
      await report(returnPath, TOO_MANY_PARTS);
    }
    const { data: all } = await list();
    expect(all).toHaveLength(before + 2);
    expect(all[0].created_at).toBeGreaterThan(all[1].created_at);
    const first = await list('?limit=1');
    const second = await list(`?limit=1&cursor=${first.next_cursor}`);
    expect([...first.data, ...second.data]).toEqual(all.slice(0, 2));
    await server.admin('POST', '/admin/clock', { body: { advance_ms: 30 * DAY + 1 } });
    await server.run('cleanup');
    expect(await list()).toEqual({ data: [], next_cursor: null });
    expect(await show(all[0].id)).toMatchObject({ status: 404, body: { error: 'not_found' } });
  });

  it('are shown neither to tenants nor before they were read', async () => {
    expect(await tenant.call('GET', '/admin/unreadable-mail')).toMatchObject({ status: 401 });
    const waiting = await layAside(server, { unreadable: null, dueAt: server.app.clock.now() + DAY });
    const aside = await layAside(server);
    expect((await list()).data.map(({ id }: { id: string }) => id)).toEqual([aside]);
    expect(await show(waiting)).toMatchObject({ status: 404, body: { error: 'not_found' } });
  });
});
