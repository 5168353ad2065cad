import type { TestServer, TestTenant } from './server.ts';

const BATCH = 100;

/** Contacts `c0@…`, `c1@…` of a tenant, with their number as an attribute; returns their ids in order. */
export async function addContacts(tenant: TestTenant, count: number, prefix = 'c'): Promise<string[]> {
  const ids: string[] = [];
  for (let from = 0; from < count; from += BATCH) {
    const contacts = Array.from({ length: Math.min(BATCH, count - from) }, (_, place) => ({
      email: `${prefix}${from + place}@example.net`,
      attributes: { n: from + place },
    }));
    const { body } = await tenant.call('POST', '/v1/contacts/batch', { body: { contacts } });
    ids.push(...body.data.map(({ id }: { id: string }) => id));
  }
  return ids;
}

/** An audience of contacts. */
export async function addAudience(tenant: TestTenant, contactIds: readonly string[]): Promise<string> {
  const { body } = await tenant.call('POST', '/v1/audiences', { body: { name: 'Everybody' } });
  for (let from = 0; from < contactIds.length; from += BATCH) {
    const contact_ids = contactIds.slice(from, from + BATCH);
    await tenant.call('POST', `/v1/audiences/${body.id}/members/bulk`, { body: { contact_ids } });
  }
  return body.id;
}

export const content = (tenant: TestTenant) => ({
  name: 'News',
  subject: 'News for {{ n }}',
  from: tenant.from,
  body_html: '<p>Hello {{ email }}</p>',
});

/** A draft to an audience. */
export async function writeDraft(tenant: TestTenant, audienceId: string, fields: object = {}): Promise<string> {
  const body = { ...content(tenant), target_kind: 'audience', target_id: audienceId, ...fields };
  const created = await tenant.call('POST', '/v1/broadcasts', { body });
  if (created.status !== 201) throw new Error(JSON.stringify(created.body));
  return created.body.id;
}

/** Walks the targets of all broadcasts and sends all that is due. */
export async function sendAll(server: TestServer): Promise<void> {
  await server.run('fanout');
  await server.run('dispatch');
  await server.run('fanout');
}
