import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lookAtDisks } from './look-at-disk.ts';

const MEGABYTE = 1024 * 1024;
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'posthorn-disk-'));
  writeFileSync(join(folder, 'p.db'), '');
});
afterAll(() => rmSync(folder, { recursive: true }));

it.each([
  [100_000, 1024, 'ok', ' has room'],
  [100_000, 1023, 'warning', ' has 1023 MiB free'],
  [100_000, 63, 'failed', ' has 63 MiB free: mail is refused with 503 once it is full'],
  [0, 0, 'ok', ' has room'],
])('says of the disk of a SQLite file, of %d MiB with %d free: %s', async (size, free, state, detail) => {
  const space = async () => ({ size: size * MEGABYTE, free: free * MEGABYTE });
  const found = await lookAtDisks({ DATABASE_URL: `sqlite:${folder}/p.db`, BLOBS_URL: 'db:' }, space);
  expect(found).toMatchObject([{ subject: 'disk', state, detail: folder + detail }]);
});

it('says nothing of a disk where there is no file', async () => {
  const urls = ['sqlite::memory:', `sqlite:${folder}/none.db`, 'postgres://127.0.0.1/p'];
  const looks = urls.map((DATABASE_URL) => lookAtDisks({ DATABASE_URL, BLOBS_URL: `file:${folder}/none` }));
  expect((await Promise.all(looks)).flat()).toEqual([]);
});

it('warns of a folder that it may not look at, and looks at the other', async () => {
  const config = { DATABASE_URL: `sqlite:${folder}/p.db`, BLOBS_URL: `file:${folder}/${'x'.repeat(300)}` };
  const found = await lookAtDisks(config, async (path) => {
    if (path !== folder) throw new Error('EACCES: permission denied');
    return { size: 100_000 * MEGABYTE, free: 50_000 * MEGABYTE };
  });
  expect(found).toMatchObject([
    { state: 'ok', detail: `${folder} has room` },
    { state: 'warning', detail: expect.stringContaining('permission denied') },
  ]);
});

it('looks at the directory of files too, once where both are on one disk', async () => {
  const config = { DATABASE_URL: 'postgres://127.0.0.1/p', BLOBS_URL: `file:${folder}` };
  const space = async () => ({ size: MEGABYTE, free: 0 });
  expect(await lookAtDisks(config, space)).toMatchObject([{ state: 'failed', detail: expect.stringContaining(folder) }]);
  const both = await lookAtDisks({ ...config, DATABASE_URL: `sqlite:${folder}/p.db` }, space);
  expect(both).toHaveLength(1);
});
