import { beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { addAudience, addContacts, content, sendAll, writeDraft } from '../../support/fixtures/broadcasts.ts';
import { BY_HAND, useServer, useTenant } from '../../support/posthorn.ts';

describe.each(engines)('POST /v1/broadcasts/{id}/preview on $name', (engine) => {
  let audience: string;

  const server = useServer(engine, BY_HAND);
  const tenant = useTenant(server);
  beforeAll(async () => {
    audience = await addAudience(tenant, await addContacts(tenant, 1));
  });

  it('counts who would get it, shows one mail, and warns', async () => {
    const own = await server.mint();
    const ids = await addContacts(own, 4);
    await own.call('PATCH', `/v1/contacts/${ids[0]}`, { body: { status: 'unsubscribed' } });
    await own.call('POST', '/v1/suppressions', { body: { email: 'c1@example.net' } });
    const html = '<a href="http://example.com/">{{ attributes.city }}</a>';
    const id = await writeDraft(own, await addAudience(own, ids), { body_html: html });
    const { status, body } = await own.call('POST', `/v1/broadcasts/${id}/preview`);
    expect(status).toBe(200);
    expect(body.counts).toEqual({ total: 4, deliverable: 2, unsubscribed: 1, cleaned: 0, suppressed: 1 });
    expect(body.sample).toMatchObject({ contact_id: ids[2], from: own.from, subject: 'News for 2' });
    expect(body.missing).toEqual(['attributes.city']);
    expect(body.warnings.map(({ code }: { code: string }) => code)).toEqual(['insecure_link', 'no_unsubscribe_link']);
    const given = await own.call('POST', `/v1/broadcasts/${id}/preview`, { body: { contact_id: ids[3] } });
    expect(given.body.sample.subject).toBe('News for 3');
    const refused = async (body: object) => (await own.call('POST', `/v1/broadcasts/${id}/preview`, { body })).body.error;
    expect(await refused({ contact_id: 'con_none' })).toBe('contact_not_found');
    const named = await own.call('POST', `/v1/broadcasts/${id}/preview`, { body: { email: 'C3@example.net' } });
    expect(named.body).toEqual(given.body);
    expect(await refused({ email: 'nobody@example.net' })).toBe('contact_not_found');
    expect(await refused({ email: 'nobody' })).toBe('invalid_email');
  });

  it('takes the name of a language for no link', async () => {
    const html = `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">
      <html xmlns="http://www.w3.org/1999/xhtml" xmlns:o='http://example.com/office'><body>{{ unsubscribe_url }}</body></html>`;
    const warned = async (body_html: string) => {
      const id = await writeDraft(tenant, audience, { body_html });
      return (await tenant.call('POST', `/v1/broadcasts/${id}/preview`)).body.warnings;
    };
    expect(await warned(html)).toEqual([]);
    const found = await warned(`${html}<img src="http://images.example/a.png">`);
    expect(found).toEqual([{ code: 'insecure_link', detail: 'A link without TLS: http://images.example/a.png' }]);
  });

  it.each([
    ['*|FNAME|*', { subject: 'Hello *|FNAME|*' }],
    ['*|IF:RATING >= 4|*', { body_html: '<p>{{ unsubscribe_url }} *|IF:RATING >= 4|*thanks*|END:IF|*</p>' }],
    ['<%asm_group_unsubscribe_raw_url%>', { body_html: '{{ unsubscribe_url }}<a href="<%asm_group_unsubscribe_raw_url%>">x</a>' }],
    ['@TrackLink', { body_html: '{{ unsubscribe_url }}<a href="https://example.com/@TrackLink">x</a>' }],
    ['*|UNSUB|*', { body_text: '{{ unsubscribe_url }} *|UNSUB|*' }],
  ])('warns of the merge tag %s', async (tag, fields) => {
    const id = await writeDraft(tenant, audience, { body_html: null, body_text: '{{ unsubscribe_url }} 5 * 3 | 4 *', ...fields });
    const { warnings } = (await tenant.call('POST', `/v1/broadcasts/${id}/preview`)).body;
    expect(warnings).toEqual([{ code: 'merge_tag', detail: `${tag} is a merge tag of another service, and is sent as it is.` }]);
  });

  it('names a fault by the field of the broadcast that has it', async () => {
    const own = await server.mint();
    const previewed = async (fields: object) => {
      const { body: draft } = await own.call('POST', '/v1/broadcasts', { body: { ...content(own), ...fields } });
      return (await own.call('POST', `/v1/broadcasts/${draft.id}/preview`)).body;
    };
    const html = { body_html: '<p>\n{% if %}</p>', body_text: null };
    expect(await previewed(html)).toMatchObject({ error: 'invalid_template', field: 'body_html', line: 2 });
    expect(await previewed({ body_text: '{% if %}' })).toMatchObject({ error: 'invalid_template', field: 'body_text', line: 1 });
    const large = { body_text: '{% for i in (1..999999999) %}{% endfor %}' };
    expect(await previewed(large)).toMatchObject({
      error: 'template_render_failed',
      detail: expect.stringMatching(/^body_text, line 1: /),
    });
  });

  it('has no counts without a target', async () => {
    const own = await server.mint();
    const { body: draft } = await own.call('POST', '/v1/broadcasts', { body: content(own) });
    const { body } = await own.call('POST', `/v1/broadcasts/${draft.id}/preview`);
    expect(body.counts).toBeNull();
    expect(body.sample.contact_id).toBeNull();
  });

  it('counts an address that was erased and added again as suppressed, as it is when the broadcast is sent', async () => {
    const own = await server.mint();
    await addContacts(own, 2);
    await own.call('POST', '/v1/erasures', { body: { email: 'c0@example.net' } });
    const ids = await addContacts(own, 3);
    const id = await writeDraft(own, await addAudience(own, ids));
    const { body } = await own.call('POST', `/v1/broadcasts/${id}/preview`);
    expect(body.counts).toEqual({ total: 3, deliverable: 2, unsubscribed: 0, cleaned: 0, suppressed: 1 });
    expect(body.sample.contact_id).toBe(ids[1]);
    await own.call('POST', `/v1/broadcasts/${id}/send`);
    await sendAll(server);
    expect((await own.call('GET', `/v1/broadcasts/${id}/stats`)).body.ledger).toMatchObject({ total: 3, sent: 2, suppressed: 1 });
  });

  it('shows the mail of the first who gets it, however many contacts are older', async () => {
    const own = await server.mint();
    const ids = await addContacts(own, 1200);
    await own.call('POST', '/v1/suppressions', { body: { email: 'c1190@example.net' } });
    const filter = { field: 'attributes.n', op: 'gte', value: 1190 };
    const { body: segment } = await own.call('POST', '/v1/segments', { body: { name: 'Newest', filter } });
    const target = { target_kind: 'segment', target_id: segment.id };
    const { body: draft } = await own.call('POST', '/v1/broadcasts', {
      body: { ...content(own), subject: '{{ attributes.n }}', ...target },
    });
    const { body } = await own.call('POST', `/v1/broadcasts/${draft.id}/preview`);
    expect(body.counts).toMatchObject({ total: 10, deliverable: 9 });
    expect(body.sample).toMatchObject({ contact_id: ids[1191], subject: '1191' });
    expect(body.missing).toEqual([]);
    expect(body.warnings.map(({ code }: { code: string }) => code)).toEqual(['no_unsubscribe_link']);
  });
});
