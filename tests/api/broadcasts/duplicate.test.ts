import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { addAudience, addContacts, content, sendAll, writeDraft } from '../../support/fixtures/broadcasts.ts';
import { BY_HAND, useServer, useTenant } from '../../support/posthorn.ts';

describe.each(engines)('POST /v1/broadcasts/{id}/duplicate on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useTenant(server);

  const duplicate = (id: string, body: object = {}) => tenant.call('POST', `/v1/broadcasts/${id}/duplicate`, { body });
  const get = async (id: string) => (await tenant.call('GET', `/v1/broadcasts/${id}`)).body;

  it('makes a draft of what was sent, which says the same, goes to the same and is sent by itself', async () => {
    const audience = await addAudience(tenant, await addContacts(tenant, 2));
    const fields = {
      subject: 'S {{ n }}',
      from: tenant.from,
      from_domain_id: tenant.domain.id,
      reply_to: 'answers@example.net',
      preview_text: 'P',
      body_html: '<p>H</p>',
      body_text: 'T',
      target_kind: 'audience',
      target_id: audience,
    };
    const id = await writeDraft(tenant, audience, fields);
    await tenant.call('POST', `/v1/broadcasts/${id}/send`);
    await sendAll(server);
    const sent = await get(id);
    expect(sent).toMatchObject({ status: 'sent', sent_count: 2 });

    const { status, body: copy } = await duplicate(id);
    expect(status).toBe(201);
    expect(copy).toMatchObject({ ...fields, name: 'News (copy)', status: 'draft' });
    expect(copy).toMatchObject({
      total_recipients: 0,
      sent_count: 0,
      skipped_count: 0,
      scheduled_at: null,
      sent_at: null,
      last_error: null,
    });
    expect(copy.id).not.toBe(id);
    expect(await get(copy.id)).toEqual(copy);
    expect(await get(id)).toEqual(sent);

    await tenant.call('POST', `/v1/broadcasts/${copy.id}/send`);
    await sendAll(server);
    expect(await get(copy.id)).toMatchObject({ status: 'sent', sent_count: 2 });
  });

  it('takes another name, and cuts its own where it would be too long', async () => {
    const { body } = await tenant.call('POST', '/v1/broadcasts', { body: { name: `${'n'.repeat(247)}\u{1f4ef}${'n'.repeat(6)}` } });
    expect((await duplicate(body.id)).body.name).toBe(`${'n'.repeat(247)} (copy)`);
    expect((await duplicate(body.id, { name: ' June ' })).body.name).toBe('June');
    expect(await duplicate(body.id, { name: '' })).toMatchObject({ status: 422, body: { error: 'validation_failed', field: 'name' } });
  });

  it('copies what names an audience and a domain that are gone, of which the send tells', async () => {
    const own = await server.mint();
    const gone = await addAudience(own, []);
    const id = await writeDraft(own, gone, { from: null, from_domain_id: own.domain.id });
    await own.call('DELETE', `/v1/audiences/${gone}`);
    await own.call('DELETE', `/v1/domains/${own.domain.id}`);
    const { status, body } = await own.call('POST', `/v1/broadcasts/${id}/duplicate`);
    expect([status, body.target_id, body.from_domain_id]).toEqual([201, gone, own.domain.id]);
    expect((await own.call('POST', `/v1/broadcasts/${body.id}/send`)).status).toBe(422);
  });

  it('counts what it keeps, and refuses what there is no room for', async () => {
    const own = await server.mint();
    const html = 'x'.repeat(2000);
    const { body } = await own.call('POST', '/v1/broadcasts', { body: { ...content(own), body_html: html } });
    await server.admin('PATCH', `/admin/tenants/${own.id}`, { body: { overrides: { storage_limit: 5000 } } });
    const again = () => own.call('POST', `/v1/broadcasts/${body.id}/duplicate`);
    expect((await again()).status).toBe(201);
    expect(await again()).toMatchObject({ status: 402, body: { error: 'storage_limit_reached' } });
    expect((await own.call('GET', '/v1/broadcasts')).body.data).toHaveLength(2);
  });

  it("knows nothing of another tenant's, nor of one that is deleted, whatever the body", async () => {
    const other = await server.mint();
    const id = await writeDraft(tenant, await addAudience(tenant, []));
    expect(await other.call('POST', `/v1/broadcasts/${id}/duplicate`, { body: { name: 7 } })).toMatchObject({
      status: 404,
      body: { error: 'not_found' },
    });
    await tenant.call('DELETE', `/v1/broadcasts/${id}`);
    expect(await duplicate(id)).toMatchObject({ status: 404, body: { error: 'not_found' } });
  });
});
