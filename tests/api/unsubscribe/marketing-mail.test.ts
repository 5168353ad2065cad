import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { capturedMail } from '../../support/mail/captured.ts';
import { BY_HAND, useServer } from '../../support/posthorn.ts';
import type { TestTenant } from '../../support/server.ts';
import { ADDRESS, addContact, LINKS, pathOf, send, sent } from './marketing.ts';

describe.each(engines)('marketing mail on $name', (engine) => {
  let tenant: TestTenant;

  const server = useServer(engine, { ...BY_HAND, LINK_BASE_URL: `${LINKS}/` });
  beforeEach(async () => {
    tenant = await server.mint();
  });

  describe('the headers of a marketing mail', () => {
    it('offer one click (RFC 8058), signed with the rest (RFC 6376)', async () => {
      const { raw, headers } = await sent(server, tenant);
      expect(pathOf(headers)).toMatch(/^\/u\/[A-Za-z0-9_-]+$/);
      expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
      const { body } = await tenant.call('GET', `/v1/domains/${tenant.domain.id}`);
      const dkim = body.records.find(({ purpose }: { purpose: string }) => purpose === 'dkim');
      const resolver = async (name: string) => (name === dkim.name ? [[dkim.value]] : []);
      const { results } = await dkimVerify(raw, { resolver });
      expect(results).toMatchObject([{ status: { result: 'pass', aligned: tenant.domain.name } }]);
      const signed = results[0]?.signingHeaders?.keys.split(': ').map((name) => name.toLowerCase());
      expect(signed).toEqual(expect.arrayContaining(['list-unsubscribe', 'list-unsubscribe-post']));
      const changed = Buffer.from(raw.toString('latin1').replace(LINKS, 'https://evil.example.com'), 'latin1');
      expect((await dkimVerify(changed, { resolver })).results).toMatchObject([{ status: { result: 'fail' } }]);
    });

    it('are ours alone: what the sender says of unsubscribing gives way', async () => {
      const { raw, headers } = await sent(server, tenant, { headers: { 'list-unsubscribe': '<https://shop.example/u>', 'X-Other': 'y' } });
      expect(pathOf(headers)).not.toBe('');
      expect(headers.get('x-other')).toBe('y');
      expect(raw.toString()).not.toContain('shop.example/u');
    });

    it('are not on transactional mail, where the sender may have his own', async () => {
      const own = { 'List-Unsubscribe': '<https://shop.example/u>', 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
      const { headers } = await sent(server, tenant, { stream: 'transactional', headers: own });
      expect(headers.get('list-unsubscribe')).toBe('<https://shop.example/u>');
      expect((await sent(server, tenant, { stream: 'transactional' })).headers.has('list-unsubscribe')).toBe(false);
    });
  });

  describe('{{ unsubscribe_url }}', () => {
    const write = async () => {
      await tenant.call('POST', '/v1/templates', { body: { alias: 'news' } });
      const body = { subject: 'News', html_body: '<a href="{{ unsubscribe_url }}">leave</a>', text_body: 'Leave: {{ unsubscribe_url }}' };
      await tenant.call('POST', '/v1/templates/news/versions', { body });
    };
    const templated = { subject: undefined, text_body: undefined, template_alias: 'news' };

    it('is where the header of the same mail leads', async () => {
      await write();
      const { html, text, headers } = await sent(server, tenant, templated);
      expect(text).toContain(`Leave: ${LINKS}${pathOf(headers)}`);
      expect(html).toContain(`href="${LINKS}${pathOf(headers)}"`);
    });

    it('is offered to every mail of a batch, each its own', async () => {
      await write();
      const mail = (to: string) => ({ from: tenant.from, to: [to], stream: 'marketing', template_alias: 'news' });
      const { body } = await tenant.call('POST', '/v1/email/batch', { body: { emails: [mail('a@example.net'), mail('b@example.net')] } });
      await server.run('dispatch');
      const mails = await Promise.all(body.data.map((item: { message_id: string }) => capturedMail(server, item.message_id)));
      expect(new Set(mails.map(({ headers }) => pathOf(headers))).size).toBe(2);
      for (const { text, headers } of mails) expect(text).toContain(pathOf(headers));
    });

    it('is put into bodies that are no template, and nothing else is', async () => {
      const given = {
        html_body: '<a href="{{unsubscribe_url}}">leave</a> {{ name }}',
        text_body: 'Leave: {{ unsubscribe_url }} {{ name }}',
      };
      const { html, text, headers } = await sent(server, tenant, given);
      expect(html).toContain(`<a href="${LINKS}${pathOf(headers)}">leave</a> {{ name }}`);
      expect(text).toContain(`Leave: ${LINKS}${pathOf(headers)} {{ name }}`);
      await write();
      const beside = await sent(server, tenant, { ...templated, text_body: 'Off: {{ unsubscribe_url }}' });
      expect(beside.text).toContain(`Off: ${LINKS}${pathOf(beside.headers)}`);
      const transactional = await sent(server, tenant, { ...given, stream: 'transactional' });
      expect(transactional.text).toContain('Leave: {{ unsubscribe_url }}');
    });

    it('leaves a model its own, and transactional mail without', async () => {
      await write();
      const own = await sent(server, tenant, { ...templated, template_model: { unsubscribe_url: 'https://shop.example/prefs' } });
      expect(own.text).toContain('Leave: https://shop.example/prefs');
      expect((await sent(server, tenant, { ...templated, stream: 'transactional' })).text.trim()).toBe('Leave:');
    });
  });

  it.each([
    ['several', { to: [ADDRESS, 'b@example.net'] }],
    ['copies', { cc: ['b@example.net'] }],
  ])('goes to exactly one recipient and not to %s', async (_case, change) => {
    expect(await send(tenant, change)).toMatchObject({ status: 422, body: { error: 'validation_failed', field: 'to' } });
  });

  it.each(['unsubscribed', 'cleaned'])('does not go to a contact that is %s', async (status) => {
    await addContact(tenant, status);
    expect((await send(tenant)).body.status).toBe('suppressed');
    expect((await send(tenant, { stream: 'transactional' })).body.status).toBe('queued');
  });

  it('refuses List-Unsubscribe-Post of the sender', async () => {
    const { status, body } = await send(tenant, { headers: { 'List-Unsubscribe-Post': 'x' } });
    expect([status, body.field]).toEqual([422, 'headers.List-Unsubscribe-Post']);
  });
});
