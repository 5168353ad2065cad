import { describe, expect, it, vi } from 'vitest';
import { engines } from '../../../../tests/support/engines.ts';
import { postFile } from '../../../../tests/support/fixtures/contact-files.ts';
import { file, importsOf } from '../../../../tests/support/fixtures/imports.ts';
import { BY_HAND, useNewTenant, useServer } from '../../../../tests/support/posthorn.ts';
import { startTestServer } from '../../../../tests/support/server.ts';
import { createBlobs } from '../../blobs/create-blobs.ts';
import { openByteStore } from '../../blobs/open-store.ts';
import { createHooks } from '../../core/hooks.ts';
import { postgresEngine } from '../../db/postgres/postgres-engine.ts';
import { sqliteEngine } from '../../db/sqlite/sqlite-engine.ts';
import { runImports } from './run-imports.ts';

describe.each(engines)('a run of imports on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useNewTenant(server);
  const imports = importsOf(server, tenant);

  it('makes contacts, subscribed, with the other columns as strings, and tells so once', async () => {
    const row = await imports.runAll(
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
    expect(await imports.contacts()).toMatchObject([
      { email: 'b@example.net', status: 'subscribed', attributes: { Name: 'two\r\nlines' } },
      { email: 'ann@example.net', status: 'subscribed', attributes: { Name: 'Ann, "A"', status: 'cleaned', age: '5' } },
    ]);
    expect((await imports.contacts())[0].attributes).toEqual({ Name: 'two\r\nlines' });
    expect(await imports.announced()).toEqual([{ type: 'contact.import.completed', contact_id: null, import: row }]);
    await imports.run();
    expect(await imports.announced()).toHaveLength(1);
    expect(await imports.blobs()).toBe(0);
  });

  it('keeps the status and the other attributes of known contacts, also of an unsubscription', async () => {
    await tenant.call('POST', '/v1/contacts', { body: { email: 'a@example.net', status: 'unsubscribed', attributes: { x: 1, y: 1 } } });
    expect(await imports.runAll('email,x,y\na@example.net,2,\n')).toMatchObject({ created: 0, updated: 1, failed: 0 });
    expect(await imports.contacts()).toMatchObject([{ status: 'unsubscribed', attributes: { x: '2', y: 1 } }]);
  });

  it('takes a repeated address for an update', async () => {
    expect(await imports.runAll('email,x,y\na@example.net,1,\nA@example.net,,2\n')).toMatchObject({ created: 1, updated: 1 });
    expect(await imports.contacts()).toMatchObject([{ attributes: { x: '1', y: '2' } }]);
  });

  it('goes on past rows that cannot be used, and names the first 100', async () => {
    const row = await imports.runAll('email,x\nNo Address,1\na@example.net,1\n,2\nb@example.net,1,2\n');
    expect(row).toMatchObject({ status: 'done', total_rows: 4, processed_rows: 4, created: 1, failed: 3 });
    expect(row.errors).toEqual([
      { row: 1, email: 'No Address', error: 'invalid_email' },
      { row: 3, email: '', error: 'invalid_email' },
      { row: 4, email: 'b@example.net', error: 'too_many_columns' },
    ]);
    const many = await imports.runAll(`email\n${'x\n'.repeat(400)}ok@example.net\n`);
    expect(many).toMatchObject({ failed: 400, created: 1, errors: { length: 100 } });
    expect(many.errors.at(-1)).toEqual({ row: 100, email: 'x', error: 'invalid_email' });
  });

  it('takes files of other delimiters, over several runs', async () => {
    const rows = Array.from({ length: 700 }, (_, n) => `Ann; n${n}@example.net ;"a,""b"\n`).join('');
    expect(await imports.runAll(`name;E-Mail;note\n${rows}`)).toMatchObject({ status: 'done', created: 700, failed: 0 });
    expect((await imports.contacts())[0].attributes).toEqual({ name: 'Ann', note: 'a,"b' });
  });

  it('ends with files that others were appended to, each with its byte order mark', async () => {
    const appended = 'email,n\n\ufeff\n\ufeffa@example.net,1\n\ufeffemail,n\nb@example.net,2\n';
    expect(await imports.runAll(appended)).toMatchObject({ status: 'done', total_rows: 4, created: 2, failed: 2 });
  });

  it('says which columns it has found', async () => {
    const found = { columns: ['name', 'city'], error: 'missing_email_column', status: 'failed' };
    expect(await imports.runAll('name ; city\nAda;London\n')).toMatchObject(found);
    expect(await imports.runAll('email,name\na@example.net,Ann\n')).toMatchObject({ columns: ['email', 'name'], error: null });
    expect((await imports.show(await imports.upload(file(1)))).columns).toBeNull();
  });

  it('fails new rows at the cap of the plan and goes on with known ones', async () => {
    const tenant = await server.mint({ contact_limit: 2 });
    const imports = importsOf(server, tenant);
    await tenant.call('POST', '/v1/contacts', { body: { email: 'known@example.net' } });
    const row = await imports.runAll('email,x\na@example.net,1\nb@example.net,1\nknown@example.net,1\na@example.net,2\n');
    expect(row).toMatchObject({ status: 'done', created: 1, updated: 2, failed: 1 });
    expect(row.errors).toEqual([{ row: 2, email: 'b@example.net', error: 'contact_limit_reached' }]);
    expect(await imports.contacts()).toHaveLength(2);
  });

  it('is done at once with a header alone', async () => {
    expect(await imports.runAll('email,x\n')).toMatchObject({ status: 'done', total_rows: 0, processed_rows: 0 });
    expect(await imports.announced()).toHaveLength(1);
  });

  it.each([
    ['missing_email_column', 'address\na@example.net\n'],
    ['invalid_csv', `${file(3)}x@example.net,"never closed\n`],
    ['invalid_encoding', Buffer.from(`${file(3)}x@example.net,J\u00f6rg\n`, 'latin1')],
    ['too_many_columns', `email${',x'.repeat(101)}\na@example.net\n`],
  ])('fails as %s without using a row, and tells so', async (error, content) => {
    const row = await imports.runAll(content);
    expect(row).toMatchObject({ status: 'failed', error, total_rows: null, processed_rows: 0, completed_at: expect.any(Number) });
    expect(await imports.contacts()).toEqual([]);
    expect(await imports.announced()).toEqual([{ type: 'contact.import.completed', contact_id: null, import: row }]);
    expect(await imports.blobs()).toBe(0);
  });

  it.each([
    ['before it is read', 0],
    ['while its rows are used', 500],
  ])('fails as file_lost where the service has its file no more, %s', async (_when, used) => {
    const id = await imports.upload(file(600));
    if (used > 0) await imports.run();
    await createBlobs(server.app, openByteStore(server.app)).removeOf([tenant.id], 10);
    await imports.run();
    expect(await imports.show(id)).toMatchObject({ status: 'failed', error: 'file_lost', processed_rows: used });
    expect(await imports.announced()).toHaveLength(1);
  });

  it('raises no alarm over a file that has gone with its import, which another process has ended meanwhile', async () => {
    const id = await imports.upload(file(1));
    const { app } = server;
    const blobs = createBlobs(app, openByteStore(app));
    const alarm = vi.spyOn(app.log, 'error');
    let ended: Promise<number> | undefined;
    const open: typeof blobs.open = async (ref, from) => {
      ended ??= imports.run();
      await ended;
      return blobs.open(ref, from);
    };
    await runImports({ app, blobs: { ...blobs, open } });
    expect(await imports.show(id)).toMatchObject({ status: 'done', created: 1, error: null });
    expect(alarm.mock.calls).toEqual([]);
    alarm.mockRestore();
  });

  it('takes 500 rows of each import, and shows how far it is', async () => {
    const [first, second] = [await imports.upload(file(1201)), await imports.upload(file(10, 5000))];
    expect(await imports.run()).toBe(510);
    expect(await imports.show(first)).toMatchObject({
      status: 'processing',
      total_rows: 1201,
      processed_rows: 500,
      created: 500,
      completed_at: null,
    });
    expect(await imports.show(second)).toMatchObject({ status: 'done', processed_rows: 10 });
    expect(await imports.run()).toBe(500);
    expect(await imports.show(first)).toMatchObject({ status: 'processing', processed_rows: 1000 });
    expect(await imports.run()).toBe(201);
    expect(await imports.show(first)).toMatchObject({ status: 'done', processed_rows: 1201, created: 1201 });
    expect(await imports.run()).toBe(0);
  });

  it('goes on where one that broke off has committed, and makes nothing twice', async () => {
    const id = await imports.upload(file(1000));
    expect(await imports.run()).toBe(500);
    const used = engine.name === 'sqlite' ? sqliteEngine : postgresEngine;
    const { insertMany } = used;
    const broken = vi.spyOn(used, 'insertMany').mockImplementation(async (trx, table, rows) => {
      await insertMany(trx, table, rows);
      if (table === 'contacts') throw new Error('away');
    });
    const handled = await imports.run();
    broken.mockRestore();
    expect(handled).toBe(0);
    expect(await imports.show(id)).toMatchObject({ status: 'processing', processed_rows: 500, created: 500 });
    await imports.run();
    expect(await imports.show(id)).toMatchObject({ status: 'done', created: 1000, updated: 0, failed: 0 });
  });

  it('is one of several at once that use each row once', async () => {
    const id = await imports.upload(file(500));
    const { app } = server;
    const run = () => runImports({ app: { ...app, hooks: createHooks() }, blobs: createBlobs(app, openByteStore(app)) });
    await Promise.all([imports.run(), run(), run()]);
    expect(await imports.show(id)).toMatchObject({ processed_rows: 500, created: 500, updated: 0 });
    expect(await imports.announced()).toHaveLength(1);
  });

  it('brings nobody back who was erased since its file was uploaded', async () => {
    const rows = 'email\nGone@example.net\nb@example.net\ngone@example.net,x\n';
    const id = await imports.upload(rows);
    await server.admin('POST', '/admin/clock', { body: { advance_ms: 1 } });
    await tenant.call('POST', '/v1/erasures', { body: { email: 'gone@example.net' } });
    await imports.run();
    const row = await imports.show(id);
    const errors = [1, 3].map((number) => ({ row: number, email: '', error: 'address_erased' }));
    expect(row).toMatchObject({ status: 'done', processed_rows: 3, created: 1, updated: 0, failed: 2, errors });
    expect(await imports.contacts()).toMatchObject([{ email: 'b@example.net' }]);
    const kept = server.app.db.read.selectFrom('contact_import_failures').select('lines').where('import_id', '=', id);
    expect(await kept.execute()).toEqual([]);
    expect(await imports.runAll(rows)).toMatchObject({ created: 1, updated: 1, failed: 1 });
  });

  it('loses an erased address from its errors and from what was told of it', async () => {
    const tenant = await server.mint({ contact_limit: 0 });
    const imports = importsOf(server, tenant);
    const row = await imports.runAll('email\nGone@example.net\nb@example.net\n');
    expect(row.failed).toBe(2);
    await tenant.call('POST', '/v1/erasures', { body: { email: 'gone@example.net' } });
    const errors = [
      { row: 1, email: '', error: 'contact_limit_reached' },
      { row: 2, email: 'b@example.net', error: 'contact_limit_reached' },
    ];
    expect((await imports.show(row.import_id)).errors).toEqual(errors);
    expect((await imports.announced())[0].import.errors).toEqual(errors);
    await server.admin('POST', '/admin/erasures', { body: { email: 'b@example.net' } });
    expect((await imports.show(row.import_id)).errors.map(({ email }: { email: string }) => email)).toEqual(['', '']);
  });
});

describe.each(engines)('an import on $name', (engine) => {
  it('begins by itself on the real clock, and leaves what is over 500 rows to the minute', async () => {
    const server = await startTestServer(engine, { JOB_INTERVAL_MS: '3600000' });
    const tenant = await server.mint();
    const imports = importsOf(server, tenant);
    const id = await imports.upload(file(501));
    await expect.poll(async () => (await imports.show(id)).processed_rows).toBe(500);
    expect(await imports.show(id)).toMatchObject({ status: 'processing', total_rows: 501 });
    await imports.run();
    expect(await imports.show(id)).toMatchObject({ status: 'done', created: 501 });
    await server.stop();
  });

  it('takes as many rows in a run as the operator says', async () => {
    const server = await startTestServer(engine, { ...BY_HAND, IMPORT_ROWS_PER_RUN: '3' });
    const tenant = await server.mint();
    const { body } = await postFile(server, tenant, 'email\na@b.cc\nb@b.cc\nc@b.cc\nd@b.cc\n');
    const runs = [await server.run('import'), await server.run('import'), await server.run('import')];
    expect(runs).toEqual([3, 1, 0]);
    expect((await tenant.call('GET', `/v1/contacts/imports/${body.import_id}`)).body).toMatchObject({ status: 'done', created: 4 });
    await server.stop();
  });
});
