import { describe, expect, it } from 'vitest';
import { engines } from '../../../../tests/support/engines.ts';
import { fetchText } from '../../../../tests/support/fixtures/contact-files.ts';
import { file, importsOf } from '../../../../tests/support/fixtures/imports.ts';
import { BY_HAND, useNewTenant, useServer } from '../../../../tests/support/posthorn.ts';
import { findStored } from '../../storage/store.ts';

describe.each(engines)('GET /v1/contacts/imports/{id}/failed-rows on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useNewTenant(server);
  const imports = importsOf(server, tenant);

  const failedRows = (id: string, by = tenant) => fetchText(`${server.url}/v1/contacts/imports/${id}/failed-rows`, by);

  it('has every row that could not be used, also of later runs, for 7 days', async () => {
    const lines = Array.from({ length: 1100 }, (_, n) => (n % 2 === 0 ? `"no, ${n}",x,""\n` : `a${n}@example.net,x\n`));
    const row = await imports.runAll(`email,the x\n${lines.join('')}`);
    expect(row).toMatchObject({ failed: 550, created: 550, errors: { length: 100 } });
    const { status, headers, text } = await failedRows(row.import_id);
    expect({ status, type: headers.get('content-type') }).toEqual({ status: 200, type: 'text/csv' });
    expect(headers.get('content-disposition')).toBe(`attachment; filename="failed-rows-${row.import_id}.csv"`);
    const [header, ...failed] = text.trimEnd().split('\n');
    expect(header).toBe('import_row,import_error,email,the x');
    expect(failed).toHaveLength(550);
    expect(failed.at(-1)).toBe('1099,invalid_email,"no, 1098",x,');
    const other = await server.mint();
    expect((await failedRows(row.import_id, other)).status).toBe(404);
    const kept = () => server.app.db.read.selectFrom('contact_import_failures').selectAll().where('tenant_id', '=', tenant.id).execute();
    expect(await kept()).toHaveLength(3);
    await server.admin('POST', '/admin/clock', { body: { advance_ms: 7 * 24 * 3_600_000 } });
    expect((await failedRows(row.import_id)).status).toBe(404);
    await server.run('cleanup');
    expect(await kept()).toEqual([]);
  });

  it('has a header alone where every row was used, and is not there where the file was none', async () => {
    const row = await imports.runAll('email\na@example.net\n');
    expect((await failedRows(row.import_id)).text).toBe('import_row,import_error,email\n');
    expect((await failedRows(await imports.upload(file(1)))).status).toBe(404);
    expect((await failedRows('imp_none')).status).toBe(404);
  });

  it('counts as stored, and loses an erased address', async () => {
    const stored = () => findStored(server.app.db.read, tenant.id, 'kept');
    const before = await stored();
    const row = await imports.runAll('email,who\nGone@example.net.,Ann <gone@example.net>\nx,y\n');
    const { text } = await failedRows(row.import_id);
    const header = 'import_row,import_error,email,who\n';
    expect((await stored()) - before).toBe(text.length - header.length);
    await tenant.call('POST', '/v1/erasures', { body: { email: 'gone@example.net' } });
    const erased = (await failedRows(row.import_id)).text;
    expect(erased).toBe(`${header}1,invalid_email,.,Ann <>\n2,invalid_email,x,y\n`);
    expect((await stored()) - before).toBe(erased.length - header.length);
  });
});
