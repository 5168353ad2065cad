import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { BY_HAND, useServer } from '../../support/posthorn.ts';
import type { Answer, TestTenant } from '../../support/server.ts';
import { forEach } from '../../support/wait.ts';

const HOUR = 60 * 60 * 1000;
/** No more than the 1,000 that the provider keeps. */
const RACES = 200;
/** More by CANCEL_ROUNDS, such as 50. */
const ROUNDS = Number(process.env.CANCEL_ROUNDS ?? 1);
const AT_ONCE = 50;

describe.each(engines)('races for a message on $name', (engine) => {
  let tenant: TestTenant;

  const server = useServer(engine, { ...BY_HAND, TENANT_CONCURRENCY: String(AT_ONCE) });

  const now = async () => (await server.admin('GET', '/admin/clock')).body.now as number;
  const advance = (ms: number) => server.admin('POST', '/admin/clock', { body: { advance_ms: ms } });

  /** Sends and changes each message at once, while the workers take what comes. Returns the ids of all, and of those whose change was taken. */
  async function race(change: (id: string) => Promise<Answer>): Promise<{ ids: string[]; changed: Set<string> }> {
    const body = { from: tenant.from, to: ['a@example.net'], subject: 'x', text_body: 'x' };
    const answers: (Answer & { id: string })[] = [];
    const sendAndChange = async () => {
      const { body: result } = await tenant.call('POST', '/v1/email', { body });
      answers.push({ id: result.message_id, ...(await change(result.message_id)) });
    };
    for (let done = 0; done < RACES; done += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, sendAndChange));
    await server.run('dispatch');
    for (const { status, body } of answers) {
      if (status === 200) continue;
      expect(status).toBe(422);
      expect(['sending', 'sent']).toContain(body.status);
    }
    return { ids: answers.map(({ id }) => id), changed: new Set(answers.filter(({ status }) => status === 200).map(({ id }) => id)) };
  }

  async function captured(): Promise<string[]> {
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await server.admin('GET', `/admin/captured?limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`);
      ids.push(...body.data.map(({ message_id }: { message_id: string }) => message_id));
      cursor = body.next_cursor;
    }
    return ids;
  }

  const messages = (ids: readonly string[]) =>
    forEach(ids, async (id) => {
      const { body } = await tenant.call('GET', `/v1/messages/${id}`);
      return { id, status: body.status, types: body.events.map(({ type }: { type: string }) => type) };
    });

  it(`a message is cancelled or sent, and never both, ${RACES * ROUNDS} times`, { timeout: 600_000 * ROUNDS }, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      tenant = await server.mint({ rate_limit: -1 });
      const { ids, changed: cancelled } = await race((id) => tenant.call('DELETE', `/v1/email/${id}`));
      const sent = ids.filter((id) => !cancelled.has(id));
      expect((await captured()).filter((id) => ids.includes(id)).sort()).toEqual([...sent].sort());
      expect(await messages(ids)).toEqual(
        ids.map((id) => {
          const end = cancelled.has(id) ? 'cancelled' : 'sent';
          return { id, status: end, types: [end] };
        }),
      );
    }
  });

  it('a message is moved or sent, and sent once in the end', async () => {
    tenant = await server.mint({ rate_limit: -1 });
    const later = (await now()) + HOUR;
    const { ids, changed: moved } = await race((id) => tenant.call('PATCH', `/v1/email/${id}`, { body: { scheduled_at: later } }));
    const sentAtFirst = ids.filter((id) => !moved.has(id));
    expect((await messages(ids)).filter(({ status }) => status === 'sent').map(({ id }) => id)).toEqual(sentAtFirst);
    await advance(HOUR);
    await server.run('dispatch');
    expect(await messages(ids)).toEqual(ids.map((id) => ({ id, status: 'sent', types: ['sent'] })));
    expect((await captured()).filter((id) => ids.includes(id)).sort()).toEqual([...ids].sort());
  });
});
