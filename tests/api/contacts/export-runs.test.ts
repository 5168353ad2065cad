import { describe, expect, it, vi } from 'vitest';
import type { ByteStore } from '../../../server/src/blobs/blobs.ts';
import { createBlobs } from '../../../server/src/blobs/create-blobs.ts';
import { openByteStore } from '../../../server/src/blobs/open-store.ts';
import { runExports } from '../../../server/src/contacts/export/run-exports.ts';
import { Unavailable } from '../../../server/src/core/errors/unavailable.ts';
import { insertMany } from '../../../server/src/db/dialect.ts';
import { engines } from '../../support/engines.ts';
import { fetchText, postFile } from '../../support/fixtures/contact-files.ts';
import { useExports } from './exports.ts';

const DAY = 86_400_000;

describe.each(engines)('exports on $name', (engine) => {
  const { server, tenant, upsert, show, begin, run, finish, download, rowOf, blobs } = useExports(engine);

  describe('a run', () => {
    it('writes every contact, oldest first, with sorted attributes', async () => {
      const a = await upsert('a@example.net', { attributes: { name: 'Ann, "A"', vip: true, n: 1.5 } });
      const b = await upsert('b@example.net', { status: 'cleaned', attributes: { Name: 'two\nlines', none: null } });
      const row = await finish();
      expect(row).toMatchObject({ status: 'done', row_count: 2, error: null, completed_at: expect.any(Number) });
      expect(row.expires_at).toBe(row.completed_at + 7 * DAY);
      expect(row.download_url).toBe(`${server.url}/v1/contacts/exports/${row.export_id}/download`);
      const times = async (id: string) => {
        const { created_at, updated_at } = (await tenant.call('GET', `/v1/contacts/${id}`)).body;
        return `${created_at},${updated_at}`;
      };
      const { status, headers, text } = await fetchText(row.download_url, tenant);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('text/csv');
      expect(headers.get('content-disposition')).toBe(`attachment; filename="contacts-${row.export_id}.csv"`);
      expect(text).toBe(
        [
          'id,email,status,created_at,updated_at,Name,n,name,none,vip',
          `${a.id},a@example.net,subscribed,${await times(a.id)},,1.5,"Ann, ""A""",,true`,
          `${b.id},b@example.net,cleaned,${await times(b.id)},"two\nlines",,,,`,
          '',
        ].join('\n'),
      );
    });

    it('writes a header alone where there are no contacts', async () => {
      const row = await finish();
      expect(row).toMatchObject({ status: 'done', row_count: 0 });
      expect((await download(row.export_id)).text).toBe('id,email,status,created_at,updated_at\n');
    });

    /** As many as make three pages. */
    async function insertContacts(attributesOf: (n: number) => object) {
      const { db, clock, newId } = server.app;
      const at = clock.now();
      const rows = Array.from({ length: 2500 }, (_, n) => ({
        id: newId('con', at),
        tenant_id: tenant.id,
        email: `n${n}@example.net`,
        status: 'subscribed',
        attributes: JSON.stringify(attributesOf(n)),
        created_at: at - (n % 3),
        updated_at: at,
      }));
      await db.transact((trx) => insertMany(trx, 'contacts', rows));
      return rows;
    }

    it('has a column for an attribute of the last page alone, in every line', async () => {
      await insertContacts((n) => (n === 2499 ? { b: 'last' } : { a: n, c: n }));
      const row = await finish();
      expect(row).toMatchObject({ status: 'done', row_count: 2500 });
      const [header, ...lines] = (await download(row.export_id)).text.trimEnd().split('\n');
      expect(header).toBe('id,email,status,created_at,updated_at,a,b,c');
      const cellsOf = new Map(lines.map((line) => [line.split(',')[1], line.split(',').slice(5)]));
      expect(cellsOf.size).toBe(2500);
      expect(cellsOf.get('n2499@example.net')).toEqual(['', 'last', '']);
      expect(cellsOf.get('n2498@example.net')).toEqual(['2498', '', '2498']);
      expect(await blobs()).toBe(1);
    });

    it('fails where the last page alone has more attributes than columns', async () => {
      await insertContacts((n) => (n < 2480 ? { a: n } : Object.fromEntries(Array.from({ length: 100 }, (_, k) => [`k${n}_${k}`, k]))));
      expect(await finish()).toMatchObject({ status: 'failed', error: 'too_many_columns', download_url: null });
      expect(await blobs()).toBe(0);
    });

    it('writes every page, each contact once', async () => {
      const rows = await insertContacts((n) => ({ n }));
      const id = await begin();
      expect(await run()).toBe(2500);
      const lines = (await download(id)).text.trimEnd().split('\n').slice(1);
      expect(new Set(lines.map((line) => line.split(',')[1]))).toEqual(new Set(rows.map(({ email }) => email)));
      expect(lines).toHaveLength(2500);
    });

    it('writes what an import reads as it was', async () => {
      const attributes = { a: 'line\rone', b: ' spaces ', c: '"', d: "'=1+1", e: '=1+1', 'ä,b': '\ttab', f: 'x'.repeat(4000) };
      await upsert('a@example.net', { attributes });
      const { text } = await download((await finish()).export_id);
      const other = await server.mint();
      await postFile(server, other, text);
      await server.run('import');
      const [contact] = (await other.call('GET', '/v1/contacts')).body.data;
      expect(contact.attributes).toMatchObject(attributes);
    });

    it('fails where there are more attributes than columns', async () => {
      const contacts = Array.from({ length: 11 }, (_, c) => ({
        email: `c${c}@example.net`,
        attributes: Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`k${c}_${n}`, 1])),
      }));
      await tenant.call('POST', '/v1/contacts/batch', { body: { contacts } });
      const row = await finish();
      expect(row).toMatchObject({ status: 'failed', error: 'too_many_columns', download_url: null, expires_at: null });
      expect((await download(row.export_id)).status).toBe(404);
      expect(await run()).toBe(0);
    });

    it('begins anew where a writer has died, and not before its claim is over', async () => {
      await upsert('a@example.net');
      const id = await begin();
      const { db } = server.app;
      const claim = (claim_expires_at: number) =>
        db.write
          .updateTable('contact_exports')
          .set({ status: 'processing', claim: 'dead', claim_expires_at })
          .where('id', '=', id)
          .execute();
      await claim(9e12);
      expect(await run()).toBe(0);
      expect(await show(id)).toMatchObject({ status: 'processing', download_url: null });
      expect((await download(id)).status).toBe(404);
      await claim(1);
      expect(await run()).toBe(1);
      expect(await show(id)).toMatchObject({ status: 'done', row_count: 1 });
      expect(await rowOf(id)).toMatchObject({ claim: null, claim_expires_at: null });
    });

    it('gives one back at once that could not be stored, and has written the others', async () => {
      await upsert('a@example.net');
      const [cut, other] = [await begin(), await begin()];
      const bytes = openByteStore(server.app);
      const tried: string[] = [];
      const write: ByteStore['write'] = async (key, content) => {
        tried.push(key);
        if (key.includes(cut)) throw new Unavailable(new Error('The store is away.'));
        await bytes.write(key, content);
      };
      const blobs = createBlobs(server.app, { ...bytes, write });
      expect(await runExports({ app: server.app, blobs })).toBe(1);
      expect(tried).toEqual([expect.stringContaining(cut), expect.stringContaining(other)]);
      expect(await show(other)).toMatchObject({ status: 'done' });
      expect(await rowOf(cut)).toMatchObject({ status: 'processing', claim: null, claim_expires_at: null });
      await run();
      expect(await show(cut)).toMatchObject({ status: 'done', row_count: 1 });
    });

    it('leaves nothing of a file that another writer has finished', async () => {
      await upsert('a@example.net');
      const id = await begin();
      const { db } = server.app;
      const transact = db.transact;
      let calls = 0;
      const stolen = vi.spyOn(db, 'transact').mockImplementation(async (work) => {
        calls += 1;
        if (calls === 2) await db.write.updateTable('contact_exports').set({ claim: 'other' }).where('id', '=', id).execute();
        return transact(work);
      });
      await run();
      stolen.mockRestore();
      expect(await rowOf(id)).toMatchObject({ status: 'processing', claim: 'other', blob_key: null });
      expect(await blobs()).toBe(0);
    });

    it('writes each export once in several runs at once', async () => {
      const ids = [await begin(), await begin()];
      await Promise.all([run(), run(), run()]);
      for (const id of ids) expect((await show(id)).status).toBe('done');
      expect(await blobs()).toBe(2);
    });
  });
});
