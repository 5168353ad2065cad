import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Creates an empty folder for the suite, removed after it. */
export function useFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-test-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  return folder;
}
