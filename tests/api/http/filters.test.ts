import { adminContract, contract, type Operation } from '@posthorn/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { engines } from '../../support/engines.ts';
import { automationsOf, HOUR, wait } from '../../support/fixtures/automations.ts';
import { addAudience, sendAll, writeDraft } from '../../support/fixtures/broadcasts.ts';
import { BY_HAND, useServer, useTenant } from '../../support/posthorn.ts';
import { giveUpJob } from '../../support/queue/give-up-job.ts';

type FilterOf<O> = O extends { readonly query: z.ZodObject<infer S> } ? Exclude<keyof S & string, 'limit' | 'cursor'> : never;
type ListOf<T> = {
  [R in keyof T & string]: {
    [N in keyof T[R] & string]: N extends `list${string}` ? ([FilterOf<T[R][N]>] extends [never] ? never : `${R}.${N}`) : never;
  }[keyof T[R] & string];
}[keyof T & string];
type At<T, P> = P extends `${infer R extends keyof T & string}.${infer N}` ? T[R][N & keyof T[R]] : never;

/** The queries that keep what there is and that leave nothing of it. */
interface Filter {
  readonly keeps: Readonly<Record<string, string>>;
  readonly drops: Readonly<Record<string, string>>;
}
type Filters<T> = { readonly [P in ListOf<T>]: { readonly [F in FilterOf<At<T, P>>]: Filter } };

const by = (name: string, keeps: string, drops: string): Filter => ({ keeps: { [name]: keeps }, drops: { [name]: drops } });
const ADDRESS = 'ada@example.net';
const LISTED = 'listed@example.net';

describe.each(engines)('the filters of lists on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useTenant(server);
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    const automations = automationsOf(server, tenant);
    const post = async (path: string, body: object) => (await tenant.call('POST', path, { body })).body;
    ids.webhook = (await post('/v1/webhooks', { url: 'https://hooks.example.com/in', events: ['sent'] })).id;
    ids.automation = await automations.active([wait('w', HOUR / 1000)]);
    const contact = await automations.contact(ADDRESS);
    ids.audience = await addAudience(tenant, [contact]);
    ids.broadcast = await writeDraft(tenant, ids.audience);
    await post(`/v1/broadcasts/${ids.broadcast}/send`, {});
    await post('/v1/suppressions', { email: LISTED });
    await server.admin('POST', '/admin/suppressions', { body: { email: LISTED } });
    const mail = { from: tenant.from, to: ['b@example.net'], subject: 'x', text_body: 'x', tags: { order: '7' } };
    ids.message = (await post('/v1/email', mail)).message_id;
    ids.tenant = tenant.id;
    await giveUpJob(server, { queue: 'deliver', payload: { message_ids: [ids.message ?? ''] }, error: 'x' });
    await sendAll(server);
  });

  // A filter that is declared has to be here, or this does not compile.
  const filters = (): Filters<typeof contract> => ({
    'messages.list': {
      tag_key: by('tag_key', 'order', 'none'),
      tag_value: { keeps: { tag_key: 'order', tag_value: '7' }, drops: { tag_key: 'order', tag_value: '8' } },
    },
    'domains.list': { status: by('status', 'verified', 'pending') },
    'contacts.list': { status: by('status', 'subscribed', 'unsubscribed'), email: by('email', ADDRESS, 'none@example.net') },
    'audiences.listMembers': { email: by('email', ADDRESS, 'none@example.net') },
    'automations.listEnrollments': { status: by('status', 'active', 'completed') },
    'broadcasts.list': { status: by('status', 'draft, sent', 'draft,paused') },
    'broadcasts.listRecipients': { status: by('status', 'sent', 'failed') },
    'suppressions.list': { reason: by('reason', 'manual', 'complaint'), email: by('email', LISTED, 'none@example.net') },
    'events.list': {
      after: by('after', '', 'now'),
      types: by('types', 'bounce, sent', 'complaint'),
      message_id: by('message_id', ids.message ?? '', 'msg_00000000000000000000000000'),
      wait: { keeps: { wait: '30' }, drops: { wait: '0', after: 'now' } },
    },
    'webhooks.listDeliveries': {
      status: by('status', 'pending', 'failed'),
      type: by('type', 'sent', 'bounce'),
      message_id: by('message_id', ids.message ?? '', 'msg_00000000000000000000000000'),
    },
  });
  const ofOperator = (): Filters<typeof adminContract> => ({
    'suppressions.list': { reason: by('reason', 'manual', 'complaint'), email: by('email', LISTED, 'none@example.net') },
    'jobs.listFailed': { tenant_id: by('tenant_id', ids.tenant ?? '', 'ten_00000000000000000000000000') },
    'captured.list': { tenant_id: by('tenant_id', ids.tenant ?? '', 'ten_00000000000000000000000000') },
  });

  const idOf = (place: string) => ids[place.split('.')[0]?.replace(/s$/, '') ?? ''];
  const operationAt = (table: object, place: string) => {
    const [resource = '', name = ''] = place.split('.');
    return (table as Record<string, Record<string, Operation>>)[resource]?.[name];
  };
  async function count(table: object, place: string, query: Readonly<Record<string, string>>): Promise<number> {
    const path = operationAt(table, place)?.path.replace('{id}', idOf(place) ?? '') ?? '';
    const ask = table === contract ? tenant.call : server.admin;
    const { status, body } = await ask('GET', `${path}?${new URLSearchParams(query)}`);
    if (status !== 200) throw new Error(`${place}: ${status} ${JSON.stringify(body)}`);
    return body.data.length;
  }

  const lists = [
    ...Object.entries(filters()).flatMap(([place, each]) => Object.keys(each).map((name) => ({ of: 'tenant', place, name }))),
    ...Object.entries(ofOperator()).flatMap(([place, each]) => Object.keys(each).map((name) => ({ of: 'operator', place, name }))),
  ];
  const filterAt = (table: object, place: string, name: string) => (table as Record<string, Record<string, Filter>>)[place]?.[name];

  it.each(lists)('narrow: $of $place by $name', async ({ of, place, name }) => {
    const [table, filter] =
      of === 'tenant' ? [contract, filterAt(filters(), place, name)] : [adminContract, filterAt(ofOperator(), place, name)];
    expect(await count(table, place, filter?.keeps ?? {})).toBeGreaterThan(0);
    expect(await count(table, place, filter?.drops ?? {})).toBe(0);
  });
});
