import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { addAudience, sendAll, writeDraft } from '../../support/fixtures/broadcasts.ts';
import { BY_HAND, useServer } from '../../support/posthorn.ts';

const SUBJECT = { subject: '{{ first }} {{ attributes.last }}' };
const BECAUSE = 'The subject is empty, since first, attributes.last are empty or not set.';
const REASON = `empty_subject: ${BECAUSE}`;

describe.each(engines)('a broadcast whose subject comes out empty on $name', (engine) => {
  const server = useServer(engine, BY_HAND);

  async function begin(fields: object = SUBJECT) {
    const tenant = await server.mint();
    const people = [{}, { first: 'Ada' }, { first: '\u200b', last: ' ' }];
    const contacts = people.map((attributes, n) => ({ email: `c${n}@example.net`, attributes }));
    const { body } = await tenant.call('POST', '/v1/contacts/batch', { body: { contacts } });
    const ids: string[] = body.data.map(({ id }: { id: string }) => id);
    const path = `/v1/broadcasts/${await writeDraft(tenant, await addAudience(tenant, ids), fields)}`;
    const get = async (rest: string) => (await tenant.call('GET', rest)).body;
    const post = (rest: string, given: object = {}) => tenant.call('POST', path + rest, { body: given });
    return { tenant, ids, path, get, post };
  }

  it('fails for whom it is, and leaves for everybody else', async () => {
    const { tenant, path, get, post } = await begin();
    expect((await post('/send')).status).toBe(202);
    await sendAll(server);
    const { data } = await get(`${path}/recipients`);
    expect(data.map(({ status, reason }: { status: string; reason: string | null }) => [status, reason])).toEqual([
      ['failed', REASON],
      ['sent', null],
      ['failed', REASON],
    ]);
    expect(await get(path)).toMatchObject({ status: 'sent' });
    expect((await get(`${path}/stats`)).ledger).toMatchObject({ total: 3, sent: 1, failed: 2, queued: 0 });
    const message = await get(`/v1/messages/${data[0].message_id}`);
    expect(message).toMatchObject({ status: 'failed', sent_at: null });
    expect(message.recipients).toMatchObject([{ status: 'failed', detail: REASON }]);
    expect(message.events).toMatchObject([{ type: 'failed', data: { reason: REASON } }]);
    const { body: captured } = await server.admin('GET', '/admin/captured?limit=100');
    const own = captured.data.filter(({ tenant_id }: { tenant_id: string }) => tenant_id === tenant.id);
    expect(own.map(({ rcpt_to, subject }: { rcpt_to: string[]; subject: string }) => [rcpt_to, subject.trim()])).toEqual([
      [['c1@example.net'], 'Ada'],
    ]);
  });

  it('is not tried again by itself, and goes out once the contact has what it lacked', async () => {
    const { tenant, ids, path, get, post } = await begin();
    await post('/send');
    await sendAll(server);
    await server.admin('POST', '/admin/clock', { body: { advance_ms: 24 * 3_600_000 } });
    await sendAll(server);
    expect((await get(`${path}/stats`)).ledger).toMatchObject({ sent: 1, failed: 2 });
    await tenant.call('PATCH', `/v1/contacts/${ids[0]}`, { body: { attributes: { first: 'Grace' } } });
    expect((await post('/retry')).body).toEqual({ retried: 2 });
    await sendAll(server);
    expect((await get(`${path}/stats`)).ledger).toMatchObject({ sent: 2, failed: 1 });
  });

  it('is warned of by the preview and by a test', async () => {
    const { ids, post } = await begin();
    const codes = ({ body }: { body: { warnings: { code: string; detail: string }[] } }) =>
      body.warnings.filter(({ code }) => code === 'empty_subject').map(({ detail }) => detail);
    expect(codes(await post('/preview'))).toEqual([`${BECAUSE} No mail leaves without one.`]);
    expect(codes(await post('/preview', { contact_id: ids[2] }))).toHaveLength(1);
    expect(codes(await post('/preview', { contact_id: ids[1] }))).toEqual([]);
    const { status, body } = await post('/test', { to: ['c0@example.net', 'c1@example.net'] });
    expect(status).toBe(202);
    expect(body.data.map(({ warnings }: { warnings?: unknown }) => warnings)).toEqual([
      [{ code: 'empty_subject', path: 'subject' }],
      undefined,
    ]);
  });

  it('is not begun where nothing is to be seen of the draft’s own', async () => {
    const { post } = await begin({ subject: '\u200b ' });
    expect(await post('/send')).toMatchObject({ status: 422, body: { error: 'missing_field', field: 'subject' } });
  });
});
