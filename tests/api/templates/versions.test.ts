import { beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { BY_HAND, useServer, useTenant } from '../../support/posthorn.ts';
import type { TestTenant } from '../../support/server.ts';
import { forEach } from '../../support/wait.ts';

const NOT_FOUND = { status: 404, body: { error: 'not_found' } };
const HALF_A_MEGABYTE = 512 * 1024;

describe.each(engines)('versions of a template on $name', (engine) => {
  let tenant: TestTenant;

  const server = useServer(engine, BY_HAND);
  const stranger = useTenant(server);
  beforeEach(async () => {
    tenant = await server.mint();
    await tenant.call('POST', '/v1/templates', { body: { alias: 'welcome' } });
  });

  const add = (body: object, alias = 'welcome', as = tenant) => as.call('POST', `/v1/templates/${alias}/versions`, { body });
  const activate = (number: number | string, alias = 'welcome', as = tenant) =>
    as.call('POST', `/v1/templates/${alias}/versions/${number}/activate`);
  const get = async () => (await tenant.call('GET', '/v1/templates/welcome')).body;
  const actives = async () => {
    const { active_version, versions } = await get();
    const active = versions.filter((version: { active: boolean }) => version.active).map(({ version }: { version: number }) => version);
    return { active_version, active };
  };
  const long = (length: number) => 'x'.repeat(length);

  describe('POST /v1/templates/{alias}/versions', () => {
    it('answers the version, active unless told otherwise', async () => {
      const { status, body } = await add({ subject: 'Hello {{ name }}', html_body: '<p>{{ name }}</p>', text_body: '{{ name }}' });
      expect(status).toBe(201);
      expect(body).toEqual({
        id: expect.stringMatching(/^tpv_[0-9a-z]{26}$/),
        version: 1,
        subject: 'Hello {{ name }}',
        html_body: '<p>{{ name }}</p>',
        text_body: '{{ name }}',
        active: true,
        created_at: (await server.admin('GET', '/admin/clock')).body.now,
      });
      expect(await actives()).toEqual({ active_version: 1, active: [1] });
    });

    it('takes either body alone, and none of the parts but one body is required', async () => {
      expect((await add({ html_body: 'h' })).body).toMatchObject({ version: 1, subject: null, html_body: 'h', text_body: null });
      expect((await add({ text_body: 't', subject: null })).body).toMatchObject({ version: 2, subject: null, html_body: null });
    });

    it('leaves the active version alone where it is told to', async () => {
      expect((await add({ text_body: '1', activate: false })).body).toMatchObject({ version: 1, active: false });
      expect(await actives()).toEqual({ active_version: null, active: [] });
      await add({ text_body: '2', activate: true });
      await add({ text_body: '3', activate: false });
      expect(await actives()).toEqual({ active_version: 2, active: [2] });
    });

    it('numbers versions without gaps under concurrency, with one of them active', async () => {
      const given = Array.from({ length: 30 }, (_, n) => ({ text_body: `${n}` }));
      const answers = await Promise.all([...given.map((body) => add(body)), add({ text_body: '{{ broken' }), add({})]);
      const created = answers.filter(({ status }) => status === 201).map(({ body }) => body.version);
      expect(created.sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, n) => n + 1));
      expect(await actives()).toEqual({ active_version: 30, active: [30] });
    });

    it('takes a part of 512 KiB and no more', async () => {
      const largest = { subject: long(HALF_A_MEGABYTE), html_body: long(HALF_A_MEGABYTE), text_body: long(HALF_A_MEGABYTE) };
      expect((await add(largest)).status).toBe(201);
      for (const field of ['subject', 'html_body', 'text_body']) {
        const body = { text_body: 't', [field]: `${long(HALF_A_MEGABYTE - 1)}ä` };
        expect(await add(body)).toMatchObject({ status: 422, body: { error: 'validation_failed', field, max_bytes: HALF_A_MEGABYTE } });
      }
    });

    it.each([
      ['no body', {}, 'html_body'],
      ['only a subject', { subject: 's' }, 'html_body'],
      ['bodies that are null', { html_body: null, text_body: null }, 'html_body'],
      ['an empty subject', { subject: '', text_body: 't' }, 'subject'],
      ['a body that is no string', { text_body: 1 }, 'text_body'],
      ['a flag that is no boolean', { text_body: 't', activate: 'yes' }, 'activate'],
      ['U+0000', { text_body: 'a\u0000' }, 'text_body'],
    ])('refuses %s', async (_case, body, field) => {
      expect(await add(body)).toMatchObject({ status: 422, body: { error: 'validation_failed', field, detail: expect.any(String) } });
    });

    it.each([
      ['a tag that is not closed', { html_body: 'a\n  {% if b %}' }, 'html_body', 2, 3],
      ['an output that is not closed', { subject: '{{ a', text_body: 't' }, 'subject', 1, 1],
      ['an unknown tag', { html_body: 'fine', text_body: 'a\nb\n{% wobble %}' }, 'text_body', 3, 1],
      ['an unknown filter', { text_body: '{{ a | wobble }}' }, 'text_body', 1, 1],
      ['an include', { text_body: '{% include "a" %}' }, 'text_body', 1, 1],
      ['a render', { text_body: '{% render "a" %}' }, 'text_body', 1, 1],
      ['a layout', { text_body: '{% layout "a" %}' }, 'text_body', 1, 1],
      ['nesting without end', { text_body: '{% if a %}'.repeat(40_000) }, 'text_body', 1, undefined],
      ['what takes too long to read', { html_body: '{{a}}'.repeat(100_000) }, 'html_body', 1, undefined],
    ])('refuses %s', async (_case, body, field, line, column) => {
      const answer = await add(body);
      expect(answer.status).toBe(422);
      const { column: at, ...rest } = answer.body;
      expect(rest).toEqual({ error: 'invalid_template', detail: expect.any(String), field, line });
      // What is too much as a whole may be refused for its time, which has no place.
      if (column !== undefined) expect(at).toBe(column);
      expect((await get()).versions).toEqual([]);
    });

    it('looks for the template before it looks at the body', async () => {
      expect(await add({}, 'none')).toMatchObject(NOT_FOUND);
      expect(await add({ text_body: '{{' }, 'none')).toMatchObject(NOT_FOUND);
      expect(await add({}, 'welcome', stranger)).toMatchObject(NOT_FOUND);
    });
  });

  describe('how many there may be', () => {
    it('ends at a thousand versions', async () => {
      await forEach(Array(1000).fill({ text_body: 't' }), (body) => add(body));
      const answer = await add({ text_body: 't' });
      expect(answer).toMatchObject({ status: 422, body: { error: 'version_limit_reached', limit: 1000, detail: expect.any(String) } });
      expect(await actives()).toEqual({ active_version: 1000, active: [1000] });
    });
  });

  describe('GET /v1/templates/{alias}', () => {
    it('lists versions without their bodies, newest first', async () => {
      const { body: first } = await add({ subject: 's', text_body: '1' });
      const { body: second } = await add({ subject: `${'ä'.repeat(998)}over`, html_body: '2' });
      const { html_body: _html, text_body: _text, ...summary } = first;
      const newest = { id: second.id, version: 2, subject: 'ä'.repeat(998), active: true, created_at: second.created_at };
      expect((await get()).versions).toEqual([newest, { ...summary, active: false }]);
    });

    it('stays small, however much the versions hold', async () => {
      const source = long(HALF_A_MEGABYTE);
      for (let count = 0; count < 5; count += 1) await add({ subject: source, html_body: source, text_body: source });
      expect(JSON.stringify(await get()).length).toBeLessThan(10_000);
    });
  });

  describe('GET /v1/templates/{alias}/versions/{n}', () => {
    const version = (number: number | string, alias = 'welcome', as = tenant) =>
      as.call('GET', `/v1/templates/${alias}/versions/${number}`);

    it('has one version whole', async () => {
      const { body: first } = await add({ subject: long(2000), html_body: 'h' });
      const { body: second } = await add({ text_body: 't' });
      expect(await version(1)).toMatchObject({ status: 200, body: { ...first, active: false } });
      expect((await version(2)).body).toEqual(second);
    });

    it('does not know a missing version or template, nor a foreign one', async () => {
      await add({ text_body: '1' });
      for (const number of ['2', '0', '-1', '01', '1.5', 'x', '99999999999', '3000000000']) {
        expect(await version(number)).toMatchObject(NOT_FOUND);
      }
      expect(await version(1, 'none')).toMatchObject(NOT_FOUND);
      expect(await version(1, 'welcome', stranger)).toMatchObject(NOT_FOUND);
    });

    it('is not for keys that may only send', async () => {
      await add({ text_body: '1' });
      const { body } = await tenant.call('POST', '/v1/api-keys', { body: { name: 'sender', permission: 'sending_access' } });
      const answer = await server.as(body.key)('GET', '/v1/templates/welcome/versions/1');
      expect(answer).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } });
    });
  });

  describe('POST /v1/templates/{alias}/versions/{n}/activate', () => {
    it('makes a version the only active one', async () => {
      const { body: first } = await add({ text_body: '1' });
      await add({ text_body: '2' });
      const { status, body } = await activate(1);
      expect(status).toBe(200);
      expect(body).toEqual(first);
      expect(await actives()).toEqual({ active_version: 1, active: [1] });
      expect((await activate(1)).body).toEqual(first);
    });

    it('changes nothing but when the template was updated', async () => {
      await add({ subject: 's', text_body: '1' });
      const before = await get();
      await server.admin('POST', '/admin/clock', { body: { advance_ms: 7 } });
      await activate(1);
      expect(await get()).toEqual({ ...before, updated_at: before.updated_at + 7 });
    });

    it('leaves one active, however many are activated at once', async () => {
      for (let count = 0; count < 5; count += 1) await add({ text_body: `${count}` });
      await Promise.all([1, 2, 3, 4, 5].map((number) => activate(number)));
      const { active_version, active } = await actives();
      expect(active).toEqual([active_version]);
    });

    it('does not know a missing version or template, nor a foreign one', async () => {
      await add({ text_body: '1' });
      for (const number of ['2', '0', '-1', '01', '1.5', 'x', '99999999999', '3000000000']) {
        expect(await activate(number)).toMatchObject(NOT_FOUND);
      }
      expect(await activate(1, 'none')).toMatchObject(NOT_FOUND);
      expect(await activate(1, 'welcome', stranger)).toMatchObject(NOT_FOUND);
      expect(await actives()).toEqual({ active_version: 1, active: [1] });
    });
  });
});
