import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../support/engines.ts';
import { type Delivery, startDelivery, told } from './delivery.ts';

const MINUTE = 60_000;

describe.each(engines)('mail that is not taken at once, on $name,', (engine) => {
  let delivery: Delivery;
  beforeAll(async () => {
    delivery = await startDelivery(engine);
  });
  afterEach(() => delivery.answer());
  afterAll(() => delivery.stop());

  it('tries again after a 4xx, telling of the first delay, with the same Message-ID', async () => {
    let tries = 0;
    delivery.answer({
      onRcpt: () => {
        tries += 1;
        return tries < 3 ? '451 4.7.1 Try later' : undefined;
      },
    });
    const before = delivery.sink.mails.length;
    const id = await delivery.send();
    expect(await delivery.dispatched(id)).toMatchObject({ status: 'queued', sent_at: null });
    await delivery.advance(MINUTE - 1);
    await delivery.server.run('dispatch');
    expect(tries).toBe(1);
    await delivery.advance(1);
    expect(await delivery.dispatched(id)).toMatchObject({ status: 'queued' });
    expect(tries).toBe(2);
    await delivery.advance(5 * MINUTE);
    const message = await delivery.dispatched(id);
    expect(message.status).toBe('sent');
    expect(told(message)).toEqual([
      ['delivery_delayed', ['a@example.net']],
      ['sent', ['a@example.net']],
    ]);
    expect(delivery.sink.mails[before]?.raw.toString()).toContain(`Message-ID: <${id}@${delivery.tenant.domain.name}>`);
  });

  it('goes on for the recipient that was put off while the other is sent', async () => {
    let later = true;
    delivery.answer({ onRcpt: (to) => (to.startsWith('slow') && later ? '450 4.2.1 Busy' : undefined) });
    const before = delivery.sink.mails.length;
    const id = await delivery.send({ to: ['a@example.net', 'slow@example.net'] });
    const first = await delivery.dispatched(id);
    expect(first.status).toBe('sent');
    expect(first.recipients.map(({ status }: { status: string }) => status)).toEqual(['sent', 'delayed']);
    later = false;
    await delivery.advance(MINUTE);
    const second = await delivery.dispatched(id);
    expect(second.recipients.map(({ status }: { status: string }) => status)).toEqual(['sent', 'sent']);
    expect(delivery.sink.mails.slice(before).map(({ envelope }) => envelope.to)).toEqual([['a@example.net'], ['slow@example.net']]);
  });

  it('gives up 24 hours after the first attempt', async () => {
    let tries = 0;
    delivery.answer({
      onMailFrom: () => {
        tries += 1;
        return '451 4.3.2 Not now';
      },
    });
    const id = await delivery.send();
    await delivery.server.run('dispatch');
    for (const minutes of [1, 5, 15, 60, 240, 240, 240, 240, 240]) {
      await delivery.advance(minutes * MINUTE);
      await delivery.server.run('dispatch');
    }
    const message = await delivery.get(id);
    expect(tries).toBe(10);
    expect(message.status).toBe('failed');
    expect(told(message)).toEqual([
      ['delivery_delayed', ['a@example.net']],
      ['failed', ['a@example.net']],
    ]);
  });

  it('sends again, with the same Message-ID, when the final reply was lost, and counts the doubt', async () => {
    let lost = false;
    delivery.answer({
      onData: () => {
        if (lost) return undefined;
        lost = true;
        return 'drop';
      },
    });
    const doubts = async () => (await delivery.server.admin('GET', '/admin/stats')).body.in_doubt;
    const before = await doubts();
    const id = await delivery.send();
    expect(await delivery.dispatched(id)).toMatchObject({ status: 'queued' });
    expect(await doubts()).toBe(before + 1);
    await delivery.advance(MINUTE);
    expect(await delivery.dispatched(id)).toMatchObject({ status: 'sent' });
  });

  it('fails what was accepted when its domain is deleted before it goes out', async () => {
    const own = await delivery.server.mint();
    delivery.answer({ onMailFrom: () => '451 4.3.0 Not now' });
    const body = { from: own.from, to: ['a@example.net'], subject: 'x', text_body: 'x' };
    const { body: sent } = await own.call('POST', '/v1/email', { body });
    await delivery.server.run('dispatch');
    await own.call('DELETE', `/v1/domains/${own.domain.id}`);
    delivery.answer();
    await delivery.advance(MINUTE);
    await delivery.server.run('dispatch');
    const { body: message } = await own.call('GET', `/v1/messages/${sent.message_id}`);
    expect(message.status).toBe('failed');
    expect(message.events.at(-1)).toMatchObject({ type: 'failed', data: { reason: 'from_domain_not_verified' } });
  });

  it("holds a suspended tenant's mail and sends it afterwards", async () => {
    const own = await delivery.server.mint();
    delivery.answer({ onMailFrom: () => '451 4.3.0 Not now' });
    const body = { from: own.from, to: ['a@example.net'], subject: 'held', text_body: 'x' };
    const { body: sent } = await own.call('POST', '/v1/email', { body });
    await delivery.server.run('dispatch');
    delivery.answer();
    await delivery.server.admin('PATCH', `/admin/tenants/${own.id}`, { body: { suspended: true } });
    const before = delivery.sink.mails.length;
    await delivery.advance(MINUTE);
    await delivery.server.run('dispatch');
    expect(delivery.sink.mails.length).toBe(before);
    await delivery.server.admin('PATCH', `/admin/tenants/${own.id}`, { body: { suspended: false } });
    await delivery.server.run('dispatch');
    const { body: message } = await own.call('GET', `/v1/messages/${sent.message_id}`);
    expect(message.status).toBe('sent');
  });

  it('goes on at once with what a suspended tenant has sent in part', async () => {
    const own = await delivery.server.mint();
    delivery.answer({ onRcpt: (to) => (to.startsWith('slow') ? '450 4.2.1 Busy' : undefined) });
    const body = { from: own.from, to: ['a@example.net', 'slow@example.net'], subject: 'held', text_body: 'x' };
    const { body: sent } = await own.call('POST', '/v1/email', { body });
    await delivery.server.run('dispatch');
    delivery.answer();
    await delivery.server.admin('PATCH', `/admin/tenants/${own.id}`, { body: { suspended: true } });
    await delivery.advance(MINUTE);
    await delivery.server.run('dispatch');
    await delivery.server.admin('PATCH', `/admin/tenants/${own.id}`, { body: { suspended: false } });
    await delivery.server.run('dispatch');
    const { body: message } = await own.call('GET', `/v1/messages/${sent.message_id}`);
    expect(message.recipients.map(({ status }: { status: string }) => status)).toEqual(['sent', 'sent']);
  });
});
