import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { lookAtTemporaryFiles } from './look-at-temporary-files.ts';

const MEGABYTE = 1024 * 1024;
const look = (size: number, free: number) =>
  lookAtTemporaryFiles({ TEMP_DIR: tmpdir() }, async () => ({ size: size * MEGABYTE, free: free * MEGABYTE }));

it.each([
  [100_000, 90_000, 'ok', ' can be written'],
  [100_000, 1536, 'ok', ' can be written'],
  [100_000, 1535, 'warning', ' has room for 1023 MiB of what is large, of up to 3 GiB'],
  [100_000, 512, 'failed', ' has 512 MiB free: requests and mails over 256 KiB are refused'],
  [1000, 600, 'warning', ' has room for 500 MiB of what is large, of up to 3 GiB'],
  [0, 0, 'ok', ' can be written'],
])('says of a disk of %d MiB with %d free: %s', async (size, free, state, detail) => {
  const mend = state === 'ok' ? null : expect.stringContaining('TEMP_DIR');
  expect(await look(size, free)).toEqual({ subject: 'temporary files', state, detail: tmpdir() + detail, mend });
});
