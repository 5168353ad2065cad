import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { BY_HAND } from '../../support/posthorn.ts';
import { startTestServer } from '../../support/server.ts';
import { useExports } from './exports.ts';

const DAY = 86_400_000;

describe.each(engines)('exports on $name', (engine) => {
  const { server, tenant, upsert, show, begin, run, finish, download, rowOf, blobs } = useExports(engine);

  describe('POST /v1/contacts/export', () => {
    it('answers 202 and leaves the writing to the background', async () => {
      const { status, body } = await tenant.call('POST', '/v1/contacts/export');
      expect(status).toBe(202);
      expect(body).toEqual({ export_id: expect.stringMatching(/^exp_[0-9a-z]{26}$/), status: 'pending' });
      expect(await show(body.export_id)).toEqual({
        export_id: body.export_id,
        status: 'pending',
        row_count: null,
        download_url: null,
        error: null,
        created_at: expect.any(Number),
        completed_at: null,
        expires_at: null,
      });
    });

    it('takes a body for none', async () => {
      expect((await tenant.call('POST', '/v1/contacts/export', { body: {} })).status).toBe(202);
    });
  });

  describe('GET /v1/contacts/exports/{id}/download', () => {
    it('answers 404, never 403, for what is missing, foreign, or not done', async () => {
      const other = await server.mint();
      const { export_id: id } = await finish();
      const pending = await begin();
      const missing = await download('exp_none');
      expect(missing.status).toBe(404);
      expect(JSON.parse(missing.text)).toEqual({ error: 'not_found' });
      for (const answer of [await download(pending), await download(id, '', other)]) {
        expect(answer.status).toBe(404);
        expect(answer.text).toBe(missing.text);
      }
    });

    it('puts a quote before formulas where it is asked to, and leaves them alone otherwise', async () => {
      const attributes = { a: '=1+1', b: '+1', c: '-1', d: '@x', e: '\tx', f: '\rx', g: 'x=1', h: '', n: -5 };
      await upsert('a@example.net', { attributes });
      const { export_id: id } = await finish();
      const plain = (await download(id)).text;
      expect(plain).toContain(',=1+1,+1,-1,@x,\tx,"\rx",x=1,,-5\n');
      for (const query of ['', '?escape_formulas=false', '?escape_formulas=']) expect((await download(id, query)).text).toBe(plain);
      for (const value of ['1', 'TRUE', 'yes', 'nonsense']) {
        const { status, text } = await download(id, `?escape_formulas=${value}`);
        expect([status, JSON.parse(text)]).toEqual([
          422,
          { error: 'validation_failed', field: 'escape_formulas', detail: expect.any(String) },
        ]);
      }
      const escaped = await download(id, '?escape_formulas=true');
      expect(escaped.status).toBe(200);
      expect(escaped.text).toContain(",'=1+1,'+1,'-1,'@x,'\tx,\"'\rx\",x=1,,'-5\n");
      expect(escaped.text.split('\n')[0]).toBe(plain.split('\n')[0]);
    });

    it('ends after 7 days, at once and for good', async () => {
      const row = await finish();
      await server.admin('POST', '/admin/clock', { body: { advance_ms: 7 * DAY - 1 } });
      expect((await download(row.export_id)).status).toBe(200);
      await server.admin('POST', '/admin/clock', { body: { advance_ms: 1 } });
      const expired = { ...row, status: 'expired', download_url: null };
      expect((await download(row.export_id)).status).toBe(404);
      expect(await show(row.export_id)).toEqual(expired);
      expect(await server.run('cleanup')).toBeGreaterThan(0);
      expect(await show(row.export_id)).toEqual(expired);
      expect(await rowOf(row.export_id)).toMatchObject({ status: 'expired' });
      expect(await blobs()).toBe(0);
    });
  });

  it('lists exports newest first, and shows each to its tenant alone', async () => {
    const ids = [await begin(), await begin(), await begin()];
    await run();
    const first = (await tenant.call('GET', '/v1/contacts/exports?limit=2')).body;
    const second = (await tenant.call('GET', `/v1/contacts/exports?limit=2&cursor=${first.next_cursor}`)).body;
    expect([...first.data, ...second.data].map(({ export_id }) => export_id)).toEqual(ids.toReversed());
    expect(first.data[0]).toEqual(await show(ids[2] ?? ''));
    const other = await server.mint();
    expect((await other.call('GET', '/v1/contacts/exports')).body.data).toEqual([]);
    const foreign = await other.call('GET', `/v1/contacts/exports/${ids[0]}`);
    expect(foreign).toMatchObject({ status: 404, body: { error: 'not_found' } });
    expect(foreign.body).toEqual((await other.call('GET', '/v1/contacts/exports/exp_none')).body);
    expect(await tenant.call('GET', '/v1/contacts/exports?cursor=x')).toMatchObject({ status: 422, body: { error: 'invalid_cursor' } });
  });

  it.each([
    ['POST', '/v1/contacts/export'],
    ['GET', '/v1/contacts/exports'],
    ['GET', '/v1/contacts/exports/x'],
    ['GET', '/v1/contacts/exports/x/download'],
  ])('refuses %s %s to a key that may only send', async (method, path) => {
    const { body: key } = await tenant.call('POST', '/v1/api-keys', { body: { name: 'x', permission: 'sending_access' } });
    expect(await server.as(key.key)(method, path)).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } });
  });
});

describe.each(engines)('an export on $name', (engine) => {
  it('is downloaded from where the operator says that the service is', async () => {
    const server = await startTestServer(engine, { ...BY_HAND, BASE_URL: 'https://mail.example.com/' });
    const tenant = await server.mint();
    const { export_id: id } = (await tenant.call('POST', '/v1/contacts/export')).body;
    await server.run('export');
    const { body } = await tenant.call('GET', `/v1/contacts/exports/${id}`);
    expect(body.download_url).toBe(`https://mail.example.com/v1/contacts/exports/${id}/download`);
    await server.stop();
  });
});
