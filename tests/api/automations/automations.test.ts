import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { MAIL, useAutomations, WAIT } from './fixture.ts';

describe.each(engines)('automations on $name', (engine) => {
  const { server, tenant, post, create, created, patch, get, activate } = useAutomations(engine);

  describe('POST /v1/automations', () => {
    it('answers 201 with a draft', async () => {
      const { status, body } = await create({ name: '  Welcome ' });
      expect(status).toBe(201);
      expect(body).toEqual({
        id: expect.stringMatching(/^aut_[0-9a-z]{26}$/),
        name: 'Welcome',
        description: null,
        trigger_kind: 'contact_created',
        trigger_config: {},
        steps: [],
        from_domain_id: null,
        from: null,
        reply_to: null,
        status: 'draft',
        enrollment_counts: { active: 0, completed: 0, cancelled: 0, failed: 0 },
        created_at: expect.any(Number),
        updated_at: body.created_at,
        activated_at: null,
        archived_at: null,
      });
      expect((await get(body.id)).body).toEqual(body);
    });

    it('keeps everything that is given, with ids for steps that had none', async () => {
      const given = {
        description: 'The first days',
        trigger_kind: 'audience_added',
        trigger_config: { audience_id: 'aud_none' },
        steps: [{ type: 'wait', seconds: 60 }, MAIL],
        from_domain_id: tenant.domain.id,
        from: `Ada <ada@${tenant.domain.name}>`,
        reply_to: 'ada@example.org',
      };
      const { status, body } = await create(given);
      expect(status).toBe(201);
      expect(body).toMatchObject({ ...given, steps: [{ id: 'step_1', type: 'wait', seconds: 60 }, MAIL] });
    });

    it('names the fields of steps that it ignores, and keeps the steps as they were given', async () => {
      const wait = { ...WAIT, unit: 'days' };
      const within = { ...MAIL, html: 'x', template_model: { any: 1 }, tags: { any: 'x' } };
      const branch = { id: 'b', type: 'branch', filter: { all: true }, then: [within], otherwise: [] };
      const made = await create({ steps: [wait, branch] });
      expect([made.status, made.headers.get('x-ignored-fields')]).toEqual([201, 'steps[].unit, steps[].then[].html, steps[].otherwise']);
      expect(made.body.steps).toEqual([wait, branch]);
      const changed = await patch(made.body.id, { steps: [{ ...WAIT, minutes: 1 }] });
      expect([changed.status, changed.headers.get('x-ignored-fields')]).toEqual([200, 'steps[].minutes']);
      const plain = await create({ steps: [WAIT, MAIL, { type: 'webhook', name: 'x', data: { any: 1 } }] });
      expect([plain.status, plain.headers.get('x-ignored-fields')]).toEqual([201, null]);
    });

    it('counts null as absent', async () => {
      expect((await create({ description: null, steps: [], from: null, trigger_config: null })).status).toBe(201);
    });

    describe('422', () => {
      it('names the field of a step that was probably meant', async () => {
        const { status, headers, body } = await create({ steps: [{ type: 'send_email', subject: 'x', html: 'y' }] });
        expect([status, headers.get('x-ignored-fields')]).toEqual([422, 'steps[].html']);
        expect(body).toEqual({
          error: 'invalid_steps',
          path: 'steps[0].html_body',
          detail:
            'steps[0].html_body: One of html_body and text_body is required without a template. There is no field html here; perhaps html_body is meant.',
        });
      });

      it('names what is missing', async () => {
        expect((await post('', { trigger_kind: 'contact_created' })).body).toMatchObject({ error: 'missing_field', field: 'name' });
        expect((await post('', { name: 'x' })).body).toMatchObject({ error: 'missing_field', field: 'trigger_kind' });
      });

      it.each([['somebody_left'], [5]])('refuses the trigger %j', async (trigger_kind) => {
        expect(await create({ trigger_kind })).toMatchObject({ status: 422, body: { error: 'invalid_trigger' } });
      });

      it('says where the fault of a program is', async () => {
        expect(await create({ steps: [MAIL, WAIT, { type: 'wait', seconds: 5 }] })).toMatchObject({
          status: 422,
          body: { error: 'invalid_steps', path: 'steps[2].seconds' },
        });
        expect((await create({ steps: 'all' })).body).toMatchObject({ error: 'invalid_steps', path: 'steps' });
      });

      it.each([
        [{ type: 'add_to_audience' }, 'steps[0].audience_id: Required.'],
        [{ type: 'pause' }, 'steps[0].type: Must be one of send_email, wait, '],
        [{ ...MAIL, tags: { 'a b': 'x' } }, 'steps[0].tags.a b: Keys have 1 to 64 letters, digits, _ and -.'],
        [{ type: 'wait_for_event', event: 'open', timeout_seconds: 60 }, 'steps[0].step: There is no earlier send_email to wait for.'],
      ])('says what is wrong with %j', async (step, detail) => {
        expect((await create({ steps: [step] })).body).toEqual({
          error: 'invalid_steps',
          detail: expect.stringContaining(detail),
          path: expect.any(String),
        });
      });

      it.each([['from'], ['reply_to']])('refuses a %s that is no address', async (field) => {
        expect(await create({ [field]: 'nobody' })).toMatchObject({ status: 422, body: { error: 'validation_failed', field } });
      });
    });
  });

  describe('GET /v1/automations', () => {
    it('lists newest first, in pages', async () => {
      const ids: string[] = [];
      for (const name of ['one', 'two', 'three']) ids.unshift((await created({ name })).id);
      const first = (await tenant.call('GET', '/v1/automations?limit=2')).body;
      expect(first.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2));
      expect(first.next_cursor).toBe(`${first.data[1].created_at}:${first.data[1].id}`);
      const second = (await tenant.call('GET', `/v1/automations?limit=2&cursor=${first.next_cursor}`)).body;
      expect(second).toMatchObject({ data: [{ id: ids[2], status: 'draft' }], next_cursor: null });
    });

    it('refuses a cursor that is none', async () => {
      expect((await tenant.call('GET', '/v1/automations?cursor=x')).body).toMatchObject({ error: 'invalid_cursor' });
    });
  });

  describe('404', () => {
    it('is answered for what belongs to somebody else', async () => {
      const { id } = await created();
      const other = await server.mint();
      const missing = (await tenant.call('GET', '/v1/automations/aut_none')).body;
      const calls = [
        ['GET', ''],
        ['PATCH', ''],
        ['DELETE', ''],
        ['POST', '/activate'],
        ['POST', '/pause'],
        ['POST', '/archive'],
        ['POST', '/simulate'],
        ['POST', '/enrollments'],
        ['GET', '/enrollments'],
        ['GET', '/enrollments/enr_none'],
        ['POST', '/enrollments/enr_none/cancel'],
      ] as const;
      for (const [method, path] of calls) {
        const answer = await other.call(method, `/v1/automations/${id}${path}`, method === 'GET' ? {} : { body: {} });
        expect(answer).toMatchObject({ status: 404, body: missing });
      }
      expect((await get(id)).status).toBe(200);
    });
  });

  describe('PATCH /v1/automations/{id}', () => {
    it('keeps every edit of many at once', async () => {
      const { body } = await create();
      const edits = { name: 'Edited', description: 'By many', from: `a@${tenant.domain.name}`, reply_to: 'b@example.net' };
      const given = Object.entries(edits).flatMap(([field, value]) => Array.from({ length: 5 }, () => ({ [field]: value })));
      const answers = await Promise.all(given.map((edit) => patch(body.id, edit)));
      expect(answers.map(({ status }) => status)).toEqual(given.map(() => 200));
      expect((await get(body.id)).body).toMatchObject(edits);
      expect(new Set(answers.map((answer) => answer.body.updated_at)).size).toBe(given.length);
    });

    it('changes what is given, and clears by null', async () => {
      const before = await created({ description: 'x', from: tenant.from, steps: [WAIT] });
      const { status, body } = await patch(before.id, { name: 'New', description: null, from: null });
      expect(status).toBe(200);
      expect(body).toEqual({ ...before, name: 'New', description: null, from: null, updated_at: body.updated_at });
      expect((await patch(before.id, { steps: [MAIL], trigger_kind: 'audience_added' })).body).toMatchObject({
        steps: [MAIL],
        trigger_kind: 'audience_added',
      });
    });

    it('counts null as absent where there is nothing to clear', async () => {
      const before = await created({ steps: [WAIT] });
      const { status, body } = await patch(before.id, { name: null, trigger_kind: null, trigger_config: null, steps: null });
      expect([status, body]).toEqual([200, { ...before, updated_at: body.updated_at }]);
    });

    it('refuses a program with a fault', async () => {
      const { id } = await created();
      expect((await patch(id, { steps: [{ type: 'wait' }] })).body).toMatchObject({ error: 'invalid_steps', path: 'steps[0].seconds' });
    });
  });

  describe('DELETE /v1/automations/{id}', () => {
    it('takes the enrollments with it', async () => {
      const { body: active } = await activate({ steps: [WAIT] });
      const { body: contact } = await tenant.call('POST', '/v1/contacts', { body: { email: 'a@example.net' } });
      expect((await get(active.id)).body.enrollment_counts).toMatchObject({ active: 1 });
      expect(await tenant.call('DELETE', `/v1/automations/${active.id}`)).toMatchObject({
        status: 200,
        body: { deleted: true, id: active.id },
      });
      expect((await get(active.id)).status).toBe(404);
      const left = server.app.db.read.selectFrom('automation_enrollments').selectAll().where('contact_id', '=', contact.id);
      expect(await left.execute()).toEqual([]);
    });
  });
});
