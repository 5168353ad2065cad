import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { postFile, postForm } from '../../support/fixtures/contact-files.ts';
import { file, importsOf } from '../../support/fixtures/imports.ts';
import { BY_HAND, useNewTenant, useServer } from '../../support/posthorn.ts';

const MiB = 1024 * 1024;

describe.each(engines)('imports on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useNewTenant(server);
  const imports = importsOf(server, tenant);

  describe('POST /v1/contacts/import', () => {
    it('answers 202 and leaves the rows to the background', async () => {
      const { status, body } = await postFile(server, tenant, file(2), 'readers.csv');
      expect(status).toBe(202);
      expect(body).toEqual({ import_id: expect.stringMatching(/^imp_[0-9a-z]{26}$/), status: 'pending' });
      expect(await imports.show(body.import_id)).toEqual({
        import_id: body.import_id,
        status: 'pending',
        file_name: 'readers.csv',
        audience_id: null,
        contact_status: null,
        total_rows: null,
        processed_rows: 0,
        created: 0,
        updated: 0,
        failed: 0,
        errors: [],
        error: null,
        columns: null,
        created_at: expect.any(Number),
        started_at: null,
        completed_at: null,
      });
      expect(await imports.contacts()).toEqual([]);
    });

    it('answers 400 missing_file to a form without a file, and to what is no form', async () => {
      const empty = new FormData();
      empty.append('other', new Blob(['email\n']), 'a.csv');
      const text = new FormData();
      text.append('file', 'email\na@b.c\n');
      const none = { error: 'missing_file', detail: 'The body is to be a form, multipart/form-data, with the file in a part named file.' };
      expect(await postForm(server, tenant, empty)).toMatchObject({ status: 400, body: none });
      const noName = { error: 'missing_file', detail: expect.stringContaining('has no filename') };
      expect(await postForm(server, tenant, text)).toMatchObject({ status: 400, body: noName });
      expect(await tenant.call('POST', '/v1/contacts/import', { body: {} })).toMatchObject({
        status: 400,
        body: { error: 'missing_file' },
      });
      expect(await tenant.call('POST', '/v1/contacts/import')).toMatchObject({ status: 400, body: { error: 'missing_file' } });
    });

    it('answers 400 empty_file to an empty one, and keeps nothing of it', async () => {
      expect(await postFile(server, tenant, '')).toMatchObject({ status: 400, body: { error: 'empty_file', detail: expect.any(String) } });
      expect(await imports.blobs()).toBe(0);
    });

    it('takes 10485760 bytes and answers 413 file_too_large with max_bytes to one more', async () => {
      expect(await postFile(server, tenant, Buffer.alloc(10 * MiB + 1, 'a'))).toMatchObject({
        status: 413,
        body: { error: 'file_too_large', max_bytes: 10485760 },
      });
      expect((await tenant.call('GET', '/v1/contacts/imports')).body.data).toEqual([]);
      expect((await postFile(server, tenant, Buffer.alloc(10 * MiB, 'a'))).status).toBe(202);
    });

    it('shows a file name that can be shown', async () => {
      expect((await imports.show(await imports.upload('email\n', `a\u0001b${'x'.repeat(300)}.csv`))).file_name).toBe(
        `ab${'x'.repeat(253)}`,
      );
    });
  });

  it('lists imports newest first, and shows each to its tenant alone', async () => {
    const ids = [await imports.upload(file(1)), await imports.upload(file(1)), await imports.upload(file(1))];
    const first = (await tenant.call('GET', '/v1/contacts/imports?limit=2')).body;
    const second = (await tenant.call('GET', `/v1/contacts/imports?limit=2&cursor=${first.next_cursor}`)).body;
    expect([...first.data, ...second.data].map(({ import_id }) => import_id)).toEqual(ids.toReversed());
    expect(second.next_cursor).toBeNull();
    expect(first.data[0]).toEqual(await imports.show(ids[2] ?? ''));
    expect(await tenant.call('GET', '/v1/contacts/imports?cursor=x')).toMatchObject({ status: 422, body: { error: 'invalid_cursor' } });
    const other = await server.mint();
    const foreign = await other.call('GET', `/v1/contacts/imports/${ids[0]}`);
    expect(foreign).toMatchObject({ status: 404, body: { error: 'not_found' } });
    expect(foreign.body).toEqual((await other.call('GET', '/v1/contacts/imports/imp_none')).body);
    expect((await other.call('GET', '/v1/contacts/imports')).body.data).toEqual([]);
  });

  it.each([
    ['POST', '/v1/contacts/import'],
    ['GET', '/v1/contacts/imports'],
    ['GET', '/v1/contacts/imports/x'],
    ['GET', '/v1/contacts/imports/x/failed-rows'],
  ])('refuses %s %s to a key that may only send', async (method, path) => {
    const { body: key } = await tenant.call('POST', '/v1/api-keys', { body: { name: 'x', permission: 'sending_access' } });
    expect(await server.as(key.key)(method, path)).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } });
  });
});
