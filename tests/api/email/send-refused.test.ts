import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { useSends } from '../../support/fixtures/sends.ts';

describe.each(engines)('POST /v1/email on $name', (engine) => {
  const { server, tenant, mail, send } = useSends(engine);

  describe('422 validation_failed', () => {
    const long = (length: number) => 'x'.repeat(length);
    const megabyte = 1024 * 1024;
    it.each([
      ['no sender', { from: undefined }, 'from'],
      ['a sender that is no string', { from: 1 }, 'from'],
      ['a sender that is no address', { from: 'nobody' }, 'from'],
      ['no recipient', { to: undefined }, 'to'],
      ['an empty list of recipients', { to: [] }, 'to'],
      ['a recipient that is a plain string', { to: 'a@example.net' }, 'to'],
      ['a bad recipient', { to: ['a@example.net', 'b@'] }, 'to[1]'],
      ['a recipient with a line break', { to: ['a@example.net\r\nBcc: x@example.net'] }, 'to[0]'],
      ['a local part beyond ASCII', { to: ['jürgen@example.net'] }, 'to[0]'],
      ['a bad cc', { cc: ['x'] }, 'cc[0]'],
      ['a bad bcc', { bcc: [1] }, 'bcc[0]'],
      ['a bad reply_to', { reply_to: 'x' }, 'reply_to'],
      ['more than 10 reply_to', { reply_to: Array.from({ length: 11 }, (_, n) => `r${n}@example.net`) }, 'reply_to'],
      ['more than 50 recipients', { to: Array.from({ length: 51 }, (_, n) => `r${n}@example.net`) }, 'to'],
      ['no subject', { subject: undefined }, 'subject'],
      ['an empty subject', { subject: '' }, 'subject'],
      ['a subject over 998 characters', { subject: long(999) }, 'subject'],
      ['a subject with a line break', { subject: 'a\r\nBcc: x@example.net' }, 'subject'],
      ['no body', { html_body: undefined }, 'html_body'],
      ['an empty body', { html_body: '' }, 'html_body'],
      ['two empty bodies', { html_body: '', text_body: '' }, 'html_body'],
      ['bodies of white space', { html_body: ' \n', text_body: '\r\n\t' }, 'html_body'],
      ['an empty text', { html_body: undefined, text_body: '' }, 'text_body'],
      ['an HTML body over 1 MiB', { html_body: long(megabyte + 1) }, 'html_body'],
      ['a text body over 1 MiB in bytes', { text_body: 'ä'.repeat(megabyte / 2 + 1) }, 'text_body'],
      ['a reserved header', { headers: { 'Message-ID': '<x>' } }, 'headers.Message-ID'],
      ['a header of the content family', { headers: { 'Content-Type': 'x' } }, 'headers.Content-Type'],
      ['a header name with a colon', { headers: { 'X: y': 'z' } }, 'headers'],
      ['a header value with a line break', { headers: { 'X-A': 'b\r\nBcc: c' } }, 'headers.X-A'],
      ['a header value with a tab', { headers: { 'X-A': 'b\tc' } }, 'headers.X-A'],
      ['a header value that is no string', { headers: { 'X-A': 1 } }, 'headers.X-A'],
      ['more than 50 headers', { headers: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`X-${n}`, 'v'])) }, 'headers'],
      ['a tag key with a blank', { tags: { 'a b': 'c' } }, 'tags'],
      ['a tag value over 256 characters', { tags: { a: long(257) } }, 'tags.a'],
      ['a stream that is none', { stream: 'bulk' }, 'stream'],
      ['marketing mail to two', { stream: 'marketing', to: ['a@example.net', 'b@example.net'] }, 'to'],
      ['content that is no base64', { attachments: [{ filename: 'a', content: '!' }] }, 'attachments[0].content'],
      ['a file name with a slash', { attachments: [{ filename: 'a/b', content: '' }] }, 'attachments[0].filename'],
      ['an attachment without a name', { attachments: [{ content: '' }] }, 'attachments[0].filename'],
      ['more than 20 attachments', { attachments: Array.from({ length: 21 }, () => ({ filename: 'a', content: '' })) }, 'attachments'],
      ['a track flag that is no boolean', { track_opens: 'yes' }, 'track_opens'],
      ['U+0000 in a string', { subject: 'a\u0000b' }, 'subject'],
      ['a name that JavaScript takes for something else', JSON.parse('{"tags":{"__proto__":"x"}}'), 'tags.__proto__'],
      [
        'content of a million line breaks',
        { attachments: [{ filename: 'a', content: `${'\n'.repeat(1_000_000)}!` }] },
        'attachments[0].content',
      ],
      ['a lone surrogate', { tags: { a: '\ud800' } }, 'tags.a'],
    ])('refuses %s', async (_case, change, field) => {
      const { status, body } = await send(change);
      expect(body).toMatchObject({ error: 'validation_failed', field, detail: expect.any(String) });
      expect(status).toBe(422);
    });

    it('names the limit that was passed', async () => {
      expect((await send({ subject: long(999) })).body.max).toBe(998);
      expect((await send({ html_body: long(megabyte + 1) })).body).toMatchObject({ max: megabyte, max_bytes: megabyte });
      const eleven = Buffer.alloc(10 * megabyte + 1).toString('base64');
      const { status, body } = await send({ attachments: [{ filename: 'a', content: eleven }] });
      expect(status).toBe(422);
      expect(body).toMatchObject({ field: 'attachments[0].content', max_bytes: 10485760 });
    });

    it('holds all attachments together to 25 MiB', async () => {
      const nine = { filename: 'a', content: Buffer.alloc(9 * megabyte).toString('base64') };
      const { body } = await send({ attachments: [nine, nine, nine] });
      expect(body).toMatchObject({ error: 'validation_failed', field: 'attachments', max_bytes: 26214400 });
    });
  });

  describe('422 from_domain_not_verified', () => {
    it.each([
      ['an unknown domain', 'a@elsewhere.example.org'],
      ['a subdomain of a verified one', 'a@sub.DOMAIN'],
      ['the test domain', 'a@posthorn.test'],
    ])('refuses %s', async (_case, from) => {
      const given = from.replace('DOMAIN', tenant.domain.name);
      const { status, body } = await send({ from: given });
      expect(status).toBe(422);
      expect(body).toEqual({ error: 'from_domain_not_verified', detail: expect.any(String), from: given });
    });

    it("refuses another tenant's domain", async () => {
      const other = await server.mint();
      expect((await send({ from: other.from })).body.error).toBe('from_domain_not_verified');
    });

    it('refuses a domain that is pending', async () => {
      const name = `pending-${tenant.domain.name}`;
      expect((await tenant.call('POST', '/v1/domains', { body: { name } })).status).toBe(201);
      expect((await send({ from: `a@${name}` })).body.error).toBe('from_domain_not_verified');
    });

    it('refuses another verified domain to a key that is scoped, also one that was made anew under the same name', async () => {
      const name = `second-${tenant.domain.name}`;
      const make = () => server.admin('POST', `/admin/tenants/${tenant.id}/domains`, { body: { name, verified: true } });
      const { body: second } = await make();
      const { body: key } = await tenant.call('POST', '/v1/api-keys', {
        body: { name: 'scoped', permission: 'sending_access', domain_id: second.id },
      });
      const scoped = server.as(key.key);
      expect((await scoped('POST', '/v1/email', { body: mail() })).body.error).toBe('from_domain_not_verified');
      const own = () => scoped('POST', '/v1/email', { body: mail({ from: `a@${name}` }) });
      expect((await own()).status).toBe(202);
      await tenant.call('DELETE', `/v1/domains/${second.id}`);
      await make();
      expect((await own()).body.error).toBe('from_domain_not_verified');
      expect((await send({ from: `a@${name}` })).status).toBe(202);
    });

    it('comes after the fields', async () => {
      expect((await send({ from: 'a@elsewhere.example.org', to: [] })).body.error).toBe('validation_failed');
    });

    it('follows a domain that is deleted at once', async () => {
      const own = await server.mint();
      const body = mail({ from: own.from });
      expect((await own.call('POST', '/v1/email', { body })).status).toBe(202);
      await own.call('DELETE', `/v1/domains/${own.domain.id}`);
      expect((await own.call('POST', '/v1/email', { body })).body.error).toBe('from_domain_not_verified');
    });
  });

  describe('401', () => {
    it('refuses a key from the request after its revocation, and a suspended tenant', async () => {
      const own = await server.mint();
      const body = mail({ from: own.from });
      const { body: key } = await own.call('POST', '/v1/api-keys', { body: { name: 'x', permission: 'sending_access' } });
      const second = server.as(key.key);
      expect((await second('POST', '/v1/email', { body })).status).toBe(202);
      await own.call('DELETE', `/v1/api-keys/${key.id}`);
      expect(await second('POST', '/v1/email', { body })).toMatchObject({ status: 401, body: { error: 'unauthorized' } });
      await server.admin('PATCH', `/admin/tenants/${own.id}`, { body: { suspended: true } });
      expect((await own.call('POST', '/v1/email', { body })).status).toBe(401);
      await server.admin('PATCH', `/admin/tenants/${own.id}`, { body: { suspended: false } });
      expect((await own.call('POST', '/v1/email', { body })).status).toBe(202);
    });
  });

  describe('400 and 413', () => {
    it('refuses what is no JSON object', async () => {
      expect(await tenant.call('POST', '/v1/email', { body: '{' })).toMatchObject({ status: 400, body: { error: 'invalid_json' } });
    });

    it('refuses a body over 40 MiB', async () => {
      const answer = await tenant.call('POST', '/v1/email', { body: ' '.repeat(40 * 1024 * 1024 + 1) });
      expect(answer).toMatchObject({ status: 413, body: { error: 'request_too_large', max_bytes: 41943040 } });
    });
  });
});
