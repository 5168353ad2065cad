import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { sqlite } from '../support/engines.ts';
import { useFolder } from '../support/folder.ts';
import { useServer, useTenant } from '../support/posthorn.ts';
import { commandLine } from '../support/processes/command-line.ts';
import { CLI, inherited } from '../support/processes/process.ts';

const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);

describe('files that the command line of a clone is given', () => {
  const folder = useFolder();
  const server = useServer(sqlite, { JOB_INTERVAL_MS: '100' });
  const tenant = useTenant(server);
  const { environment } = commandLine(server, tenant);
  const env = () => ({ ...inherited, ...environment() });
  beforeAll(() => {
    writeFileSync(join(folder, 'people.csv'), 'email\nfay@example.net\n');
    mkdirSync(join(folder, 'mine'));
  });

  const byNpm = (...args: string[]) => run('npm', ['--prefix', ROOT, 'run', '-s', 'posthorn', '--', ...args], { cwd: folder, env: env() });
  const byScript = (...args: string[]) =>
    run(process.execPath, [join(ROOT, 'scripts/run.mjs'), 'posthorn', ...args], { cwd: folder, env: env() });

  it.each([
    ['npm run', byNpm],
    ['its script', byScript],
  ])('are those where one stands who calls it by %s', async (_how, call) => {
    const { stdout } = await call('contacts', 'import', 'people.csv', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ status: 'done', failed: 0 });
    await call('contacts', 'export', './copy.csv');
    expect(readFileSync(join(folder, 'copy.csv'), 'utf8')).toContain('fay@example.net');
    await call('templates', 'pull', 'mine');
    const { stdout: uploaded } = await call('attachments', 'upload', 'people.csv', '--json');
    expect(JSON.parse(uploaded)).toMatchObject({ filename: 'people.csv' });
  });

  it('are those of the clone where the service itself is run', async () => {
    const clone = join(folder, 'clone');
    mkdirSync(clone);
    const settings = { ...inherited, DATABASE_URL: 'sqlite:data.db', SECRET_KEY: 'k'.repeat(32), POSTHORN_CALLED_FROM: folder };
    const cli = (...args: string[]) => run(process.execPath, [CLI, ...args], { cwd: clone, env: settings });
    await cli('migrate');
    expect([existsSync(join(clone, 'data.db')), existsSync(join(folder, 'data.db'))]).toEqual([true, false]);
    await cli('backup', 'copy.db');
    expect([existsSync(join(clone, 'copy.db')), existsSync(join(folder, 'copy.db'))]).toEqual([false, true]);
  });
});
