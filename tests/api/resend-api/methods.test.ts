import { readFileSync } from 'node:fs';
import { Resend } from 'resend';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/fakes/webhook-receiver.ts';
import { addAudience, addContacts, sendAll, writeDraft } from '../../support/fixtures/broadcasts.ts';
import { BY_HAND, useServer, useTenant } from '../../support/posthorn.ts';
import type { TestTenant } from '../../support/server.ts';

interface Answer {
  readonly data: unknown;
  readonly error: { readonly name: string; readonly statusCode: number | null } | null;
}

type Method = (given: unknown, options?: unknown) => PromiseLike<Answer>;

/** Methods of the client for its own use, though its types do not say so. */
const INTERNAL =
  /^(?:[a-zA-Z]+|.*\.(?:buildCreateFormData|buildColumnMap|appendField|performCreate|downloadRaw|forwardPassthrough|forwardWrapped))$/;
const IDS = ['id', 'emailId', 'contactId', 'segmentId', 'audienceId', 'inboxId', 'threadId', 'draftId', 'labelId', 'webhookId', 'eventId'];
/** What any method may look at before it asks. */
const ANYTHING = {
  ...Object.fromEntries([...IDS, 'messageId', 'runId', 'automationId', 'name'].map((name) => [name, 'x'])),
  ...{
    email: 'a@b.cc',
    from: 'a@b.cc',
    to: 'a@b.cc',
    subject: 'x',
    text: 'x',
    html: 'x',
    file: new Blob(['x']),
    steps: [],
    connections: [],
  },
};
const NO_OPTIONS = ['emails.metrics'];

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Every method of the client, by its path. */
function methodsOf(part: object, path: readonly string[] = []): Map<string, Method> {
  const found = new Map<string, Method>();
  const proto = Object.getPrototypeOf(part);
  for (const name of Object.getOwnPropertyNames(proto)) {
    const value: unknown = Reflect.get(part, name);
    // Safe because all that asks the service is called with options and answers so.
    if (name !== 'constructor' && typeof value === 'function') found.set([...path, name].join('.'), value.bind(part) as Method);
  }
  for (const [name, value] of Object.entries(part)) {
    if (!isObject(value) || value instanceof Headers || value instanceof Resend || value.constructor === Object) continue;
    for (const [key, method] of methodsOf(value, [...path, name])) found.set(key, method);
  }
  return found;
}

const named = [...methodsOf(new Resend('key')).keys()].filter((name) => !INTERNAL.test(name));

const guide = readFileSync(new URL('../../../docs/migrating-from-resend.md', import.meta.url), 'utf8');
const [, calls = ''] = guide.split('## Calls');
const rows = (calls.split('## Fields')[0] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, methods = '', here = '']) => ({ methods: [...methods.matchAll(/`([\w.]+)`/g)].map(([, name = '']) => name), here }));
const servedRows = rows.filter(({ here }) => !here.startsWith('no')).flatMap(({ methods }) => methods);
const otherRows = rows.filter(({ here }) => here.startsWith('no')).flatMap(({ methods }) => methods);

describe('the table of methods in the guide', () => {
  it('has a row for each method of the official client, and no other', () => {
    const inTable = [...servedRows, ...otherRows];
    expect(inTable.toSorted()).toEqual(named.toSorted());
    expect(new Set(inTable).size).toBe(inTable.length);
  });
});

describe.each(engines)('the methods of the official client on $name', (engine) => {
  let resend: Resend;
  let receiver: WebhookReceiver;
  const server = useServer(engine, { ...BY_HAND, WEBHOOK_ALLOW_PRIVATE: 'true' });
  const tenant = useTenant(server, { rate_limit: -1 });
  beforeAll(async () => {
    resend = new Resend(tenant.key, { baseUrl: `${server.url}/resend` });
    receiver = await startWebhookReceiver();
  });
  afterAll(() => receiver.close());

  const mail = (change: object = {}) => ({ from: tenant.from, to: 'a@example.net', subject: 'Hello', html: '<p>Hi</p>', ...change });
  const sent = async (change: object = {}) => (await resend.emails.send(mail(change))).data?.id ?? '';
  const received = async (): Promise<string> => {
    await tenant.call('PATCH', `/v1/domains/${tenant.domain.id}`, { body: { inbound: true } });
    const mail = 'Content-Type: application/pdf\r\nContent-Disposition: attachment\r\n\r\nx';
    const query = new URLSearchParams({ rcpt: `help@${tenant.domain.name}` });
    const { body } = await server.admin('POST', `/admin/inbound?${query}`, { headers: { 'Content-Type': 'message/rfc822' }, body: mail });
    await server.run('inbound');
    return body.data[0].id;
  };
  async function writeAndSend(own: TestTenant, contacts: number): Promise<void> {
    const id = await writeDraft(own, await addAudience(own, await addContacts(own, contacts)));
    await own.call('POST', `/v1/broadcasts/${id}/send`);
    await sendAll(server);
  }
  const later = { scheduledAt: '2099-01-01T00:00:00Z' };

  /** Returns what the client says of a webhook that the service has posted. */
  async function verifyPosted(): Promise<Answer> {
    const endpoint = await tenant.call('POST', '/v1/webhooks', { body: { url: receiver.url('/verify'), events: ['delivery'] } });
    await tenant.call('POST', `/v1/webhooks/${endpoint.body.id}/test`);
    await server.run('webhooks');
    const [posted] = receiver.at('/verify');
    if (posted === undefined) throw new Error('nothing was posted');
    const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = posted.headers;
    const headers = { id: String(id), timestamp: String(timestamp), signature: String(signature) };
    const given = { payload: posted.body, headers, webhookSecret: endpoint.body.secret };
    expect(() => resend.webhooks.verify({ ...given, payload: `${posted.body} ` })).toThrow('No matching signature found');
    return { data: resend.webhooks.verify(given), error: null };
  }

  const served: Readonly<Record<string, () => PromiseLike<Answer>>> = {
    'emails.send': () => resend.emails.send(mail()),
    'emails.create': () => resend.emails.create(mail()),
    'emails.get': async () => resend.emails.get(await sent()),
    'emails.list': () => resend.emails.list(),
    'emails.update': async () => resend.emails.update({ id: await sent(later), scheduledAt: '2099-01-02T00:00:00Z' }),
    'emails.cancel': async () => resend.emails.cancel(await sent(later)),
    'emails.receiving.get': async () => resend.emails.receiving.get(await received()),
    'emails.receiving.list': () => resend.emails.receiving.list(),
    'emails.receiving.attachments.get': async () => resend.emails.receiving.attachments.get({ emailId: await received(), id: '0' }),
    'emails.receiving.attachments.list': async () => resend.emails.receiving.attachments.list({ emailId: await received() }),
    'batch.send': () => resend.batch.send([mail()]),
    'batch.create': () => resend.batch.create([mail()]),
    'domains.list': () => resend.domains.list(),
    'domains.get': () => resend.domains.get(tenant.domain.id),
    'domains.verify': () => resend.domains.verify(tenant.domain.id),
    'webhooks.verify': verifyPosted,
  };

  it.each(servedRows)('%s is served, as the guide says', async (name) => {
    expect(served[name]).toBeDefined();
    expect(await served[name]?.()).toMatchObject({ error: null, data: expect.any(Object) });
  });

  it.each(otherRows)('%s is refused, as the guide says', async (name) => {
    const given = NO_OPTIONS.includes(name) ? undefined : ANYTHING;
    const { error } = (await methodsOf(resend).get(name)?.(given, given)) ?? {};
    expect([404, 405]).toContain(error?.statusCode);
    expect(['not_found', 'method_not_allowed']).toContain(error?.name);
  });

  describe('emails.list', () => {
    it('goes through the log by `after`, newest first', async () => {
      const own = await server.mint({ rate_limit: -1 });
      const client = new Resend(own.key, { baseUrl: `${server.url}/resend` });
      const ids: string[] = [];
      for (const n of [1, 2, 3]) ids.unshift((await client.emails.send({ ...mail({ subject: `n${n}` }), from: own.from })).data?.id ?? '');
      await server.run('dispatch');
      const first = await client.emails.list({ limit: 2 });
      expect(first.data).toMatchObject({ object: 'list', has_more: true, data: [{ id: ids[0] }, { id: ids[1] }] });
      const { data: rest } = await client.emails.list({ limit: 2, after: ids[1] ?? '' });
      expect(rest).toMatchObject({ has_more: false, data: [{ id: ids[2] }] });
      expect(rest?.data[0]).toEqual({
        id: ids[2],
        ...{ from: own.from, to: ['a@example.net'], cc: [], bcc: [], reply_to: null, subject: 'n1' },
        message_id: `<${ids[2]}@${own.domain.name}>`,
        created_at: expect.stringMatching(/Z$/),
        scheduled_at: null,
        last_event: 'sent',
      });
    });

    it('goes through mails of a broadcast, which share their time, and leaves out none', async () => {
      const own = await server.mint({ rate_limit: -1 });
      const client = new Resend(own.key, { baseUrl: `${server.url}/resend` });
      await writeAndSend(own, 20);
      const walked: string[] = [];
      for (let more = true; more; ) {
        const after = walked.at(-1);
        const { data } = await client.emails.list({ limit: 3, ...(after === undefined ? {} : { after }) });
        walked.push(...(data?.data ?? []).map(({ id }) => id));
        more = data?.has_more ?? false;
      }
      const { data: whole } = (await own.call('GET', '/v1/messages?limit=100')).body;
      expect(new Set(whole.map(({ created_at: at }: { created_at: number }) => at)).size).toBe(1);
      expect(walked).toEqual(whole.map(({ id }: { id: string }) => id));
      expect(walked).toHaveLength(20);
    });

    it('refuses what it cannot do, and what is no email of the tenant', async () => {
      const refused = async (options: object) => (await resend.emails.list(options as { limit: number })).error;
      const invalid = (message: RegExp) => ({ statusCode: 422, name: 'validation_error', message: expect.stringMatching(message) });
      expect(await refused({ limit: 101 })).toEqual(invalid(/^limit: /));
      expect(await refused({ limit: 'x' })).toEqual(invalid(/^limit: /));
      expect(await refused({ before: await sent() })).toEqual(invalid(/^before: .*newest to oldest/));
      const other = await server.mint();
      const theirs = (await other.call('POST', '/v1/email', { body: { from: other.from, to: ['a@b.cc'], subject: 'x', text_body: 'x' } }))
        .body;
      for (const after of ['msg_none', theirs.message_id]) expect(await refused({ after })).toEqual(invalid(/^after: /));
    });
  });

  describe('domains', () => {
    it("are listed and shown in Resend's shape, each to its tenant", async () => {
      const own = await server.mint({ domain_limit: -1 });
      const client = new Resend(own.key, { baseUrl: `${server.url}/resend` });
      const added: string[] = [];
      for (const n of [1, 2, 3]) {
        const { body } = await own.call('POST', '/v1/domains', { body: { name: `n${n}.${own.id.slice(-8)}.example`, inbound: n === 3 } });
        added.unshift(body.id);
      }
      const first = await client.domains.list({ limit: 2 });
      expect(first.data).toMatchObject({ object: 'list', has_more: true, data: [{ id: added[0] }, { id: added[1] }] });
      const { data: rest } = await client.domains.list({ after: added[1] ?? '' });
      expect(rest).toMatchObject({ has_more: false, data: [{ id: added[2] }, { id: own.domain.id, status: 'verified' }] });
      const { data: before } = await client.domains.list({ limit: 1, before: added[2] ?? '' });
      expect(before).toMatchObject({ has_more: true, data: [{ id: added[1] }] });
      expect((await client.domains.list({ after: 'dom_none' })).error).toMatchObject({ statusCode: 422, name: 'validation_error' });
      const shown = (await client.domains.get(added[0] ?? '')).data;
      expect(shown).toMatchObject({
        object: 'domain',
        status: 'pending',
        region: null,
        capabilities: { sending: 'enabled', receiving: 'enabled' },
      });
      expect(shown?.records.map(({ record, type, ttl, status }) => [record, type, ttl, status])).toEqual([
        ['DKIM', 'TXT', 'Auto', 'pending'],
        ['DMARC', 'TXT', 'Auto', 'pending'],
        ['Receiving', 'MX', 'Auto', 'pending'],
      ]);
      for (const ask of [resend.domains.get(added[0] ?? ''), resend.domains.verify(added[0] ?? '')])
        expect((await ask).error).toMatchObject({ statusCode: 404, name: 'not_found' });
    });
  });
});
