import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqlite } from '../../support/engines.ts';
import { startTestServer, type TestServer, type TestTenant } from '../../support/server.ts';

const HEADER = 'x-ignored-fields';

describe('X-Ignored-Fields', () => {
  let server: TestServer;
  let tenant: TestTenant;

  beforeAll(async () => {
    server = await startTestServer(sqlite);
    tenant = await server.mint();
  });
  afterAll(() => server.stop());

  const email = () => ({ from: tenant.from, to: ['ada@example.net'], subject: 'Hello', text_body: 'Hi' });

  it('names what an accepted request said in vain', async () => {
    const { status, headers } = await tenant.call('POST', '/v1/email?dry=1', { body: { ...email(), colour: 'red' } });
    expect([status, headers.get(HEADER)]).toEqual([202, 'dry, colour']);
    const { headers: plain } = await tenant.call('POST', '/v1/email', { body: email() });
    expect(plain.get(HEADER)).toBeNull();
  });

  it('names what the items of a batch said in vain', async () => {
    const { status, headers } = await tenant.call('POST', '/v1/email/batch', {
      body: [
        { ...email(), text: 'a' },
        { ...email(), text: 'b' },
      ],
    });
    expect([status, headers.get(HEADER)]).toEqual([200, 'emails[].text']);
  });

  it('names what a list was asked in vain', async () => {
    const { status, headers } = await tenant.call('GET', '/v1/messages?tag=a&limit=1');
    expect([status, headers.get(HEADER)]).toEqual([200, 'tag']);
  });

  it('comes with a refusal, whose detail names the field that was meant', async () => {
    const { text_body: text, ...rest } = email();
    const refused = await tenant.call('POST', '/v1/email', { body: { ...rest, text } });
    expect([refused.status, refused.headers.get(HEADER)]).toEqual([422, 'text']);
    expect(refused.body).toMatchObject({ error: 'validation_failed', field: 'html_body' });
    expect(refused.body.detail).toContain('perhaps text_body is meant');

    const contact = await tenant.call('POST', '/v1/contacts', { body: { mail: 'ada@example.net', plan: 'pro' } });
    expect([contact.status, contact.headers.get(HEADER)]).toEqual([422, 'mail, plan']);
    expect(contact.body.detail).toContain('perhaps email is meant');
    const attribute = await tenant.call('POST', '/v1/contacts', { body: { email: 1, plan: 'pro' } });
    expect(attribute.body.detail).toContain('perhaps attributes.plan is meant');
  });

  it('names in the refusal of an item the field that was meant', async () => {
    const { text_body: text, ...rest } = email();
    const { body } = await tenant.call('POST', '/v1/email/batch', { body: [{ ...rest, text }] });
    expect(body.data[0]).toMatchObject({ status: 'rejected', error: 'validation_failed' });
    expect(body.data[0].detail).toContain('perhaps text_body is meant');
  });

  it('comes before what the handler looks for', async () => {
    const { status, headers } = await tenant.call('PATCH', '/v1/contacts/none', { body: { state: 'x' } });
    expect([status, headers.get(HEADER)]).toEqual([404, 'state']);
  });

  it('tells nobody without a key', async () => {
    const answer = await fetch(`${server.url}/v1/messages?tag=a`);
    expect([answer.status, answer.headers.get(HEADER)]).toEqual([401, null]);
  });
});
