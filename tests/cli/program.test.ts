import { execFile } from 'node:child_process';
import { API_VERSION } from '@posthorn/contract';
import { describe, expect, it } from 'vitest';
import { CLI } from '../support/process.ts';

/** Runs `posthorn` to its end. */
function posthorn(...args: string[]): Promise<{ code: unknown; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [CLI, ...args], (error, stdout, stderr) => resolve({ code: error?.code ?? 0, stdout, stderr }));
  });
}

describe('posthorn', () => {
  it('says its version in one line', async () => {
    expect(await posthorn('--version')).toEqual({ code: 0, stdout: `${API_VERSION}\n`, stderr: '' });
  });

  it('lists its commands', async () => {
    const { code, stdout } = await posthorn('--help');
    expect(code).toBe(0);
    for (const command of ['start', 'serve', 'worker', 'migrate']) expect(stdout).toMatch(new RegExp(`^ +${command} `, 'm'));
  });

  it('refuses what it does not know, and leaves stdout alone', async () => {
    expect(await posthorn('fly')).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining("unknown command 'fly'") });
    expect(await posthorn('serve', '--fly')).toMatchObject({ code: 1, stdout: '' });
  });
});
