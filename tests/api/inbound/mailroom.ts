import { beforeAll, beforeEach } from 'vitest';
import type { Engine } from '../../support/engines.ts';
import { mailOf } from '../../support/mail/reports.ts';
import { BY_HAND, useNewTenant, useServer, useTenant } from '../../support/posthorn.ts';
import type { TestServer, TestTenant } from '../../support/server.ts';

export const MISSING = `inb_${'0'.repeat(26)}`;
const HEADERS = { 'Content-Type': 'message/rfc822' };
/** The content of its first attachment. */
export const BYTES = Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 7) % 256));

/** A mail with all that a mail may have. */
export const withAttachment = (subject = 'Grüße') =>
  mailOf(
    'From: "Ann, of Sender" <Ann@Sender.example>',
    'To: help@in.example, "Other" <other@in.example>',
    'Cc: cc@in.example',
    `Subject: =?UTF-8?B?${Buffer.from(subject).toString('base64')}?=`,
    'Message-ID: <m1@sender.example>',
    'In-Reply-To: <m0@in.example>',
    'Received: from b by c',
    'Received: from a by b',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="X"',
    '',
    '--X',
    'Content-Type: multipart/alternative; boundary="Y"',
    '',
    '--Y',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Hello ✓',
    '--Y',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<p>Hello ✓</p>',
    '--Y--',
    '--X',
    'Content-Type: application/pdf; name="r.pdf"',
    `Content-Disposition: attachment; filename*=UTF-8''r%C3%A9sum%C3%A9.pdf`,
    'Content-Transfer-Encoding: base64',
    '',
    BYTES.toString('base64').replaceAll(/.{76}/g, '$&\r\n'),
    '--X',
    'Content-Type: message/rfc822',
    '',
    'Subject: inner',
    '',
    'inner',
    '--X--',
    '',
  );

/** A mail whose HTML shows an image by its content id, beside images whose content id is too long or empty. */
export const withInlineImage = (contentId: string) =>
  mailOf(
    'Subject: Look',
    'MIME-Version: 1.0',
    'Content-Type: multipart/related; boundary="X"',
    '',
    '--X',
    'Content-Type: text/html; charset=utf-8',
    '',
    `<img src="cid:${contentId}">`,
    ...[`<${contentId}>`, `<${'x'.repeat(256)}>`, '<>'].flatMap((id) => [
      '--X',
      'Content-Type: image/png',
      `Content-ID: ${id}`,
      'Content-Disposition: inline; filename="logo.png"',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from('PNG').toString('base64'),
    ]),
    '--X--',
    '',
  );

/** A server that takes mail in. */
export const useMailroom = (engine: Engine): TestServer => useServer(engine, { ...BY_HAND, INBOUND_SMTP_PORT: '0' });

/** Turns inbound mail on for the domain of a tenant. */
async function openInbox({ call, domain }: TestTenant): Promise<void> {
  await call('PATCH', `/v1/domains/${domain.id}`, { body: { inbound: true } });
}

/** A tenant whose domain takes mail in, and what tests do with that. */
function inboxOf(server: TestServer, tenant: TestTenant) {
  const help = () => `help@${tenant.domain.name}`;
  const handIn = (raw: string | Buffer, rcpt: readonly string[] = [help()], from?: string) => {
    const query = new URLSearchParams(rcpt.map((address): [string, string] => ['rcpt', address]));
    if (from !== undefined) query.set('from', from);
    return server.admin('POST', `/admin/inbound?${query}`, { headers: HEADERS, body: raw.toString() });
  };
  return {
    get id() {
      return tenant.id;
    },
    get key() {
      return tenant.key;
    },
    get domain() {
      return tenant.domain;
    },
    /** An address that takes mail. */
    get help() {
      return help();
    },
    call: tenant.call,
    handIn,
    /** Takes a mail in; returns its id, once it is read. */
    async receive(raw: string, from?: string): Promise<string> {
      const { status, body } = await handIn(raw, [help()], from);
      if (status !== 201) throw new Error(JSON.stringify(body));
      await server.run('inbound');
      return body.data[0].id;
    },
    /** The id of the mail that came last, once it is read. */
    newest: async (): Promise<string> => {
      await server.run('inbound');
      return (await tenant.call('GET', '/v1/inbound')).body.data[0].id;
    },
    get: async (id: string) => (await tenant.call('GET', `/v1/inbound/${id}`)).body,
    download: (id: string, n: number | string, key = tenant.key) =>
      fetch(`${server.url}/v1/inbound/${id}/attachments/${n}`, { headers: { Authorization: `Bearer ${key}` } }),
  };
}

export type Inbox = ReturnType<typeof inboxOf>;

/** An inbox for the whole suite. */
export function useInbox(server: TestServer): Inbox {
  const tenant = useTenant(server);
  beforeAll(() => openInbox(tenant));
  return inboxOf(server, tenant);
}

/** An inbox of its own for each test. */
export function useNewInbox(server: TestServer): Inbox {
  const tenant = useNewTenant(server);
  beforeEach(() => openInbox(tenant));
  return inboxOf(server, tenant);
}

/** A further inbox. */
export async function mintInbox(server: TestServer): Promise<Inbox> {
  const tenant = await server.mint();
  await openInbox(tenant);
  return inboxOf(server, tenant);
}
