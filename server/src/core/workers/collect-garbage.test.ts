import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { collectGarbage, createCollector } from './collect-garbage.ts';

const MEGABYTE = 1024 * 1024;
const turns = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

/** Whether something is collected once the collector has been told of bytes. */
async function isCollectedAfter(...told: readonly number[]): Promise<boolean> {
  const collect = createCollector();
  const reference = (() => new WeakRef({ some: 'thing' }))();
  await turns();
  for (const bytes of told) collect(bytes);
  await turns();
  return reference.deref() === undefined;
}

describe('createCollector', () => {
  it('collects once tasks have used enough', async () => {
    expect(await isCollectedAfter(4 * MEGABYTE)).toBe(false);
    expect(await isCollectedAfter(4 * MEGABYTE, 4 * MEGABYTE)).toBe(true);
  });

  it('collects at once on request', async () => {
    const reference = (() => new WeakRef({ some: 'thing' }))();
    await turns();
    collectGarbage();
    expect(reference.deref()).toBeUndefined();
  });

  it('gives nobody else the means', () => {
    createCollector();
    expect(runInNewContext('typeof gc')).toBe('undefined');
    expect('gc' in globalThis).toBe(false);
  });
});
