import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../support/wait.ts';

const SCRIPTS = join(import.meta.dirname, '../../../scripts');

/** Stands for npm: brings a pnpm that notes its runs, and does as the files `fail` and `wait` in the clone say. */
const NPM = `#!${process.execPath}
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
const folder = join(process.argv[process.argv.indexOf('--prefix') + 1], 'node_modules/pnpm');
mkdirSync(join(folder, 'bin'), { recursive: true });
writeFileSync(join(folder, 'package.json'), JSON.stringify({ version: '9.9.9' }));
writeFileSync(join(folder, 'bin/pnpm.mjs'), process.env.FAKE_PNPM);
console.log('noise of npm');
`;
const PNPM = `
import { appendFileSync, existsSync, mkdirSync } from 'node:fs';
const root = process.argv[process.argv.indexOf('--dir') + 1];
appendFileSync(root + '/installs', JSON.stringify(process.env) + '\\n');
console.log('noise of pnpm');
while (existsSync(root + '/wait')) await new Promise((resolve) => setTimeout(resolve, 10));
if (existsSync(root + '/fail')) process.exit(9);
mkdirSync(root + '/node_modules', { recursive: true });
`;
/** Stands for the CLI. */
const COMMAND = `
const [, verb] = process.argv.slice(2);
if (verb === 'exit') process.exit(3);
if (verb === 'die') process.kill(process.pid, 'SIGKILL');
if (verb === 'serve') {
  process.on('SIGTERM', () => process.exit(5));
  setInterval(() => undefined, 1000);
  console.log('ready');
} else console.log(JSON.stringify({ args: process.argv.slice(2), cwd: process.cwd(), env: process.env }));
`;

let clone = '';

function write(file: string, text: string): void {
  mkdirSync(dirname(join(clone, file)), { recursive: true });
  writeFileSync(join(clone, file), text);
}

beforeEach(() => {
  clone = realpathSync(mkdtempSync(join(tmpdir(), 'posthorn-clone-')));
  cpSync(SCRIPTS, join(clone, 'scripts'), { recursive: true });
  cpSync(join(SCRIPTS, '../cli/src/allocator.json'), join(clone, 'cli/src/allocator.json'));
  write('package.json', JSON.stringify({ packageManager: 'pnpm@9.9.9', type: 'module' }));
  write('pnpm-lock.yaml', 'one');
  write('pnpm-workspace.yaml', '');
  write('cli/src/main.ts', COMMAND);
  write('bin/npm', NPM);
  chmodSync(join(clone, 'bin/npm'), 0o755);
});
afterEach(() => rmSync(clone, { recursive: true }));

interface Run {
  readonly child: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly ended: Promise<number | null>;
}

function start(args: readonly string[], environment: Record<string, string> = {}): Run {
  const env = { PATH: `${clone}/bin:${process.env.PATH}`, FAKE_PNPM: PNPM, ...environment };
  // In a group of its own, so that a test can kill it with all that it started.
  const child = spawn(process.execPath, [join(clone, 'scripts/run.mjs'), ...args], { env, cwd: tmpdir(), detached: true });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (data) => {
      output[name] += String(data);
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, ended, stdout: () => output.stdout, stderr: () => output.stderr };
}

async function run(args: readonly string[], environment: Record<string, string> = {}) {
  const started = start(args, environment);
  return { code: await started.ended, stdout: started.stdout(), stderr: started.stderr() };
}

/** Whole lines: one that is being written does not count yet. */
const installs = () => {
  const log = join(clone, 'installs');
  return existsSync(log) ? readFileSync(log, 'utf8').split('\n').slice(0, -1) : [];
};
const hasBegun = async () => (installs().length > 0 ? true : undefined);

describe('the bootstrap', () => {
  it('installs what is missing once, and leaves stdout to the command', async () => {
    const first = await run(['posthorn', 'show', '--json']);
    expect(first.code).toBe(0);
    expect(JSON.parse(first.stdout)).toMatchObject({ args: ['show', '--json'] });
    expect(first.stderr).toContain('noise of pnpm');
    const second = await run(['posthorn', 'show']);
    expect(second).toMatchObject({ code: 0, stderr: '' });
    expect(installs()).toHaveLength(1);
  });

  it('runs commands in the clone, wherever it was called from', async () => {
    const { stdout } = await run(['posthorn']);
    expect(JSON.parse(stdout)).toMatchObject({ cwd: clone });
  });

  it("keeps npm's own variables from the command, and hands on how to reach the registry", async () => {
    const dropped = { npm_lifecycle_event: 'start', npm_package_name: 'x', npm_config_nodedir: '/usr', npm_config_ignore_scripts: 'true' };
    const kept = {
      npm_config_registry: 'http://127.0.0.1:1/',
      NPM_CONFIG_CAFILE: '/ca.pem',
      npm_config_userconfig: '/rc',
      DATABASE_URL: 'sqlite:x',
    };
    const { stdout } = await run(['posthorn'], { ...dropped, ...kept, npm_config_noproxy: '' });
    const { env } = JSON.parse(stdout) as { env: Record<string, string> };
    expect(env).toMatchObject(kept);
    for (const name of Object.keys(dropped)) expect(env).not.toHaveProperty(name);
    expect(JSON.parse(installs()[0] ?? '')).toMatchObject({
      pnpm_config_registry: 'http://127.0.0.1:1/',
      pnpm_config_cafile: '/ca.pem',
      pnpm_config_userconfig: '/rc',
    });
    expect(installs()[0]).not.toContain('pnpm_config_noproxy');
  });

  it('ends as the command ends', async () => {
    expect((await run(['posthorn', 'now', 'exit'])).code).toBe(3);
    expect((await run(['posthorn', 'now', 'die'])).code).toBe(137);
    const serving = start(['posthorn', 'now', 'serve']);
    await eventually(async () => (serving.stdout().includes('ready') ? true : undefined));
    serving.child.kill('SIGTERM');
    expect(await serving.ended).toBe(5);
  });

  it('refuses a command that there is not, with one line', async () => {
    const { code, stderr, stdout } = await run(['toString']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^posthorn: no such command: toString .*\n$/);
  });
});

describe('an installation', () => {
  it('that failed is begun again by the next run', async () => {
    write('fail', '');
    const failed = await run(['posthorn']);
    expect(failed).toMatchObject({ code: 9, stdout: '' });
    expect(failed.stderr).toContain('posthorn: installing packages failed; the next run begins it again');
    rmSync(join(clone, 'fail'));
    expect(await run(['posthorn'])).toMatchObject({ code: 0 });
  });

  it('that was killed is begun again by the next run', async () => {
    write('wait', '');
    const killed = start(['posthorn']);
    await eventually(hasBegun);
    process.kill(-(killed.child.pid ?? 0), 'SIGKILL');
    await killed.ended;
    rmSync(join(clone, 'wait'));
    expect(await run(['posthorn'])).toMatchObject({ code: 0 });
    expect(installs()).toHaveLength(2);
  });

  it('is done anew for another lockfile, and for the old one after a failure with the other', async () => {
    await run(['posthorn']);
    write('pnpm-lock.yaml', 'two');
    write('fail', '');
    expect((await run(['posthorn'])).code).toBe(9);
    rmSync(join(clone, 'fail'));
    write('pnpm-lock.yaml', 'one');
    expect((await run(['posthorn'])).code).toBe(0);
    expect(installs()).toHaveLength(3);
  });

  it('is waited for by a run that starts meanwhile', async () => {
    write('wait', '');
    const first = start(['posthorn']);
    await eventually(hasBegun);
    const second = start(['posthorn']);
    await eventually(async () => (second.stderr().includes('waiting for an installation') ? true : undefined));
    rmSync(join(clone, 'wait'));
    expect(await Promise.all([first.ended, second.ended])).toEqual([0, 0]);
    expect(installs()).toHaveLength(1);
  });

  it('ends with the bootstrap, by SIGTERM', async () => {
    write('wait', '');
    const first = start(['posthorn']);
    await eventually(hasBegun);
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(143);
    rmSync(join(clone, 'wait'));
    expect(await run(['posthorn'])).toMatchObject({ code: 0 });
  });
});
