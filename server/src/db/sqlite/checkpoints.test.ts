import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Checkpoints, createCheckpoints, LOG_BYTES } from './checkpoints.ts';

describe('createCheckpoints', () => {
  let folder: string;
  const onFault = vi.fn();
  let checkpoints: Checkpoints;
  const open = (file: string) => {
    checkpoints = createCheckpoints(file, { finish: async () => undefined, onFault });
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'posthorn-checkpoints-'));
  });
  afterEach(async () => {
    await checkpoints.close();
    onFault.mockClear();
    rmSync(folder, { recursive: true });
  });

  it('says why it came to nothing, and tries again', async () => {
    const file = join(folder, 'posthorn.db');
    writeFileSync(`${file}-wal`, '');
    truncateSync(`${file}-wal`, LOG_BYTES + 1);
    open(file);
    for (let times = 1; times <= 2; times += 1) {
      const isTold = () => {
        checkpoints.look();
        return onFault.mock.calls.length >= times;
      };
      await vi.waitUntil(isTold, { timeout: 300_000 });
      expect(onFault.mock.lastCall?.[0]).toMatchObject({ message: expect.stringContaining('unable to open database file') });
    }
  });

  it('fails nobody who has committed where the log cannot be looked at', async () => {
    open(join(folder, 'x'.repeat(5000)));
    expect(() => checkpoints.look()).not.toThrow();
    await vi.waitUntil(() => onFault.mock.calls.length > 0, { timeout: 300_000 });
    expect(onFault).toHaveBeenCalledWith(expect.objectContaining({ code: 'ENAMETOOLONG' }));
  });
});
