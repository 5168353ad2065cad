import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { MAIL, useAutomations, WAIT } from './fixture.ts';

describe.each(engines)('automations on $name', (engine) => {
  const { server, tenant, post, get, audience, activate } = useAutomations(engine);

  describe('POST /v1/automations/{id}/activate', () => {
    it('answers the automation, active', async () => {
      const { status, body } = await activate({ steps: [MAIL, WAIT] });
      expect(status).toBe(200);
      expect(body).toMatchObject({ status: 'active', activated_at: expect.any(Number) });
    });

    describe('422', () => {
      const other = 'Nobody <nobody@elsewhere.example>';

      it('wants a program', async () => {
        expect((await activate({})).body).toMatchObject({ error: 'invalid_steps', path: 'steps' });
      });

      it('wants templates with an active version and a subject', async () => {
        const alias = 'bare';
        const send = { type: 'send_email', template_alias: alias };
        const missing = { error: 'invalid_steps', path: 'steps[0].template_alias' };
        expect((await activate({ steps: [send] })).body).toMatchObject(missing);
        await tenant.call('POST', '/v1/templates', { body: { alias } });
        expect((await activate({ steps: [send] })).body).toMatchObject(missing);
        await tenant.call('POST', `/v1/templates/${alias}/versions`, { body: { text_body: 'x', activate: true } });
        expect((await activate({ steps: [send] })).body).toMatchObject({ error: 'invalid_steps', path: 'steps[0].subject' });
        expect((await activate({ steps: [{ ...send, subject: 'Hi' }] })).status).toBe(200);
      });

      it('wants texts that are templates', async () => {
        expect((await activate({ steps: [{ ...MAIL, text_body: '{% if %}' }] })).body).toMatchObject({
          error: 'invalid_steps',
          path: 'steps[0].text_body',
        });
      });

      it('wants audiences that there are', async () => {
        const branch = { type: 'branch', filter: { field: 'audience', op: 'member_of', value: 'aud_none' } };
        expect((await activate({ steps: [branch] })).body).toMatchObject({ error: 'invalid_steps', path: 'steps[0].filter.value' });
        const add = { type: 'add_to_audience', audience_id: 'aud_none' };
        expect((await activate({ steps: [add] })).body).toMatchObject({ error: 'invalid_steps', path: 'steps[0].audience_id' });
        expect((await activate({ steps: [{ ...add, audience_id: await audience() }] })).status).toBe(200);
      });

      it('wants the audience of the trigger', async () => {
        const joined = { trigger_kind: 'audience_added', steps: [WAIT] };
        expect((await activate(joined)).body).toMatchObject({ error: 'invalid_trigger' });
        expect((await activate({ ...joined, trigger_config: { audience_id: 'aud_none' } })).body).toMatchObject({
          error: 'invalid_trigger',
        });
        expect((await activate({ ...joined, trigger_config: { audience_id: await audience() } })).status).toBe(200);
      });

      it('wants a verified domain', async () => {
        const { body: domain } = await tenant.call('POST', '/v1/domains', { body: { name: 'unverified.example.org' } });
        const unverified = { error: 'from_domain_not_verified' };
        expect((await activate({ steps: [WAIT], from_domain_id: domain.id })).body).toMatchObject({
          ...unverified,
          from: '',
          detail: expect.stringMatching(/^from_domain_id /),
        });
        expect((await activate({ steps: [WAIT], from: other, from_domain_id: domain.id })).body).toMatchObject({
          ...unverified,
          from: other,
        });
        expect((await activate({ steps: [WAIT], from: tenant.from, from_domain_id: domain.id })).body).toMatchObject(unverified);
        expect((await activate({ steps: [{ ...MAIL, from: other }] })).body).toMatchObject({
          error: 'invalid_steps',
          path: 'steps[0].from',
        });
      });

      it('wants the domain named, also where the tenant has one and no mail is sent', async () => {
        const unnamed = { steps: [WAIT], from_domain_id: null };
        const fault = { error: 'from_domain_not_verified', detail: expect.stringContaining('from_domain_id') };
        expect(await activate(unnamed)).toMatchObject({ status: 422, body: { ...fault, from: '' } });
        expect(await activate({ ...unnamed, from: tenant.from })).toMatchObject({ status: 422, body: { ...fault, from: tenant.from } });
      });

      it('lets one go on that was begun before a domain had to be named', async () => {
        const { body: active } = await activate({ steps: [WAIT] });
        await post(`/${active.id}/pause`);
        await server.app.db.transact((trx) =>
          trx.updateTable('automations').set({ from_domain_id: null }).where('id', '=', active.id).execute(),
        );
        expect(await post(`/${active.id}/activate`)).toMatchObject({ status: 200, body: { status: 'active', from_domain_id: null } });
        await post(`/${active.id}/pause`);
        await tenant.call('DELETE', `/v1/domains/${tenant.domain.id}`);
        expect((await post(`/${active.id}/activate`)).body).toMatchObject({
          error: 'from_domain_not_verified',
          from: '',
          detail: expect.stringContaining('No domain is verified'),
        });
      });

      it('looks again when a paused one is to go on', async () => {
        const { body: active } = await activate({ steps: [WAIT] });
        await post(`/${active.id}/pause`);
        await tenant.call('DELETE', `/v1/domains/${tenant.domain.id}`);
        expect((await post(`/${active.id}/activate`)).body).toMatchObject({ error: 'from_domain_not_verified' });
        expect((await get(active.id)).body.status).toBe('paused');
      });

      it('wants a sender on the domain that is named', async () => {
        expect((await activate({ steps: [WAIT], from: other, from_domain_id: tenant.domain.id })).body).toMatchObject({
          error: 'validation_failed',
          field: 'from',
        });
      });
    });
  });
});
