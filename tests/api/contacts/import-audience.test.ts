import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { postFile, postForm } from '../../support/fixtures/contact-files.ts';
import { file, importsOf } from '../../support/fixtures/imports.ts';
import { BY_HAND, useNewTenant, useServer } from '../../support/posthorn.ts';
import type { TestTenant } from '../../support/server.ts';

const REFUSED = { error: 'target_not_found', field: 'audience_id', detail: 'There is no such audience.' };

describe.each(engines)('POST /v1/contacts/import with audience_id on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useNewTenant(server);
  const imports = importsOf(server, tenant);

  const audienceOf = async ({ call }: TestTenant): Promise<string> =>
    (await call('POST', '/v1/audiences', { body: { name: 'x' } })).body.id;
  const post = (audienceId: string, content = file(2)) => postFile(server, tenant, content, undefined, { audience_id: audienceId });

  /** A form whose parts come in this order: the file where nothing else is said. */
  const formOf = (...parts: readonly (readonly [name: string, value: string] | 'file')[]) => {
    const form = new FormData();
    for (const part of parts) {
      if (part === 'file') form.append('file', new Blob([file(2)], { type: 'text/csv' }), 'a.csv');
      else form.append(...part);
    }
    return form;
  };

  it.each(['before', 'behind'])('takes the field %s the file', async (place) => {
    const id = await audienceOf(tenant);
    const parts = [['audience_id', id], 'file'] as const;
    const { status, headers, body } = await postForm(server, tenant, formOf(...(place === 'before' ? parts : parts.toReversed())));
    expect(status).toBe(202);
    expect(headers.get('x-ignored-fields')).toBeNull();
    expect(await imports.show(body.import_id)).toMatchObject({ status: 'pending', audience_id: id });
    await imports.run();
    expect(await imports.show(body.import_id)).toMatchObject({ status: 'done', created: 2, audience_id: id });
    const { data } = (await tenant.call('GET', `/v1/audiences/${id}/members`)).body;
    expect(data.map(({ email }: { email: string }) => email).sort()).toEqual(['n0@example.net', 'n1@example.net']);
    expect((await tenant.call('GET', '/v1/contacts/imports')).body.data).toMatchObject([{ audience_id: id }]);
  });

  it('answers 422 target_not_found to an id of no audience of the tenant, and keeps nothing', async () => {
    const gone = await audienceOf(tenant);
    await tenant.call('DELETE', `/v1/audiences/${gone}`);
    for (const id of ['aud_none', '', ' ', 'x'.repeat(5000), gone, await audienceOf(await server.mint())])
      expect(await post(id)).toMatchObject({ status: 422, body: REFUSED });
    expect((await tenant.call('GET', '/v1/contacts/imports')).body.data).toEqual([]);
    expect(await imports.blobs()).toBe(0);
  });

  it('answers 422 validation_failed to a field that is given twice or is no text, and keeps nothing', async () => {
    const id = await audienceOf(tenant);
    const twice = formOf(['audience_id', id], 'file', ['audience_id', id]);
    expect(await postForm(server, tenant, twice)).toMatchObject({
      status: 422,
      body: { error: 'validation_failed', field: 'audience_id' },
    });
    const asFile = formOf('file');
    asFile.append('audience_id', new Blob([id]), 'id.txt');
    expect(await postForm(server, tenant, asFile)).toMatchObject({ status: 422, body: REFUSED });
    expect(await post('a\u0000b')).toMatchObject({ status: 422, body: { error: 'validation_failed', field: 'audience_id' } });
    expect(await imports.blobs()).toBe(0);
  });

  it.each([
    ['text fields', 50, 'x'],
    ['files', 10, new Blob(['x'])],
  ])(
    'answers 422 validation_failed to a form of too many %s, of which one would not be read, and keeps nothing',
    async (what, max, value) => {
      const id = await audienceOf(tenant);
      const filled = (count: number) => {
        const form = formOf('file');
        for (let field = 0; field < count; field += 1) form.append(`x${field}`, value);
        form.append('audience_id', id);
        return form;
      };
      const refused = { error: 'validation_failed', max, detail: `A form takes at most ${max} ${what}.` };
      expect(await postForm(server, tenant, filled(max + 1))).toMatchObject({ status: 422, body: refused });
      expect((await tenant.call('GET', '/v1/contacts/imports')).body.data).toEqual([]);
      expect(await imports.blobs()).toBe(0);
      const most = filled(max === 50 ? 49 : 9);
      expect(await postForm(server, tenant, most)).toMatchObject({ status: 202 });
    },
  );

  it('says that a file behind ten others is not read', async () => {
    const form = new FormData();
    for (let file = 0; file < 10; file += 1) form.append(`x${file}`, new Blob(['x']));
    form.append('file', new Blob(['email\na@example.com\n']), 'contacts.csv');
    expect(await postForm(server, tenant, form)).toMatchObject({
      status: 400,
      body: { error: 'missing_file', detail: expect.stringContaining('first 10 files') },
    });
  });

  it('tells first what is wrong with the file', async () => {
    expect(await postForm(server, tenant, formOf(['audience_id', 'aud_none']))).toMatchObject({
      status: 400,
      body: { error: 'missing_file' },
    });
    expect(await post('aud_none', '')).toMatchObject({ status: 400, body: { error: 'empty_file' } });
    const large = 'a'.repeat(10 * 1024 * 1024 + 1);
    expect(await post('aud_none', large)).toMatchObject({ status: 413, body: { error: 'file_too_large', max_bytes: 10485760 } });
  });

  it('names fields that it does not know, and takes no notice of them', async () => {
    const { status, headers, body } = await postForm(server, tenant, formOf(['audience', 'x'], 'file', ['list', 'y']));
    expect(status).toBe(202);
    expect(headers.get('x-ignored-fields')).toBe('audience, list');
    expect(await imports.show(body.import_id)).toMatchObject({ audience_id: null });
  });
});
