import { withAttachment } from '../api/inbound/mailroom.ts';
import { mail, wait } from '../support/fixtures/automations.ts';
import { addAudience, addContacts, writeDraft } from '../support/fixtures/broadcasts.ts';
import { postFile } from '../support/fixtures/contact-files.ts';
import { file } from '../support/fixtures/imports.ts';
import { signUp } from '../support/fixtures/people.ts';
import { upload } from '../support/fixtures/upload.ts';
import type { Answer, Call, TestServer, TestTenant } from '../support/server.ts';

export const CONTACTS = 12;
export const FILE = Buffer.alloc(300_000, 7);
export const KEYED = { headers: { 'Idempotency-Key': 'one' } };

/** What a tenant has, by how it is asked for. */
const LISTS = [
  ...['/v1/messages', '/v1/contacts', '/v1/audiences', '/v1/segments', '/v1/templates', '/v1/broadcasts', '/v1/automations'],
  ...['/v1/webhooks', '/v1/domains', '/v1/api-keys', '/v1/suppressions', '/v1/inbound', '/v1/events', '/v1/email/test-events'],
  ...['/v1/contacts/imports', '/v1/contacts/exports', '/v1/messages/search?recipient=tried@example.net'],
];

/** What an answer says, and throws where it is a refusal. */
export async function made(answer: Promise<Answer>) {
  const { status, body } = await answer;
  if (status < 200 || status > 299) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}

const letter = (tenant: TestTenant, to: string, more: object = {}) => ({
  from: tenant.from,
  to: [`${to}@example.net`],
  subject: to,
  text_body: 'Hello',
  ...more,
});

/** A life in which something of everything happens, while the relay takes nothing. */
export async function live(server: TestServer, { hook }: { hook: string }) {
  const tenant = await server.mint();
  const { call } = tenant;
  const post = (path: string, body: object = {}, more: object = {}) => made(call('POST', `/v1${path}`, { body, ...more }));
  await made(call('PATCH', `/v1/domains/${tenant.domain.id}`, { body: { inbound: true } }));
  const person = await signUp(server, { tenant_id: tenant.id, role: 'owner' });
  const webhook = await post('/webhooks', { url: hook, events: ['*'] });
  const template = await post('/templates', { alias: 'welcome' });
  await post('/templates/welcome/versions', { subject: 'Welcome', text_body: 'Hello {{ name }}' });
  await made(call('POST', '/v1/suppressions', { body: { email: 'gone@example.net' } }));
  await post('/erasures', { email: 'erased@example.net' });
  const contacts = await addContacts(tenant, CONTACTS);
  const audience = await addAudience(tenant, contacts);
  await post('/segments', { name: 'Some', filter: { field: 'attributes.n', op: 'lt', value: 3 } });
  const steps = [wait('w', 3600), mail('later')];
  const automation = await post('/automations', { name: 'x', trigger_kind: 'contact_created', from_domain_id: tenant.domain.id, steps });
  await post(`/automations/${automation.id}/activate`);
  await post('/contacts', { email: 'enrolled@example.net' });
  await server.run('automations');

  const tried = await post('/email', letter(tenant, 'tried'));
  await post('/email', { ...letter(tenant, 'x'), to: ['bounced@posthorn.test'], test_mode: true });
  await server.run('dispatch');
  await server.run('webhooks');
  await made(
    server.admin('POST', `/admin/inbound?rcpt=help@${tenant.domain.name}`, {
      headers: { 'Content-Type': 'message/rfc822' },
      body: withAttachment(),
    }),
  );
  await server.run('inbound');

  const paused = await writeDraft(tenant, audience, { name: 'Paused', subject: 'paused' });
  await post(`/broadcasts/${paused}/send`);
  await server.run('fanout');
  await post(`/broadcasts/${paused}/pause`);
  return { tenant, person, webhook, template, audience, automation, tried, paused };
}

/** What is taken by a server that does no work, and waits for one that does. */
export async function leaveWork(server: TestServer, given: TestTenant, audience: string) {
  const tenant = { ...given, call: server.as(given.key) };
  const post = (path: string, body: object = {}, more: object = {}) => made(tenant.call('POST', `/v1${path}`, { body, ...more }));
  const stored = await made(upload(server.url, tenant.key, { name: 'a.bin', type: 'application/octet-stream', content: FILE }));
  const attachments = [{ filename: 'a.bin', storage_key: stored.storage_key }];
  const keyedBody = letter(tenant, 'queued', { attachments, tags: { kind: 'first' } });
  const queued = await post('/email', keyedBody, KEYED);
  const scheduled = await post('/email', letter(tenant, 'scheduled', { scheduled_at: Date.now() + 3_600_000 }));
  const fresh = await writeDraft(tenant, audience, { name: 'Fresh', subject: 'fresh' });
  await post(`/broadcasts/${fresh}/send`);
  const imported = await made(postFile(server, tenant, file(3)));
  const exported = await post('/contacts/export');
  await made(
    server
      .admin('POST', '/admin/tenants', { body: { name: 'to be deleted', plan: 'free' } })
      .then(async ({ body }) => server.admin('DELETE', `/admin/tenants/${body.id}`)),
  );
  return { queued, keyedBody, scheduled, fresh, imported, exported, stored };
}

const isRecord = (value: unknown): value is { id: string } => typeof value === 'object' && value !== null && 'id' in value;

/** What lists say, and what is said of each of their records by itself. */
async function readList(call: Call, path: string): Promise<[string, unknown][]> {
  const { data } = await made(call('GET', `${path}${path.includes('?') ? '&' : '?'}limit=100`));
  // When a key was used last is noted as it is asked.
  const body = path === '/v1/api-keys' ? data.map((key: object) => ({ ...key, last_used_at: null })) : data;
  const records: readonly unknown[] = path === '/v1/messages' || path === '/v1/broadcasts' || path === '/v1/inbound' ? data : [];
  const each = records
    .filter(isRecord)
    .map(async ({ id }): Promise<[string, unknown]> => [`${path}/${id}`, await made(call('GET', `${path}/${id}`))]);
  return [[path, body], ...(await Promise.all(each))];
}

/** All that lists and reads answer, by their paths. */
export async function readAll({ admin }: Pick<TestServer, 'admin'>, call: Call): Promise<ReadonlyMap<string, unknown>> {
  const read = new Map<string, unknown>();
  // One after another: the tenant has its share of the requests that are under way.
  for (const list of LISTS) for (const [path, body] of await readList(call, list)) read.set(path, body);
  for (const path of ['/admin/tenants', '/admin/people']) read.set(path, (await made(admin('GET', path))).data);
  const { rate_limit: _, ...usage } = await made(call('GET', '/v1/usage'));
  return read.set('/v1/usage', usage).set('/v1/stats', await made(call('GET', '/v1/stats')));
}
