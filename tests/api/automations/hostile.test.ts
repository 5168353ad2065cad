import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { automationsOf, mail, useAutomations, wait } from '../../support/fixtures/automations.ts';
import type { Answer } from '../../support/server.ts';

const branch = (filter: unknown, more: object = {}) => ({ type: 'branch', filter, ...more });
const email = (value: string) => ({ field: 'email', op: 'eq', value });
const nested = (open: string, levels: number, close: string) => `${open.repeat(levels)}${close.repeat(levels)}`;

/** JSON of steps, and the place of the fault. */
const PROGRAMS: readonly (readonly [name: string, steps: string, path: string | RegExp])[] = [
  ['40,000 levels of lists', nested('[', 40_000, ']'), /^steps\[0\]/],
  [
    '1,000 levels of branches',
    `${'[{"type":"branch","filter":{"all":true},"then":'.repeat(1000)}[]${'}]'.repeat(1000)}`,
    /^steps\[0\]\.then/,
  ],
  [
    '2,000 levels of a filter',
    `[{"type":"branch","filter":${'{"not":'.repeat(2000)}{"all":true}${'}'.repeat(2000)}}]`,
    /^steps\[0\]\.filter/,
  ],
  ['10,000 steps', JSON.stringify(Array.from({ length: 10_000 }, () => ({ type: 'exit' }))), 'steps'],
  ['51 steps', JSON.stringify(Array.from({ length: 51 }, () => ({ type: 'exit' }))), 'steps'],
  ['a list in place of a step', '[[]]', 'steps[0]'],
  ['a name that JavaScript takes for something else', '[{"type":"exit","__proto__":{}}]', 'steps[0].__proto__'],
  ['a wait that never ends', '[{"type":"wait","seconds":1e999}]', 'steps[0].seconds'],
  ['U+0000', '[{"type":"webhook","name":"x","data":{"a":["\\u0000"]}}]', 'steps[0].data.a[0]'],
  ['half a character', '[{"type":"webhook","name":"\\ud800"}]', 'steps[0].name'],
  ...[0, -1, 59, 1.5, 7_776_001, 1e99, '60', null].map(
    (seconds) => [`a wait of ${seconds}`, JSON.stringify([{ type: 'wait', seconds }]), 'steps[0].seconds'] as const,
  ),
  ...[-1, 1e99, 8.64e15, 'now'].map((at) => [`a wait until ${at}`, JSON.stringify([{ type: 'wait_until', at }]), 'steps[0].at'] as const),
  [
    'a wait for a mail of its own',
    JSON.stringify([{ id: 'a', type: 'wait_for_event', event: 'open', step: 'a', timeout_seconds: 60 }]),
    'steps[0].step',
  ],
  [
    'a wait for a mail that there is not',
    JSON.stringify([mail('m'), { type: 'wait_for_event', event: 'open', step: 'z', timeout_seconds: 60 }]),
    'steps[1].step',
  ],
  ['a branch without a filter', JSON.stringify([branch(null)]), 'steps[0].filter'],
  ['51 conditions', JSON.stringify([branch({ or: Array.from({ length: 51 }, (_, place) => email(`${place}`)) })]), 'steps[0].filter'],
  [
    'a condition on 101 values',
    JSON.stringify([branch({ field: 'email', op: 'in', value: Array.from({ length: 101 }, String) })]),
    'steps[0].filter.value',
  ],
  ['a filter of 17 KiB', JSON.stringify([branch({ or: Array.from({ length: 17 }, () => email('x'.repeat(1000))) })]), 'steps[0].filter'],
  [
    'a fault at the bottom',
    JSON.stringify([branch({ all: true }, { else: [branch({ all: true }, { then: [wait('w', 5)] })] })]),
    'steps[0].else[0].then[0].seconds',
  ],
  ['a header in a subject', JSON.stringify([mail('m', { subject: 'x\r\nBcc: a@example.net' })]), 'steps[0].subject'],
  ['a header in a sender', JSON.stringify([mail('m', { from: 'a@example.net\r\nBcc: b@example.net' })]), 'steps[0].from'],
];

describe.each(engines)('automations under attack on $name', (engine) => {
  const { server, tenant, us } = useAutomations(engine);

  describe('programs', () => {
    it.each(PROGRAMS)('%s: refused, with its place', async (_, steps, path) => {
      const body = `{"name":"x","trigger_kind":"contact_created","steps":${steps}}`;
      const answer = await tenant.call('POST', '/v1/automations', { body });
      expect([answer.status, ['invalid_steps', 'validation_failed'].includes(answer.body.error)]).toEqual([422, true]);
      expect(answer.body.path ?? answer.body.field).toMatch(path);
      expect((await us.get('/automations')).data).toEqual([]);
    });

    it('texts that never end lose their tries, and nobody else does', async () => {
      const endless = await us.active([mail('m', { text_body: '{% for i in (1..100000000) %}x{% endfor %}' })]);
      const other = automationsOf(server, await server.mint());
      const id = await other.active([mail('hi')]);
      await us.contact('a@example.net');
      await other.contact('a@example.net');
      await us.run();
      expect((await us.enrollments(endless))[0]).toMatchObject({ status: 'active', error: expect.stringContaining('text_body') });
      expect((await other.automation(id)).enrollment_counts.completed).toBe(1);
    });
  });

  describe('ids of another tenant', () => {
    it('are as good as none', async () => {
      const foreign = await server.mint();
      const they = automationsOf(server, foreign);
      await they.post('/templates', { alias: 'theirs' });
      await they.post('/templates/theirs/versions', { subject: 'T', text_body: 'x', activate: true });
      const [audience, contact_id] = [await they.audience(), await they.contact('a@example.net')];
      const theirs = await they.active([wait('w', 3600)]);
      const { body: enrollment } = await they.post(`/automations/${theirs}/enrollments`, { contact_id });

      const activate = async (steps: readonly object[], more: object = {}) => {
        const { body } = await us.post('/automations', { name: 'x', trigger_kind: 'contact_created', steps, ...more });
        return (await us.post(`/automations/${body.id}/activate`)).body;
      };
      const fault = (path: string) => ({ error: 'invalid_steps', path });
      expect(await activate([{ type: 'add_to_audience', audience_id: audience }])).toMatchObject(fault('steps[0].audience_id'));
      expect(await activate([branch({ field: 'audience', op: 'member_of', value: audience })])).toMatchObject(
        fault('steps[0].filter.value'),
      );
      expect(await activate([{ type: 'send_email', template_alias: 'theirs' }])).toMatchObject(fault('steps[0].template_alias'));
      expect(await activate([mail('m', { from: foreign.from })])).toMatchObject(fault('steps[0].from'));
      expect(await activate([wait('w', 60)], { from_domain_id: foreign.domain.id })).toMatchObject({ error: 'from_domain_not_verified' });
      const joining = { trigger_kind: 'audience_added', trigger_config: { audience_id: audience } };
      expect(await activate([wait('w', 60)], joining)).toMatchObject({ error: 'invalid_trigger' });

      const own = await us.active([wait('w', 60)]);
      const unknown = { status: 422, body: { error: 'contact_not_found' } };
      expect(await us.post(`/automations/${own}/enrollments`, { contact_id })).toMatchObject(unknown);
      expect(await us.post(`/automations/${own}/simulate`, { contact_id })).toMatchObject(unknown);
      for (const id of [own, theirs]) {
        expect(await us.get(`/automations/${id}/enrollments/${enrollment.id}`)).toEqual({ error: 'not_found' });
        expect(await us.post(`/automations/${id}/enrollments/${enrollment.id}/cancel`)).toMatchObject({ status: 404 });
      }
      expect(await they.enrollments(theirs)).toMatchObject([{ id: enrollment.id, status: 'active' }]);
    });
  });

  describe('what goes away under one that is active', () => {
    it('fails the steps that need it, is noticed at the next activation, and breaks nothing', async () => {
      const [trigger, target, asked] = [await us.audience(), await us.audience(), await us.audience()];
      await us.post('/templates', { alias: 'tpl' });
      await us.post('/templates/tpl/versions', { subject: 'T', text_body: 'x', activate: true });
      const joined = await us.active([wait('w', 3600)], { trigger_kind: 'audience_added', trigger_config: { audience_id: trigger } });
      const ids = [
        await us.active([{ type: 'add_to_audience', audience_id: target }]),
        await us.active([branch({ field: 'audience', op: 'member_of', value: asked })]),
        await us.active([{ type: 'send_email', template_alias: 'tpl' }]),
      ];
      const gone = [`/audiences/${trigger}`, `/audiences/${target}`, `/audiences/${asked}`, '/templates/tpl'];
      for (const path of gone) expect((await tenant.call('DELETE', `/v1${path}`)).status).toBe(200);
      const contact_id = await us.contact('a@example.net');
      await us.run();
      for (const id of ids) expect(await us.enrollments(id)).toMatchObject([{ status: 'active', error: expect.any(String), contact_id }]);
      expect(await us.post(`/audiences/${trigger}/members`, { contact_id })).toMatchObject({ status: 404 });
      for (const id of [joined, ...ids]) {
        expect((await us.post(`/automations/${id}/pause`)).status).toBe(200);
        const { status, body } = await us.post(`/automations/${id}/activate`);
        expect([status, body.error]).toEqual([422, id === joined ? 'invalid_trigger' : 'invalid_steps']);
        expect(await us.post(`/automations/${id}/simulate`, { contact_id })).toMatchObject({ status: 200 });
      }
    });
  });

  describe('everything at once', () => {
    it('leaves counts that add up, and every answer says what is the matter', async () => {
      const audience = await us.audience();
      const id = await us.active([mail('hi'), wait('w', 3600)], {
        trigger_kind: 'audience_added',
        trigger_config: { audience_id: audience },
      });
      const contacts = Array.from({ length: 20 }, (_, place) => ({ email: `c${place}@example.net` }));
      const { body } = await us.post('/contacts/batch', { contacts });
      const contactIds = body.data.map((one: { id: string }) => one.id) as string[];
      const calls = contactIds.flatMap((contact_id, place): (() => Promise<Answer | number>)[] => [
        () => us.post(`/automations/${id}/enrollments`, { contact_id }),
        () => us.post(`/audiences/${audience}/members`, { contact_id }),
        () => us.post(`/automations/${id}/${place % 2 === 0 ? 'pause' : 'activate'}`),
        () => tenant.call('PATCH', `/v1/automations/${id}`, { body: { name: 'y' } }),
        () => us.run(),
        ...(place % 5 === 0 ? [() => tenant.call('DELETE', `/v1/contacts/${contact_id}`)] : []),
        ...(place === 15 ? [() => us.post(`/automations/${id}/archive`)] : []),
      ]);
      const answers = (await Promise.all(calls.map((call) => call()))).filter((answer) => typeof answer !== 'number');
      const refused = answers.filter(({ status }) => status >= 400);
      expect(refused.length).toBeGreaterThan(0);
      const codes = ['not_active', 'not_activatable', 'not_editable', 'contact_not_found', 'not_found'];
      expect(refused.filter(({ body: { error } }) => !codes.includes(error))).toEqual([]);
      const { status, enrollment_counts: counts } = await us.automation(id);
      expect([status, counts.active]).toEqual(['archived', 0]);
      const enrollments = await us.enrollments(id);
      expect(enrollments.filter(({ next_run_at }) => next_run_at !== null)).toEqual([]);
      const counted = Map.groupBy(enrollments, (enrollment) => enrollment.status as string);
      const found = Object.fromEntries(Object.keys(counts).map((name) => [name, counted.get(name)?.length ?? 0]));
      expect(found).toEqual(counts);
      expect((await us.messages()).length).toBe(new Set((await us.messages()).map(({ contact_id }) => contact_id)).size);
    });
  });
});
