import { capturedMail } from '../../support/mail/captured.ts';
import type { TestServer, TestTenant } from '../../support/server.ts';

export const LINKS = 'https://links.example.com';
export const ADDRESS = 'ada@example.net';

/** Sends a marketing mail of the tenant to `ADDRESS`. */
export const send = (tenant: TestTenant, change: object = {}) =>
  tenant.call('POST', '/v1/email', {
    body: { from: `Shop <${tenant.from}>`, to: [ADDRESS], subject: 'News', text_body: 'x', stream: 'marketing', ...change },
  });

/** The same, and what the reader gets. */
export async function sent(server: TestServer, tenant: TestTenant, change: object = {}) {
  const { body } = await send(tenant, change);
  await server.run('dispatch');
  return { id: body.message_id as string, ...(await capturedMail(server, body.message_id)) };
}

/** Where the List-Unsubscribe of a mail leads; empty where it has none of ours. */
export function pathOf(headers: ReadonlyMap<string, string>): string {
  const [, path = ''] = new RegExp(`^<${LINKS}(/u/[^>]+)>$`).exec(headers.get('list-unsubscribe') ?? '') ?? [];
  return path;
}

/** Makes `ADDRESS` a contact; returns its id. */
export async function addContact(tenant: TestTenant, status = 'subscribed'): Promise<string> {
  return (await tenant.call('POST', '/v1/contacts', { body: { email: ADDRESS, status } })).body.id;
}
