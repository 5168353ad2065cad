import { upload } from '../fixtures/upload.ts';
import type { TestServer, TestTenant } from '../server.ts';

/** The values of path parameters, by the path up to them: `/v1/contacts/{id}` → `/v1/contacts`. */
export type Fixtures = Readonly<Record<string, string>>;

const mail = (tenant: TestTenant) => `From: Ann <ann@sender.example>\r
To: help@${tenant.domain.name}\r
Subject: Hello\r
MIME-Version: 1.0\r
Content-Type: multipart/mixed; boundary="X"\r
\r
--X\r
Content-Type: text/plain\r
\r
Hello\r
--X\r
Content-Type: text/plain; name="a.txt"\r
Content-Disposition: attachment; filename="a.txt"\r
\r
attached\r
--X--\r
`;

/** Creates one of everything that a tenant's paths can name. */
export async function createFixtures(server: TestServer, tenant: TestTenant, alias: string): Promise<Fixtures> {
  async function make(path: string, body: object) {
    const answer = await tenant.call('POST', path, { body });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }
  const contact = await make('/v1/contacts', { email: 'ada@example.org' });
  const audience = await make('/v1/audiences', { name: 'Readers' });
  await make(`/v1/audiences/${audience.id}/members`, { contact_id: contact.id });
  await make('/v1/templates', { alias, name: 'Welcome' });
  await make(`/v1/templates/${alias}/versions`, { subject: 'Hello', text_body: 'Hello', activate: true });
  const segment = await make('/v1/segments', { name: 'All', filter: { all: true } });
  const steps = [{ type: 'wait', seconds: 86_400 }];
  const program = { trigger_kind: 'contact_created', from_domain_id: tenant.domain.id, steps };
  const automation = await make('/v1/automations', { name: 'Later', ...program });
  await make(`/v1/automations/${automation.id}/activate`, {});
  const enrollment = await make(`/v1/automations/${automation.id}/enrollments`, { contact_id: contact.id });
  const target = { target_kind: 'audience', target_id: audience.id };
  const broadcast = await make('/v1/broadcasts', { name: 'News', subject: 'News', from: tenant.from, body_text: 'News', ...target });
  const send = { from: tenant.from, to: ['bob@example.org'], subject: 'Hello', text_body: 'Hello' };
  const sent = await make('/v1/email', { ...send, test_mode: true });
  const scheduled = await make('/v1/email', { ...send, scheduled_at: (await server.admin('GET', '/admin/clock')).body.now + 3_600_000 });
  await make('/v1/suppressions', { email: 'carl@example.org' });
  // Belongs to no other tenant.
  const { email: suppressed } = await make('/v1/suppressions', { email: `carl@${tenant.domain.name}` });
  await make('/v1/erasures', { email: 'dora@example.org' });
  const key = await make('/v1/api-keys', { name: 'spare', permission: 'full_access' });
  const webhook = await make('/v1/webhooks', { url: 'https://hooks.example/in', events: ['bounce'] });
  const { status, body: exported } = await tenant.call('POST', '/v1/contacts/export', { body: {} });
  if (status !== 202) throw new Error(JSON.stringify(exported));
  await server.run('export');
  const headers = { Authorization: `Bearer ${tenant.key}` };
  const form = new FormData();
  form.append('file', new Blob(['email\nemil@example.org\nnobody\n'], { type: 'text/csv' }), 'people.csv');
  const taken = await fetch(`${server.url}/v1/contacts/import`, { method: 'POST', headers, body: form });
  const imported = JSON.parse(await taken.text());
  await server.run('import');
  await tenant.call('PATCH', `/v1/domains/${tenant.domain.id}`, { body: { inbound: true } });
  await server.admin('POST', `/admin/inbound?rcpt=help@${tenant.domain.name}`, {
    headers: { 'Content-Type': 'message/rfc822' },
    body: mail(tenant),
  });
  await server.run('inbound');
  const { body: received } = await tenant.call('GET', '/v1/inbound');
  const file = await upload(server.url, tenant.key, { content: 'attached' });
  const [owner = '', folder = '', filename = ''] = file.body.storage_key.split('/');
  return {
    '/v1/email': scheduled.message_id,
    '/v1/messages': sent.message_id,
    '/v1/contacts': contact.id,
    '/v1/contacts/imports': imported.import_id,
    '/v1/contacts/exports': exported.export_id,
    '/v1/audiences': audience.id,
    '/v1/audiences/{id}/members': contact.id,
    '/v1/templates': alias,
    '/v1/templates/{alias}/versions': '1',
    '/v1/template-gallery': 'receipt',
    '/v1/segments': segment.id,
    '/v1/automations': automation.id,
    '/v1/automations/{id}/enrollments': enrollment.id,
    '/v1/broadcasts': broadcast.id,
    '/v1/suppressions': suppressed,
    '/v1/erasures': 'dora@example.org',
    '/v1/domains': tenant.domain.id,
    '/v1/api-keys': key.id,
    '/v1/inbound': received.data[0].id,
    '/v1/inbound/{id}/attachments': '0',
    '/v1/webhooks': webhook.id,
    '/attachments': owner,
    '/attachments/{tenant_id}': folder,
    '/attachments/{tenant_id}/{message_id}': filename,
  };
}

/** Fills a path with a tenant's own fixtures. Throws for an unknown parameter. */
export function within(fixtures: Fixtures, path: string): string {
  return path.replaceAll(/\{\w+\}/g, (_, offset: number) => {
    const before = path.slice(0, offset - 1);
    const value = fixtures[before];
    if (value === undefined) throw new Error(`nothing stands for what follows ${before}`);
    return encodeURIComponent(value);
  });
}
