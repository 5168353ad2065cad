import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { postFile, postForm } from '../../support/fixtures/contact-files.ts';
import { file, importsOf } from '../../support/fixtures/imports.ts';
import { BY_HAND, useNewTenant, useServer } from '../../support/posthorn.ts';

describe.each(engines)('POST /v1/contacts/import with contact_status on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useNewTenant(server);
  const imports = importsOf(server, tenant);

  const addContact = async (email: string, status?: string): Promise<string> =>
    (await tenant.call('POST', '/v1/contacts', { body: { email, status } })).body.id;
  const statuses = async () =>
    Object.fromEntries((await imports.contacts()).map(({ email, status }: { email: string; status: string }) => [email, status]));

  it.each(['unsubscribed', 'cleaned'])('sets %s on new contacts and on known ones, whatever they were', async (status) => {
    await addContact('n0@example.net');
    await addContact('n1@example.net', 'unsubscribed');
    await addContact('n2@example.net', 'cleaned');
    await addContact('other@example.net');
    const done = await imports.runAll(file(4), { contact_status: status });
    expect(done).toMatchObject({ status: 'done', contact_status: status, created: 1, updated: 3, failed: 0 });
    const set = Object.fromEntries(['n0', 'n1', 'n2', 'n3'].map((name) => [`${name}@example.net`, status]));
    expect(await statuses()).toEqual({ ...set, 'other@example.net': 'subscribed' });
    expect((await tenant.call('GET', '/v1/contacts/imports')).body.data).toMatchObject([{ contact_status: status }]);
    expect((await imports.announced()).at(-1)).toMatchObject({ import: { contact_status: status } });
  });

  it.each([{}, { contact_status: 'subscribed' }])('brings nobody back with %j', async (fields) => {
    await addContact('n0@example.net', 'unsubscribed');
    await addContact('n1@example.net', 'cleaned');
    const done = await imports.runAll(file(3), fields);
    expect(done).toMatchObject({ status: 'done', contact_status: null, created: 1, updated: 2, ...fields });
    expect(await statuses()).toEqual({ 'n0@example.net': 'unsubscribed', 'n1@example.net': 'cleaned', 'n2@example.net': 'subscribed' });
  });

  it('sets it on rows of later runs too, and on those of the audience that they join', async () => {
    const audience = (await tenant.call('POST', '/v1/audiences', { body: { name: 'All' } })).body.id;
    await addContact('n600@example.net');
    await imports.runAll(file(700), { audience_id: audience, contact_status: 'unsubscribed' });
    const { body } = await tenant.call('POST', '/v1/broadcasts', {
      body: { name: 'b', subject: 's', body_text: 't', target_kind: 'audience', target_id: audience },
    });
    const { counts } = (await tenant.call('POST', `/v1/broadcasts/${body.id}/preview`)).body;
    expect(counts).toMatchObject({ total: 700, deliverable: 0, unsubscribed: 700 });
  });

  it('answers 422 to a status that there is not and to one given twice, and keeps nothing', async () => {
    for (const status of ['nonsense', 'UNSUBSCRIBED', '', ' unsubscribed']) {
      const refused = { error: 'invalid_status', detail: 'There is no such status. Must be one of subscribed, unsubscribed or cleaned.' };
      expect(await postFile(server, tenant, file(1), undefined, { contact_status: status })).toMatchObject({ status: 422, body: refused });
    }
    const twice = new FormData();
    twice.append('contact_status', 'unsubscribed');
    twice.append('file', new Blob([file(1)]), 'a.csv');
    twice.append('contact_status', 'cleaned');
    expect(await postForm(server, tenant, twice)).toMatchObject({ status: 422, body: { error: 'invalid_status' } });
    expect((await tenant.call('GET', '/v1/contacts/imports')).body.data).toEqual([]);
    expect(await imports.blobs()).toBe(0);
  });
});
