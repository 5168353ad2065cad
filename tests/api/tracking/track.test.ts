import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { on, READER, SHOP, useTracking } from './tracking.ts';

describe.each(engines)('tracking on $name', (engine) => {
  const { server, tenant, sent, ask, show, told, advance } = useTracking(engine);

  it('is told of a thousand times of one mail, wherever they ask from', async () => {
    const { id, pixel, link } = await sent();
    const askFrom = (place: number) =>
      ask(place % 2 === 0 ? pixel : link, { headers: { 'X-Forwarded-For': `2001:db8::${place.toString(16)}` } });
    for (let first = 1; first <= 1050; first += 50) {
      const answers = await Promise.all(Array.from({ length: 50 }, (_, place) => askFrom(first + place)));
      for (const { status } of answers) expect([200, 302]).toContain(status);
    }
    expect((await show(id)).events).toHaveLength(1000);
  });

  describe('GET /t/o/{token}', () => {
    it('answers one pixel that nobody keeps, and tells of the open', async () => {
      const { id, pixel } = await sent();
      const before = await show(id);
      const answer = await ask(pixel);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('image/gif');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(
        Buffer.from(await answer.arrayBuffer())
          .subarray(0, 6)
          .toString(),
      ).toBe('GIF89a');
      expect(await told(id)).toMatchObject([
        { type: 'open', recipients: ['ada@example.net'], data: { ip: '127.0.0.1', user_agent: READER } },
      ]);
      const { status, updated_at, recipients } = await show(id);
      expect({ status, updated_at, recipients }).toEqual({ status: 'sent', updated_at: before.updated_at, recipients: before.recipients });
    });

    it('takes the address that a proxy beside it has seen last', async () => {
      const { id, pixel } = await sent();
      await ask(pixel, { headers: { 'X-Forwarded-For': '203.0.113.9, 198.51.100.7' } });
      expect((await told(id))[0].data.ip).toBe('198.51.100.7');
    });

    it('marks what a mailbox provider fetched', async () => {
      const { id, pixel } = await sent();
      await ask(pixel, { headers: { 'User-Agent': 'Mozilla/5.0' } });
      expect((await told(id))[0].data).toEqual({ ip: '127.0.0.1', user_agent: 'Mozilla/5.0', prefetch: true });
    });

    it('tells of a repeat after a second, and not before', async () => {
      const { id, pixel } = await sent();
      for (let time = 0; time < 3; time += 1) await ask(pixel);
      await Promise.all([ask(pixel), ask(pixel)]);
      expect((await told(id)).length).toBe(1);
      await advance(1000);
      await ask(pixel);
      expect((await told(id)).length).toBe(2);
    });

    it('tells of nothing where only the headers are asked for', async () => {
      const { id, pixel, link } = await sent();
      expect((await ask(pixel, { method: 'HEAD' })).status).toBe(200);
      expect((await ask(link, { method: 'HEAD' })).status).toBe(302);
      expect(await told(id)).toEqual([]);
    });

    it('cannot name one of several recipients', async () => {
      const { id, pixel, link } = await sent({ ...on, to: ['a@example.net', 'b@example.net'] });
      await ask(pixel);
      await ask(link);
      expect((await told(id)).map(({ recipients }: { recipients: string[] }) => recipients)).toEqual([[], []]);
    });

    it('comes after the sending, whatever was sent at the same moment', async () => {
      const mails = [await sent(), await sent(), await sent()];
      for (const { id, pixel } of mails) {
        await ask(pixel);
        expect((await show(id)).events.map(({ type }: { type: string }) => type)).toEqual(['sent', 'open']);
      }
    });

    it('goes with the contact that the message went to', async () => {
      const { id, pixel } = await sent();
      const { body } = await tenant.call('POST', '/v1/contacts', { body: { email: 'ada@example.net' } });
      await server.app.db.write.updateTable('messages').set({ contact_id: body.id }).where('id', '=', id).execute();
      await ask(pixel);
      const query = server.app.db.read.selectFrom('events').select('contact_id').where('message_id', '=', id);
      expect(await query.where('type', '=', 'open').execute()).toEqual([{ contact_id: body.id }]);
    });

    it('tells nothing of somebody who was erased', async () => {
      const { id, pixel } = await sent();
      await tenant.call('POST', '/v1/erasures', { body: { email: 'ada@example.net' } });
      expect((await ask(pixel)).status).toBe(200);
      expect(await told(id)).toEqual([]);
    });

    it('answers the pixel for a message that is gone', async () => {
      const { id, pixel } = await sent();
      await server.app.db.write.deleteFrom('messages').where('id', '=', id).execute();
      expect((await ask(pixel)).status).toBe(200);
      const query = server.app.db.read.selectFrom('events').selectAll().where('message_id', '=', id);
      expect(await query.where('type', '=', 'open').execute()).toEqual([]);
    });
  });

  describe('GET /t/c/{token}', () => {
    it('leads on to where the link led, and tells of the click', async () => {
      const { id, link } = await sent();
      const answer = await ask(link);
      expect([answer.status, answer.headers.get('location')]).toEqual([302, SHOP]);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(await told(id)).toMatchObject([
        { type: 'click', recipients: ['ada@example.net'], data: { url: SHOP, ip: '127.0.0.1', user_agent: READER } },
      ]);
      expect((await show(id)).status).toBe('sent');
    });

    it('leads on for a message that is gone', async () => {
      const { id, link } = await sent();
      await server.app.db.write.deleteFrom('messages').where('id', '=', id).execute();
      expect((await ask(link)).headers.get('location')).toBe(SHOP);
    });

    it('leads nowhere else: a token that is altered, of another kind or none is 404', async () => {
      const { id, link, pixel } = await sent();
      const token = link.slice('/t/c/'.length);
      const evil = Buffer.from('https://evil.example/').toString('base64url');
      const wrong = [
        `/t/c/${token.slice(0, 26)}${evil}${token.slice(-16)}`,
        `/t/c/${token.slice(0, -1)}`,
        `/t/c/${pixel.slice('/t/o/'.length)}`,
        `/t/c/${evil}`,
        '/t/c/https:%2F%2Fevil.example',
        `/t/c/${token.slice(0, 30)}?url=https://evil.example`,
        `/t/o/${token}`,
        '/t/o/x',
      ];
      for (const path of wrong) {
        const answer = await ask(path);
        expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 404, null]);
      }
      expect((await ask(`${link}?url=https://evil.example`)).headers.get('location')).toBe(SHOP);
      expect(await told(id)).toMatchObject([{ data: { url: SHOP } }]);
    });

    it('cannot be posted to', async () => {
      const { link, pixel } = await sent();
      for (const path of [link, pixel]) expect((await ask(path, { method: 'POST' })).status).toBe(404);
    });
  });

  it('answers the reader though nothing can be written', async () => {
    const { link } = await sent();
    const { db } = server.app;
    const { transact } = db;
    Object.assign(db, { transact: () => Promise.reject(new Error('the disk is full')) });
    const answer = await ask(link);
    Object.assign(db, { transact });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, SHOP]);
  });
});
