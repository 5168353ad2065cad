import { beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { BY_HAND, useServer, useTenant } from '../../support/posthorn.ts';
import { readSamples } from '../../support/prometheus.ts';
import { giveUpJob } from '../../support/queue/give-up-job.ts';
import { OPERATOR_TOKEN } from '../../support/server.ts';

const MINUTE = 60_000;

describe.each(engines)('GET /admin/failed-jobs on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const first = useTenant(server);
  const second = useTenant(server);
  const list = async (query = '') => (await server.admin('GET', `/admin/failed-jobs${query}`)).body;
  const ids: string[] = [];

  beforeAll(async () => {
    expect(await list()).toEqual({ data: [], next_cursor: null, searched_until: null });
    for (const tenant of [first, second]) {
      const mail = { from: tenant.from, to: ['ada@example.net'], subject: 'x', text_body: 'x' };
      ids.push((await tenant.call('POST', '/v1/email', { body: mail })).body.message_id);
    }
    const [one = '', other = ''] = ids;
    await giveUpJob(server, { queue: 'deliver', payload: { message_ids: [one, other] }, error: 'no room', ago: 3 * MINUTE });
    await giveUpJob(server, { queue: 'deliver_bulk', payload: { message_ids: [one] }, error: 'x'.repeat(900), ago: 2 * MINUTE });
    await giveUpJob(server, { queue: 'fanout', payload: { broadcast_id: 'brd_gone' }, error: 'gone', ago: MINUTE });
  });

  it('tells what, whose, when and why, newest first, and what brings the work back', async () => {
    const { data, next_cursor, searched_until } = await list();
    expect([next_cursor, searched_until]).toEqual([null, null]);
    expect(data).toEqual([
      expect.objectContaining({ queue: 'fanout', tenants: [], objects: ['brd_gone'], error: 'gone', sweep: 'fanout' }),
      expect.objectContaining({ queue: 'deliver_bulk', objects: [ids[0]], error: 'x'.repeat(500), sweep: 'scheduler' }),
      {
        id: expect.any(String),
        queue: 'deliver',
        tenants: [first, second].map(({ id }) => ({ id, name: expect.any(String) })),
        objects: ids,
        attempts: 5,
        error: 'no room',
        failed_at: expect.any(Number),
        sweep: 'scheduler',
      },
    ]);
    const [, , oldest] = data;
    expect(Date.now() - oldest.failed_at).toBeGreaterThanOrEqual(3 * MINUTE);
  });

  it('goes on by pages, and refuses a cursor that is none', async () => {
    const whole = (await list()).data;
    const page = await list('?limit=2');
    expect(page.data).toEqual(whole.slice(0, 2));
    const rest = await list(`?limit=2&cursor=${encodeURIComponent(page.next_cursor)}`);
    expect(rest).toEqual({ data: whole.slice(2), next_cursor: null, searched_until: null });
    expect((await server.admin('GET', '/admin/failed-jobs?cursor=yesterday')).body).toMatchObject({ error: 'invalid_cursor' });
  });

  it('has those of one tenant, by pages too', async () => {
    const queues = async (query: string) => (await list(query)).data.map(({ queue }: { readonly queue: string }) => queue);
    expect(await queues(`?tenant_id=${second.id}`)).toEqual(['deliver']);
    expect(await queues(`?tenant_id=${first.id}`)).toEqual(['deliver_bulk', 'deliver']);
    expect(await queues('?tenant_id=nobody')).toEqual([]);
    const page = await list(`?tenant_id=${first.id}&limit=1`);
    expect(page).toMatchObject({ data: [{ queue: 'deliver_bulk' }], searched_until: page.data[0].failed_at });
    expect(await queues(`?tenant_id=${first.id}&limit=1&cursor=${encodeURIComponent(page.next_cursor)}`)).toEqual(['deliver']);
  });

  it('has them for 14 days, and those of the last hour among what is wrong now', async () => {
    const failed = async () => {
      const answer = await fetch(`${server.url}/metrics`, { headers: { Authorization: `Bearer ${OPERATOR_TOKEN}` } });
      const jobs = readSamples(await answer.text()).filter(({ name }) => name === 'posthorn_queue_jobs');
      return jobs.find(({ labels }) => labels.queue === 'import' && labels.state === 'failed')?.value;
    };
    await giveUpJob(server, { queue: 'import', payload: { import_id: 'imp_gone' }, error: 'recent', ago: 50 * MINUTE });
    await giveUpJob(server, { queue: 'import', payload: { import_id: 'imp_gone' }, error: 'old', ago: 13 * 24 * 60 * MINUTE });
    expect((await list()).data.slice(-2)).toMatchObject([{ error: 'recent' }, { error: 'old' }]);
    expect(await failed()).toBe(1);
  });

  it('is the operator’s alone', async () => {
    expect((await first.call('GET', '/admin/failed-jobs')).status).toBe(401);
  });
});
