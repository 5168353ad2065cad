import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { errors } from '@posthorn/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { connectMcp, type McpSession } from '../../support/mcp-client.ts';
import { BY_HAND, useServer, useTenant } from '../../support/posthorn.ts';
import type { TestTenant } from '../../support/server.ts';

const NAMES = [
  'send_email',
  'send_batch',
  'get_message',
  'list_messages',
  'reschedule_email',
  'cancel_email',
  'list_test_events',
  'upsert_contact',
  'get_contact',
  'list_contacts',
  'delete_contact',
  'list_audiences',
  'create_audience',
  'add_audience_member',
  'create_segment',
  'preview_segment',
  'list_templates',
  'create_template_version',
  'render_template',
  'get_template',
  'get_template_version',
  'activate_template_version',
  'preview_broadcast',
  'pause_broadcast',
  'resume_broadcast',
  'preview_automation',
  'pause_automation',
  'resume_automation',
  'list_suppressions',
  'add_suppression',
  'remove_suppression',
  'create_broadcast',
  'send_broadcast',
  'cancel_broadcast',
  'list_automations',
  'enroll_contact',
  'list_inbound',
  'get_inbound',
  'list_domains',
  'get_usage',
];

describe.each(engines)('the tools of POST /mcp on $name', (engine) => {
  let mcp: McpSession;

  const mail = (change: object = {}) => ({ from: tenant.from, to: ['a@example.net'], subject: 'Hello', text_body: 'x', ...change });

  const server = useServer(engine, BY_HAND);
  const tenant = useTenant(server, { rate_limit: -1 });
  beforeAll(async () => {
    mcp = await connectMcp(server.url, tenant.key);
  });
  afterAll(() => mcp.client.close());

  describe('initialize', () => {
    it('says how the tools go together, naming only what there is', async () => {
      const said = mcp.client.getInstructions() ?? '';
      const { tools } = await mcp.client.listTools();
      const known = [...tools.map(({ name }) => name), ...Object.keys(errors)];
      const named = said.match(/(?<!`)\b[a-z]+(?:_[a-z]+)+\b(?!`)/g) ?? [];
      expect(named).toEqual(expect.arrayContaining(['list_domains', 'get_message', 'send_broadcast']));
      expect(named.filter((name) => !known.includes(name))).toEqual([]);
    });
  });

  describe('tools/list', () => {
    it('names them, says what they do and which change or delete something', async () => {
      const { tools } = await mcp.client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(NAMES));
      for (const { description, title } of tools) expect([description, title]).toEqual([expect.any(String), expect.any(String)]);
      const hinted = (hint: 'readOnlyHint' | 'destructiveHint') =>
        tools.filter(({ annotations }) => annotations?.[hint] === true).map(({ name }) => name);
      expect(hinted('destructiveHint')).toEqual(
        expect.arrayContaining(['cancel_email', 'delete_contact', 'remove_suppression', 'send_broadcast', 'cancel_broadcast']),
      );
      expect(hinted('destructiveHint')).not.toContain('send_email');
      expect(hinted('readOnlyHint')).toEqual(
        expect.arrayContaining(['get_message', 'list_contacts', 'preview_segment', 'render_template']),
      );
      expect(hinted('readOnlyHint').filter((name) => /^(?:send|create|add|remove|delete|cancel|upsert|reschedule)_/.test(name))).toEqual(
        [],
      );
    });

    it('has a JSON Schema of the arguments of each, whole in itself', async () => {
      const { tools } = await mcp.client.listTools();
      const validator = new AjvJsonSchemaValidator();
      const schemas = tools.map(
        ({ name, inputSchema: { properties = {}, required = [], ...rest } }) => [name, { ...rest, properties, required }] as const,
      );
      const takes = new Map(schemas.map(([name, schema]) => [name, validator.getValidator(schema)]));
      const check = (name: string, given: object) => takes.get(name)?.(given).valid;
      expect(check('send_email', mail({ idempotency_key: 'k' }))).toBe(true);
      expect(check('send_email', { from: tenant.from })).toBe(false);
      expect(check('send_batch', { emails: [mail()], batch_validation: 'strict' })).toBe(true);
      expect(check('send_batch', { emails: [{ to: 7 }] })).toBe(false);
      expect(check('reschedule_email', { id: 'msg_x', scheduled_at: 1 })).toBe(true);
      expect(check('reschedule_email', { scheduled_at: 1 })).toBe(false);
      expect(check('preview_segment', { filter: { and: [{ field: 'status', op: 'eq', value: 'subscribed' }] } })).toBe(true);
      expect(check('list_messages', { limit: 5, cursor: 17 })).toBe(true);
      expect(check('get_usage', {})).toBe(true);
    });
  });

  describe('tools/call', () => {
    it('sends, reads and cancels an email', async () => {
      const sent = await mcp.call('send_email', mail({ scheduled_at: 4_000_000_000_000 }));
      expect(sent).toMatchObject({
        isError: false,
        status: 200,
        body: { status: 'scheduled', message_id: expect.stringMatching(/^msg_/) },
      });
      expect(JSON.parse(sent.text)).toEqual(sent.body);
      const id = sent.body.message_id;
      expect((await tenant.call('GET', `/v1/messages/${id}`)).body).toEqual((await mcp.call('get_message', { id })).body);
      const moved = await mcp.call('reschedule_email', { id, scheduled_at: 4_000_000_001_000 });
      expect(moved.body).toEqual({ message_id: id, status: 'scheduled', scheduled_at: 4_000_000_001_000 });
      expect((await mcp.call('cancel_email', { id })).body).toEqual({ message_id: id, status: 'cancelled' });
      expect(await mcp.call('cancel_email', { id })).toMatchObject({
        isError: true,
        status: 422,
        body: { error: 'message_not_cancellable', detail: expect.any(String), status: 'cancelled' },
      });
    });

    it('sends once for one idempotency_key, also beside /v1/email', async () => {
      const first = await mcp.call('send_email', mail({ idempotency_key: 'order-1' }));
      const again = await mcp.call('send_email', mail({ idempotency_key: 'order-1' }));
      expect(again).toMatchObject({ isError: false, body: { ...first.body, idempotent_replay: true } });
      expect(again.headers).toEqual({ 'Idempotent-Replayed': 'true' });
      const direct = await tenant.call('POST', '/v1/email', { body: mail(), headers: { 'Idempotency-Key': 'order-1' } });
      expect(direct.headers.get('idempotent-mismatch')).toBeNull();
      expect(direct.body).toMatchObject({ message_id: first.body.message_id, idempotent_replay: true });
    });

    it('holds a request to the header for test mode', async () => {
      const testing = await connectMcp(server.url, tenant.key, { 'X-Service-Test': 'true' });
      expect((await testing.call('send_email', mail())).body).toMatchObject({ test_mode: true });
      const wrong = await connectMcp(server.url, tenant.key, { 'X-Service-Test': 'yes' });
      expect(await wrong.call('send_email', mail())).toMatchObject({ isError: true, status: 422 });
      await Promise.all([testing.client.close(), wrong.client.close()]);
    });

    it('names arguments that a tool does not know', async () => {
      expect((await mcp.call('list_messages', { limit: 1, status: 'failed' })).headers).toMatchObject({ 'X-Ignored-Fields': 'status' });
      expect((await mcp.call('get_usage', { idempotency_key: 'k' })).headers).toMatchObject({ 'X-Ignored-Fields': 'idempotency_key' });
      expect((await mcp.call('list_messages', { constructor: 1 })).headers).toMatchObject({ 'X-Ignored-Fields': 'constructor' });
    });

    it('counts a send in the same minute and day as /v1/email', async () => {
      const slow = await server.mint({ rate_limit: 2 });
      const small = await server.mint({ rate_limit: -1, daily_quota: 1 });
      const given = ({ from }: TestTenant) => mail({ from });
      const [agent, other] = await Promise.all([connectMcp(server.url, slow.key), connectMcp(server.url, small.key)]);
      expect((await slow.call('POST', '/v1/email', { body: given(slow) })).status).toBe(202);
      expect((await agent.call('send_email', given(slow))).headers).toMatchObject({ 'X-RateLimit-Remaining': '0' });
      expect(await agent.call('send_email', given(slow))).toMatchObject({
        isError: true,
        status: 429,
        body: { error: 'rate_limit_exceeded', limit: 2 },
        headers: { 'Retry-After': expect.stringMatching(/^\d+$/) },
      });
      expect((await other.call('send_email', given(small))).isError).toBe(false);
      expect((await other.call('send_email', given(small))).body).toMatchObject({ error: 'quota_exceeded', window: 'daily' });
      await Promise.all([agent.client.close(), other.client.close()]);
    });

    it('sends a batch, whole where that is asked for', async () => {
      const emails = [mail(), mail({ to: ['nobody'] })];
      expect((await mcp.call('send_batch', { emails })).body.data).toMatchObject([{ error: null }, { error: 'validation_failed' }]);
      const strict = await mcp.call('send_batch', { emails, batch_validation: 'strict' });
      expect(strict).toMatchObject({ isError: true, body: { error: 'validation_failed', field: 'emails[1].to[0]' } });
    });

    it('answers the envelope of what is wrong', async () => {
      expect(await mcp.call('send_email', mail({ to: [] }))).toMatchObject({
        isError: true,
        body: { error: 'validation_failed', field: 'to' },
      });
      expect(await mcp.call('send_email', mail({ idempotency_key: [7] }))).toMatchObject({ isError: true, status: 422 });
      expect((await mcp.call('get_message', { id: 'msg_none' })).body).toEqual({ error: 'not_found' });
      expect((await mcp.call('get_message')).body).toMatchObject({ error: 'validation_failed', field: 'id' });
      expect((await mcp.call('list_messages', { cursor: 'x' })).body).toMatchObject({ error: 'invalid_cursor' });
    });

    it.each([
      ['send_email', { idempotency_key: 'x'.repeat(257) }, { error: 'invalid_idempotency_key', detail: /^idempotency_key takes / }],
      ['send_email', { idempotency_key: {} }, { error: 'validation_failed', field: 'idempotency_key', detail: /^idempotency_key: / }],
      [
        'send_batch',
        { batch_validation: 'lax' },
        { error: 'validation_failed', field: 'batch_validation', detail: /batch_validation takes / },
      ],
    ])('names arguments of %s that are at fault: %o', async (tool, given, { detail, ...fault }) => {
      const { isError, text, body } = await mcp.call(tool, { ...(tool === 'send_batch' ? { emails: [mail()] } : mail()), ...given });
      expect({ isError, body }).toEqual({ isError: true, body: { ...fault, detail: expect.stringMatching(detail) } });
      expect(text).not.toMatch(/idempotency-key|x-batch/i);
    });

    it('says of a header that a mail gives what /v1 says', async () => {
      const given = mail({ headers: { 'Idempotency-Key': 'a\nb' } });
      expect((await mcp.call('send_email', given)).body).toEqual((await tenant.call('POST', '/v1/email', { body: given })).body);
    });

    it('takes numbers and booleans where /v1 has text, and text where it has them', async () => {
      const sent = await mcp.call('send_email', mail({ idempotency_key: 7, tags: { order: '17' }, test_mode: true }));
      expect(sent).toMatchObject({ isError: false, body: { message_id: expect.any(String) } });
      expect((await mcp.call('send_email', mail({ idempotency_key: '7', test_mode: true }))).body).toMatchObject({
        message_id: sent.body.message_id,
        idempotent_replay: true,
      });
      for (const [tag_value, limit] of [
        [17, 1],
        ['17', '1'],
      ]) {
        const { body } = await mcp.call('list_messages', { tag_key: 'order', tag_value, limit });
        expect(body.data).toMatchObject([{ id: sent.body.message_id }]);
      }
      await tenant.call('POST', '/v1/templates', { body: { alias: 'numbered' } });
      await mcp.call('create_template_version', { alias: 'numbered', text_body: 'x' });
      for (const n of [1, '1'])
        expect((await mcp.call('get_template_version', { alias: 'numbered', n })).body).toMatchObject({ version: 1 });
      await tenant.call('DELETE', '/v1/templates/numbered');
      for (const test_mode of [true, 'true']) expect((await mcp.call('get_stats', { test_mode })).isError).toBe(false);
      for (const since of [1, '1']) expect((await mcp.call('search_messages', { since, limit: 1 })).isError).toBe(false);
      const wrong = await mcp.call('search_messages', { since: 1.5 });
      expect(wrong.body).toMatchObject({ error: 'validation_failed', field: 'since', detail: expect.not.stringContaining('not a string') });
    });

    it('works with contacts, audiences and segments', async () => {
      const { body: contact } = await mcp.call('upsert_contact', { email: 'ada@example.net', attributes: { plan: 'pro' } });
      expect((await mcp.call('get_contact', { id: contact.id })).body).toMatchObject({ email: 'ada@example.net' });
      expect((await mcp.call('list_contacts', { limit: 1 })).body.data).toHaveLength(1);
      const { body: audience } = await mcp.call('create_audience', { name: 'Readers' });
      const member = await mcp.call('add_audience_member', { id: audience.id, contact_id: contact.id });
      expect(member.isError).toBe(false);
      expect((await mcp.call('list_audiences')).body.data).toMatchObject([{ id: audience.id }]);
      const filter = { field: 'attributes.plan', op: 'eq', value: 'pro' };
      const segment = await mcp.call('create_segment', { name: 'Pro', filter });
      expect(segment.status).toBe(201);
      expect((await mcp.call('list_segments')).body.data).toMatchObject([{ id: segment.body.id }]);
      expect((await mcp.call('preview_segment', { filter })).body).toMatchObject({ data: [{ id: contact.id }] });
      expect((await mcp.call('delete_contact', { id: contact.id })).body).toMatchObject({ deleted: true });
    });

    it('writes, sends and cancels broadcasts', async () => {
      const { body: audience } = await mcp.call('create_audience', { name: 'Everybody' });
      const content = { from: tenant.from, subject: 'News', body_html: '<p>News</p>' };
      const draft = await mcp.call('create_broadcast', { name: 'News', target_kind: 'audience', target_id: audience.id, ...content });
      expect(draft).toMatchObject({ isError: false, status: 201, body: { status: 'draft' } });
      const { id } = draft.body;
      const sent = await mcp.call('send_broadcast', { id, scheduled_at: 4_000_000_000_000 });
      expect(sent).toMatchObject({ isError: false, body: { status: 'scheduled' } });
      expect(await mcp.call('send_broadcast', { id })).toMatchObject({ isError: true, body: { error: 'not_draft' } });
      expect((await mcp.call('cancel_broadcast', { id })).body).toMatchObject({ id, status: 'cancelled' });
    });

    it('lists automations and enrolls', async () => {
      const { body: contact } = await mcp.call('upsert_contact', { email: 'enrolled@example.net' });
      const steps = [{ id: 'w', type: 'wait', seconds: 3600 }];
      const { body: draft } = await tenant.call('POST', '/v1/automations', {
        body: { name: 'By hand', trigger_kind: 'contact_created', from_domain_id: tenant.domain.id, steps },
      });
      const enroll = () => mcp.call('enroll_contact', { id: draft.id, contact_id: contact.id });
      expect(await enroll()).toMatchObject({ isError: true, status: 409, body: { error: 'not_active', status: 'draft' } });
      await tenant.call('POST', `/v1/automations/${draft.id}/activate`);
      expect((await mcp.call('list_automations')).body.data).toMatchObject([{ id: draft.id, status: 'active' }]);
      const enrolled = await enroll();
      expect(enrolled).toMatchObject({ isError: false, status: 201, body: { contact_id: contact.id, source: 'manual' } });
      expect(await enroll()).toMatchObject({ isError: false, status: 200, body: { id: enrolled.body.id } });
      const unknown = await mcp.call('enroll_contact', { id: draft.id, contact_id: 'con_none' });
      expect(unknown).toMatchObject({ isError: true, status: 422, body: { error: 'contact_not_found' } });
      expect((await mcp.call('enroll_contact', { id: 'aut_none', contact_id: contact.id })).body).toEqual({ error: 'not_found' });
    });

    it('works with templates, suppressions and the rest', async () => {
      await tenant.call('POST', '/v1/templates', { body: { alias: 'welcome' } });
      await mcp.call('create_template_version', { alias: 'welcome', subject: 'Hi {{ name }}', text_body: 'x' });
      const rendered = await mcp.call('render_template', { alias: 'welcome', template_model: { name: 'Ada' } });
      expect(rendered.body).toMatchObject({ subject: 'Hi Ada' });
      expect((await mcp.call('list_templates')).body.data).toMatchObject([{ alias: 'welcome' }]);
      expect((await mcp.call('add_suppression', { email: 'gone@example.net' })).isError).toBe(false);
      expect((await mcp.call('list_suppressions')).body.data).toMatchObject([{ email: 'gone@example.net' }]);
      expect((await mcp.call('remove_suppression', { email: 'gone@example.net' })).isError).toBe(false);
      expect((await mcp.call('list_domains')).body.data).toMatchObject([{ name: tenant.domain.name }]);
      expect((await mcp.call('get_usage')).body).toEqual((await tenant.call('GET', '/v1/usage')).body);
      for (const name of ['list_automations', 'list_inbound', 'list_test_events', 'list_messages'])
        expect((await mcp.call(name)).body).toHaveProperty('data');
      expect((await mcp.call('get_inbound', { id: 'inb_none' })).body).toEqual({ error: 'not_found' });
    });

    it('refuses a tool that there is not as the protocol has it', async () => {
      await expect(mcp.call('drop_tables')).rejects.toMatchObject({ code: -32602 });
    });
  });
});
