import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../tests/support/engines.ts';
import { addAudience, addContacts } from '../../../tests/support/fixtures/broadcasts.ts';
import { postFile } from '../../../tests/support/fixtures/contact-files.ts';
import { BY_HAND, useServer } from '../../../tests/support/posthorn.ts';
import type { TestTenant } from '../../../tests/support/server.ts';
import { audienceCounts } from '../db/migrations/0052-audience-counts.ts';
import { correctCounts, countAnew } from './count-store.ts';

describe.each(engines)('what is counted of audiences on $name', (engine) => {
  let tenant: TestTenant;
  let ids: string[];
  let audience: string;
  let other: string;
  const server = useServer(engine, BY_HAND);
  beforeEach(async () => {
    tenant = await server.mint();
    ids = await addContacts(tenant, 5);
    audience = await addAudience(tenant, ids.slice(0, 4));
    other = await addAudience(tenant, ids.slice(3));
  });

  const get = async (path: string) => (await tenant.call('GET', path)).body;
  const ok = async (method: string, path: string, body?: unknown) => {
    const answer = await tenant.call(method, path, body === undefined ? {} : { body });
    expect(answer.status).toBeLessThan(300);
    return answer.body;
  };
  /** Returns the counts of an audience, after checking that they match its members, the list and a contact's list. */
  async function counts(id: string): Promise<[members: number, subscribed: number]> {
    const shown = await get(`/v1/audiences/${id}`);
    const members: { id: string; status: string }[] = (await get(`/v1/audiences/${id}/members?limit=100`)).data;
    const subscribed = members.filter(({ status }) => status === 'subscribed');
    expect([shown.member_count, shown.subscribed_count]).toEqual([members.length, subscribed.length]);
    const listed = (await get('/v1/audiences')).data.find((one: { id: string }) => one.id === id);
    expect(listed).toEqual(shown);
    for (const member of members.slice(0, 1)) expect((await get(`/v1/contacts/${member.id}/audiences`)).data).toContainEqual(shown);
    return [shown.member_count, shown.subscribed_count];
  }

  it('begins with nobody, and goes with the audience that is written without', async () => {
    const made = await ok('POST', '/v1/audiences', { name: 'Empty' });
    expect(await counts(made.id)).toEqual([0, 0]);
    expect(Object.keys(await ok('PATCH', `/v1/audiences/${audience}`, { name: 'Renamed' })).sort()).toEqual(['description', 'id', 'name']);
    expect(await counts(audience)).toEqual([4, 4]);
  });

  it('counts who is added and removed once, however often it is asked for', async () => {
    await ok('POST', `/v1/audiences/${audience}/members`, { contact_id: ids[4] });
    await ok('POST', `/v1/audiences/${audience}/members`, { contact_id: ids[4] });
    await ok('POST', `/v1/audiences/${audience}/members/bulk`, { contact_ids: [ids[0], ids[4], ids[4], 'con_none'] });
    expect(await counts(audience)).toEqual([5, 5]);
    await ok('DELETE', `/v1/audiences/${audience}/members/${ids[4]}`);
    await ok('DELETE', `/v1/audiences/${audience}/members/${ids[4]}`);
    await ok('DELETE', `/v1/audiences/${audience}/members/con_none`);
    expect(await counts(audience)).toEqual([4, 4]);
    expect(await counts(other)).toEqual([2, 2]);
  });

  it('follows the status of members in every audience, whoever changes it', async () => {
    await ok('PATCH', `/v1/contacts/${ids[3]}`, { status: 'unsubscribed' });
    expect([await counts(audience), await counts(other)]).toEqual([
      [4, 3],
      [2, 1],
    ]);
    await ok('PATCH', `/v1/contacts/${ids[3]}`, { status: 'cleaned' });
    expect([await counts(audience), await counts(other)]).toEqual([
      [4, 3],
      [2, 1],
    ]);
    await ok('POST', '/v1/contacts', { email: 'c3@example.net', status: 'subscribed' });
    expect([await counts(audience), await counts(other)]).toEqual([
      [4, 4],
      [2, 2],
    ]);
    const contacts = [0, 1, 3, 4].map((n) => ({ email: `c${n}@example.net`, status: 'unsubscribed' }));
    await ok('POST', '/v1/contacts/batch', { contacts: [...contacts, { email: 'c0@example.net', status: 'subscribed' }] });
    expect([await counts(audience), await counts(other)]).toEqual([
      [4, 2],
      [2, 0],
    ]);
    const bounced = { from: tenant.from, to: ['c2@example.net'], subject: 'x', text_body: 'x' };
    const { message_id } = await ok('POST', '/v1/email', bounced);
    await server.run('dispatch');
    const event = { message_id, type: 'complaint', recipients: ['c2@example.net'] };
    expect((await server.admin('POST', '/admin/provider-events', { body: event })).status).toBeLessThan(300);
    expect(await counts(audience)).toEqual([4, 1]);
  });

  it('counts who comes by an import, and whose status it sets', async () => {
    const file = 'email\nc0@example.net\nnew1@example.net\nnew2@example.net\nnew1@example.net\n';
    await postFile(server, tenant, file, 'people.csv', { audience_id: audience, contact_status: 'unsubscribed' });
    await server.run('import');
    expect(await counts(audience)).toEqual([6, 3]);
    expect(await counts(other)).toEqual([2, 2]);
  });

  it('forgets contacts that are deleted or erased, subscribed or not', async () => {
    await ok('PATCH', `/v1/contacts/${ids[0]}`, { status: 'unsubscribed' });
    await ok('DELETE', `/v1/contacts/${ids[0]}`);
    expect(await counts(audience)).toEqual([3, 3]);
    await ok('POST', '/v1/erasures', { email: 'c3@example.net' });
    expect([await counts(audience), await counts(other)]).toEqual([
      [2, 2],
      [1, 1],
    ]);
  });

  it('adds up where members come, go and change at once', async () => {
    const asks: readonly ((at: string, id: string, n: number) => ReturnType<TestTenant['call']>)[] = [
      (at, contact_id) => tenant.call('POST', at, { body: { contact_id } }),
      (at, id) => tenant.call('DELETE', `${at}/${id}`),
      (_, id) => tenant.call('PATCH', `/v1/contacts/${id}`, { body: { status: 'unsubscribed' } }),
      (_, id) => tenant.call('PATCH', `/v1/contacts/${id}`, { body: { status: 'subscribed' } }),
      (_, __, n) => tenant.call('PATCH', `/v1/audiences/${audience}`, { body: { name: `n${n}` } }),
      (at) => tenant.call('POST', `${at}/bulk`, { body: { contact_ids: ids } }),
    ];
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => {
        const at = `/v1/audiences/${n % 4 < 2 ? audience : other}/members`;
        return asks[n % asks.length]?.(at, ids[n % ids.length] ?? '', n);
      }),
    );
    expect(answers.filter((answer) => (answer?.status ?? 500) >= 300)).toEqual([]);
    await counts(audience);
    await counts(other);
  });
});

describe.each(engines)('audiences from before they were counted, on $name', (engine) => {
  const server = useServer(engine, BY_HAND);

  it('are counted by the migration', async () => {
    const { write } = server.app.db;
    const tenant = await server.mint();
    const ids = await addContacts(tenant, 3);
    const [audience, empty] = [await addAudience(tenant, ids), await addAudience(tenant, [])];
    await tenant.call('PATCH', `/v1/contacts/${ids[1]}`, { body: { status: 'cleaned' } });
    for (const column of ['member_count', 'subscribed_count'])
      await sql`alter table audiences drop column ${sql.ref(column)}`.execute(write);
    await audienceCounts().up(write);
    const { rows } = await sql`select id, member_count as members, subscribed_count as subscribed from audiences order by id`.execute(
      write,
    );
    expect(rows).toEqual([
      { id: audience, members: 3, subscribed: 2 },
      { id: empty, members: 0, subscribed: 0 },
    ]);
  });
});

describe.each(engines)('audiences that a release wrote which did not count them, on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const shown = async (tenant: TestTenant, id: string) => {
    const { member_count, subscribed_count } = (await tenant.call('GET', `/v1/audiences/${id}`)).body;
    return [member_count, subscribed_count];
  };

  it('are counted anew by the cleanup, those alone whose counts are wrong', async () => {
    const tenant = await server.mint();
    const ids = await addContacts(tenant, 4);
    const full = await addAudience(tenant, ids);
    const emptied = await addAudience(tenant, ids);
    const right = await addAudience(tenant, ids.slice(1));
    const { write } = server.app.db;
    await sql`update contacts set status = 'cleaned' where id = ${ids[0]}`.execute(write);
    await sql`delete from audience_members where audience_id = ${emptied}`.execute(write);
    expect(await server.run('cleanup')).toBe(2);
    expect(await shown(tenant, full)).toEqual([4, 3]);
    expect(await shown(tenant, emptied)).toEqual([0, 0]);
    expect(await shown(tenant, right)).toEqual([3, 3]);
    expect(await server.run('cleanup')).toBe(0);
    await sql`delete from audience_members where audience_id = ${full} and contact_id = ${ids[0]}`.execute(write);
    expect(await server.run('cleanup')).toBe(1);
    expect(await shown(tenant, full)).toEqual([3, 3]);
  });

  it('keep what is counted while they are counted anew', async () => {
    const tenant = await server.mint();
    const ids = await addContacts(tenant, 3);
    const audience = await addAudience(tenant, ids.slice(1));
    const { write, transact } = server.app.db;
    await sql`delete from audience_members where audience_id = ${audience} and contact_id = ${ids[1]}`.execute(write);
    const counted = await countAnew(write, audience);
    if (counted === undefined) throw new Error('it is there');
    await tenant.call('POST', `/v1/audiences/${audience}/members`, { body: { contact_id: ids[0] } });
    expect(await transact((trx) => correctCounts(trx, audience, counted))).toBe(false);
    expect(await shown(tenant, audience)).toEqual([3, 3]);
    expect(await server.run('cleanup')).toBe(1);
    expect(await shown(tenant, audience)).toEqual([2, 2]);
  });
});
