import type { toolSpecs } from '../../../server/src/http/mcp/tools.ts';
import type { TestServer, TestTenant } from '../../support/server.ts';

type ToolName = keyof typeof toolSpecs;
type Given = Record<string, unknown>;

const LATER = 4_000_000_000_000;

/** Makes what a tool is called with. */
export function maker(server: TestServer, tenant: TestTenant) {
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

export type Make = ReturnType<typeof maker>;

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
export const trials: Readonly<Record<ToolName, Trial>> = {
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
  get_contact: { good: async (make) => ({ id: await make.contact() }), bad: { id: [7] }, error: 'validation_failed', names: ['id'] },
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
  duplicate_broadcast: { good: async (make) => ({ id: await make.sending() }), bad: { id: 'bc_none' }, error: 'not_found', names: ['id'] },
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
