import { describe, expect, it } from 'vitest';
import { insertMany } from '../../../server/src/db/dialect.ts';
import { engines } from '../../support/engines.ts';
import { BY_HAND, useServer, useTenant } from '../../support/posthorn.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = (iso: string) => Date.parse(iso);

const ZERO = {
  ...{ accepted: 0, sent: 0, delivered: 0, delayed: 0, bounced_hard: 0, bounced_soft: 0, bounced_policy: 0 },
  ...{ complained: 0, opened: 0, clicked: 0, failed: 0, suppressed: 0 },
};

describe.each(engines)('GET /v1/stats over time on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useTenant(server);

  const ask = (query: object) =>
    tenant.call('GET', `/v1/stats?${new URLSearchParams(Object.fromEntries(Object.entries(query).map(([k, v]) => [k, String(v)])))}`);

  /** A mail accepted in each of the hours. */
  async function fill(from: number, to: number): Promise<void> {
    const rows = Array.from({ length: (to - from) / HOUR }, (_, place) => ({
      ...{
        tenant_id: tenant.id,
        broadcast_id: '',
        hour: from + place * HOUR,
        domain_id: 'd',
        stream: 'transactional',
        test_mode: 0 as const,
      },
      ...ZERO,
      accepted: 1,
    }));
    await server.app.db.transact((trx) => insertMany(trx, 'stat_hours', rows));
  }
  const days = async (query: object) => {
    const { status, body } = await ask(query);
    expect(status).toBe(200);
    return body.data.map((day: { at: number; accepted: number }) => [new Date(day.at).toISOString(), day.accepted]);
  };

  describe('200', () => {
    it('tells of the last 30 days, with all figures, by the day', async () => {
      const { now } = (await server.admin('GET', '/admin/clock')).body;
      const { status, body } = await ask({});
      expect(status).toBe(200);
      expect(body).toMatchObject({ interval: 'day', timezone: 'UTC', complete: true, totals: ZERO });
      expect([30, 31]).toContain(body.data.length);
      expect(body.data[0]).toEqual({ at: Math.floor((now - 30 * DAY) / DAY) * DAY, ...ZERO });
      expect(body.data.at(-1).at).toBe(Math.floor((now - 1) / DAY) * DAY);
    });

    it('tells of the last 24 hours by the hour', async () => {
      const { body } = await ask({ interval: 'hour' });
      expect([24, 25]).toContain(body.data.length);
      expect(body.data.every((one: { at: number }, place: number) => one.at === body.data[0].at + place * HOUR)).toBe(true);
    });

    it('has days of 23 and of 25 hours where clocks change', async () => {
      await fill(at('2024-03-29T00:00Z'), at('2024-04-02T00:00Z'));
      const spring = { from: at('2024-03-30T12:00Z'), to: at('2024-03-31T22:00Z'), timezone: 'Europe/Berlin' };
      expect(await days(spring)).toEqual([
        ['2024-03-29T23:00:00.000Z', 24],
        ['2024-03-30T23:00:00.000Z', 23],
      ]);
      await fill(at('2024-10-26T00:00Z'), at('2024-10-29T00:00Z'));
      const autumn = { from: at('2024-10-27T12:00Z'), to: at('2024-10-28T12:00Z'), timezone: 'Europe/Berlin' };
      expect(await days(autumn)).toEqual([
        ['2024-10-26T22:00:00.000Z', 25],
        ['2024-10-27T23:00:00.000Z', 24],
      ]);
      expect(
        (await ask({ ...autumn, interval: 'hour', from: at('2024-10-26T22:00Z'), to: at('2024-10-27T23:00Z') })).body.data,
      ).toHaveLength(25);
    });

    it('gives an hour to the day that it begins in, where midnight falls within one', async () => {
      await fill(at('2024-06-01T00:00Z'), at('2024-06-04T00:00Z'));
      // Midnight in Kolkata is 18:30.
      const query = { from: at('2024-06-02T12:00Z'), to: at('2024-06-02T18:40Z'), timezone: 'Asia/Kolkata' };
      expect(await days(query)).toEqual([
        ['2024-06-01T18:30:00.000Z', 24],
        ['2024-06-02T18:30:00.000Z', 24],
      ]);
      expect((await ask({ ...query, interval: 'hour' })).body.data[0].at).toBe(at('2024-06-02T12:00Z'));
    });

    it('has a day that begins at one, where midnight is left out', async () => {
      const query = { from: at('2018-11-04T12:00Z'), to: at('2018-11-05T12:00Z'), timezone: 'America/Sao_Paulo' };
      expect(await days(query)).toEqual([
        ['2018-11-04T03:00:00.000Z', 0],
        ['2018-11-05T02:00:00.000Z', 0],
      ]);
    });

    it('tells the hours that the ends lie in whole, and none that begins at the end', async () => {
      await fill(at('2024-07-01T00:00Z'), at('2024-07-01T06:00Z'));
      const query = { interval: 'hour', from: at('2024-07-01T01:30Z'), to: at('2024-07-01T04:00Z') };
      expect(await days(query)).toEqual([
        ['2024-07-01T01:00:00.000Z', 1],
        ['2024-07-01T02:00:00.000Z', 1],
        ['2024-07-01T03:00:00.000Z', 1],
      ]);
      expect((await ask(query)).body.totals.accepted).toBe(3);
    });

    it('takes the longest ranges that there are', async () => {
      const to = at('2030-01-01T00:00Z');
      expect((await ask({ from: to - 400 * DAY, to })).body.data).toHaveLength(400);
      expect((await ask({ interval: 'hour', from: to - 31 * DAY, to })).body.data).toHaveLength(31 * 24);
      expect((await ask({ from: 0, to: 1 })).body.data).toEqual([{ at: 0, ...ZERO }]);
      const last = 8_640_000_000_000_000;
      for (const timezone of ['UTC', 'Etc/GMT-14', 'Etc/GMT+12'])
        expect(await ask({ from: last - 3 * DAY, to: last, timezone })).toMatchObject({ status: 200, body: { totals: ZERO } });
    });

    it('takes empty parameters for none', async () => {
      const query = { from: '', to: '', interval: '', timezone: '', domain_id: '', stream: '', broadcast_id: '', test_mode: '' };
      expect(await ask(query)).toMatchObject({ status: 200, body: { interval: 'day', timezone: 'UTC' } });
    });
  });

  describe('422', () => {
    const to = at('2024-06-01T00:00Z');
    it.each([
      [{ from: to, to }, 'from', 'from: must be before to.'],
      [{ from: to + 1, to }, 'from', 'from: must be before to.'],
      [{ from: 8_640_000_000_000_000 }, 'from', 'from: must be before to.'],
      [{ from: to - 400 * DAY - 1, to }, 'from', /at most 400 days, told by the day; ask for a shorter one\.$/],
      [{ interval: 'hour', from: to - 31 * DAY - 1, to }, 'from', /at most 31 days.*or ask for days by interval=day\.$/],
      [{ from: 'yesterday' }, 'from', /^from: Takes milliseconds/],
      [{ from: 1_717_000_000, to }, 'from', 'from: These are seconds; in milliseconds since 1970-01-01T00:00:00Z it is 1717000000000.'],
      [{ to: 99_999_999_999 }, 'to', /seconds/],
      [{ to: '1e400' }, 'to', /^to: /],
      [{ to: 8_640_000_000_000_001 }, 'to', /^to: /],
      [{ from: -1 }, 'from', /^from: /],
      [{ interval: 'week' }, 'interval', /hour.*day/],
      [{ timezone: '+02:00' }, 'timezone', /such as Europe\/Berlin/],
      [{ timezone: 'Mars/Olympus' }, 'timezone', /such as Europe\/Berlin/],
      [{ timezone: 'x'.repeat(65) }, 'timezone', /^timezone: /],
      [{ stream: 'news' }, 'stream', /transactional.*marketing/],
      [{ test_mode: 'yes' }, 'test_mode', /^test_mode: /],
    ])('refuses %o', async (query, field, detail) => {
      const { status, body } = await ask(query);
      expect({ status, body }).toMatchObject({ status: 422, body: { error: 'validation_failed', field } });
      expect(body.detail).toMatch(detail);
    });
  });

  it('is for full_access keys', async () => {
    const { body: key } = await tenant.call('POST', '/v1/api-keys', { body: { name: 's', permission: 'sending_access' } });
    expect(await server.as(key.key)('GET', '/v1/stats')).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } });
    expect((await server.as('nobody')('GET', '/v1/stats')).status).toBe(401);
  });
});
