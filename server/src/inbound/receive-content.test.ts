import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { createFairShare } from '../core/concurrency/fair-share.ts';
import { createSystemRandom } from '../core/crypto/random.ts';
import { createTemporaryFiles } from '../core/incoming/temporary-file.ts';
import { receiveContent } from './receive-content.ts';

const MEGABYTE = 1024 * 1024;

async function* mail(size: number) {
  yield Buffer.from('Subject: Hi\r\n\r\n');
  yield Buffer.alloc(size, 'x');
}

it('has the client keep a large mail while the disk is short, and takes small ones', async () => {
  const findSpace = async () => ({ size: 100_000 * MEGABYTE, free: 512 * MEGABYTE });
  const openFile = createTemporaryFiles({ directory: tmpdir(), random: createSystemRandom(), findSpace }).open;
  const space = { memory: createFairShare(2 ** 30), disk: createFairShare(2 ** 30), openFile, awaitTurn: async () => undefined };
  await expect(receiveContent(mail(MEGABYTE), { peer: 'a', space })).rejects.toMatchObject({
    responseCode: 452,
    message: '4.3.1 No room for the mail; try again later',
    cause: { cause: { message: expect.stringContaining('512 MiB free') } },
  });
  const taken = await receiveContent(mail(1000), { peer: 'a', space });
  expect([taken.size(), taken.isLarge()]).toEqual([1015, false]);
  await taken.drop();
});
