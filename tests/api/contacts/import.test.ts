import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBlobs } from '../../../server/src/blobs/create-blobs.ts';
import { openByteStore } from '../../../server/src/blobs/open-store.ts';
import { importRunner } from '../../../server/src/contacts/index.ts';
import { announcer } from '../../../server/src/events/index.ts';
import { postFile, postForm } from '../../support/contact-files.ts';
import { engines } from '../../support/engines.ts';
import { startTestServer, type TestServer, type TestTenant } from '../../support/server.ts';

const MiB = 1024 * 1024;

describe.each(engines)('imports on $name', (engine) => {
  let server: TestServer;
  let tenant: TestTenant;
  beforeAll(async () => {
    server = await startTestServer(engine, { CLOCK: 'virtual', JOB_INTERVAL_MS: '3600000' });
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    tenant = await server.mint();
  });

  const upload = async (content: string | Buffer, name?: string): Promise<string> => {
    const { status, body } = await postFile(server, tenant, content, name);
    expect(status).toBe(202);
    return body.import_id;
  };
  const show = async (id: string) => (await tenant.call('GET', `/v1/contacts/imports/${id}`)).body;
  const run = () => server.run('import');
  const runAll = async (content: string | Buffer) => {
    const id = await upload(content);
    while ((await show(id)).completed_at === null) await run();
    return show(id);
  };
  const list = async () => (await tenant.call('GET', '/v1/contacts?limit=100')).body.data;
  const file = (count: number, from = 0) =>
    `email,n\n${Array.from({ length: count }, (_, n) => `n${from + n}@example.net,${from + n}\n`).join('')}`;
  const announced = async () => {
    const { db } = server.platform;
    const rows = await db.read
      .selectFrom('events')
      .select(['type', 'data', 'contact_id'])
      .where('tenant_id', '=', tenant.id)
      .where('message_id', 'is', null)
      .execute();
    return rows.map(({ type, data, contact_id }) => ({ type, contact_id, ...JSON.parse(data) }));
  };
  const blobs = async () =>
    (await server.platform.db.read.selectFrom('blobs').select('key').where('tenant_id', '=', tenant.id).execute()).length;

  describe('POST /v1/contacts/import', () => {
    it('answers 202 and leaves the rows to the background', async () => {
      const { status, body } = await postFile(server, tenant, file(2), 'readers.csv');
      expect(status).toBe(202);
      expect(body).toEqual({ import_id: expect.stringMatching(/^imp_[0-9a-z]{26}$/), status: 'pending' });
      expect(await show(body.import_id)).toEqual({
        import_id: body.import_id,
        status: 'pending',
        file_name: 'readers.csv',
        total_rows: null,
        processed_rows: 0,
        created: 0,
        updated: 0,
        failed: 0,
        errors: [],
        error: null,
        created_at: expect.any(Number),
        started_at: null,
        completed_at: null,
      });
      expect(await list()).toEqual([]);
    });

    it('answers 400 missing_file to a form without a file, and to what is no form', async () => {
      const empty = new FormData();
      empty.append('other', new Blob(['email\n']), 'a.csv');
      const text = new FormData();
      text.append('file', 'email\na@b.c\n');
      for (const form of [empty, text])
        expect(await postForm(server, tenant, form)).toMatchObject({ status: 400, body: { error: 'missing_file' } });
      expect(await tenant.call('POST', '/v1/contacts/import', { body: {} })).toMatchObject({
        status: 400,
        body: { error: 'missing_file' },
      });
      expect(await tenant.call('POST', '/v1/contacts/import')).toMatchObject({ status: 400, body: { error: 'missing_file' } });
    });

    it('answers 400 empty_file to an empty one, and keeps nothing of it', async () => {
      expect(await postFile(server, tenant, '')).toMatchObject({ status: 400, body: { error: 'empty_file', detail: expect.any(String) } });
      expect(await blobs()).toBe(0);
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
      expect((await show(await upload('email\n', `a\u0001b${'x'.repeat(300)}.csv`))).file_name).toBe(`ab${'x'.repeat(253)}`);
    });
  });

  describe('a run', () => {
    it('makes contacts, subscribed, with the other columns as strings, and tells so once', async () => {
      const row = await runAll(
        '\ufeffName,EMAIL,status,age\r\n"Ann, ""A""",  Ann@Example.net ,cleaned,5\r\n"two\r\nlines",b@example.net,,\r\n',
      );
      expect(row).toMatchObject({
        status: 'done',
        total_rows: 2,
        processed_rows: 2,
        created: 2,
        updated: 0,
        failed: 0,
        errors: [],
        error: null,
        started_at: expect.any(Number),
        completed_at: expect.any(Number),
      });
      expect(await list()).toMatchObject([
        { email: 'b@example.net', status: 'subscribed', attributes: { Name: 'two\r\nlines' } },
        { email: 'ann@example.net', status: 'subscribed', attributes: { Name: 'Ann, "A"', status: 'cleaned', age: '5' } },
      ]);
      expect((await list())[0].attributes).toEqual({ Name: 'two\r\nlines' });
      expect(await announced()).toEqual([{ type: 'contact.import.completed', contact_id: null, import: row }]);
      await run();
      expect(await announced()).toHaveLength(1);
      expect(await blobs()).toBe(0);
    });

    it('keeps the status and the other attributes of known contacts, also of an unsubscription', async () => {
      await tenant.call('POST', '/v1/contacts', { body: { email: 'a@example.net', status: 'unsubscribed', attributes: { x: 1, y: 1 } } });
      expect(await runAll('email,x,y\na@example.net,2,\n')).toMatchObject({ created: 0, updated: 1, failed: 0 });
      expect(await list()).toMatchObject([{ status: 'unsubscribed', attributes: { x: '2', y: 1 } }]);
    });

    it('takes a repeated address for an update', async () => {
      expect(await runAll('email,x,y\na@example.net,1,\nA@example.net,,2\n')).toMatchObject({ created: 1, updated: 1 });
      expect(await list()).toMatchObject([{ attributes: { x: '1', y: '2' } }]);
    });

    it('goes on past rows that cannot be used, and names the first 100', async () => {
      const row = await runAll('email,x\nNo Address,1\na@example.net,1\n,2\nb@example.net,1,2\n');
      expect(row).toMatchObject({ status: 'done', total_rows: 4, processed_rows: 4, created: 1, failed: 3 });
      expect(row.errors).toEqual([
        { row: 1, email: 'No Address', error: 'invalid_email' },
        { row: 3, email: '', error: 'invalid_email' },
        { row: 4, email: 'b@example.net', error: 'too_many_columns' },
      ]);
      const many = await runAll(`email\n${'x\n'.repeat(400)}ok@example.net\n`);
      expect(many).toMatchObject({ failed: 400, created: 1, errors: { length: 100 } });
      expect(many.errors.at(-1)).toEqual({ row: 100, email: 'x', error: 'invalid_email' });
    });

    it('fails new rows at the cap of the plan and goes on with known ones', async () => {
      tenant = await server.mint({ contact_limit: 2 });
      await tenant.call('POST', '/v1/contacts', { body: { email: 'known@example.net' } });
      const row = await runAll('email,x\na@example.net,1\nb@example.net,1\nknown@example.net,1\na@example.net,2\n');
      expect(row).toMatchObject({ status: 'done', created: 1, updated: 2, failed: 1 });
      expect(row.errors).toEqual([{ row: 2, email: 'b@example.net', error: 'contact_limit_reached' }]);
      expect(await list()).toHaveLength(2);
    });

    it('is done at once with a header alone', async () => {
      expect(await runAll('email,x\n')).toMatchObject({ status: 'done', total_rows: 0, processed_rows: 0 });
      expect(await announced()).toHaveLength(1);
    });

    it.each([
      ['missing_email_column', 'mail\na@example.net\n'],
      ['invalid_csv', `${file(3)}x@example.net,"never closed\n`],
      ['invalid_encoding', Buffer.from(`${file(3)}x@example.net,J\u00f6rg\n`, 'latin1')],
      ['too_many_columns', `email${',x'.repeat(101)}\na@example.net\n`],
    ])('fails as %s without using a row, and tells so', async (error, content) => {
      const row = await runAll(content);
      expect(row).toMatchObject({ status: 'failed', error, total_rows: null, processed_rows: 0, completed_at: expect.any(Number) });
      expect(await list()).toEqual([]);
      expect(await announced()).toEqual([{ type: 'contact.import.completed', contact_id: null, import: row }]);
      expect(await blobs()).toBe(0);
    });

    it('takes 500 rows of each import, and shows how far it is', async () => {
      const [first, second] = [await upload(file(1201)), await upload(file(10, 5000))];
      expect(await run()).toBe(510);
      expect(await show(first)).toMatchObject({
        status: 'processing',
        total_rows: 1201,
        processed_rows: 500,
        created: 500,
        completed_at: null,
      });
      expect(await show(second)).toMatchObject({ status: 'done', processed_rows: 10 });
      expect(await run()).toBe(500);
      expect(await show(first)).toMatchObject({ status: 'processing', processed_rows: 1000 });
      expect(await run()).toBe(201);
      expect(await show(first)).toMatchObject({ status: 'done', processed_rows: 1201, created: 1201 });
      expect(await run()).toBe(0);
    });

    it('goes on where one that broke off has committed, and makes nothing twice', async () => {
      const id = await upload(file(1000));
      expect(await run()).toBe(500);
      const { dialect } = server.platform.db;
      const { insertMany } = dialect;
      const broken = vi.spyOn(dialect, 'insertMany').mockImplementation(async (trx, table, rows) => {
        await insertMany(trx, table, rows);
        if (table === 'contacts') throw new Error('away');
      });
      const handled = await run();
      broken.mockRestore();
      expect(handled).toBe(0);
      expect(await show(id)).toMatchObject({ status: 'processing', processed_rows: 500, created: 500 });
      await run();
      expect(await show(id)).toMatchObject({ status: 'done', created: 1000, updated: 0, failed: 0 });
    });

    it('is one of several at once that use each row once', async () => {
      const id = await upload(file(500));
      const { platform } = server;
      const announce = announcer(platform.db.dialect, []);
      const runner = () => importRunner({ platform, announce, blobs: createBlobs(platform, openByteStore(platform)) });
      await Promise.all([run(), runner()(), runner()()]);
      expect(await show(id)).toMatchObject({ processed_rows: 500, created: 500, updated: 0 });
      expect(await announced()).toHaveLength(1);
    });
  });

  it('lists imports newest first, and shows each to its tenant alone', async () => {
    const ids = [await upload(file(1)), await upload(file(1)), await upload(file(1))];
    const first = (await tenant.call('GET', '/v1/contacts/imports?limit=2')).body;
    const second = (await tenant.call('GET', `/v1/contacts/imports?limit=2&cursor=${first.next_cursor}`)).body;
    expect([...first.data, ...second.data].map(({ import_id }) => import_id)).toEqual(ids.toReversed());
    expect(second.next_cursor).toBeNull();
    expect(first.data[0]).toEqual(await show(ids[2] ?? ''));
    expect(await tenant.call('GET', '/v1/contacts/imports?cursor=x')).toMatchObject({ status: 422, body: { error: 'invalid_cursor' } });
    const other = await server.mint();
    const foreign = await other.call('GET', `/v1/contacts/imports/${ids[0]}`);
    expect(foreign).toMatchObject({ status: 404, body: { error: 'not_found' } });
    expect(foreign.body).toEqual((await other.call('GET', '/v1/contacts/imports/imp_none')).body);
    expect((await other.call('GET', '/v1/contacts/imports')).body.data).toEqual([]);
  });

  it('loses an erased address from its errors and from what was told of it', async () => {
    tenant = await server.mint({ contact_limit: 0 });
    const row = await runAll('email\nGone@example.net\nb@example.net\n');
    expect(row.failed).toBe(2);
    await tenant.call('POST', '/v1/erasures', { body: { email: 'gone@example.net' } });
    const errors = [
      { row: 1, email: '', error: 'contact_limit_reached' },
      { row: 2, email: 'b@example.net', error: 'contact_limit_reached' },
    ];
    expect((await show(row.import_id)).errors).toEqual(errors);
    expect((await announced())[0].import.errors).toEqual(errors);
    await server.admin('POST', '/admin/erasures', { body: { email: 'b@example.net' } });
    expect((await show(row.import_id)).errors.map(({ email }: { email: string }) => email)).toEqual(['', '']);
  });

  it.each([
    ['POST', '/v1/contacts/import'],
    ['GET', '/v1/contacts/imports'],
    ['GET', '/v1/contacts/imports/x'],
  ])('refuses %s %s to a key that may only send', async (method, path) => {
    const { body: key } = await tenant.call('POST', '/v1/api-keys', { body: { name: 'x', permission: 'sending_access' } });
    expect(await server.as(key.key)(method, path)).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } });
  });
});

describe.each(engines)('an import on $name', (engine) => {
  it('takes as many rows in a run as the operator says', async () => {
    const server = await startTestServer(engine, { CLOCK: 'virtual', JOB_INTERVAL_MS: '3600000', IMPORT_ROWS_PER_RUN: '3' });
    const tenant = await server.mint();
    const { body } = await postFile(server, tenant, 'email\na@b.cc\nb@b.cc\nc@b.cc\nd@b.cc\n');
    const runs = [await server.run('import'), await server.run('import'), await server.run('import')];
    expect(runs).toEqual([3, 1, 0]);
    expect((await tenant.call('GET', `/v1/contacts/imports/${body.import_id}`)).body).toMatchObject({ status: 'done', created: 4 });
    await server.stop();
  });
});
