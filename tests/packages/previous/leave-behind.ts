import { startSmtpSink } from '../../support/mail/smtp-sink.ts';
import type { ServerProcess } from '../../support/processes/process.ts';
import { type Answer, type Call, caller, mintTenant, OPERATOR_TOKEN } from '../../support/server.ts';
import { eventually } from '../../support/wait.ts';

const HOUR = 3_600_000;
/** Where the webhooks of the installation go, until it is known who hears them. */
export const NOBODY_HEARS = 'https://127.0.0.1:9';

/** What an installation has left behind, as it said itself. */
export interface Left {
  /** By the machine's clock. */
  readonly leftAt: number;
  readonly from: string;
  readonly keys: { readonly full: string; readonly sending: string };
  /** Addresses that mail was on its way to: it waited, or its time will have come an hour later. */
  readonly open: readonly string[];
  /** What was sent under the key `waiting`, and what came of it. */
  readonly repeated: { readonly body: unknown; readonly messageId: string };
  /** Mail for another day. */
  readonly laterId: string;
  readonly sentId: string;
  /** Answers to GET by path. */
  readonly said: Readonly<Record<string, unknown>>;
}

async function ask(call: Call, method: string, path: string, body?: unknown) {
  const answer = await call(method, path, body === undefined ? {} : { body });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

type Start = (environment: Readonly<Record<string, string>>) => Promise<ServerProcess>;
type Post = (path: string, body: unknown) => Promise<Answer['body']>;
type Prepared = Awaited<ReturnType<typeof prepare>>;

const postWith =
  (call: Call): Post =>
  (path, body) =>
    ask(call, 'POST', path, body);

/** Who gets each broadcast. */
const READERS = ['c0', 'c1', 'c2'];

/** Whom the tenant writes to, and whom not. */
async function addReaders(post: Post): Promise<string> {
  await post('/v1/suppressions', { email: 'c3@example.net' });
  const contacts = Array.from({ length: 4 }, (_, n) => ({ email: `c${n}@example.net`, attributes: { name: `Ada ${n}`, n } }));
  const { data } = await post('/v1/contacts/batch', { contacts });
  const audience = await post('/v1/audiences', { name: 'Readers' });
  await post(`/v1/audiences/${audience.id}/members/bulk`, { contact_ids: data.map(({ id }: { id: string }) => id) });
  await post('/v1/segments', { name: 'From one on', filter: { field: 'attributes.n', op: 'gte', value: 1 } });
  return audience.id;
}

async function prepare(url: string) {
  const admin = caller(url, OPERATOR_TOKEN);
  const tenant = await mintTenant(url, admin);
  const post = postWith(tenant.call);
  const sending = await ask(admin, 'POST', `/admin/tenants/${tenant.id}/api-keys`, { name: 'sends', permission: 'sending_access' });
  await post('/v1/webhooks', { url: `${NOBODY_HEARS}/hook`, events: ['sent'] });
  await post('/v1/templates', { alias: 'welcome', name: 'Welcome' });
  for (const subject of ['Hello', 'Welcome, {{ name }}'])
    await post('/v1/templates/welcome/versions', { subject, text_body: 'Hi {{ name }}', activate: true });
  return { admin, tenant, sendingKey: sending.key as string, audienceId: await addReaders(post) };
}

const mailOf = ({ tenant }: Prepared, to: string, more: object = {}) => ({
  ...{ from: tenant.from, to: [to], subject: `For ${to}`, text_body: 'Hi.' },
  ...more,
});

async function createBroadcast({ tenant, audienceId }: Prepared, post: Post, name: string): Promise<string> {
  const content = { name, subject: `${name} for {{ n }}`, body_html: '<p>Hello {{ email }}, {{ unsubscribe_url }}</p>' };
  return (await post('/v1/broadcasts', { ...content, from: tenant.from, target_kind: 'audience', target_id: audienceId })).id;
}

async function sendBroadcast(prepared: Prepared, post: Post): Promise<void> {
  const id = await createBroadcast(prepared, post, 'News');
  await post(`/v1/broadcasts/${id}/send`, {});
  await eventually(async () => ((await ask(prepared.tenant.call, 'GET', `/v1/broadcasts/${id}`)).status === 'sent' ? true : undefined));
}

/** One broadcast is to go at once, and one in an hour; nobody makes mail of them. */
async function leaveBroadcasts(prepared: Prepared, post: Post): Promise<void> {
  await post(`/v1/broadcasts/${await createBroadcast(prepared, post, 'Begun')}/send`, {});
  await post(`/v1/broadcasts/${await createBroadcast(prepared, post, 'Planned')}/send`, { scheduled_at: Date.now() + HOUR });
}

/** A contact gets its first mail, and waits an hour for the next. */
async function enroll({ tenant }: Prepared, post: Post): Promise<void> {
  const steps = [
    { id: 'a', type: 'send_email', subject: 'Now', text_body: 'Hi' },
    { id: 'w', type: 'wait', seconds: HOUR / 1000 },
    { id: 'b', type: 'send_email', subject: 'An hour later', text_body: 'Hi again' },
  ];
  const sender = { from_domain_id: tenant.domain.id, from: tenant.from };
  const { id } = await post('/v1/automations', { name: 'Hello', trigger_kind: 'contact_created', ...sender, steps });
  await post(`/v1/automations/${id}/activate`, {});
  await post('/v1/contacts', { email: 'enrolled@example.net' });
}

/** Mail goes out: one, to three of a broadcast, and the first of an automation. Returns the id of the one. */
async function live(prepared: Prepared): Promise<string> {
  const post = postWith(prepared.tenant.call);
  const { message_id: id } = await post('/v1/email', mailOf(prepared, 'sent@example.net', { tags: { kind: 'first' } }));
  await sendBroadcast(prepared, post);
  await enroll(prepared, post);
  await eventually(async () => ((await ask(prepared.admin, 'GET', '/admin/stats')).messages.sent === 5 ? true : undefined));
  return id;
}

/** Mail is accepted that nobody sends. */
async function accept(call: Call, prepared: Prepared) {
  const post = postWith(call);
  const attachments = [{ filename: 'a.txt', content: Buffer.from('attached').toString('base64'), content_type: 'text/plain' }];
  const body = mailOf(prepared, 'waiting@example.net', { attachments });
  const waiting = await call('POST', '/v1/email', { body, headers: { 'Idempotency-Key': 'waiting' } });
  const byTemplate = { from: prepared.tenant.from, to: ['by-template@example.net'] };
  await post('/v1/email', { ...byTemplate, template_alias: 'welcome', template_model: { name: 'Bo' } });
  const schedule = async (to: string, hours: number) =>
    (await post('/v1/email', mailOf(prepared, to, { scheduled_at: Date.now() + hours * HOUR }))).message_id as string;
  await schedule('soon@example.net', 1);
  await leaveBroadcasts(prepared, post);
  const cancelledId = await schedule('cancelled@example.net', 1);
  await ask(call, 'DELETE', `/v1/email/${cancelledId}`);
  return { repeated: { body, messageId: waiting.body.message_id }, cancelledId, laterId: await schedule('later@example.net', 72) };
}

const LISTS = ['domains', 'templates', 'contacts', 'audiences', 'segments', 'suppressions', 'webhooks', 'automations', 'broadcasts'];

async function readAll(call: Call, messageIds: readonly string[]): Promise<Left['said']> {
  const paths = [...LISTS, 'templates/welcome', ...messageIds.map((id) => `messages/${id}`)].map((path) => `/v1/${path}`);
  const said: Record<string, unknown> = {};
  for (const path of paths) said[path] = await ask(call, 'GET', path);
  return said;
}

/** Lives with a server as one does: mail goes out, and then there is mail that waits when it ends. */
export async function leaveBehind(start: Start): Promise<Left> {
  const sink = await startSmtpSink();
  const first = await start({ ROLE: 'all', PROVIDER_URL: sink.url });
  const prepared = await prepare(first.url);
  const sentId = await live(prepared);
  await first.end('SIGTERM');
  await sink.close();

  const second = await start({ ROLE: 'api' });
  const { tenant, sendingKey } = prepared;
  const call = caller(second.url, tenant.key);
  const { repeated, cancelledId, laterId } = await accept(call, prepared);
  const said = await readAll(call, [sentId, cancelledId, laterId]);
  await second.end('SIGTERM');
  return {
    leftAt: Date.now(),
    from: tenant.from,
    keys: { full: tenant.key, sending: sendingKey },
    open: ['waiting', 'by-template', 'soon', 'enrolled', ...READERS, ...READERS].map((name) => `${name}@example.net`),
    repeated,
    laterId,
    sentId,
    said,
  };
}
