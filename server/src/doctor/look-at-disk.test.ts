import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lookAtDisk } from './look-at-disk.ts';

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
  const found = await lookAtDisk({ DATABASE_URL: `sqlite:${folder}/p.db` }, async () => ({ size: size * MEGABYTE, free: free * MEGABYTE }));
  expect(found).toMatchObject({ subject: 'disk', state, detail: folder + detail });
});

it('says nothing of a disk where there is no file', async () => {
  const urls = ['sqlite::memory:', `sqlite:${folder}/none.db`, 'postgres://127.0.0.1/p'];
  expect(await Promise.all(urls.map((DATABASE_URL) => lookAtDisk({ DATABASE_URL })))).toEqual([undefined, undefined, undefined]);
});
