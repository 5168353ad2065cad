import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { toolSpecs } from '../../../server/src/http/mcp/tools.ts';
import { engines } from '../../support/engines.ts';
import { connectMcp, type McpSession } from '../../support/mcp-client.ts';
import { BY_HAND, useServer, useTenant } from '../../support/posthorn.ts';
import type { TestServer, TestTenant } from '../../support/server.ts';

type ToolName = keyof typeof toolSpecs;
type Given = Record<string, unknown>;

const LATER = 4_000_000_000_000;

/** Makes what a tool is called with. */
function maker(server: TestServer, tenant: TestTenant) {
  let made = 0;
  const next = () => {
    made += 1;
    return `n${made}-${tenant.id.slice(-6)}`;
  };
  const post = async (path: string, body: object): Promise<Given> => {
    const answer = await tenant.call('POST', path, { body });
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const mail = () => ({ from: tenant.from, to: ['a@example.net'], subject: 'Hello', text_body: 'x' });
  const make = {
    next,
    mail,
    scheduled: async () => (await post('/v1/email', { ...mail(), scheduled_at: LATER })).message_id,
    sent: async () => (await post('/v1/email', { ...mail(), test_mode: true })).message_id,
    contact: async () => (await post('/v1/contacts', { email: `${next()}@example.net` })).id,
    audience: async () => (await post('/v1/audiences', { name: next() })).id,
    alias: async () => (await post('/v1/templates', { alias: next() })).alias,
    template: async () => {
      const alias = await make.alias();
      await post(`/v1/templates/${alias}/versions`, { subject: 'Hi', text_body: 'x' });
      return alias;
    },
    draft: async () => ({
      ...{ name: next(), from: tenant.from, subject: 'News', body_text: 'x', target_kind: 'audience' },
      target_id: await make.audience(),
    }),
    broadcast: async () => (await post('/v1/broadcasts', await make.draft())).id,
    sending: async () => {
      const target_id = await make.audience();
      await post(`/v1/audiences/${target_id}/members`, { contact_id: await make.contact() });
      const { id } = await post('/v1/broadcasts', { ...(await make.draft()), target_id });
      await post(`/v1/broadcasts/${id}/send`, {});
      return id;
    },
    paused: async () => {
      const id = await make.sending();
      await post(`/v1/broadcasts/${id}/pause`, {});
      return id;
    },
    pausedAutomation: async () => {
      const id = await make.automation();
      await post(`/v1/automations/${id}/pause`, {});
      return id;
    },
    automation: async () => {
      const steps = [{ type: 'wait', seconds: 60 }];
      const { id } = await post('/v1/automations', {
        name: next(),
        trigger_kind: 'contact_created',
        from_domain_id: tenant.domain.id,
        steps,
      });
      await post(`/v1/automations/${id}/activate`, {});
      return id;
    },
    inbound: async () => {
      await tenant.call('PATCH', `/v1/domains/${tenant.domain.id}`, { body: { inbound: true } });
      const { body } = await server.admin('POST', `/admin/inbound?rcpt=in@${tenant.domain.name}`, {
        body: 'From: a@example.net\r\nSubject: x\r\n\r\nHi\r\n',
        headers: { 'Content-Type': 'message/rfc822' },
      });
      return body.data[0].id;
    },
  };
  return make;
}

type Make = ReturnType<typeof maker>;

interface Trial {
  readonly good: (make: Make) => Given | Promise<Given>;
  readonly bad: Given;
  /** The code of what is bad. */
  readonly error: string;
  /** Arguments that name something of the tenant. */
  readonly names?: readonly string[];
}

const isUlm = { field: 'attributes.city', op: 'eq', value: 'Ulm' };
const badCursor = { good: () => ({ limit: 2 }), bad: { cursor: 'x' }, error: 'invalid_cursor' };

// The compiler names each tool that is not here.
const trials: Readonly<Record<ToolName, Trial>> = {
  send_email: { good: (make) => make.mail(), bad: { to: 7 }, error: 'validation_failed' },
  send_batch: { good: (make) => ({ emails: [make.mail()] }), bad: { emails: [] }, error: 'empty_batch' },
  get_message: { good: async (make) => ({ id: await make.scheduled() }), bad: { id: 'msg_none' }, error: 'not_found', names: ['id'] },
  search_messages: badCursor,
  list_messages: badCursor,
  reschedule_email: {
    good: async (make) => ({ id: await make.scheduled(), scheduled_at: LATER + 1 }),
    bad: { id: 'msg_none' },
    error: 'not_found',
    names: ['id'],
  },
  resend_email: { good: async (make) => ({ id: await make.sent() }), bad: { id: 'msg_none' }, error: 'not_found', names: ['id'] },
  cancel_email: { good: async (make) => ({ id: await make.scheduled() }), bad: {}, error: 'validation_failed', names: ['id'] },
  list_test_events: badCursor,
  upsert_contact: { good: (make) => ({ email: `${make.next()}@example.net` }), bad: { email: 'nobody' }, error: 'invalid_email' },
  get_contact: { good: async (make) => ({ id: await make.contact() }), bad: { id: 7 }, error: 'validation_failed', names: ['id'] },
  search_contacts: badCursor,
  list_contacts: badCursor,
  list_contact_audiences: {
    good: async (make) => ({ id: await make.contact() }),
    bad: { id: 'con_none' },
    error: 'not_found',
    names: ['id'],
  },
  list_contact_events: { good: async (make) => ({ id: await make.contact() }), bad: { id: 'con_none' }, error: 'not_found', names: ['id'] },
  delete_contact: { good: async (make) => ({ id: await make.contact() }), bad: { id: 'con_none' }, error: 'not_found', names: ['id'] },
  list_audiences: badCursor,
  create_audience: { good: (make) => ({ name: make.next() }), bad: { name: ' ' }, error: 'invalid_name' },
  add_audience_member: {
    good: async (make) => ({ id: await make.audience(), contact_id: await make.contact() }),
    bad: { id: 'aud_none', contact_id: 'con_none' },
    error: 'not_found',
    names: ['id', 'contact_id'],
  },
  list_segments: badCursor,
  create_segment: {
    good: (make) => ({ name: make.next(), filter: isUlm }),
    bad: { name: 'x', filter: { field: 'nothing' } },
    error: 'invalid_filter',
  },
  preview_segment: { good: () => ({ filter: isUlm }), bad: {}, error: 'missing_field' },
  list_templates: { good: () => ({}), bad: {}, error: '' },
  create_template: { good: (make) => ({ alias: make.next() }), bad: { alias: '1' }, error: 'invalid_alias' },
  create_template_version: {
    good: async (make) => ({ alias: await make.alias(), subject: 'x', text_body: 'x' }),
    bad: { alias: 'nothing', subject: 'x', text_body: 'x' },
    error: 'not_found',
    names: ['alias'],
  },
  render_template: {
    good: async (make) => ({ alias: await make.template() }),
    bad: { alias: 'nothing' },
    error: 'not_found',
    names: ['alias'],
  },
  get_template: {
    good: async (make) => ({ alias: await make.template() }),
    bad: { alias: 'nothing' },
    error: 'not_found',
    names: ['alias'],
  },
  get_template_version: {
    good: async (make) => ({ alias: await make.template(), n: '1' }),
    bad: { alias: 'nothing', n: '1' },
    error: 'not_found',
    names: ['alias'],
  },
  activate_template_version: {
    good: async (make) => ({ alias: await make.template(), n: '1' }),
    bad: { alias: 'nothing', n: '1' },
    error: 'not_found',
    names: ['alias'],
  },
  preview_template: { good: () => ({ text_body: 'Hi {{ a }}' }), bad: { text_body: '{{' }, error: 'invalid_template' },
  list_template_gallery: { good: () => ({}), bad: {}, error: '' },
  get_gallery_template: { good: () => ({ name: 'receipt' }), bad: { name: 'nothing' }, error: 'not_found' },
  list_suppressions: badCursor,
  add_suppression: { good: (make) => ({ email: `${make.next()}@example.net` }), bad: { email: 'nobody' }, error: 'invalid_email' },
  remove_suppression: { good: (make) => ({ email: `${make.next()}@example.net` }), bad: {}, error: 'validation_failed' },
  create_broadcast: { good: (make) => make.draft(), bad: { subject: 'x' }, error: 'missing_field', names: ['target_id'] },
  list_broadcasts: badCursor,
  get_broadcast_stats: {
    good: async (make) => ({ id: await make.broadcast() }),
    bad: { id: 'bc_none' },
    error: 'not_found',
    names: ['id'],
  },
  preview_broadcast: {
    good: async (make) => ({ id: await make.broadcast() }),
    bad: { id: 'bc_none' },
    error: 'not_found',
    names: ['id'],
  },
  send_broadcast: {
    good: async (make) => ({ id: await make.broadcast(), scheduled_at: LATER }),
    bad: { id: 'bc_none' },
    error: 'not_found',
    names: ['id'],
  },
  pause_broadcast: { good: async (make) => ({ id: await make.sending() }), bad: { id: 'bc_none' }, error: 'not_found', names: ['id'] },
  resume_broadcast: { good: async (make) => ({ id: await make.paused() }), bad: { id: 'bc_none' }, error: 'not_found', names: ['id'] },
  cancel_broadcast: { good: async (make) => ({ id: await make.broadcast() }), bad: { id: 'bc_none' }, error: 'not_found', names: ['id'] },
  list_automations: badCursor,
  preview_automation: {
    good: async (make) => ({ id: await make.automation(), contact_id: await make.contact() }),
    bad: { id: 'aut_none', contact_id: 'con_none' },
    error: 'not_found',
    names: ['id', 'contact_id'],
  },
  pause_automation: { good: async (make) => ({ id: await make.automation() }), bad: { id: 'aut_none' }, error: 'not_found', names: ['id'] },
  resume_automation: {
    good: async (make) => ({ id: await make.pausedAutomation() }),
    bad: { id: 'aut_none' },
    error: 'not_found',
    names: ['id'],
  },
  get_automation_stats: {
    good: async (make) => ({ id: await make.automation() }),
    bad: { id: 'aut_none' },
    error: 'not_found',
    names: ['id'],
  },
  enroll_contact: {
    good: async (make) => ({ id: await make.automation(), contact_id: await make.contact() }),
    bad: { id: 'aut_none', contact_id: 'con_none' },
    error: 'not_found',
    names: ['id', 'contact_id'],
  },
  list_inbound: badCursor,
  get_inbound: { good: async (make) => ({ id: await make.inbound() }), bad: { id: 'inb_none' }, error: 'not_found', names: ['id'] },
  list_domains: badCursor,
  get_usage: { good: () => ({}), bad: {}, error: '' },
  get_stats: { good: () => ({ interval: 'hour' }), bad: { timezone: 'Nowhere' }, error: 'validation_failed' },
};

const tools = Object.entries(trials).map(([name, trial]) => ({ name, ...trial }));
const fallible = tools.filter(({ error }) => error !== '');

const naming = tools.flatMap(({ name, good, names = [] }) => names.map((argument) => ({ name, good, argument })));

describe.each(engines)('every tool of POST /mcp on $name', (engine) => {
  let mcp: McpSession;
  let make: Make;
  let foreign: McpSession;
  let makeForeign: Make;

  const server = useServer(engine, { ...BY_HAND, ROLE: 'api' });
  const tenant = useTenant(server, { rate_limit: -1 });
  beforeAll(async () => {
    const other = await server.mint({ rate_limit: -1 });
    [mcp, foreign] = await Promise.all([connectMcp(server.url, tenant.key), connectMcp(server.url, other.key)]);
    make = maker(server, tenant);
    makeForeign = maker(server, other);
  });
  afterAll(async () => {
    await Promise.all([mcp.client.close(), foreign.client.close()]);
  });

  it('answers what its schema says, which the client holds every answer against', async () => {
    const { tools: listed } = await mcp.client.listTools();
    for (const { outputSchema } of listed) expect(outputSchema).toMatchObject({ type: 'object', anyOf: expect.any(Array) });
    const validator = new AjvJsonSchemaValidator();
    const usage = listed.find(({ name }) => name === 'get_usage')?.outputSchema ?? {};
    const holds = validator.getValidator(usage as Parameters<typeof validator.getValidator>[0]);
    expect(holds({ plan: 7 }).valid).toBe(false);
    expect(holds({ error: 'not_found' }).valid).toBe(true);
    expect(JSON.stringify(listed)).not.toContain('#/components');
  });

  it('is listed, and tried here', async () => {
    const { tools: listed } = await mcp.client.listTools();
    expect(new Set(listed.map(({ name }) => name))).toEqual(new Set(Object.keys(trials)));
  });

  it.each(tools)('$name does what it is for', async ({ name, good }) => {
    const answer = await mcp.call(name, await good(make));
    expect(answer).toMatchObject({ isError: false, body: expect.any(Object) });
    expect(answer.status).toBeLessThan(300);
    expect(JSON.parse(answer.text)).toEqual(answer.body);
  });

  it.each(fallible)('$name answers $error as its result, and no fault of the protocol', async ({ name, bad, error }) => {
    const answer = await mcp.call(name, bad);
    expect(answer).toMatchObject({ isError: true, body: { error } });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(JSON.parse(answer.text)).toEqual(answer.body);
  });

  it.each(naming)("$name does not tell another tenant's $argument from none", async ({ name, good, argument }) => {
    const own = await good(make);
    const theirs = await good(makeForeign);
    const missing = String(theirs[argument]).replace(/_.*|$/, `_${'0'.repeat(26)}`);
    const ask = (value: unknown) => mcp.call(name, { ...own, [argument]: value });
    const answer = await ask(theirs[argument]);
    expect(answer.isError).toBe(true);
    expect(answer).toEqual(await ask(missing));
    // It is there, for whose it is.
    expect((await foreign.call(name, theirs)).isError).toBe(false);
  });

  it.each(['send_email', 'get_usage', 'list_domains'])('%s takes no sending_access key', async (name) => {
    const { body: key } = await tenant.call('POST', '/v1/api-keys', { body: { name: 's', permission: 'sending_access' } });
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } };
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
    const answer = await server.as(key.key)('POST', '/mcp', { body: call, headers });
    expect(answer).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } });
  });
});
